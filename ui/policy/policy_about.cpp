// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/policy_about.h"

#include "core/explain/escape.h"
#include "core/explain/explain.h"
#include "core/explain/policy_summary.h"
#include "core/io/text/utf8.h"
#include "core/policy/policy.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/text_page.h"
#include "ui/parts/tr.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QString>
#include <QStringList>
#include <QTextBlock>
#include <QVBoxLayout>

#include <utility>
#include <vector>

namespace retryscope::ui {

namespace {

/// Text in which no character means anything to Markdown.
QString plain(const std::string& text)
{
    return toQString(markdownEscaped(text, "\\`*_{}[]<>#|~"));
}

QString sourced(const QString& text, const std::string& source)
{
    return source.empty() ? text : text + QStringLiteral(" — *%1*").arg(plain(source));
}

QString heading(const QString& text)
{
    return QStringLiteral("\n## %1\n\n").arg(text);
}

QString item(const QString& text)
{
    return QStringLiteral("- ") + text + QLatin1Char('\n');
}

QString originLines(const Policy& preset)
{
    QString lines;
    for (const EmulatedClient& client : preset.emulates) {
        lines += item(tr("Behaves like %1 %2 in %3 mode; checked against recordings of this client")
                          .arg(plain(client.client), plain(client.version), plain(client.mode)));
    }
    if (!preset.document.empty()) {
        lines += item(tr("Follows a document: %1").arg(plain(preset.document)));
    }
    return lines.isEmpty() ? item(tr("Read from source code, not recorded")) : lines;
}

QString noteLines(const Policy& preset)
{
    QString lines;
    for (const PolicyNote& note : preset.notes) {
        lines += item(sourced(plain(note.text), note.source));
    }
    return lines.isEmpty() ? lines : heading(tr("Notes")) + lines;
}

QString factLines(const Policy& preset)
{
    QString lines;
    for (const PolicyFact& fact : factsOf(preset)) {
        lines +=
            item(sourced(QStringLiteral("**%1:** %2").arg(plain(fact.name), plain(fact.value)), fact.source));
    }
    return heading(tr("Values")) + lines;
}

QString ruleLines(const std::vector<Rule>& rules, const QString& title)
{
    QString lines;
    for (const Rule& rule : rules) {
        lines += item(sourced(
            QStringLiteral("**%1:** %2").arg(plain(ruleTitle(rule)), plain(ruleSummary(rule))), rule.source));
    }
    return lines.isEmpty() ? lines : heading(title) + lines;
}

QString differenceLines(const Policy& preset, const std::vector<Policy>& all)
{
    QString lines;
    for (const Policy& other : all) {
        if (!areNeighbours(preset, other)) {
            continue;
        }
        lines += QStringLiteral("\n**%1**\n\n").arg(plain(titleOf(other)));
        const std::vector<PolicyDifference> differences = differencesBetween(preset, other);
        for (const PolicyDifference& difference : differences) {
            lines += item(plain(differenceText(difference)));
        }
        lines += differences.empty() ? item(tr("No difference in values and rules")) : QString();
    }
    return lines.isEmpty() ? lines : heading(tr("Differences from similar presets")) + lines;
}

/// Everything about one preset as Markdown: what it emulates, its notes, its values and rules with their
/// sources, and its differences from each similar preset in `all`.
QString presetMarkdown(const Policy& preset, const std::vector<Policy>& all)
{
    QString text = QStringLiteral("# %1\n\n").arg(plain(titleOf(preset)));
    text += originLines(preset) + noteLines(preset) + factLines(preset) + differenceLines(preset, all) +
            ruleLines(preset.rules, tr("Rules"));
    for (const auto& [service, change] : preset.services) {
        text += ruleLines(change.rules, tr("Rules for %1, checked first").arg(plain(service)));
    }
    return text;
}

constexpr int kAboutCharacters = 110;

/// Headings in the size of the text, set off by weight and air.
void calmHeadings(QTextDocument& document)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0) {
            continue;
        }
        QTextCursor cursor(block);
        QTextBlockFormat blockFormat;
        blockFormat.setTopMargin(16);
        blockFormat.setBottomMargin(4);
        cursor.mergeBlockFormat(blockFormat);
        cursor.select(QTextCursor::BlockUnderCursor);
        QTextCharFormat format;
        format.setProperty(QTextFormat::FontSizeAdjustment, 0);
        format.setFontWeight(QFont::DemiBold);
        cursor.mergeCharFormat(format);
    }
}

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
    , m_text(new TextPage(this))
    , m_copy(makeQuietButton(tr("Copy as Markdown"), QStringLiteral("policyCopyMarkdown"), this))
    , m_settings(makeHint({}, this))
{
    nameInput(m_text, QStringLiteral("policyAbout"), tr("About this policy"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setProperty("page", true);
    m_text->document()->setDocumentMargin(0);
    m_text->setMaximumWidth(kAboutCharacters * fontMetrics().averageCharWidth());
    nameInput(m_settings, QStringLiteral("retrySettings"), tr("Retry settings on this machine"));
    m_settingsHeading = makeHeading(tr("Retry settings on this machine"), this);
    for (QWidget* part : {static_cast<QWidget*>(m_settingsHeading), static_cast<QWidget*>(m_settings)}) {
        part->setVisible(static_cast<bool>(m_retrySettings));
    }
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_settingsHeading, 1);
    bottom->addStretch();
    bottom->addWidget(m_copy);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 12, 0, 0);
    layout->addWidget(m_text, 1);
    layout->addLayout(bottom);
    layout->addWidget(m_settings);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(markdown());
        Q_EMIT noteFound(tr("Copied the policy as Markdown."));
    });
}

QString PolicyAbout::markdown() const
{
    return presetMarkdown(m_policy, m_presets ? m_presets() : std::vector<Policy>{});
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

/// Without the title, which stands over the parts.
void PolicyAbout::displayText()
{
    constexpr qsizetype kMostShown = 100'000; // characters; laid out at once
    m_text->setMarkdown(shortened(markdown().section(QLatin1Char('\n'), 1), kMostShown));
    calmHeadings(*m_text->document());
    m_text->verticalScrollBar()->setValue(0);
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
