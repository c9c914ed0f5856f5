// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

class HeadersModel;

/// Table of header fields with a way to remove them. Used for requests and for responses of the endpoint.
class HeadersEditor : public QWidget
{
    Q_OBJECT
public:
    /// name: prefix of the object names. label: what assistive technology calls the table.
    HeadersEditor(const QString& name, const QString& label, QWidget* parent = nullptr);

    [[nodiscard]] const Headers& headers() const;
    void setHeaders(const Headers& headers);
    /// What a label shall be the buddy of.
    [[nodiscard]] QTableView* table() const { return m_table; }

Q_SIGNALS:
    void edited();

private:
    void removeSelected();

    HeadersModel* m_model;
    QTableView* m_table;
};

} // namespace retryscope::ui
