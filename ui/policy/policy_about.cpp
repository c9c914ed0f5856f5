// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/policy_about.h"

#include "core/io/text/utf8.h"
#include "ui/parts/form.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

namespace {

QLabel* addText(QVBoxLayout* layout, const QString& heading, const QString& objectName)
{
    QWidget* parent = layout->parentWidget();
    if (!heading.isEmpty()) {
        QLabel* title = makeHeading(heading, parent);
        title->setContentsMargins(0, 10, 0, 0);
        layout->addWidget(title);
    }
    auto* label = new QLabel(parent);
    label->setObjectName(objectName);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(label);
    return label;
}

QString originText(const Policy& policy)
{
    QStringList lines;
    lines += policy.version.empty()
                 ? toQString(policy.title)
                 : toQString(policy.title) + QStringLiteral(" · ") + toQString(policy.version);
    if (!policy.document.empty()) {
        lines += PolicyAbout::tr("Follows the document: %1").arg(toQString(policy.document));
    }
    for (const EmulatedClient& client : policy.emulates) {
        lines += PolicyAbout::tr("Behaves as %1 %2, %3 mode")
                     .arg(toQString(client.client), toQString(client.version), toQString(client.mode));
    }
    return lines.join(QLatin1Char('\n'));
}

QString notesText(const Policy& policy)
{
    QStringList lines;
    for (const PolicyNote& note : policy.notes) {
        const QString source = note.source.empty()
                                   ? QString()
                                   : QStringLiteral(" (") + toQString(note.source) + QLatin1Char(')');
        lines += QStringLiteral("• ") + toQString(note.text) + source;
    }
    return lines.isEmpty() ? PolicyAbout::tr("none") : lines.join(QLatin1Char('\n'));
}

QString sourcesText(const Policy& policy)
{
    std::vector<std::pair<QString, std::string>> groups{
        {PolicyAbout::tr("Success"), policy.success.source},
        {PolicyAbout::tr("Attempts"), policy.attempts.source},
        {PolicyAbout::tr("Delay"), policy.backoff.source},
    };
    if (policy.quota) {
        groups.emplace_back(PolicyAbout::tr("Retry tokens"), policy.quota->source);
    }
    if (policy.limiter) {
        groups.emplace_back(PolicyAbout::tr("Send rate"), policy.limiter->source);
    }
    for (const HintSpec& hint : policy.hints) {
        groups.emplace_back(toQString(hint.header), hint.source);
    }
    groups.emplace_back(PolicyAbout::tr("When no rule matches"), policy.otherwiseSource);
    QStringList lines;
    for (const auto& [title, source] : groups) {
        if (!source.empty()) {
            lines += title + QStringLiteral(": ") + toQString(source);
        }
    }
    return lines.join(QLatin1Char('\n'));
}

QString settingText(const EffectiveSetting& setting)
{
    if (!setting.value) {
        return PolicyAbout::tr("%1: not set, so the policy's own holds").arg(toQString(setting.name));
    }
    return PolicyAbout::tr("%1 = %2, from %3")
        .arg(toQString(setting.name), toQString(*setting.value), toQString(setting.origin));
}

} // namespace

PolicyAbout::PolicyAbout(std::function<io::Result<RetrySettings>()> retrySettings, QWidget* parent)
    : QWidget(parent), m_retrySettings(std::move(retrySettings))
{
    auto* content = new QWidget;
    auto* texts = new QVBoxLayout(content);
    texts->setContentsMargins(0, 4, 0, 0);
    m_origin = addText(texts, {}, QStringLiteral("policyOrigin"));
    m_notes = addText(texts, tr("Notes"), QStringLiteral("policyNotes"));
    m_sources = addText(texts, tr("Sources"), QStringLiteral("policySources"));
    m_settings = addText(texts, tr("What this machine asks of AWS clients"), QStringLiteral("retrySettings"));
    texts->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeScrollArea(content, this));
}

void PolicyAbout::display(const Policy& policy)
{
    m_origin->setText(originText(policy));
    m_notes->setText(notesText(policy));
    m_sources->setText(sourcesText(policy));
}

void PolicyAbout::showEvent(QShowEvent* event)
{
    displaySettings();
    QWidget::showEvent(event);
}

/// Read whenever it comes into view: the environment's files may have changed.
void PolicyAbout::displaySettings()
{
    const io::Result<RetrySettings> settings = m_retrySettings();
    if (!settings) {
        m_settings->setText(settings.error().text());
        return;
    }
    QStringList lines{settingText(settings.value().mode), settingText(settings.value().maxAttempts)};
    for (const std::string& error : settings.value().errors) {
        lines += QStringLiteral("✕ ") + toQString(error);
    }
    m_settings->setText(lines.join(QLatin1Char('\n')));
}

} // namespace retryscope::ui
