// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"
#include "ui/parts/table_model.h"

#include <QStringList>

namespace retryscope::ui {

/// HTTP header fields as an editable table. The last row is empty: typing into it adds a field.
class HeadersModel : public EditableTable<Header>
{
    Q_OBJECT
public:
    enum Column { Name, Value };
    static constexpr int NotKeptRole = CellRole::FirstOwnRole; ///< true for a value that is missing because
                                                               ///< it was not saved

    explicit HeadersModel(QObject* parent = nullptr);

    [[nodiscard]] Headers headers() const;
    void setHeaders(Headers headers);
    void setWords(const QString& nameTitle, const QString& addHint);
    /// Stays in force until the next call: a value that is typed and then undone is missing again.
    void setNotKept(const QStringList& names);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    bool removeRows(int row, int count, const QModelIndex& parent = {}) override;

Q_SIGNALS:
    /// The user changed a field; not emitted by setHeaders().
    void edited();

protected:
    void onEdited() override { Q_EMIT edited(); }

private:
    [[nodiscard]] int fieldCount() const { return rowCount() - 1; }
    [[nodiscard]] bool isNotKept(const Header& header) const;

    QStringList m_notKept;
    QString m_addHint;
};

} // namespace retryscope::ui
