// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"
#include "ui/parts/table_model.h"

#include <QStringList>
#include <QWidget>

QT_BEGIN_NAMESPACE
class QAction;
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

class FieldTable;

/// An editable table of names and values: request headers, response headers of the endpoint, or query
/// parameters.
class HeadersEditor : public QWidget
{
    Q_OBJECT
public:
    /// name: prefix of the object names. label: what assistive technology calls the table.
    HeadersEditor(const QString& name, const QString& label, QWidget* parent = nullptr);

    [[nodiscard]] Headers headers() const;
    void setHeaders(Headers headers);
    /// Sets the column title and the texts for adding and removing a row (default: those for headers).
    void setWords(const QString& nameTitle, const QString& addHint, const QString& removeTitle);
    /// Marks empty values of these names as not saved, to be typed again.
    void setNotKept(const QStringList& names);
    /// The fields as rows; the last one is empty: typing into it adds a field.
    [[nodiscard]] EditableTable<Header>& rows() { return *m_model; }
    /// The widget to set as buddy of a label.
    [[nodiscard]] QTableView* table() const;

Q_SIGNALS:
    void edited();

private:
    void onEdited();
    void removeBlank();
    void removeSelected();

    EditableTable<Header>* m_model;
    FieldTable* m_table;
    QAction* m_remove;
    QString m_nameTitle;
    QString m_addHint;
    bool m_isTidying = false;
};

} // namespace retryscope::ui
