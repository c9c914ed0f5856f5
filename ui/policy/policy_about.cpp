// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/policy_about.h"

#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/text_page.h"
#include "ui/policy/preset_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTextBlock>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

namespace {

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
