// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/judge/judged_presets.h"

#include <QDialog>

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
QT_END_NAMESPACE

namespace retryscope::ui {

class RequestFields;
class ResponseEditor;
class VerdictPanel;
class VerdictsView;
struct Sample;

/// One response, judged under every preset while it is typed: who would try it again, why, and what would
/// change that. Nothing is sent.
class JudgePage : public QDialog
{
    Q_OBJECT
public:
    /// Opens with the famous sample.
    explicit JudgePage(const io::Library& library, QWidget* parent = nullptr);

    /// Judges this in place of what stands there.
    void display(const GivenAttempt& given);

private:
    void layOut();
    [[nodiscard]] QWidget* buildInput();
    [[nodiscard]] QWidget* buildDetail();
    void judgeAll();
    void displaySelected();
    [[nodiscard]] GivenAttempt given() const;

    JudgedPresets m_presets;
    ResponseEditor* m_response;
    RequestFields* m_request;
    QLabel* m_caption; ///< what is marked in the response
    VerdictsView* m_verdicts;
    VerdictPanel* m_why;
};

} // namespace retryscope::ui
