// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the Proxy room that has the rows judged by the clients that are chosen.

#include "core/explain/bench_text.h"
#include "core/explain/policy_summary.h"
#include "core/io/documents/bench_json.h"
#include "core/io/probe/probe_run.h"
#include "core/io/text/utf8.h"
#include "core/probe/bench_verdicts.h"
#include "ui/parts/settings.h"
#include "ui/proxy/bench_filter.h"
#include "ui/proxy/bench_head.h"
#include "ui/proxy/bench_model.h"
#include "ui/proxy/bench_table.h"
#include "ui/proxy/bench_words.h"
#include "ui/proxy/popovers.h"
#include "ui/proxy/proxy_bar.h"
#include "ui/proxy/proxy_page.h"

#include <QElapsedTimer>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

void ProxyPage::choosePolicies()
{
    m_policies = m_bar->policies();
    m_settings.probedFor.clear();
    for (const Policy& policy : m_policies) {
        m_settings.probedFor += toQString(policy.id);
    }
    judgeAll();
}

/// A column for each policy of the verdicts, those first that the library has.
void ProxyPage::displayClients()
{
    std::vector<BenchModel::Client> clients;
    for (const Policy& policy : m_policies) {
        clients.push_back({policy.id, policyName(policy), toQString(titleOf(policy))});
    }
    const auto isThere = [&clients](const std::string& id) {
        return std::any_of(clients.begin(), clients.end(),
                           [&id](const auto& one) { return one.policy == id; });
    };
    constexpr std::size_t kMostUnknown = 20;
    for (const BenchRow& row : bench().rows) {
        for (const BenchVerdict& verdict : row.saved) {
            const bool isShown = verdict.isSaved && clients.size() < m_policies.size() + kMostUnknown;
            if (isShown && !isThere(verdict.policy)) {
                const QString name = toQString(clientText(verdict));
                clients.push_back({verdict.policy, name, name});
            }
        }
    }
    // Two of one name are told apart by their ids.
    for (auto& client : clients) {
        const auto alike = std::count_if(clients.begin(), clients.end(),
                                         [&client](const auto& one) { return one.name == client.name; });
        if (alike > 1) {
            client.name = toQString(client.policy);
        }
    }
    m_model->setClients(std::move(clients));
}

void ProxyPage::judgeRow(BenchRow& row) const
{
    row.verdicts.clear();
    if (bench().isOriginReached) {
        judge(row, m_policies, io::startOf(bench()));
    }
}

/// Under other policies; a few rows in each turn of the event loop.
void ProxyPage::judgeAll()
{
    m_judged = 0;
    m_judging.start();
    displayClients();
}

void ProxyPage::judgeSome()
{
    constexpr qint64 kTurn = 8; // milliseconds
    QElapsedTimer timer;
    timer.start();
    while (m_judged < m_model->rowCount() && timer.elapsed() < kTurn) {
        if (m_model->isProbed(m_judged)) {
            BenchRow row = m_model->row(m_judged);
            judgeRow(row);
            m_model->setRow(std::move(row));
        }
        ++m_judged;
    }
    if (m_judged >= m_model->rowCount()) {
        m_judging.stop();
        m_model->judgeEarlier(m_policies);
        m_rows->refresh();
        displayHead();
        displayRow();
    }
}

void ProxyPage::showFilter(BenchFilter::Show rows)
{
    if (rows != BenchFilter::Alike && m_model->sought()) {
        m_model->seek({});
        displayHead();
    }
    m_rows->show(rows);
    if (const QModelIndex current = m_table->currentIndex(); current.isValid()) {
        m_table->scrollTo(current, QAbstractItemView::PositionAtCenter);
    }
}

void ProxyPage::seek(const AttemptFacts& facts)
{
    if (!facts.response && !facts.fault) {
        m_response->displayFound({});
        m_head->show(BenchFilter::All);
        return;
    }
    m_model->seek(facts);
    const bool isFound = !m_model->likenesses().empty();
    const bool isBodyMissing =
        m_model->likenesses().empty() && facts.response && facts.response->body.empty();
    m_response->displayFound(
        toQString(likenessText(facts, m_model->likenesses())) +
        (isBodyMissing ? tr(" Paste the body too: a response without its body does not match.") : QString()));
    if (!isFound) { // a table without rows would say less than the sentence
        m_model->seek({});
    }
    displayHead();
    m_head->show(isFound ? BenchFilter::Alike : BenchFilter::All);
    selectShown(m_table->currentRow());
}

void ProxyPage::askForResponse()
{
    m_response->openBeneath(m_head->menuButton());
    m_response->refresh(); // what was found was found before another probe, perhaps
}

} // namespace retryscope::ui
