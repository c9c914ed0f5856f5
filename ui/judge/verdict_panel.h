// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/judge/judged_presets.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QLabel;
class QListView;
QT_END_NAMESPACE

namespace retryscope::ui {

class TraceModel;

/// Why one preset decides as it does: a headline, a sentence, and everything it looked at, in order, each
/// with its source.
class VerdictPanel : public QWidget
{
    Q_OBJECT
public:
    explicit VerdictPanel(QWidget* parent = nullptr);

    void display(const JudgedPreset& preset, int attempt);
    void clear();

private:
    void bringDecidingRowIntoSight();
    void displaySource();

    TraceModel* m_model;
    QLabel* m_headline;
    QLabel* m_sentence;
    QListView* m_findings;
    QLabel* m_source;
};

} // namespace retryscope::ui
