// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/authorization_editor.h"

#include "core/io/http/pasted_address.h"
#include "core/io/text/utf8.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr std::string_view kAuthorization = "Authorization";

struct Credentials
{
    AuthScheme scheme = AuthScheme::None;
    QString user;
    QString secret;
};

std::string valueOf(const Credentials& credentials)
{
    switch (credentials.scheme) {
    case AuthScheme::None:
        return {};
    case AuthScheme::Basic:
        return credentials.user.isEmpty() && credentials.secret.isEmpty()
                   ? std::string()
                   : io::basicAuthorization(
                         fromQString(credentials.user + QLatin1Char(':') + credentials.secret));
    case AuthScheme::Bearer: {
        const QString token = credentials.secret.trimmed();
        return token.isEmpty() ? std::string() : "Bearer " + fromQString(token);
    }
    }
    return {};
}

/// Absent unless the parts make exactly this value, but for the letters of the scheme.
std::optional<Credentials> credentialsIn(const std::string& value)
{
    const QString text = toQString(value);
    const QString scheme = text.section(QLatin1Char(' '), 0, 0);
    const QString rest = text.section(QLatin1Char(' '), 1);
    Credentials read;
    if (scheme.compare(QStringLiteral("Bearer"), Qt::CaseInsensitive) == 0) {
        read = {AuthScheme::Bearer, {}, rest};
    } else if (scheme.compare(QStringLiteral("Basic"), Qt::CaseInsensitive) == 0) {
        const QString pair = QString::fromUtf8(QByteArray::fromBase64(rest.toLatin1()));
        if (!pair.contains(QLatin1Char(':'))) {
            return std::nullopt;
        }
        read = {AuthScheme::Basic, pair.section(QLatin1Char(':'), 0, 0), pair.section(QLatin1Char(':'), 1)};
    }
    const QString again = toQString(valueOf(read));
    const bool isSame = !again.isEmpty() && again.section(QLatin1Char(' '), 1) == rest;
    return isSame ? std::optional(read) : std::nullopt;
}

} // namespace

AuthorizationEditor::AuthorizationEditor(QWidget* parent)
    : QWidget(parent)
    , m_scheme(new ChoiceBox(this))
    , m_userLabel(makeLabel(tr("User name"), this))
    , m_user(new QLineEdit(this))
    , m_secretLabel(makeLabel({}, this))
    , m_secret(new QLineEdit(this))
    , m_reveal(new QCheckBox(tr("Show"), this))
    , m_note(makeHint({}, this))
{
    nameInput(m_scheme, QStringLiteral("authSchemeBox"), tr("Authorization"));
    m_scheme->addItems({tr("None"), tr("Basic: user and password"), tr("Token (Bearer)")});
    m_scheme->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_scheme->setMinimumContentsLength(12);
    nameInput(m_user, QStringLiteral("authUserEdit"), tr("User name"));
    nameInput(m_secret, QStringLiteral("authSecretEdit"), tr("Password or token"));
    m_secret->setEchoMode(QLineEdit::Password);
    nameInput(m_reveal, QStringLiteral("authRevealBox"), tr("Show the password or token"));
    m_note->setObjectName(QStringLiteral("authNote"));
    m_userLabel->setBuddy(m_user);
    m_secretLabel->setBuddy(m_secret);
    layOut();
    connect(m_scheme, &QComboBox::activated, this, [this] {
        if (std::exchange(m_shownScheme, scheme()) != scheme()) {
            m_secret->clear(); // a password is no token
        }
        onEdited();
        focusField(); // who chooses a scheme types its secret next
    });
    connect(m_user, &QLineEdit::returnPressed, m_secret, qOverload<>(&QWidget::setFocus));
    connect(m_secret, &QLineEdit::returnPressed, this, &AuthorizationEditor::sendRequested);
    connect(m_user, &QLineEdit::textEdited, this, &AuthorizationEditor::onEdited);
    connect(m_secret, &QLineEdit::textEdited, this, &AuthorizationEditor::onEdited);
    connect(m_reveal, &QCheckBox::toggled, this, [this](bool isRevealed) {
        m_secret->setEchoMode(isRevealed ? QLineEdit::Normal : QLineEdit::Password);
    });
    displayScheme();
}

void AuthorizationEditor::layOut()
{
    auto* label = makeLabel(tr("Authorization"), this);
    label->setBuddy(m_scheme);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(4);
    layout->addWidget(label);
    layout->addWidget(m_scheme);
    layout->addSpacing(8);
    layout->addWidget(m_userLabel);
    layout->addWidget(m_user);
    layout->addSpacing(8);
    layout->addWidget(m_secretLabel);
    layout->addWidget(m_secret);
    layout->addWidget(m_reveal);
    layout->addSpacing(8);
    layout->addWidget(m_note);
    layout->addStretch();
}

AuthScheme AuthorizationEditor::scheme() const
{
    return static_cast<AuthScheme>(m_scheme->currentIndex());
}

QString AuthorizationEditor::user() const
{
    return scheme() == AuthScheme::Basic ? m_user->text() : QString();
}

std::string AuthorizationEditor::value() const
{
    return valueOf({scheme(), m_user->text(), m_secret->text()});
}

void AuthorizationEditor::takeFrom(Headers& headers)
{
    std::vector<Header>& entries = headers.entries;
    m_given = {};
    m_place = entries.size();
    const auto isIt = [](const Header& header) {
        return equalsIgnoringCase(header.name, kAuthorization);
    };
    const auto found = std::find_if(entries.begin(), entries.end(), isIt);
    const std::optional<Credentials> read =
        std::count_if(entries.begin(), entries.end(), isIt) == 1 ? credentialsIn(found->value) : std::nullopt;
    if (read) {
        m_given = *found;
        m_place = static_cast<std::size_t>(found - entries.begin());
        entries.erase(found);
    }
    const Credentials shown = read.value_or(Credentials());
    show(shown.scheme, shown.user, shown.secret);
}

void AuthorizationEditor::putInto(Headers& headers) const
{
    const std::string typed = value();
    if (headers.contains(kAuthorization) || (m_given.value.empty() && typed.empty())) {
        return;
    }
    const Header header = m_given.value.empty() ? Header{std::string(kAuthorization), typed} : m_given;
    const std::size_t place = std::min(m_place, headers.entries.size());
    headers.entries.insert(headers.entries.begin() + static_cast<std::ptrdiff_t>(place), header);
}

void AuthorizationEditor::show(AuthScheme scheme, const QString& user, const QString& secret)
{
    m_isNotKept = false;
    m_scheme->setCurrentIndex(static_cast<int>(scheme));
    m_shownScheme = scheme;
    m_user->setText(user);
    m_secret->setText(secret);
    displayScheme();
}

void AuthorizationEditor::setNotKept(AuthScheme scheme, const QString& user)
{
    m_given = {};
    show(scheme, user, {});
    m_isNotKept = scheme != AuthScheme::None;
    displayScheme();
}

void AuthorizationEditor::focusField()
{
    if (scheme() != AuthScheme::None) {
        (scheme() == AuthScheme::Basic && m_user->text().isEmpty() ? m_user : m_secret)->setFocus();
    }
}

void AuthorizationEditor::focusScheme()
{
    m_scheme->setFocus();
}

void AuthorizationEditor::setOverruled(bool isOverruled)
{
    m_isOverruled = isOverruled;
    displayScheme();
}

void AuthorizationEditor::onEdited()
{
    m_given = {};
    m_isNotKept = m_isNotKept && m_secret->text().isEmpty() && scheme() != AuthScheme::None;
    displayScheme();
    Q_EMIT edited();
}

void AuthorizationEditor::displayScheme()
{
    const bool isBasic = scheme() == AuthScheme::Basic;
    const bool isSome = scheme() != AuthScheme::None;
    m_userLabel->setVisible(isBasic);
    m_user->setVisible(isBasic);
    m_secretLabel->setText(isBasic ? tr("Password") : tr("Token"));
    m_secretLabel->setVisible(isSome);
    m_secret->setVisible(isSome);
    m_secret->setPlaceholderText(m_isNotKept ? tr("not saved: type it again") : QString());
    m_reveal->setVisible(isSome);
    m_note->setText(m_isOverruled ? tr("Retryscope sends the Authorization header under Request instead.")
                    : isSome ? tr("Retryscope sends it as the Authorization header and keeps it in memory "
                                  "only. Files never contain it, even where a response repeats it.")
                             : tr("Other schemes: type the Authorization header under Request."));
}

} // namespace retryscope::ui
