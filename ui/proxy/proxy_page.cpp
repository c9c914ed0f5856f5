// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/proxy_page.h"

#include "core/explain/bench_text.h"
#include "core/explain/units.h"
#include "core/io/documents/bench_json.h"
#include "core/io/files/library.h"
#include "core/io/probe/probe_run.h"
#include "core/io/text/utf8.h"
#include "core/probe/bench_verdicts.h"
#include "ui/parts/form.h"
#include "ui/parts/library_items.h"
#include "ui/parts/panes.h"
#include "ui/parts/services.h"
#include "ui/parts/settings.h"
#include "ui/parts/stack.h"
#include "ui/parts/text_space.h"
#include "ui/proxy/bench_details.h"
#include "ui/proxy/bench_filter.h"
#include "ui/proxy/bench_head.h"
#include "ui/proxy/bench_model.h"
#include "ui/proxy/bench_table.h"
#include "ui/proxy/bench_words.h"
#include "ui/proxy/configuration_view.h"
#include "ui/proxy/popovers.h"
#include "ui/proxy/proxy_bar.h"
#include "ui/theme/theme.h"

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

QStringList firstPolicies()
{
    QStringList ids;
    for (const std::string& id : usualClients()) {
        ids += toQString(id);
    }
    return ids;
}

/// Rows that were left out say nothing about the box.
Bench withoutUnsent(Bench bench)
{
    std::erase_if(bench.rows, [](const BenchRow& row) { return row.outcome == RowOutcome::NotSent; });
    return bench;
}

} // namespace

ProxyPage::ProxyPage(const Services& services, QWidget* parent)
    : QWidget(parent)
    , m_library(services.library)
    , m_settings(services.settings)
    , m_session(services.session)
    , m_bar(new ProxyBar(choosablePolicies(m_library), this))
    , m_model(new BenchModel(this))
    , m_rows(new BenchFilter(m_model, this))
    , m_head(new BenchHead(this))
    , m_table(new BenchTable(m_model, m_rows, this))
    , m_details(new BenchDetails(this))
    , m_configuration(new ConfigurationView(QStringLiteral("proxyFirst"), this))
    , m_pages(new Stack(this))
    , m_response(new ResponsePopover(this))
{
    setObjectName(QStringLiteral("proxyPage"));
    setAccessibleName(tr("Probe a proxy"));
    m_judging.setInterval(0);
    layOut();
    connectParts();
    if (!m_settings.probedBox.isEmpty()) {
        m_bar->setAddresses(m_settings.probedBox, m_settings.probedOrigin);
    }
    m_bar->choosePolicies(m_settings.probedFor.isEmpty() ? firstPolicies() : m_settings.probedFor);
    m_policies = m_bar->policies();
    displayClients();
    displayEmpty();
}

ProxyPage::~ProxyPage() = default;

void ProxyPage::layOut()
{
    auto* splitter = makeSplitter(Qt::Vertical, QStringLiteral("proxySplitter"), this);
    splitter->addWidget(m_table);
    splitter->addWidget(m_details);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({500, 300});
    auto* bench = new QWidget(this);
    auto* column = columnIn(bench, 0);
    column->addWidget(m_head);
    column->addWidget(new Panes(splitter, {tr("Responses"), tr("Response")}, this), 1);
    m_pages->addWidget(buildEmpty());
    m_pages->addWidget(bench);
    auto* layout = columnIn(this, 0);
    layout->addWidget(m_bar);
    layout->addWidget(m_pages, 1);
    setFocusProxy(m_bar);
}

QWidget* ProxyPage::buildEmpty()
{
    constexpr int kReadable = 118; // characters
    auto* content = new QWidget(this);
    setMostCharacters(content, kReadable);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(16, 28, 16, 16);
    layout->setSpacing(10);
    QLabel* title = makeHeading(tr("What does your proxy do with each error?"), content);
    setTextStyle(title, TextStyle::Title);
    layout->addWidget(title);
    for (const QString& line : {tr("1.  Point your proxy, gateway or load balancer at the origin above. A "
                                   "minimal configuration is below."),
                                tr("2.  Enter the proxy's address above and press Probe. Retryscope sends "
                                   "each error through the proxy once and retries nothing."),
                                tr("3.  See which errors clients judge differently behind the proxy, what "
                                   "gets lost on the way, and what to change.")}) {
        auto* label = makeLabel(line, content);
        label->setWordWrap(true);
        layout->addWidget(label);
    }
    QPushButton* open = makeQuietButton(tr("Open probe result…"), QStringLiteral("proxyOpen"), content);
    connect(open, &QPushButton::clicked, this, &ProxyPage::openRequested);
    layout->addWidget(open, 0, Qt::AlignLeft);
    layout->addSpacing(8);
    layout->addWidget(m_configuration);
    layout->addStretch();
    auto* page = new QWidget(this);
    auto* around = rowIn(page);
    around->addStretch(1);
    around->addWidget(content, 20);
    around->addStretch(1);
    return makeScrollArea(page, this);
}

void ProxyPage::connectParts()
{
    connect(m_bar, &ProxyBar::probeRequested, this, &ProxyPage::probe);
    connect(m_bar, &ProxyBar::stopRequested, this, &ProxyPage::stop);
    connect(m_bar, &ProxyBar::policiesChanged, this, &ProxyPage::choosePolicies);
    connect(m_bar, &ProxyBar::addressEdited, this, &ProxyPage::displayEmpty);
    connect(m_bar, &ProxyBar::addressEdited, this, &ProxyPage::problemSettled);
    connect(m_bar, &ProxyBar::noteFound, this, &ProxyPage::noteFound);
    connect(m_bar, &ProxyBar::problemFound, this, &ProxyPage::problemFound);
    connect(m_configuration, &ConfigurationView::noteFound, this, &ProxyPage::noteFound);
    connect(m_head, &BenchHead::filterChosen, this, &ProxyPage::showFilter);
    connect(m_head, &BenchHead::seekRequested, this, &ProxyPage::askForResponse);
    connect(m_response, &ResponsePopover::sought, this, &ProxyPage::seek);
    connect(m_details, &BenchDetails::alikeRequested, this, [this] {
        if (const int row = m_table->currentRow(); row >= 0) {
            seek(m_model->row(row).client);
        }
    });
    connect(m_head, &BenchHead::copyMarkdownRequested, this,
            [this] { copy(shownText(), tr("Copied the visible rows as Markdown.")); });
    connect(m_head, &BenchHead::copyCsvRequested, this,
            [this] { copy(benchAsCsv(shownBench()), tr("Copied the visible rows as CSV.")); });
    connect(m_head, &BenchHead::saveTableRequested, this, &ProxyPage::askToSaveTable);
    connect(m_head, &BenchHead::saveBenchRequested, this, &ProxyPage::askToSaveBench);
    connect(m_head, &BenchHead::compareRequested, this, &ProxyPage::askToCompare);
    connect(m_head, &BenchHead::openRequested, this, &ProxyPage::openRequested);
    connect(m_head, &BenchHead::compareEnded, this, [this] {
        m_model->compareWith({});
        m_head->show(BenchFilter::All);
        displayHead();
    });
    connect(m_table, &BenchTable::currentChosen, this, &ProxyPage::displayRow);
    ChangeAdvice& advice = m_details->advice();
    connect(&advice, &ChangeAdvice::noteFound, this, &ProxyPage::noteFound);
    connect(&advice, &ChangeAdvice::probeRequested, this, &ProxyPage::probeRow);
    connect(&advice, &ChangeAdvice::judgeRequested, this, &ProxyPage::judgeRequested);
    connect(&m_judging, &QTimer::timeout, this, &ProxyPage::judgeSome);
}

void ProxyPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!std::exchange(m_wasShown, true)) {
        restoreProbe();
    }
}

const Bench& ProxyPage::bench() const
{
    return m_model->bench();
}

void ProxyPage::display(Bench bench, const QString& file)
{
    closeRun();
    m_judging.stop();
    m_file = file;
    m_remark.clear();
    m_response->clear();
    QStringList ids;
    for (const Policy& policy : savedPolicies(bench, m_library.lookup())) {
        ids += toQString(policy.id);
    }
    if (!bench.through.empty()) { // one from a source has none: what is typed stays
        m_bar->setAddresses(toQString(bench.through), toQString(bench.listen));
    }
    m_bar->chooseSet(toQString(bench.behaviours));
    m_model->compareWith({});
    if (!ids.isEmpty()) {
        m_bar->choosePolicies(ids);
    }
    m_policies = m_bar->policies();
    constexpr std::size_t kAtOnce = 1'000; // rows times policies: some milliseconds
    const bool isSmall = bench.rows.size() * m_policies.size() <= kAtOnce;
    if (isSmall) {
        judge(bench, m_policies, io::startOf(bench));
    }
    m_model->setBench(std::move(bench));
    displayClients();
    m_head->show(BenchFilter::All);
    showBench({});
    if (isVisible()) {
        m_table->setFocus();
    }
    if (!isSmall) {
        judgeAll();
    }
}

void ProxyPage::compareWith(Bench earlier, const QString& file)
{
    m_earlierFile = QFileInfo(file).fileName();
    judge(earlier, m_policies, io::startOf(earlier));
    m_model->compareWith(std::move(earlier));
    displayHead();
    m_head->show(m_model->markedRows() > 0 ? BenchFilter::Changed : BenchFilter::All);
    if (m_table->currentRow() < 0 && m_rows->rowCount() > 0) {
        m_table->setCurrentIndex(m_rows->index(0, 0));
    }
}

void ProxyPage::reload()
{
    m_bar->setPolicies(choosablePolicies(m_library));
}

void ProxyPage::showBench(const std::string& row)
{
    m_pages->setCurrentIndex(1);
    setFocusProxy(m_table);
    displayHead();
    const std::vector<BenchRow>& rows = bench().rows;
    const auto wanted = std::find_if(rows.begin(), rows.end(), [&row](const BenchRow& one) {
        return row.empty() ? one.isFlipped() : one.id == row;
    });
    selectShown(wanted == rows.end() ? 0 : static_cast<int>(wanted - rows.begin()));
    displayRow();
}

/// The row, or the first one where the filter hides it.
void ProxyPage::selectShown(int row)
{
    if (!m_table->select(row) && m_rows->rowCount() > 0) {
        m_table->setCurrentIndex(m_rows->index(0, 0));
    }
}

std::string ProxyPage::currentId() const
{
    const int row = m_table->currentRow();
    return row < 0 || row >= m_model->rowCount() ? std::string() : m_model->row(row).id;
}

QString ProxyPage::comparisonText() const
{
    return tr("Compared with %1: %2.").arg(m_earlierFile, toQString(progressText(m_model->progress())));
}

void ProxyPage::displayHead()
{
    BenchCounts counts = countsOf(bench().rows);
    if (!bench().isOriginReached && !isProbing()) {
        counts.headersLost = 0; // nothing was sent that could be lost
    }
    m_head->displayCounts(counts, m_model->earlier() ? m_model->markedRows() : -1,
                          m_model->sought() ? static_cast<int>(m_model->likenesses().size()) : -1);
    const int done = m_model->probedRows();
    if (isProbing() && !m_isOneRow) {
        m_head->displayProgress(done, counts.rows);
        m_head->display(BenchHead::Tone::Quiet, tr("Probing: %1 of %2").arg(done).arg(counts.rows),
                        done > 0 ? toQString(benchTotals(bench()))
                                 : tr("Waiting up to %1 for the proxy's first response.")
                                       .arg(toQString(durationText(m_patience))));
        return;
    }
    m_head->displayProgress(0, 0);
    QStringList sentences;
    if (m_model->sought()) {
        sentences += toQString(likenessText(*m_model->sought(), m_model->likenesses()));
    }
    if (m_model->earlier()) {
        sentences += comparisonText();
    }
    const Bench sent = withoutUnsent(bench());
    const bool isProbed = bench().evidence == BenchEvidence::Measured;
    for (const QString& text :
         {m_file.isEmpty() ? QString() : tr("File %1.").arg(QFileInfo(m_file).fileName()),
          isProbed ? QString() : tr("Read from source, not probed."), toQString(unsentText(bench())),
          m_remark, toQString(changedVerdictsText(bench())), toQString(benchTotals(bench())),
          probedWhen(bench())}) {
        sentences += text.isEmpty() ? QStringList() : QStringList(text);
    }
    const bool isBad = counts.flips > 0 || !sent.isOriginReached;
    m_head->display(isBad               ? BenchHead::Tone::Bad
                    : sent.rows.empty() ? BenchHead::Tone::Quiet
                                        : BenchHead::Tone::Good,
                    sent.rows.empty() ? tr("Nothing probed") : toQString(benchHeadline(sent)),
                    sentences.join(QLatin1Char(' ')));
    m_bar->displayBox(bench().boxName.empty() ? QString() : toQString(boxText(bench())));
}

void ProxyPage::displayRow()
{
    const int row = m_table->currentRow();
    if (row < 0 || row >= m_model->rowCount() || !m_model->isProbed(row)) {
        m_details->clear();
        m_bar->displayRequest({});
        return;
    }
    const int client = m_table->currentClient();
    const BenchRow& given = m_model->row(row);
    m_bar->displayRequest(requestWord(given.request));
    m_details->display(
        {.row = given,
         .listen = bench().listen,
         .boxName = bench().boxName,
         .policies = m_policies,
         .policy = client < 0 ? std::string() : m_model->clients()[static_cast<std::size_t>(client)].policy,
         .startedAt = io::startOf(bench()),
         .isOriginReached = bench().isOriginReached || isProbing(),
         .before = earlierRow(row)});
}

std::optional<BenchRow> ProxyPage::earlierRow(int row) const
{
    const std::optional<Bench>& earlier = m_model->earlier();
    const bool isOther = earlier && m_model->markOf(row) != BenchModel::Unmarked;
    const BenchRow* found = isOther ? earlier->find(m_model->row(row).id) : nullptr;
    return found == nullptr ? std::nullopt : std::optional(*found);
}

void ProxyPage::displayEmpty()
{
    m_configuration->display(m_bar->listen(), m_bar->through());
}

} // namespace retryscope::ui
