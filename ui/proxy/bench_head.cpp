// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/bench_head.h"

#include "ui/parts/elided_label.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/segments.h"
#include "ui/proxy/bench_words.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

} // namespace

BenchHead::BenchHead(QWidget* parent)
    : QFrame(parent)
    , m_sign(makePlainLabel(QStringLiteral("benchSign"), this))
    , m_headline(new ElidedLabel(this))
    , m_sentence(new ElidedLabel(this))
    , m_progress(new QProgressBar(this))
    , m_filter(new Segments(
          QStringLiteral("benchFilter"), tr("Filter rows"),
          {tr("All"), tr("Reversed"), tr("Duplicates"), tr("Headers lost"), tr("Changed"), tr("Similar")},
          this))
    , m_menu(new QPushButton(tr("Result"), this))
{
    setObjectName(QStringLiteral("benchHead"));
    setProperty("surface", QStringLiteral("bar"));
    layOut();
    buildMenu();
    connect(m_filter, &Segments::chosen, this,
            [this](int choice) { Q_EMIT filterChosen(static_cast<BenchFilter::Show>(choice)); });
    displayProgress(0, 0);
    setTextStyle(m_headline, TextStyle::Heading);
    setTextStyle(m_sentence, TextStyle::Small);
    setTextStyle(m_sign, TextStyle::Title);
}

void BenchHead::layOut()
{
    m_headline->setObjectName(QStringLiteral("benchHeadline"));
    m_sentence->setObjectName(QStringLiteral("benchSentence"));
    m_sentence->setProperty("muted", true);
    nameInput(m_progress, QStringLiteral("benchProgress"), tr("Rows probed"));
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(3);
    nameInput(m_menu, QStringLiteral("benchMenuButton"), tr("Copy, save, open and compare probe results"));
    m_menu->setAutoDefault(false);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(m_headline);
    texts->addWidget(m_sentence);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(16, 8, 16, 6);
    line->setSpacing(12);
    line->addWidget(m_sign);
    line->addLayout(texts, 1);
    line->addWidget(m_filter);
    line->addWidget(m_menu);
    auto* layout = columnIn(this, 0);
    layout->addLayout(line);
    layout->addWidget(m_progress);
}

void BenchHead::buildMenu()
{
    auto* menu = new QMenu(m_menu);
    menu->setObjectName(QStringLiteral("benchMenu"));
    const auto add = [this, menu](const QString& text, const char* name, auto signal) {
        QAction* action = menu->addAction(text);
        action->setObjectName(QString::fromLatin1(name));
        connect(action, &QAction::triggered, this, signal);
        return action;
    };
    add(tr("&Open probe result…"), "benchOpen", &BenchHead::openRequested);
    add(tr("&Save probe result…"), "benchSave", &BenchHead::saveBenchRequested);
    menu->addSeparator();
    add(tr("Compare with &earlier result…"), "benchCompare", &BenchHead::compareRequested);
    m_endComparison = add(tr("E&nd comparison"), "benchCompareEnd", &BenchHead::compareEnded);
    menu->addSeparator();
    add(tr("Find errors that come out like a &response…"), "benchSeek", &BenchHead::seekRequested);
    menu->addSeparator();
    add(tr("Copy visible rows as &Markdown"), "benchCopyMarkdown", &BenchHead::copyMarkdownRequested);
    add(tr("Copy visible rows as &CSV"), "benchCopyCsv", &BenchHead::copyCsvRequested);
    add(tr("Save visible rows as Markdown or CS&V…"), "benchSaveTable", &BenchHead::saveTableRequested);
    m_menu->setMenu(menu);
}

void BenchHead::display(Tone tone, const QString& headline, const QString& sentence)
{
    m_sign->setText(tone == Tone::Bad    ? QStringLiteral("≠")
                    : tone == Tone::Good ? QStringLiteral("✓")
                                         : QString());
    m_sign->setProperty("mark", tone == Tone::Bad ? QStringLiteral("warning") : QStringLiteral("success"));
    m_sign->setVisible(tone != Tone::Quiet);
    m_sign->setAccessibleName(tone == Tone::Bad ? tr("Differs") : tr("The same"));
    restyle(m_sign);
    m_headline->setText(headline);
    m_headline->setToolTip(plainToolTip(headline));
    m_sentence->setText(sentence);
    m_sentence->setToolTip(plainToolTip(sentence));
}

void BenchHead::displayCounts(const BenchCounts& counts, int changed, int alike)
{
    const auto name = [this](int choice, const QString& word, int count) {
        m_filter->button(choice)->setText(QStringLiteral("%1 %2").arg(word).arg(count));
        m_filter->button(choice)->setAccessibleName(m_filter->button(choice)->text());
    };
    name(BenchFilter::All, tr("All"), counts.rows);
    name(BenchFilter::Flips, tr("Reversed"), counts.flips);
    name(BenchFilter::Duplicates, tr("Duplicates"), counts.duplicates);
    name(BenchFilter::HeadersLost, tr("Headers lost"), counts.headersLost);
    name(BenchFilter::Changed, tr("Changed"), std::max(0, changed));
    name(BenchFilter::Alike, tr("Similar"), std::max(0, alike));
    m_filter->button(BenchFilter::Changed)->setVisible(changed >= 0);
    m_filter->button(BenchFilter::Alike)->setVisible(alike >= 0);
    m_endComparison->setEnabled(changed >= 0);
}

void BenchHead::displayProgress(int done, int total)
{
    m_progress->setRange(0, std::max(1, total));
    m_progress->setValue(done);
    // The line keeps its place: nothing moves when a probe ends.
    m_progress->setProperty("idle", total == 0);
    restyle(m_progress);
}

const QWidget& BenchHead::menuButton() const
{
    return *m_menu;
}

BenchFilter::Show BenchHead::shown() const
{
    return static_cast<BenchFilter::Show>(m_filter->current());
}

void BenchHead::show(BenchFilter::Show rows)
{
    m_filter->setCurrent(rows);
    Q_EMIT filterChosen(rows);
}

} // namespace retryscope::ui
