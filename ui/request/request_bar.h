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

/// Who responds to what is sent.
enum class Target {
    UnderTest, ///< a server somewhere, by its URL
    BuiltIn,   ///< the endpoint inside the program, which plays a script
};

/// The line on top: what is sent where, under which policy, how often. Shows only what acts on its target.
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
    /// Of the endpoint under test, as typed; may be no URL at all.
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
    /// Says in the address field's place that the certificate of the server is not verified.
    void setUnverified(bool isUnverified);

    /// Says anew what the run settings are.
    void displayRun();
    /// Send becomes Stop.
    void setRunning(bool isRunning);
    void focusAddress();
    void focusSend();
    void openPolicies();
    void openRun();
    /// Says at the address what is wrong with it, until it is edited or the target changes.
    void showAddressProblem(const QString& text);
    [[nodiscard]] QString addressProblem() const;
    /// Says there what became of the text that was put in; is no problem, and goes in the same way, or with
    /// Esc.
    void showAddressNote(const QString& text);
    [[nodiscard]] QString addressNote() const;

    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void sendRequested();
    void stopRequested();
    void policyChosen(const QString& id);
    void scenarioChosen(const QString& id);
    /// By the user.
    void targetChosen(retryscope::ui::Target target);
    /// Method, address, path or run settings, by the user.
    void edited();
    /// The address of the endpoint under test was left, or sent with Enter.
    void addressLeft();
    /// Text that is no URL as it stands was put into the address field at once (pasted or dropped).
    void pasted(const QString& text);

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
    void showBubble(const QString& text, const QString& mark);
    void hideProblem();
    void placeBubble();
    /// True when this is more than an address, and was handed on.
    bool handOn(const QString& text);
    void fitToWidth();
    void applyTheme();

    Target m_target = Target::BuiltIn;
    bool m_isRunning = false;
    bool m_isProblem = false; ///< what the bubble says is a problem, not a note
    bool m_hasBubble = false; ///< there is something to say; shown while the line is
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
    QLabel* m_problem;
};

} // namespace retryscope::ui
