// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/bench_model.h"

#include "core/explain/bench_text.h"
#include "core/explain/report.h"
#include "core/io/documents/bench_json.h"
#include "core/io/text/utf8.h"
#include "core/probe/bench_verdicts.h"
#include "ui/parts/foreign_text.h"
#include "ui/proxy/bench_words.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace retryscope::ui {

namespace {

bool isAmong(const std::vector<std::string>& ids, const std::string& id)
{
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

BenchRow plannedRow(const EndpointStep& step)
{
    BenchRow row;
    row.id = step.id;
    row.title = step.title;
    row.behaviour =
        step.fault == Misbehaviour::None ? std::to_string(step.status) : std::string(toString(step.fault));
    row.origin.response = std::make_shared<const Response>(
        Response{.status = step.status, .headers = step.headers, .parsed = step.parsed});
    return row;
}

} // namespace

BenchModel::BenchModel(QObject* parent) : QAbstractTableModel(parent) {}

void BenchModel::plan(const Scenario& behaviours)
{
    beginResetModel();
    m_bench = {};
    m_bench.behaviours = behaviours.id;
    for (const EndpointStep& step : behaviours.steps) {
        m_bench.rows.push_back(plannedRow(step));
    }
    m_isProbed.assign(m_bench.rows.size(), false);
    m_earlier.reset();
    m_sought.reset();
    refreshMarks();
    endResetModel();
}

void BenchModel::setBench(Bench bench)
{
    beginResetModel();
    m_bench = std::move(bench);
    m_isProbed.assign(m_bench.rows.size(), true);
    m_sought.reset();
    refreshMarks();
    endResetModel();
}

void BenchModel::setRow(BenchRow row)
{
    const auto found = std::find_if(m_bench.rows.begin(), m_bench.rows.end(),
                                    [&row](const BenchRow& one) { return one.id == row.id; });
    if (found == m_bench.rows.end()) {
        return;
    }
    *found = std::move(row);
    const auto at = found - m_bench.rows.begin();
    m_isProbed[static_cast<std::size_t>(at)] = true;
    Q_EMIT dataChanged(index(static_cast<int>(at), 0), index(static_cast<int>(at), columnCount() - 1));
}

void BenchModel::setHead(const Bench& bench)
{
    std::vector<BenchRow> rows = std::move(m_bench.rows);
    m_bench = bench;
    m_bench.rows = std::move(rows);
}

int BenchModel::probedRows() const
{
    return static_cast<int>(std::count(m_isProbed.begin(), m_isProbed.end(), true));
}

void BenchModel::setClients(std::vector<Client> clients)
{
    if (clients == m_clients) {
        return;
    }
    beginResetModel();
    m_clients = std::move(clients);
    endResetModel();
}

int BenchModel::clientAt(int column) const
{
    const int client = column - FirstPolicy;
    return client >= 0 && client < static_cast<int>(m_clients.size()) ? client : -1;
}

const BenchVerdict* BenchModel::verdictAt(int row, int column) const
{
    const int client = clientAt(column);
    if (client < 0 || row < 0 || row >= rowCount() || !isProbed(row)) {
        return nullptr;
    }
    const std::vector<BenchVerdict>& verdicts = this->row(row).verdicts;
    const std::string& policy = m_clients[static_cast<std::size_t>(client)].policy;
    const auto found = std::find_if(verdicts.begin(), verdicts.end(), [&policy](const BenchVerdict& verdict) {
        return verdict.policy == policy;
    });
    return found == verdicts.end() ? nullptr : &*found;
}

void BenchModel::compareWith(std::optional<Bench> earlier)
{
    beginResetModel();
    m_earlier = std::move(earlier);
    refreshMarks();
    endResetModel();
}

void BenchModel::judgeEarlier(const std::vector<Policy>& policies)
{
    if (m_earlier) {
        judge(*m_earlier, policies, io::startOf(*m_earlier));
    }
    refreshMarks();
}

void BenchModel::refreshMarks()
{
    m_progress = {};
    m_different.clear();
    m_likenesses = m_sought ? behavioursLike(m_bench, *m_sought) : std::vector<Likeness>();
    std::erase_if(m_likenesses, [this](const Likeness& one) { return !m_isProbed[one.row]; });
    if (!m_earlier) {
        return;
    }
    m_progress = progressOf(*m_earlier, m_bench);
    for (const RowDifference& difference : differencesOf(*m_earlier, m_bench)) {
        if (!difference.isGone) {
            m_different.insert(difference.id);
        }
    }
}

void BenchModel::seek(std::optional<AttemptFacts> facts)
{
    m_sought = std::move(facts);
    refreshMarks();
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, Behaviour), index(rowCount() - 1, Behaviour));
    }
}

bool BenchModel::isLikeSought(int row) const
{
    return std::any_of(m_likenesses.begin(), m_likenesses.end(),
                       [row](const Likeness& one) { return static_cast<int>(one.row) == row; });
}

BenchModel::Mark BenchModel::shownMark(int row) const
{
    if (!m_sought) {
        return markOf(row);
    }
    const bool isExact = std::any_of(m_likenesses.begin(), m_likenesses.end(), [row](const Likeness& one) {
        return static_cast<int>(one.row) == row && one.isExact;
    });
    return isExact ? SameBody : Unmarked;
}

BenchModel::Mark BenchModel::markOf(int row) const
{
    const std::string& id = this->row(row).id;
    if (isAmong(m_progress.mended, id)) {
        return Mended;
    }
    if (isAmong(m_progress.fresh, id)) {
        return New;
    }
    return m_different.contains(id) ? Differs : Unmarked;
}

int BenchModel::markedRows() const
{
    int marked = 0;
    for (int row = 0; row < rowCount(); ++row) {
        marked += markOf(row) == Unmarked ? 0 : 1;
    }
    return marked;
}

int BenchModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_bench.rows.size());
}

int BenchModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : FirstPolicy + static_cast<int>(m_clients.size());
}

QString BenchModel::text(int row, int column) const
{
    const BenchRow& given = this->row(row);
    if (column == Behaviour) {
        return behaviourTitle(given);
    }
    if (!isProbed(row)) {
        return {};
    }
    switch (column) {
    case Status:
        return statusWord(given);
    case Name:
        return errorNameWord(given);
    case Body:
        return bodyWord(given);
    case HeaderFields:
        return headersWord(given);
    case Arrivals:
        return toQString(arrivalsCell(given));
    default:
        break;
    }
    const BenchVerdict* verdict = verdictAt(row, column);
    return verdict != nullptr ? toQString(verdictCell(*verdict)) : QString();
}

bool BenchModel::isStrong(int row, int column) const
{
    const BenchRow& given = this->row(row);
    switch (column) {
    case Behaviour:
        return true;
    case Status:
        return !given.origin.response || !given.client.response ||
               given.origin.response->status != given.client.response->status;
    case Name:
        return plainErrorNameOf(given.origin) != plainErrorNameOf(given.client);
    case Body:
        return given.bodyIs != BodyFate::Same || given.isReencoded;
    case HeaderFields:
        return hasLostHeaders(given);
    case Arrivals:
        return given.isResent();
    default:
        return false;
    }
}

QString BenchModel::toolTip(int row, int column) const
{
    const BenchRow& given = this->row(row);
    if (!isProbed(row)) {
        return toQString(given.title);
    }
    if (const BenchVerdict* verdict = verdictAt(row, column)) {
        const auto& client = m_clients[static_cast<std::size_t>(clientAt(column))];
        return client.title + QLatin1Char('\n') + verdictSentences(*verdict);
    }
    if (column == Arrivals) {
        return QStringLiteral("%1 %2")
            .arg(toQString(arrivalSentence(given)), toQString(endSentence(given)))
            .trimmed();
    }
    return column == HeaderFields ? text(row, column) : toQString(rowSentence(given));
}

QVariant BenchModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const int row = index.row();
    const BenchVerdict* verdict = verdictAt(row, index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::ToolTipRole:
        return plainToolTip(toolTip(row, index.column()));
    case DetailRole:
        return index.column() == Behaviour ? behaviourDetail(this->row(row)) : QString();
    case IsStrongRole:
        return isProbed(row) && isStrong(row, index.column());
    case MarkRole:
        return index.column() == Behaviour ? shownMark(row) : Unmarked;
    case DirectRole:
        return verdict != nullptr ? QVariant(static_cast<int>(verdict->direct.verdict)) : QVariant();
    case ThroughRole:
        return verdict != nullptr ? QVariant(static_cast<int>(verdict->through.verdict)) : QVariant();
    case DelayRole:
        return verdict != nullptr ? QVariant(static_cast<int>(verdict->delay())) : QVariant();
    default:
        return {};
    }
}

QVariant BenchModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == CellRole::WhenNarrow) { // the header fields are in the details, too
        return static_cast<int>(section == HeaderFields                    ? WhenNarrow::DropFirst
                                : section == Status || section == Arrivals ? WhenNarrow::Keep
                                                                           : WhenNarrow::Shorten);
    }
    if (role == CellRole::Readable) { // a client's column has room for its signs
        return section == Behaviour ? 24 : section >= FirstPolicy ? 8 : 12;
    }
    if (const int client = clientAt(section); client >= 0) {
        const Client& of = m_clients[static_cast<std::size_t>(client)];
        return role == Qt::DisplayRole   ? QVariant(of.name)
               : role == Qt::ToolTipRole ? QVariant(plainToolTip(of.title))
                                         : QVariant();
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Behaviour:
        return tr("Origin response");
    case Status:
        return tr("Status");
    case Name:
        return tr("Error name");
    case Body:
        return tr("Body");
    case HeaderFields:
        return tr("Headers");
    case Arrivals:
        return tr("Origin saw");
    default:
        return {};
    }
}

} // namespace retryscope::ui
