// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/elsewhere.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QGridLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

/// How other clients judge the same response: a line each, with the verdict in word, sign and colour.
class ElsewhereList : public QWidget
{
    Q_OBJECT
public:
    explicit ElsewhereList(QWidget* parent = nullptr);

    void display(const std::vector<ElsewhereLine>& lines);

private:
    void addLine(int row, const ElsewhereLine& line);

    std::vector<ElsewhereLine> m_lines;
    QWidget* m_content = nullptr;
};

} // namespace retryscope::ui
