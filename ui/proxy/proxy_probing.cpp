// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the Proxy room that probes, and that writes and reads files.

#include "core/explain/bench_text.h"
#include "core/explain/report_markdown.h"
#include "core/io/documents/bench_json.h"
#include "core/io/files/bench_changes.h"
#include "core/io/files/box_files.h"
#include "core/io/files/file_work.h"
#include "core/io/files/library.h"
#include "core/io/files/session_store.h"
#include "core/io/http/pasted_address.h"
#include "core/io/import/client_readers.h"
#include "core/io/probe/probe_run.h"
#include "core/io/text/utf8.h"
#include "ui/parts/file_dialogs.h"
#include "ui/parts/settings.h"
#include "ui/proxy/bench_details.h"
#include "ui/proxy/bench_filter.h"
#include "ui/proxy/bench_head.h"
#include "ui/proxy/bench_model.h"
#include "ui/proxy/bench_table.h"
#include "ui/proxy/bench_words.h"
#include "ui/proxy/proxy_bar.h"
#include "ui/proxy/proxy_page.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QStackedWidget>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

/// Each row was sent, and the origin was asked.
bool isWhole(const Bench& probed)
{
    return !probed.rows.empty() && probed.isOriginReached &&
           std::none_of(probed.rows.begin(), probed.rows.end(),
                        [](const BenchRow& row) { return row.outcome == RowOutcome::NotSent; });
}

} // namespace

void ProxyPage::probe()
{
    if (isProbing()) {
        return;
    }
    io::Result<io::ProbePlan> plan = m_bar->plan();
    if (!plan) {
        Q_EMIT problemFound(plan.error().text());
        return;
    }
    m_bar->setAddresses(toQString(plan.value().through), m_bar->listen()); // with the scheme that was taken
    start(std::move(plan).value(), false);
}

/// With the addresses as they stand above; the other rows stay as they are.
void ProxyPage::probeRow()
{
    const int row = m_table->currentRow();
    if (isProbing() || row < 0) {
        return;
    }
    io::Result<io::ProbePlan> plan = m_bar->plan();
    if (!plan) {
        Q_EMIT problemFound(plan.error().text());
        return;
    }
    io::ProbePlan one = std::move(plan).value();
    std::vector<EndpointStep>& steps = one.behaviours.steps;
    const std::string& id = m_model->row(row).id;
    steps.erase(
        std::remove_if(steps.begin(), steps.end(), [&id](const EndpointStep& step) { return step.id != id; }),
        steps.end());
    if (steps.empty()) {
        Q_EMIT problemFound(tr("The set of origin responses chosen above does not contain this row."));
        return;
    }
    start(std::move(one), true);
}

void ProxyPage::start(io::ProbePlan plan, bool isOneRow)
{
    plan.wire.caFile = fromQString(m_settings.caFile);
    plan.boxOfPage = io::boxOfPage;
    const Scenario behaviours = plan.behaviours;
    const bool isReachable = !io::isThisMachine(plan.listen.host);
    const Duration patience = plan.patience;
    const QUrl through(toQString(plan.through));
    auto run = std::make_unique<io::ProbeRun>(std::move(plan));
    if (const io::Result<io::Done> opened = run->open(); !opened) {
        m_bar->markWrongOrigin(opened.error().text());
        Q_EMIT problemFound(opened.error().text());
        return;
    }
    m_run = std::move(run);
    m_isOneRow = isOneRow;
    m_patience = patience;
    m_remark.clear();
    m_judging.stop();
    Q_EMIT problemSettled();
    m_settings.probedBox = through.toString(QUrl::RemoveUserInfo);
    m_settings.probedOrigin = m_bar->listen();
    m_before = isWhole(bench()) || !m_whole ? bench() : *m_whole;
    m_firstRow = currentId();
    if (!isOneRow) {
        m_file.clear();
        m_model->plan(behaviours);
        displayClients();
        // The sort of rows stays, and so does the cursor: whoever changed the box looks at what was wrong.
        m_head->show(m_head->shown() >= BenchFilter::Changed ? BenchFilter::All : m_head->shown());
        m_bar->displayBox({});
        m_pages->setCurrentIndex(1);
        m_firstRow = bench().find(m_firstRow) == nullptr ? std::string() : m_firstRow;
        showBench(m_firstRow.empty() ? bench().rows.front().id : m_firstRow);
    }
    m_table->setFocus(); // the fields above cannot have it while a probe is under way
    m_bar->unmark();
    m_bar->setRunning(true);
    if (isReachable) {
        Q_EMIT noteFound(tr("Other machines can reach the origin during this probe."));
    }
    m_details->advice().setCanProbe(false);
    // Queued: what they lead to may delete the run that tells them.
    connect(m_run.get(), &io::ProbeRun::rowReady, this, &ProxyPage::takeRow);
    const int number = ++m_runNumber;
    connect(
        m_run.get(), &io::ProbeRun::finished, this,
        [this, number] {
            if (number == m_runNumber) {
                finish();
            }
        },
        Qt::QueuedConnection);
    connect(
        m_run.get(), &io::ProbeRun::failed, this,
        [this, number](const io::Error& error) {
            if (number == m_runNumber) {
                fail(error);
            }
        },
        Qt::QueuedConnection);
    displayHead();
    m_run->start();
    Q_EMIT probingChanged();
}

void ProxyPage::stop()
{
    if (m_run != nullptr) {
        m_run->stop();
    }
}

void ProxyPage::takeRow(BenchRow row)
{
    if (!m_isOneRow) {
        m_model->setHead(m_run->bench());
    } else if (row.arrivals > 0 && !bench().isOriginReached) {
        Bench head = bench();
        head.isOriginReached = true;
        m_model->setHead(head);
    }
    judgeRow(row);
    const bool isCurrent = m_table->currentRow() >= 0 && m_model->row(m_table->currentRow()).id == row.id;
    if (m_isOneRow) {
        m_rows->keep(row.id);
    }
    m_model->setRow(std::move(row));
    m_rows->refresh();
    displayHead();
    if (isCurrent) {
        displayRow();
    }
}

void ProxyPage::finish()
{
    if (m_run == nullptr) {
        return;
    }
    if (!m_isOneRow) {
        m_model->setHead(m_run->bench());
        m_remark = bench().isOriginReached ? m_run->remark() : QString(); // else the headline says it
        // Rows that were left out are named, too.
        for (const BenchRow& row : m_run->bench().rows) {
            if (row.outcome == RowOutcome::NotSent) {
                m_model->setRow(row);
            }
        }
    }
    const bool wasOneRow = m_isOneRow;
    closeRun();
    m_model->refreshMarks();
    if (!m_remark.isEmpty()) {
        Q_EMIT problemFound(m_remark);
        judgeAll(); // rows that ended before the first request came through
    }
    if (wasOneRow) {
        // An earlier bench that is compared stays the one that is; else the row is seen to be mended.
        const std::string current = currentId();
        const int column = m_table->currentIndex().column();
        if (!m_model->earlier()) {
            compareWithBefore();
        }
        m_before.reset();
        m_rows->keep(current.empty() ? m_firstRow : current);
        showBench(current.empty() ? m_firstRow : current);
        m_table->setCurrentIndex(m_table->currentIndex().siblingAtColumn(std::max(0, column)));
    } else {
        const std::string current = currentId();
        const bool isFirst = current.empty() || current == bench().rows.front().id;
        compareWithBefore();
        if (current.empty() && bench().find(m_firstRow) != nullptr) {
            m_rows->keep(m_firstRow); // whoever mended it looks at it
        }
        showBench(!m_firstRow.empty() && current.empty() ? m_firstRow
                  : m_firstRow.empty() && isFirst        ? std::string()
                                                         : current);
    }
    keepProbe();
}

void ProxyPage::keepProbe()
{
    if (!isWhole(bench())) {
        return; // a mistyped address is no reason to lose what was probed before
    }
    m_whole = bench();
    if (m_session == nullptr) {
        return;
    }
    if (const io::Result<io::Done> kept = m_session->saveProbe(bench()); !kept) {
        Q_EMIT problemFound(
            tr("Cannot keep this probe result for the next start: %1").arg(kept.error().text()));
    }
}

void ProxyPage::restoreProbe()
{
    if (m_session == nullptr || !QFileInfo::exists(m_session->probePath())) {
        return;
    }
    auto* work = new io::FileWork(this);
    work->open({m_session->probePath()}, [this, work](io::Result<io::OpenedFile> opened) {
        work->deleteLater();
        if (!bench().rows.empty() || isProbing()) { // somebody was faster
            return;
        }
        if (!opened) {
            Q_EMIT problemFound(tr("Cannot show the last probe result: %1").arg(opened.error().text()));
            return;
        }
        io::OpenedFile content = std::move(opened).value();
        if (auto* kept = std::get_if<Bench>(&content)) {
            display(std::move(*kept), {});
        }
    });
}

/// The box may have got another configuration between two probes of the same errors.
void ProxyPage::compareWithBefore()
{
    const std::optional<Bench> before = std::exchange(m_before, std::nullopt);
    if (before && !before->rows.empty() && before->behaviours == bench().behaviours &&
        before->through == bench().through && isWhole(*before) && isWhole(bench())) {
        m_earlierFile = tr("the previous probe");
        m_model->compareWith(before);
    }
}

/// What was shown before is shown again.
void ProxyPage::fail(const io::Error& error)
{
    const bool wasOneRow = m_isOneRow;
    closeRun();
    if (!wasOneRow) {
        m_model->setBench(std::exchange(m_before, std::nullopt).value_or(Bench()));
        if (bench().rows.empty()) {
            m_pages->setCurrentIndex(0);
            setFocusProxy(m_bar);
        } else {
            showBench(m_firstRow);
        }
    }
    m_bar->markWrongBox(error.text());
    Q_EMIT problemFound(error.text());
}

void ProxyPage::closeRun()
{
    if (m_run == nullptr) {
        return;
    }
    ++m_runNumber;
    m_run.reset();
    m_isOneRow = false;
    m_bar->setRunning(false);
    m_details->advice().setCanProbe(true);
    Q_EMIT probingChanged();
}

void ProxyPage::copy(const std::string& text, const QString& note)
{
    QGuiApplication::clipboard()->setText(toQString(text));
    Q_EMIT noteFound(note);
}

std::string ProxyPage::shownText() const
{
    const Bench shown = io::redacted(shownBench());
    BenchFindings findings = io::findingsOf(shown, m_policies, io::clientReaders());
    if (std::optional<Bench> earlier = m_model->earlier()) {
        std::erase_if(earlier->rows, [&shown](const BenchRow& row) { return shown.find(row.id) == nullptr; });
        findings.expected = fromQString(m_earlierFile);
        findings.differences = differencesOf(*earlier, shown);
        findings.progress = progressOf(*earlier, shown);
    }
    return reportMarkdown(benchReport(shown, findings, kNeverWrapped));
}

Bench ProxyPage::shownBench() const
{
    Bench shown = bench();
    shown.rows.clear();
    for (int row = 0; row < m_rows->rowCount(); ++row) {
        shown.rows.push_back(m_model->row(m_rows->mapToSource(m_rows->index(row, 0)).row()));
    }
    return shown;
}

void ProxyPage::askToSaveTable()
{
    QFileDialog* dialog = makeSaveDialog(
        this, tr("Save the table"),
        {{tr("Markdown report"), QStringLiteral("md")}, {tr("CSV table"), QStringLiteral("csv")}},
        QStringLiteral("probe"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        const bool isCsv = file.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive);
        const std::string text = isCsv ? benchAsCsv(shownBench()) : shownText();
        const io::Result<io::Done> written = io::writeFile(file, QByteArray::fromStdString(text));
        written ? Q_EMIT noteFound(tr("Wrote %1").arg(file)) : Q_EMIT problemFound(written.error().text());
    });
    dialog->open();
}

void ProxyPage::askToSaveBench()
{
    const QString name = m_file.isEmpty() ? QStringLiteral("probe") : QFileInfo(m_file).completeBaseName();
    QFileDialog* dialog =
        makeSaveDialog(this, tr("Save probe result"), {{tr("Probe result"), QStringLiteral("json")}}, name);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        const Bench saved = io::redacted(bench());
        const io::Result<io::Done> written = io::writeFile(
            file, [&saved](QIODevice& device) { io::writeBench(device, saved); }, io::Readers::Owner);
        if (!written) {
            Q_EMIT problemFound(written.error().text());
            return;
        }
        m_file = file;
        displayHead();
        Q_EMIT noteFound(tr("Saved %1 with secrets redacted.").arg(file));
    });
    dialog->open();
}

void ProxyPage::askToCompare()
{
    QFileDialog* dialog = makeOpenDialog(this, tr("Compare with an earlier probe result"),
                                         tr("Probe result (*.json);;All files (*)"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        auto* work = new io::FileWork(this);
        work->open({file}, [this, file, work](io::Result<io::OpenedFile> opened) {
            work->deleteLater();
            if (!opened) {
                Q_EMIT problemFound(opened.error().text());
                return;
            }
            io::OpenedFile content = std::move(opened).value();
            if (auto* earlier = std::get_if<Bench>(&content)) {
                compareWith(std::move(*earlier), file);
            } else {
                Q_EMIT problemFound(tr("%1 is not a probe result.").arg(QFileInfo(file).fileName()));
            }
        });
    });
    dialog->open();
}

} // namespace retryscope::ui
