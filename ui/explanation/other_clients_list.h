// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/other_clients.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QVBoxLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

/// How other clients judge the same response: one line per client family, with the share and number
/// of its policies that retry. The reasons are on hover. The small families come on demand.
class OtherClientsList : public QWidget
{
    Q_OBJECT
public:
    explicit OtherClientsList(QWidget* parent = nullptr);

    void display(const std::vector<OtherClientFamily>& families);

private:
    [[nodiscard]] QString moreText(std::size_t first) const;
    void rebuild();

    std::vector<OtherClientFamily> m_families;
    bool m_showsAll = false;
    QWidget* m_content = nullptr;
    QVBoxLayout* m_layout;
};

} // namespace retryscope::ui
