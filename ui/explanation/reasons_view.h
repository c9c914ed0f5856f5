// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/resolve.h"
#include "core/run/run_record.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QLabel;
class QScrollArea;
QT_END_NAMESPACE

namespace retryscope::ui {

class FindingsList;
class TraceModel;

/// Why something was decided: a headline, a sentence, every finding in order with the deciding one in sight,
/// and the source of the finding that is looked at.
class ReasonsView : public QWidget
{
    Q_OBJECT
public:
    /// name: begins the object names of the parts. beneath: scrolls with the findings; may be nullptr.
    ReasonsView(const QString& name, QWidget* beneath, QWidget* parent = nullptr);

    void display(const QString& headline, const QString& sentence, const ResolvedPolicy& policy,
                 const AttemptRecord& attempt);
    /// Words only, while there are no findings.
    void displayNothing(const QString& headline, const QString& sentence);
    void setHeadlineFont(const QFont& font);
    /// Headline, sentence and findings, for the clipboard.
    [[nodiscard]] QString text() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void connectParts();
    void bringIntoSight(int row);
    void showDeciding();
    void displaySource();
    void setSentence(const QString& sentence);

    TraceModel* m_model;
    QLabel* m_headline;
    QLabel* m_sentence;
    QString m_wholeSentence; ///< to be copied; the label may hold less
    FindingsList* m_findings;
    QScrollArea* m_scroll;
    QLabel* m_source;
    bool m_isUntouched = false; ///< the user has not scrolled since the findings are shown
};

} // namespace retryscope::ui
