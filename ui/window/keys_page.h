// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <utility>
#include <vector>

QT_BEGIN_NAMESPACE
class QMainWindow;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Keys of one menu or of one part of the window, with what they do.
struct KeyGroup
{
    QString title;
    std::vector<std::pair<QString, QString>> keys;
};

/// Every key of the window: those of its menus as they stand there, of its other actions, and of the charts
/// and tables that read keys themselves.
[[nodiscard]] std::vector<KeyGroup> keyGroupsOf(const QMainWindow& window);

/// All keys, to read and to copy.
class KeysPage : public QDialog
{
    Q_OBJECT
public:
    explicit KeysPage(QMainWindow& window);
};

} // namespace retryscope::ui
