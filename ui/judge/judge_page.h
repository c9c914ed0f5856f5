// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "core/io/http/pasted_response.h"
#include "ui/judge/judged_presets.h"
#include "ui/judge/response_editor.h"

#include <QWidget>

#include <optional>

QT_BEGIN_NAMESPACE
class QLabel;
class QTimer;
QT_END_NAMESPACE

namespace retryscope::ui {

class BoxChooser;
class ChangesList;
class RequestFields;
class ChangeBanner;
class VerdictPanel;
class VerdictsView;

/// Judges one response under every preset as the user types: which clients retry it, why, and what would
/// change that. Sends nothing.
class JudgePage : public QWidget
{
    Q_OBJECT
public:
    /// Opens with the best-known sample: a proxy's 429 whose error name is “429”.
    explicit JudgePage(const io::Library& library, QWidget* parent = nullptr);
    ~JudgePage() override;

    /// Replaces the current response and judges the new one as each client's first attempt with a full retry
    /// quota. The attempt number from one client's call says nothing about another client. The user can
    /// change both.
    void display(const GivenAttempt& given);
    /// Replaces the current response with this text, as if the user had typed it. reading: of the text, by
    /// io::readPastedResponse() without a method, where that is known.
    void displayText(const QString& text, std::optional<io::PastedResponse> reading = {});
    /// Selects a preset by its policy id, or by its file for a policy of the user's. An unknown key leaves
    /// the selection as it is.
    void select(const QString& key);
    /// True if the user has pasted, typed, tried or chosen something since display().
    [[nodiscard]] bool isTouched() const { return m_isTouched; }
    /// Judges under the library's current presets. Keeps the selection; ends a trial if the presets have
    /// changed.
    void reload();

Q_SIGNALS:
    /// Reports an action that leaves no visible trace, for example a copy.
    void noteFound(const QString& note);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// A change being tried, with the state from before it.
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
    /// The user edited something: ends the current trial.
    void onEdited();
    /// Takes service and client from the response where they show.
    void recognise();
    void keepTouched();
    void restoreTouched();
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
    /// The reasons, changes and mark of the selected client: they take as long as the judgement of all
    /// clients, so they have a turn of the event loop to themselves.
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
    QTimer* m_soon; ///< until displaySelected()
    std::optional<TriedChange> m_tried;
    QPushButton* m_restore; ///< brings back what the user had pasted
    struct Touched
    {
        ResponseEditor::Content content;
        GivenAttempt given;
    };
    std::optional<Touched> m_touched; ///< what the user had pasted before another attempt was shown
    std::string m_recognisedClient;
    std::optional<ResponseEditor::Content> m_atOrigin; ///< where a box is put between
    bool m_isTouched = false;
};

} // namespace retryscope::ui
