// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "ui/judge/judged_presets.h"
#include "ui/judge/response_editor.h"

#include <QWidget>

#include <optional>

QT_BEGIN_NAMESPACE
class QLabel;
QT_END_NAMESPACE

namespace retryscope::ui {

class BoxChooser;
class ChangesList;
class RequestFields;
class ChangeBanner;
class VerdictPanel;
class VerdictsView;

/// One response, judged under every preset while it is typed: which clients retry it, why, and what would
/// change that. Nothing is sent.
class JudgePage : public QWidget
{
    Q_OBJECT
public:
    /// Opens with the famous sample.
    explicit JudgePage(const io::Library& library, QWidget* parent = nullptr);
    ~JudgePage() override;

    /// Judges this in place of what stands there, as each client's first attempt with a full retry quota:
    /// which attempt it was in the run of one client says nothing about another. The user can set both.
    void display(const GivenAttempt& given);
    /// Reads this text as if it had been typed, in place of the response that stands there.
    void displayText(const QString& text);
    /// By the id of its policy, or file for the user's own. An unknown one selects nothing else.
    void select(const QString& key);
    /// The user pasted, typed, tried or picked something since display().
    [[nodiscard]] bool isTouched() const { return m_isTouched; }
    /// Judges under the presets that the library has now. What was selected stays so; a trial
    /// ends when they are others.
    void reload();

Q_SIGNALS:
    /// Something was done that shows nowhere else, such as a copy.
    void noteFound(const QString& note);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// A change that is being tried, with what was before it.
    struct TriedChange
    {
        std::size_t preset = 0;
        Change change;
        Situation situation;
        VerdictRow row;
        int retried = 0;
        ResponseEditor::Content content;
    };

    void layOut();
    [[nodiscard]] QWidget* buildInput();
    [[nodiscard]] QWidget* buildDetail();
    /// The user changed something: what was being tried is over.
    void onEdited();
    void judgeAll();
    void putBehind(const QString& box);
    void applyBox(const QString& box, const ResponseEditor::Content& origin);
    void forgetBox();
    void displayBehind(const QString& text);
    void tryChange(const Change& change);
    void goBack();
    void displayTrial();
    void displayAssumed();
    void displayMark(const JudgedPreset& preset);
    void displaySelected();
    [[nodiscard]] GivenAttempt given() const;

    const io::Library& m_library;
    JudgedPresets m_presets;
    ResponseEditor* m_response;
    RequestFields* m_request;
    BoxChooser* m_behind;
    QLabel* m_behindNote; ///< which row of its bench decided, or why none did
    QLabel* m_caption;    ///< what is marked in the response
    QLabel* m_assumed;    ///< about the attempt and the retry quota
    VerdictsView* m_verdicts;
    VerdictPanel* m_why;
    ChangesList* m_reversingChanges;
    ChangeBanner* m_banner;
    std::optional<TriedChange> m_tried;
    std::optional<ResponseEditor::Content> m_atOrigin; ///< where a box is put between
    bool m_isTouched = false;
};

} // namespace retryscope::ui
