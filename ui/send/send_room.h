// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/fault_advice.h"
#include "core/io/curl/curl_retries.h"
#include "core/io/documents/session.h"
#include "core/io/text/result.h"
#include "core/run/run_record.h"
#include "core/simulate/run_plan.h"
#include "ui/parts/services.h"
#include "ui/send/draft.h"
#include "ui/send/draft_history.h"
#include "ui/send/welcome.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QSet>
#include <QWidget>

#include <functional>
#include <optional>

QT_BEGIN_NAMESPACE
class QFrame;
class QSplitter;
class QStackedWidget;
class QTabWidget;
class QTimer;
QT_END_NAMESPACE

namespace retryscope::ui {

class EndpointPanel;
class JudgedAs;
class OutcomeStrip;
struct PastedText;
class PolicyPanel;
class ExpectationList;
class RequestPanel;
class RunView;
class SetupDrawer;

/// The room to set up a request, send it and read its run. Holds the draft; the controller holds the record
/// of the shown run.
class SendRoom : public QWidget
{
    Q_OBJECT
public:
    /// policy: edits the policy of the draft; it is shown in another room.
    SendRoom(const Services& services, PolicyPanel& policy, QWidget* parent = nullptr);
    ~SendRoom() override;

    [[nodiscard]] RequestBar& bar() { return *m_bar; }
    [[nodiscard]] RunView& view() { return *m_view; }
    [[nodiscard]] EndpointPanel& script() { return *m_script; }
    [[nodiscard]] QSplitter& splitter() { return *m_main; }
    [[nodiscard]] QWidget& setup() { return *m_setup; }

    [[nodiscard]] Draft draft() const;
    /// Emits no signal.
    void setDraft(const Draft& draft);
    /// The secrets of the draft that the last session did not save; their fields say so until the user types
    /// them again. auth: scheme and user name of an Authorization header that was not saved.
    void setNotKept(std::vector<io::NotKeptPart> parts, const io::SessionAuth& auth);
    /// Scheme and user name of the authorization of the request under test, without the secret.
    [[nodiscard]] io::SessionAuth auth() const;
    [[nodiscard]] std::vector<io::NotKeptPart> notKept() const;
    /// What would be sent.
    [[nodiscard]] io::Result<RunPlan> plan() const { return planFor(draft()); }
    /// The same plan on the built-in endpoint, even if the target is the endpoint under test.
    [[nodiscard]] io::Result<RunPlan> planOnScenario() const;

    /// Undoes or redoes the last change of the draft, in whichever form it was made.
    void undo();
    void redo();
    [[nodiscard]] bool canUndo() const { return m_history.canUndo(); }
    [[nodiscard]] bool canRedo() const { return m_history.canRedo(); }
    /// True if text typed into this widget is part of the draft and of its undo history.
    [[nodiscard]] bool edits(const QWidget* widget) const;
    /// Undo goes back to the present draft and no further.
    void forgetHistory();

    /// Takes a text from the clipboard: an address, a curl command, a response, a configuration or a HAR.
    /// The last three only emit a signal. Any other text goes into the address line,
    /// which shows what is wrong with it.
    void take(const QString& text);
    /// Puts the request into the clipboard as a curl command. withSecrets: false leaves out what is secret.
    void copyAsCurl(bool withSecrets);

    /// Sends the draft. Asks first before it sends many live calls to another machine.
    void send();
    /// Restores the draft of the shown run, and says so. The seed is not kept for the next run.
    void useRun();
    /// The same for a record that was just opened, without a note; nothing for a recording of a real client.
    void adoptShown();
    /// Takes a complete request for a real server. remarks: notes on it for the user.
    void takeRequest(RequestSpec request, const QString& remarks);
    /// file: where the record that is shown was opened or saved; empty for a new run.
    void displayFile(const QString& file);

    /// Chooses a scenario by id or file; if there is no such scenario, returns an error and changes nothing.
    io::Result<io::Done> chooseScenario(const QString& idOrFile);
    /// Id, or file for one of the user's own.
    [[nodiscard]] const QString& policyKey() const { return m_policyKey; }
    io::Result<io::Done> choosePolicy(const QString& idOrFile);
    /// key: the id or file under which the library finds the scenario.
    void useScenario(const Shared<Scenario>& scenario, const QString& key);
    void usePolicy(const Policy& policy, const QString& key);
    /// A policy file of the user was renamed; undo then leads to the new file.
    void renamePolicy(const QString& file, const QString& newFile, const Policy& renamed);
    /// The script was saved to this file.
    void markScenarioSaved(const QString& file);
    /// Sets the address of the endpoint under test; empty: chooses the built-in endpoint.
    void setUrl(const QString& url);
    void setTarget(Target target);
    /// Up to 10 redirects in an attempt, or none.
    void setFollowsRedirects(bool follows);
    [[nodiscard]] bool followsRedirects() const;
    void setRunSettings(const RunSettings& settings);
    [[nodiscard]] const RunSettings& runSettings() const;

    /// The script or the request in the panel on the left, instead of the welcome.
    void showScript();
    void showRequest();
    void showLimits();
    void showExpectations();
    void showAuthorization();
    /// Opens or closes the set-up panel over the run; only in a narrow window, where the panel is folded.
    void setSetupVisible(bool isVisible);
    [[nodiscard]] bool isSetupFolded() const;
    [[nodiscard]] bool isSetupOpen() const;
    /// Sets whether the set-up panel is shown beside the run where both fit.
    void setSetupWanted(bool isWanted);
    [[nodiscard]] bool isSetupWanted() const;
    /// Replaces the welcome page by the room itself.
    void leaveWelcome();
    void showWelcome();
    [[nodiscard]] bool showsWelcome() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

Q_SIGNALS:
    /// Undo restored a policy of the user that had been deleted.
    void policyRestored(const QString& title);
    /// By the user, or by an opened file.
    void draftEdited();
    /// A run is about to start and replaces the shown one.
    void starting();
    /// The user wants to make a policy from a configuration.
    void importRequested();
    void noteFound(const QString& text);
    /// A note with a button. onPressed: what the button does.
    void offerFound(const QString& text, const QString& button, const std::function<void()>& onPressed);
    void problemFound(const QString& text);
    /// Nothing was sent, and why.
    void sendFailed(const retryscope::io::Error& error);
    /// Another policy was chosen.
    void policyChanged();
    void openRequested();
    void saveScenarioRequested();
    void exportRequested();
    void importNotesRequested();
    void pasteRequested();
    /// id: of another room, as --panel takes it.
    void roomRequested(const QString& id);
    /// This text is a response, and belongs to the room that judges.
    void responsePasted(const QString& text);
    /// The user pasted a retry configuration of a client or proxy.
    void configurationPasted(const QString& text);
    /// The user pasted a file of another program with its requests, for example a HAR, or a text that is too
    /// long to be read on this thread.
    void trafficPasted(const QString& text);

private:
    enum SetupTab { ScriptTab, RequestTab, AuthorizationTab, LimitsTab, ExpectationTab };

    void buildSetup();
    void layOut();
    void fitSetup();
    void connectSetup();
    void connectRun();
    void onEdited();
    void noteEdit();
    void restorePolicyOf(const Draft& draft);
    void goTo(const std::optional<Draft>& step);
    /// Reads the address line: a bare host becomes a URL, a curl command a complete request. Returns false if
    /// it cannot be sent, and the line says why. isSent: the user pressed Enter and did not merely leave the
    /// field; a response then goes to Judge and the former address returns.
    bool readAddressLine(bool isSent);
    void display(const PastedText& pasted);
    void sayAssumed();
    void guessJudgedAs(RequestSpec& spec);
    void displayLine(const RequestSpec& spec);
    /// The policy becomes curl's own, with the retries of the curl command that was pasted.
    void useCurlRetries();
    void displayAuthorizationNotKept(const RequestSpec& spec);
    /// Updates all that depends on the request, once for each change.
    void displayEdit();
    /// Keeps the verification setting per host: off for one host, it stays on for the next.
    void noteVerification();
    void displayVerification();
    void useScenarioRequest();
    [[nodiscard]] RequestSpec scenarioRequest() const;
    void onTargetChosen(Target target);
    void displaySpec(const RequestSpec& spec);
    /// target: whose address the request gets.
    [[nodiscard]] RequestSpec specOfForms(Target target) const;
    [[nodiscard]] io::Result<RunPlan> planFor(Draft draft) const;
    void displayPolicy();
    void displayScenario();
    void displayTarget();
    void displayRun();
    void displayOutcome();
    void displayStaleness();
    void onReplaced();
    void learnShown();
    void fillForm();
    void startSample(Welcome::Sample sample);
    /// A sample has its own policy. key, preset, edited: what was chosen before.
    void offerFormerPolicy(const QString& key, const Policy& preset, const Policy& edited);
    void showSetupTab(SetupTab tab);
    [[nodiscard]] bool mustAsk(const Draft& draft) const;
    void askThenStart(const RunPlan& plan, const QString& host);
    void start(const RunPlan& plan);
    /// Starts at once, or when the run that is under way has been stopped.
    void startAfterStop(const RunPlan& plan);
    /// A request under way that a server may not see twice is stopped only once the user agrees. True: the
    /// bar asks.
    [[nodiscard]] bool asksToStop();
    void openLocation(const QString& url);
    void applyRemedy(FaultRemedy remedy, Place place);
    void askToTrust(Place place);
    void trustChain(const QString& host, const std::string& chain);
    void refuse(const io::Error& error);
    /// A sentence on the first secret that was not saved and not typed again, empty if none; moves the focus
    /// to its field.
    [[nodiscard]] QString askForSecrets();

    Services m_services;
    PolicyPanel& m_policy;
    RequestBar* m_bar;
    QStackedWidget* m_content;
    Welcome* m_welcome;
    QSplitter* m_main;
    QFrame* m_setup;
    SetupDrawer* m_drawer;
    QTabWidget* m_setupTabs;
    EndpointPanel* m_script;
    RequestPanel* m_request;
    ExpectationList* m_expectations;
    JudgedAs* m_judged;
    OutcomeStrip* m_outcome;
    RunView* m_view;
    QTimer* m_staleTimer;
    DraftHistory m_history;
    QElapsedTimer m_sinceEdit;
    QPointer<QWidget> m_editedWidget; ///< the last edit was made here
    RequestSpec m_idle;               ///< of the target that is not chosen
    bool m_builtInIsOwn = false;
    bool m_hasBody = false; ///< the request in the forms
    std::vector<io::NotKeptPart> m_notKept;
    io::SessionAuth m_authNotKept; ///< of the endpoint under test, until the user chooses another
    QString m_lastAddress;         ///< the last URL that stood in the address line
    bool m_judgedIsOwn = false;    ///< of the endpoint under test: chosen by the user, not guessed
    io::CurlRetries m_curlRetries; ///< of the curl command that was pasted last
    QString m_assumed;             ///< said once what is sent is under way
    QString m_saidAssumed;         ///< the last one of them
    QString m_scenarioKey;
    QString m_policyKey;
    bool m_isDisplaying = false;
    std::function<void()> m_addressAction; ///< of the button below the address
    std::function<void()> m_afterStop;     ///< once the run that is being stopped has ended
    bool m_mayStop = false;                ///< the user agreed to stop the run that is under way
    std::optional<Draft> m_shown;          ///< what the run that is shown was made with
    bool m_knowsShown = true;              ///< else it is that of the run before
    QString m_lastPeer;         ///< whom the last live run was sent to: retry tokens belong to one server
    QSet<QString> m_allowed;    ///< hosts that many calls may be sent to
    QSet<QString> m_unverified; ///< hosts whose certificate is not verified, until the program ends
    QString m_verifiedHost;     ///< of the address, when that was shown last
};

} // namespace retryscope::ui
