// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"

#include <QStringList>
#include <QWidget>

QT_BEGIN_NAMESPACE
class QAction;
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

class FieldTable;
class HeadersModel;

/// Table of names and values with a way to remove them: header fields of requests and of responses of the
/// endpoint, and parameters of a query.
class HeadersEditor : public QWidget
{
    Q_OBJECT
public:
    /// name: prefix of the object names. label: what assistive technology calls the table.
    HeadersEditor(const QString& name, const QString& label, QWidget* parent = nullptr);

    [[nodiscard]] const Headers& headers() const;
    void setHeaders(const Headers& headers);
    /// What the columns and the ways to add and remove a row are called; headers unless told.
    void setWords(const QString& nameTitle, const QString& addHint, const QString& removeTitle);
    /// Rows of these names that have no value say that it was not kept and has to be typed again.
    void setNotKept(const QStringList& names);
    /// What a label shall be the buddy of.
    [[nodiscard]] QTableView* table() const;

Q_SIGNALS:
    void edited();

private:
    void removeSelected();

    HeadersModel* m_model;
    FieldTable* m_table;
    QAction* m_remove;
};

} // namespace retryscope::ui
