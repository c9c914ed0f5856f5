// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "ui/request/authorization_editor.h"

#include <QWidget>

#include <string>

QT_BEGIN_NAMESPACE
class QCheckBox;
class QLabel;
class QPushButton;
class QVBoxLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

class HeadersEditor;
class LimitsPanel;
class LongText;

/// Edits a request except its method, address and *Judged as*, which are elsewhere. The panel itself holds
/// parameters, headers and body. Its two other pages are meant for tabs beside it; the panel owns them until
/// a tab takes them.
class RequestPanel : public QWidget
{
    Q_OBJECT
public:
    explicit RequestPanel(QWidget* parent = nullptr);

    [[nodiscard]] AuthorizationEditor& authorization() { return *m_authorization; }
    [[nodiscard]] LimitsPanel& limits() { return *m_limits; }

    /// Writes the values of all pages into a request.
    void applyTo(RequestSpec& spec) const;
    void setSpec(const RequestSpec& spec);
    /// Headers, authorization and body of another request; time limits, proxy and TLS stay.
    void setContent(const RequestSpec& spec);
    /// Takes method and address from the top line; the parameters come from the address (a URL or a path).
    void setLine(const QString& method, const QString& address);
    /// Marks these headers as secret and not saved: a row without a value says so.
    void setNotKept(const QStringList& headerNames);
    /// The Authorization header was not saved, except for its scheme and user name.
    void setAuthorizationNotKept(AuthScheme scheme, const QString& user);
    /// Adds the Content-Type that matches the body if the request has none, and returns it; empty if nothing
    /// was added. A Content-Type that the user removed is not added to that body again.
    QString completeContentType();
    /// False: hides proxy and TLS, which have no effect on the built-in endpoint.
    void setHasNetwork(bool hasNetwork);
    /// Offers the scenario's request in place of the user's own.
    void offerScenarioRequest(bool isOffered);
    [[nodiscard]] bool verifiesPeer() const;
    /// How many headers and parameters there are.
    [[nodiscard]] int fieldCount() const;

Q_SIGNALS:
    /// Emitted after a change by the user.
    void edited();
    /// The user changed the parameters; address: with the new ones. edited() follows.
    void addressEdited(const QString& address);
    /// The body cannot be formatted, and why.
    void problemFound(const QString& text);
    void scenarioRequestWanted();
    void curlWanted(bool withSecrets);
    /// Enter was pressed in an authorization field.
    void sendRequested();

private:
    void buildOffer(QVBoxLayout* parts);
    void buildParameters(QVBoxLayout* parts);
    void buildHeaders(QVBoxLayout* parts);
    void buildBody(QVBoxLayout* parts);
    void buildCopy(QVBoxLayout* parts);
    void connectParts();
    void storeParameters();
    void addContentType();
    void formatBody();
    /// Updates the hints that depend on headers and body together.
    void advise();

    std::string m_givenBody;
    QString m_displayedBody;
    QString m_method;
    QString m_address;
    QString m_contentType;  ///< that fits the body; empty: none is proposed
    QString m_unwantedType; ///< was added, and removed by the user
    QWidget* m_offer = nullptr;
    HeadersEditor* m_parameters = nullptr;
    HeadersEditor* m_headers = nullptr;
    QPushButton* m_addContentType = nullptr;
    LongText* m_body = nullptr;
    QLabel* m_bodyNote = nullptr;
    QCheckBox* m_replayable = nullptr;
    AuthorizationEditor* m_authorization;
    LimitsPanel* m_limits;
};

} // namespace retryscope::ui
