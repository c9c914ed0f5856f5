// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/change_advice.h"

#include "core/explain/bench_text.h"
#include "core/explain/change_text.h"
#include "core/explain/client_then.h"
#include "core/explain/escape.h"
#include "core/explain/policy_summary.h"
#include "core/explain/value_words.h"
#include "core/explain/verdict_row.h"
#include "core/io/files/bench_changes.h"
#include "core/io/files/box_files.h"
#include "core/io/files/mended_row.h"
#include "core/io/import/client_readers.h"
#include "core/io/text/utf8.h"
#include "core/probe/bench_verdicts.h"
#include "core/recipes/change_code.h"
#include "ui/explanation/changes_list.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/code_block.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/segments.h"
#include "ui/parts/text_space.h"
#include "ui/proxy/bench_words.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

enum Whose { Box, Client };
constexpr int kMostChanges = 3;

const BenchVerdict* verdictOf(const BenchRow& row, const std::string& policy)
{
    const auto found =
        std::find_if(row.verdicts.begin(), row.verdicts.end(),
                     [&policy](const BenchVerdict& verdict) { return verdict.policy == policy; });
    return found == row.verdicts.end() ? nullptr : &*found;
}

} // namespace

ChangeAdvice::ChangeAdvice(QWidget* parent)
    : QWidget(parent)
    , m_whose(new Segments(QStringLiteral("proxyWhose"), tr("Where to make the change"),
                           {tr("Proxy"), tr("Client")}, this))
    , m_kind(new ChoiceBox(this))
    , m_policy(new ChoiceBox(this))
    , m_contentLayout(new QVBoxLayout)
    , m_judge(makeQuietButton(tr("Judge this response"), QStringLiteral("proxyJudge"), this))
    , m_probe(makeQuietButton(tr("Probe this row again"), QStringLiteral("proxyProbeRow"), this))
{
    layOut();
    for (const io::BoxKind& kind : io::boxKinds()) {
        m_kind->addItem(toQString(kind.title), toQString(kind.name));
    }
    m_kind->setCurrentIndex(std::max(0, m_kind->findData(QStringLiteral("other"))));
    connect(m_whose, &Segments::chosen, this, &ChangeAdvice::build);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &ChangeAdvice::build);
    connect(m_policy, &QComboBox::currentIndexChanged, this, &ChangeAdvice::build);
    connect(m_probe, &QPushButton::clicked, this, &ChangeAdvice::probeRequested);
    connect(m_judge, &QPushButton::clicked, this, &ChangeAdvice::judge);
    clear();
}

void ChangeAdvice::layOut()
{
    nameInput(m_kind, QStringLiteral("proxyBoxKind"), tr("Kind of proxy"));
    nameInput(m_policy, QStringLiteral("proxyClient"), tr("Client"));
    makeSlim(m_kind);
    makeSlim(m_policy);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(16, 6, 8, 0);
    head->addWidget(makeHeading(tr("What to change"), this));
    head->addStretch();
    head->addWidget(m_kind);
    head->addWidget(m_policy);
    head->addWidget(m_whose);
    auto* inside = new QWidget(this);
    m_contentLayout->setContentsMargins(16, 4, 8, 4);
    inside->setLayout(m_contentLayout);
    QScrollArea* scroll = makeScrollArea(inside, this);
    setLeastLines(scroll, 3);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(10, 0, 8, 4);
    foot->addWidget(m_judge);
    foot->addStretch();
    foot->addWidget(m_probe);
    auto* layout = columnIn(this, 4);
    layout->addLayout(head);
    layout->addWidget(scroll, 1);
    layout->addLayout(foot);
}

void ChangeAdvice::clear()
{
    m_given.reset();
    build();
}

void ChangeAdvice::setCanProbe(bool canProbe)
{
    m_canProbe = canProbe;
    m_probe->setEnabled(m_canProbe && m_given.has_value());
}

void ChangeAdvice::display(Given given)
{
    const QSignalBlocker kindBlocker(m_kind);
    const bool isOtherBox = !m_given || m_given->boxName != given.boxName;
    m_given = std::move(given);
    if (isOtherBox) {
        m_kind->setCurrentIndex(
            std::max(0, m_kind->findData(toQString(io::boxKindOf(m_given->boxName).name))));
    }
    fillPolicies();
    build();
}

/// Those that decide otherwise through the box stand first.
void ChangeAdvice::fillPolicies()
{
    const QSignalBlocker blocker(m_policy);
    m_policy->clear();
    for (const bool isFlipped : {true, false}) {
        for (const Policy& policy : m_given->policies) {
            const BenchVerdict* verdict = verdictOf(m_given->row, policy.id);
            if (verdict != nullptr && verdict->isFlipped() == isFlipped) {
                m_policy->addItem(policyName(policy), toQString(policy.id));
            }
        }
    }
    const int picked = m_policy->findData(toQString(m_given->policy));
    m_policy->setCurrentIndex(std::max(0, picked));
}

void ChangeAdvice::build()
{
    delete m_content;
    m_content = new QWidget(this);
    auto* layout = columnIn(m_content, 8);
    m_blocks = 0;
    const bool isBox = m_whose->current() == Box;
    m_kind->setVisible(isBox);
    m_policy->setVisible(!isBox);
    m_probe->setEnabled(m_canProbe && m_given.has_value());
    m_judge->setEnabled(m_given && m_given->row.outcome != RowOutcome::NotSent);
    if (!m_given) {
        layout->addWidget(makeHint(tr("Select a probed row."), m_content));
    } else if (isBox) {
        buildForBox(*layout);
    } else {
        buildForClient(*layout);
    }
    m_contentLayout->addWidget(m_content, 0, Qt::AlignTop);
    inheritPalette(m_content);
    m_content->show();
}

void ChangeAdvice::addBlock(QVBoxLayout& layout, const QString& title, const std::string& code)
{
    const QString number = QString::number(m_blocks++);
    if (code.empty()) {
        layout.addWidget(makeHint(title, m_content));
        return;
    }
    auto* block = new CodeBlock(
        title, toQString(code),
        {QStringLiteral("proxyCode") + number, QStringLiteral("proxyCodeCopy") + number}, m_content);
    connect(block, &CodeBlock::noteFound, this, &ChangeAdvice::noteFound);
    layout.addWidget(block);
}

void ChangeAdvice::buildForBox(QVBoxLayout& layout)
{
    const BenchRow& row = m_given->row;
    if (row.outcome == RowOutcome::NotSent) {
        layout.addWidget(makeHint(tr("Retryscope did not send this row."), m_content));
        return;
    }
    auto* sentence = makeLabel(toQString(rowSentence(row)), m_content);
    sentence->setWordWrap(true);
    sentence->setObjectName(QStringLiteral("proxySentence"));
    layout.addWidget(sentence);
    if (!row.source.empty()) {
        constexpr qsizetype kMostOfSource = 400;
        layout.addWidget(makeHint(tr("Not probed, read from source: %1")
                                      .arg(shortened(toQString(oneLine(row.source)), kMostOfSource)),
                                  m_content));
    }
    if (m_given->before) {
        addBefore(layout, *m_given->before);
    }
    const io::BoxKind& kind = io::boxKindOf(fromQString(m_kind->currentData().toString()));
    if (!m_given->isOriginReached) {
        layout.addWidget(makeHint(tr("The proxy did not contact the origin: this response is the proxy's "
                                     "own. Point the proxy at %1; Configuration above shows how.")
                                      .arg(toQString(oneLine(m_given->listen))),
                                  m_content));
        return;
    }
    const std::vector<BoxEffect> effects =
        io::usefulEffects(kind, m_given->policies, row, m_given->listen, m_given->startedAt);
    if (effects.empty()) {
        layout.addWidget(
            makeHint(!row.isFlipped() ? tr("This row needs no change in the proxy.")
                     : io::canClientsUndo(m_given->policies, row, io::clientReaders(), m_given->startedAt)
                         ? tr("No setting of the proxy prevents this; see Client.")
                         : tr("No setting of the proxy or of these clients prevents this."),
                     m_content));
        return;
    }
    for (const BoxEffect effect : effects) {
        const io::BoxRemedy remedy = io::boxRemedy(kind, effect, row, m_given->listen);
        if (!remedy.title.empty()) {
            addBlock(layout, toQString(remedy.title), remedy.code);
            addThen(layout, io::mendedRow(row, effect, remedy));
        }
    }
}

void ChangeAdvice::addBefore(QVBoxLayout& layout, const BenchRow& before)
{
    std::string text = rowSentence(before);
    for (const std::string& flip : flipSentences(before)) {
        text += ' ' + flip;
    }
    QLabel* hint = makeHint(tr("Before: %1").arg(toQString(text)), m_content);
    hint->setObjectName(QStringLiteral("proxyBefore"));
    layout.addWidget(hint);
}

/// What the clients that are chosen decide once the box is changed so.
void ChangeAdvice::addThen(QVBoxLayout& layout, const std::optional<RowFacts>& mended)
{
    std::vector<ThenVerdict> verdicts;
    for (const Policy& policy : m_given->policies) {
        const BenchVerdict* now = verdictOf(m_given->row, policy.id);
        if (mended && now != nullptr) {
            verdicts.push_back({.client = shortNameOf(policy),
                                .now = *now,
                                .then = benchVerdictOf(policy, *mended, m_given->startedAt)});
        }
    }
    if (const std::string text = thenText(verdicts); !text.empty()) {
        QLabel* then = makeLabel(toQString(text), m_content);
        then->setWordWrap(true);
        then->setObjectName(QStringLiteral("proxyThen%1").arg(m_blocks - 1));
        layout.addWidget(then);
    }
}

void ChangeAdvice::buildForClient(QVBoxLayout& layout)
{
    const std::string id = fromQString(m_policy->currentData().toString());
    const auto policy = std::find_if(m_given->policies.begin(), m_given->policies.end(),
                                     [&id](const Policy& one) { return one.id == id; });
    if (policy == m_given->policies.end()) {
        layout.addWidget(makeHint(
            tr("No policy is known for the clients of this result. Choose clients in the bar above."),
            m_content));
        return;
    }
    const BenchRow& row = m_given->row;
    const Situation through = situationThrough(*policy, row, m_given->startedAt);
    const Decision decision = decisionIn(through);
    const VerdictRow judged = verdictRowOf(through.policy, row.client, decision, 1, m_given->startedAt);
    auto* why = makeLabel(toQString(judged.why), m_content);
    why->setWordWrap(true);
    layout.addWidget(why);
    const BenchVerdict* verdict = verdictOf(row, id);
    if (verdict == nullptr || !verdict->isFlipped()) {
        layout.addWidget(
            makeHint(tr("The client decides the same directly and through the proxy."), m_content));
        return;
    }
    std::vector<OfferedChange> changes =
        io::undoingChanges(*policy, row, io::clientReaders(), m_given->startedAt);
    changes.resize(std::min<std::size_t>(changes.size(), kMostChanges));
    for (const OfferedChange& offered : changes) {
        const QString title = tr("%1. The client then %2.")
                                  .arg(toQString(changeText(offered.reversing.change)),
                                       toQString(wordsFor(offered.reversing.verdictAfter).verb));
        const bool hasCode = offered.code && isWay(offered.code->way) && !offered.code->snippets.empty();
        addBlock(layout, title, hasCode ? offered.code->snippets.front().text : std::string());
    }
    if (changes.empty()) {
        layout.addWidget(makeHint(tr("No setting of this client prevents this."), m_content));
    }
}

void ChangeAdvice::judge()
{
    if (m_given) {
        Q_EMIT judgeRequested(
            {.spec = m_given->row.request, .facts = m_given->row.client, .wallTime = m_given->startedAt},
            m_policy->currentData().toString());
    }
}

} // namespace retryscope::ui
