// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/policy_about.h"

#include "core/explain/policy_report.h"
#include "core/explain/policy_summary.h"
#include "core/explain/report_markdown.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/text/utf8.h"
#include "core/policy/policy.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/form.h"
#include "ui/parts/report_view.h"
#include "ui/parts/text_space.h"
#include "ui/parts/tr.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QString>
#include <QStringList>
#include <QVBoxLayout>

#include <utility>
#include <vector>

namespace retryscope::ui {

namespace {

/// How this policy differs from each similar preset.
void addDifferences(Report& report, const Policy& preset, const std::vector<Policy>& all)
{
    for (const Policy& other : all) {
        if (!areNeighbours(preset, other)) {
            continue;
        }
        report.section(fromQString(tr("Compared with %1").arg(toQString(titleOf(other)))));
        const std::vector<PolicyDifference> differences = differencesBetween(preset, other);
        for (const PolicyDifference& difference : differences) {
            report.item(differenceText(difference));
        }
        if (differences.empty()) {
            report.item(fromQString(tr("No difference in values and rules")));
        }
    }
}

constexpr int kAboutCharacters = 110;

QString machineSettingText(const EffectiveSetting& setting)
{
    if (!setting.value) {
        return PolicyAbout::tr("%1: not set, so the policy's own value applies").arg(toQString(setting.name));
    }
    return PolicyAbout::tr("%1 = %2, from %3")
        .arg(toQString(setting.name), toQString(*setting.value), toQString(setting.origin));
}

} // namespace

PolicyAbout::PolicyAbout(RetrySettingsSource retrySettings, QWidget* parent)
    : QWidget(parent)
    , m_retrySettings(std::move(retrySettings))
    , m_text(new ReportView(this))
    , m_copy(makeQuietButton(tr("Copy as Markdown"), QStringLiteral("policyCopyMarkdown"), this))
    , m_settings(makeHint({}, this))
{
    nameInput(m_text, QStringLiteral("policyAbout"), tr("About this policy"));
    setMostCharacters(m_text, kAboutCharacters);
    nameInput(m_settings, QStringLiteral("retrySettings"), tr("Retry settings on this machine"));
    m_settingsHeading = makeHeading(tr("Retry settings on this machine"), this);
    for (QWidget* part : {static_cast<QWidget*>(m_settingsHeading), static_cast<QWidget*>(m_settings)}) {
        part->setVisible(static_cast<bool>(m_retrySettings));
    }
    auto* bottom = new FlowLayout(nullptr, 6);
    bottom->addWidget(m_settingsHeading, 1);
    bottom->addWidget(m_copy);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 12, 0, 0);
    layout->addWidget(m_text, 1);
    layout->addLayout(bottom);
    layout->addWidget(m_settings);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        copyWithoutSecrets(toQString(reportMarkdown(report())));
        Q_EMIT noteFound(tr("Copied the policy as Markdown."));
    });
}

Report PolicyAbout::report() const
{
    Report report = policyReport(m_policy, io::builtInSdks());
    addDifferences(report, m_policy, m_presets ? m_presets() : std::vector<Policy>{});
    return report;
}

void PolicyAbout::display(const Policy& policy)
{
    m_policy = policy;
    if (isVisible()) {
        displayText();
        displaySettings();
    }
}

void PolicyAbout::showEvent(QShowEvent* event)
{
    displayText();
    displaySettings();
    QWidget::showEvent(event);
}

void PolicyAbout::displayText()
{
    m_text->display(report());
}

/// Read whenever it comes into view: the environment's files may have changed.
void PolicyAbout::displaySettings()
{
    const bool isOfAws = !m_policy.ecosystem || *m_policy.ecosystem == Ecosystem::AwsSdk;
    for (QWidget* part : {static_cast<QWidget*>(m_settingsHeading), static_cast<QWidget*>(m_settings)}) {
        part->setVisible(m_retrySettings && isOfAws);
    }
    if (!m_retrySettings || !isOfAws) {
        return;
    }
    const io::Result<RetrySettings> settings = m_retrySettings();
    if (!settings) {
        m_settings->setText(settings.error().text());
        return;
    }
    QStringList lines;
    for (const EffectiveSetting* setting :
         {&settings.value().mode, &settings.value().maxAttempts, &settings.value().newRetries}) {
        lines += machineSettingText(*setting);
    }
    for (const std::string& error : settings.value().errors) {
        lines += QStringLiteral("✕ ") + toQString(error);
    }
    if (const std::string& remark = settings.value().remark; !remark.empty()) {
        lines += toQString(remark);
    }
    m_settings->setText(lines.join(QLatin1Char('\n')));
}

} // namespace retryscope::ui
