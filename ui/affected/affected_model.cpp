// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/affected/affected_model.h"

#include "core/affected/affected_text.h"
#include "core/io/text/utf8.h"

#include <algorithm>

namespace retryscope::ui {

namespace {

bool isAffected(const AffectedClient& client)
{
    return client.today != client.after;
}

template <auto Cell>
QString cellText(const AffectedClient& client)
{
    return toQString(cellsOf(client).*Cell);
}

QString wholeTitle(const AffectedClient& client)
{
    return toQString(client.sdk->title);
}

} // namespace

AffectedModel::AffectedModel(QObject* parent)
    : TableModel({{.title = tr("SDK"), // whole in the details
                   .text =
                       [](const AffectedClient& client) {
                           return wholeTitle(client).section(QStringLiteral(" ("), 0, 0);
                       },
                   .toolTip = wholeTitle},
                  {.title = tr("Mode"), .text = cellText<&AffectedCells::mode>},
                  {.title = tr("Attempts"), .text = cellText<&AffectedCells::attempts>},
                  {.title = tr("First delay"), .text = cellText<&AffectedCells::firstDelay>},
                  {.title = tr("Throttling"), .text = cellText<&AffectedCells::throttlingDelay>},
                  {.title = tr("Tokens per retry"), .text = cellText<&AffectedCells::tokens>}},
                 parent)
{
}

int AffectedModel::affectedCount() const
{
    return static_cast<int>(std::count_if(rows().begin(), rows().end(), isAffected));
}

QVariant AffectedModel::data(const QModelIndex& index, int role) const
{
    if (index.isValid() && role == kIsAffectedRole) {
        return isAffected(at(index.row()));
    }
    if (index.isValid() && role == Qt::AccessibleTextRole && index.column() == Title) {
        return wholeTitle(at(index.row()));
    }
    return TableModel::data(index, role);
}

} // namespace retryscope::ui
