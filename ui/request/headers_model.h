// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"

#include <QAbstractTableModel>
#include <QStringList>

namespace retryscope::ui {

/// HTTP header fields as an editable table. The last row is empty: typing into it adds a field.
class HeadersModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Name, Value, ColumnCount };
    enum Role { NotKeptRole = Qt::UserRole }; ///< true for a value that is missing because it was not saved

    explicit HeadersModel(QObject* parent = nullptr);

    [[nodiscard]] const Headers& headers() const { return m_headers; }
    void setHeaders(Headers headers);
    void setWords(const QString& nameTitle, const QString& addHint);
    /// Stays in force until the next call: a value that is typed and then undone is missing again.
    void setNotKept(const QStringList& names);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    bool removeRows(int row, int count, const QModelIndex& parent = {}) override;

Q_SIGNALS:
    /// The user changed a field; not emitted by setHeaders().
    void edited();

private:
    [[nodiscard]] int fieldCount() const { return static_cast<int>(m_headers.entries.size()); }

    [[nodiscard]] bool isNotKept(const Header& header) const;
    void removeNameless(int row);

    Headers m_headers;
    QStringList m_notKept;
    QString m_nameTitle;
    QString m_addHint;
};

} // namespace retryscope::ui
