// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/probe/probe_run.h"
#include "core/io/text/result.h"
#include "ui/parts/library_items.h"

#include <QFrame>

#include <vector>

QT_BEGIN_NAMESPACE
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::ui {

class ChooserButton;
class ClientsPopover;
class ConfigurationPopover;
class RequestsPopover;
class TwoLineButton;

/// Settings of a probe: client, proxy and origin, the origin responses, and the clients that judge.
class ProxyBar : public QFrame
{
    Q_OBJECT
public:
    explicit ProxyBar(std::vector<ChoosablePolicy> policies, QWidget* parent = nullptr);

    /// The plan from all inputs. On failure, the error says which input is invalid, and the bar marks its
    /// field.
    [[nodiscard]] io::Result<io::ProbePlan> plan();
    [[nodiscard]] QString through() const;
    [[nodiscard]] QString listen() const;
    [[nodiscard]] std::vector<Policy> policies() const;
    /// Ticks those of these policies that exist, without emitting a signal.
    void choosePolicies(const QStringList& ids);
    void setPolicies(std::vector<ChoosablePolicy> policies);
    /// Chooses a built-in set of origin responses by name; ignores any other name.
    void chooseSet(const QString& name);
    void setAddresses(const QString& through, const QString& listen);
    /// Shows which proxy it is; empty: unknown. Shows nothing if the address has been edited since.
    void displayBox(const QString& box);
    /// Shows the request of the current row; empty: none.
    void displayRequest(const QString& request);
    void setRunning(bool isRunning);
    /// Marks the address of the proxy or of the origin as invalid and gives it the focus.
    void markWrongBox(const QString& problem);
    void markWrongOrigin(const QString& problem);
    void markWrongBehaviours(const QString& problem);
    /// Removes all marks.
    void unmark();

Q_SIGNALS:
    void probeRequested();
    void stopRequested();
    void policiesChanged();
    /// An address was edited.
    void addressEdited();
    void noteFound(const QString& note);
    void problemFound(const QString& problem);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    [[nodiscard]] QFrame* buildBoxField();
    [[nodiscard]] QFrame* buildOriginField();
    void connectParts();
    void chooseBehaviours(const QString& id);
    void askForBehaviours();
    void askToSaveBehaviours();
    void displayBehaviours();
    void displayPolicies();
    void openConfiguration();
    void applyTheme();
    void markWrong(QFrame* field, QWidget* input, const QString& problem);

    TwoLineButton* m_client;
    QFrame* m_boxField;
    QLineEdit* m_through;
    QLabel* m_boxName;
    QFrame* m_originField;
    QLabel* m_originCaption;
    QLineEdit* m_listen;
    QToolButton* m_copy;
    QPushButton* m_configuration;
    TwoLineButton* m_clients;
    ChooserButton* m_behaviours;
    QPushButton* m_go;
    std::vector<QLabel*> m_arrows;
    ClientsPopover* m_clientsPopover;
    RequestsPopover* m_requestsPopover;
    ConfigurationPopover* m_configurationPopover;
    io::Result<Scenario> m_chosen;
    QString m_file; ///< of the errors that are chosen; empty: they are built in
    QString m_request;
    bool m_isRunning = false;
    bool m_isOtherBox = false; ///< another address was typed than what the box's name is known for
};

} // namespace retryscope::ui
