// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/chooser_button.h"
#include "ui/request/run_popover.h"

#include <QFrame>

#include <cstdint>
#include <functional>

QT_BEGIN_NAMESPACE
class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Where requests go.
enum class Target {
    UnderTest, ///< a server somewhere, by its URL
    BuiltIn,   ///< the endpoint inside the program, which plays a script
};

/// The top line: method, target, policy and run settings. Shows only what applies to the present target.
class RequestBar : public QFrame
{
    Q_OBJECT
public:
    RequestBar(ChooserButton::Items policies, ChooserButton::Items scenarios,
               std::function<std::uint64_t()> newSeed, QWidget* parent = nullptr);

    [[nodiscard]] Target target() const { return m_target; }
    /// Tells no one.
    void setTarget(Target target);
    [[nodiscard]] QString method() const;
    void setMethod(const QString& method);
    /// Address of the endpoint under test as typed; not necessarily a URL.
    [[nodiscard]] QString url() const;
    void setUrl(const QString& url);
    void setUrlHistory(const QStringList& urls);
    /// Path and query on the built-in endpoint; begins with a slash.
    [[nodiscard]] QString path() const;
    void setPath(const QString& path);
    void displayScenario(const QString& id, const QString& title, const QString& summary);
    void forgetScenarios();
    void displayPolicy(const QString& id, const QString& title, const QString& summary);
    void forgetPolicies();
    [[nodiscard]] RunPopover& run() { return *m_run; }
    [[nodiscard]] const RunPopover& run() const { return *m_run; }
    /// Shows beside the address that the server's certificate is not verified.
    void setUnverified(bool isUnverified);

    /// Updates the summary of the run settings.
    void displayRun();
    /// Send becomes Stop.
    void setRunning(bool isRunning);
    void focusAddress();
    void focusSend();
    void openPolicies();
    void openRun();
    /// Shows beneath the address what is wrong with it, until the user edits it or the target changes.
    void showAddressProblem(const QString& text);
    [[nodiscard]] QString addressProblem() const;
    /// Shows a note there on how the text was read. It is not a problem, and closes in the same way or with
    /// Esc.
    /// action: text of a button below the note, which emits addressActionTriggered(); empty: none.
    void showAddressNote(const QString& text, const QString& action = {});
    [[nodiscard]] QString addressNote() const;

Q_SIGNALS:
    void sendRequested();
    void stopRequested();
    void policyChosen(const QString& id);
    void scenarioChosen(const QString& id);
    /// The user chose a target.
    void targetChosen(retryscope::ui::Target target);
    /// The user changed method, address, path or run settings.
    void edited();
    /// The focus left the address of the endpoint under test, or Enter was pressed there.
    void addressLeft();
    /// The user pasted or dropped text that is not a plain URL into the address field.
    void pasted(const QString& text);
    /// The user pressed the button of the address note.
    void addressActionTriggered();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildAddress();
    void connectParts();
    void layOut();
    void showBubble(const QString& text, const QString& mark, const QString& action = {});
    void hideProblem();
    void placeBubble();
    /// True when this is more than an address, and was handed on.
    bool handOn(const QString& text);
    void enter();
    void fitToWidth();
    [[nodiscard]] int widthOfParts() const;
    void applyTheme();

    Target m_target = Target::BuiltIn;
    bool m_isRunning = false;
    bool m_isProblem = false;  ///< what the bubble says is a problem, not a note
    bool m_hasEntered = false; ///< Enter was pressed in this turn of the event loop
    bool m_hasBubble = false;  ///< there is something to say; shown while the line is
    Segments* m_targets;
    QComboBox* m_narrowTargets; ///< in place of m_targets where there is little room
    QComboBox* m_method;
    QStackedWidget* m_address;
    QComboBox* m_url;
    QLabel* m_unverified;
    ChooserButton* m_scenario;
    QLineEdit* m_path;
    ChooserButton* m_policy;
    TwoLineButton* m_runButton;
    RunPopover* m_run;
    QPushButton* m_send;
    QFrame* m_bubble; ///< over the window, with the next two
    QLabel* m_problem;
    QPushButton* m_bubbleAction;
};

} // namespace retryscope::ui
