// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <QFrame>

QT_BEGIN_NAMESPACE
class QLabel;
class QListView;
QT_END_NAMESPACE

namespace retryscope::ui {

class TraceModel;

/// Why the selected attempt was tried again or not: a headline, a sentence, and every finding in order.
class ExplanationPanel : public QFrame
{
    Q_OBJECT
public:
    explicit ExplanationPanel(QWidget* parent = nullptr);

    void display(const RunRecord& record, const AttemptRecord& attempt);
    void clear();
    /// Headline and findings as text, for the clipboard.
    [[nodiscard]] QString text() const;

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
