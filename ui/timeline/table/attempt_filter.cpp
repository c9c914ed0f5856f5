// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/table/attempt_filter.h"

#include "core/explain/explain.h"
#include "core/explain/stop_text.h"
#include "core/explain/value_words.h"
#include "core/facts/error_name.h"
#include "core/io/text/utf8.h"
#include "ui/timeline/rows/attempt_texts.h"
#include "ui/timeline/table/attempts_model.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

/// The rule that decided, and what ended the call.
std::string reasonOf(const RunRecord& record, const AttemptRecord& attempt)
{
    std::string reason;
    const auto rule = static_cast<std::size_t>(attempt.decision.rule);
    if (record.header().policy && attempt.decision.rule >= 0 &&
        rule < record.header().policy->policy.rules.size()) {
        const Rule& decided = record.header().policy->policy.rules[rule];
        reason = decided.id + ' ' + ruleTitle(decided);
    }
    const std::optional<StopReason> stop = attempt.isRunning ? std::nullopt : knownStopReason(attempt);
    return stop ? reason + ' ' + std::string(wordsFor(*stop).label) : reason;
}

double millisecondsIn(const QString& unit)
{
    static const QHash<QString, double> kUnits{
        {QStringLiteral("us"), 0.001}, {QStringLiteral("µs"), 0.001},   {QStringLiteral("ms"), 1},
        {QStringLiteral("s"), 1000},   {QStringLiteral("min"), 60'000}, {QStringLiteral("h"), 3'600'000}};
    return kUnits.value(unit, 1);
}

/// Equal for attempts that the filter cannot tell apart.
std::string keyOf(const RunRecord& record, const AttemptRecord& attempt)
{
    std::string key;
    if (attempt.isRunning) {
        return key;
    }
    const AttemptFacts& facts = attempt.facts;
    key += static_cast<char>('a' + static_cast<int>(attempt.decision.verdict));
    key += static_cast<char>('a' + static_cast<int>(attempt.decision.kind));
    key += static_cast<char>(facts.fault ? 'a' + static_cast<int>(facts.fault->kind) : ' ');
    const std::optional<StopReason> stop = knownStopReason(attempt);
    key += std::to_string(stop ? static_cast<int>(*stop) : -1) + ' ' + std::to_string(attempt.decision.rule) +
           ' ';
    if (facts.response) {
        key += std::to_string(facts.response->status);
        key += ' ';
        if (record.header().policy) {
            key += nameOf(record.header().policy->reading, facts).name;
        }
    }
    return key;
}

} // namespace

AttemptFilter::AttemptFilter(AttemptsModel& attempts, QObject* parent)
    : QAbstractProxyModel(parent), m_attempts(attempts)
{
    connect(&attempts, &QAbstractItemModel::modelAboutToBeReset, this, &AttemptFilter::beginResetModel);
    connect(&attempts, &QAbstractItemModel::modelReset, this, &AttemptFilter::beginAgain);
    connect(&attempts, &QAbstractItemModel::rowsAboutToBeInserted, this,
            [this](const QModelIndex& /*parent*/, int first, int last) {
                if (!isActive()) {
                    beginInsertRows({}, first, last);
                }
            });
    connect(&attempts, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex& /*parent*/, int first, int last) { onInserted(first, last); });
    connect(
        &attempts, &QAbstractItemModel::dataChanged, this,
        [this](const QModelIndex& first, const QModelIndex& last) { onChanged(first.row(), last.row()); });
    // After the connections: it makes one that has views look at the rows before they were told of them.
    setSourceModel(&attempts);
}

/// Another record. The words stay.
void AttemptFilter::beginAgain()
{
    m_outcomes.clear();
    m_known.clear();
    m_outcomeOfRow.clear();
    apply();
    endResetModel();
}

void AttemptFilter::setWords(const QString& words)
{
    static const QRegularExpression kLimit(QStringLiteral(
        "(?<=^|\\s)(took|delay)?\\s*([<>]=?)\\s*(\\d+(?:\\.\\d+)?)\\s*(us|µs|ms|s|min|h)?(?=\\s|$)"));
    static const QRegularExpression kNumber(QStringLiteral("^#?(\\d+(?:\\.\\d+)?)$"));
    QString text = words.toLower();
    std::vector<Limit> limits;
    for (auto found = kLimit.globalMatch(text); found.hasNext();) {
        const auto one = found.next();
        limits.push_back(
            {.isOfAttempt = one.captured(1) != QLatin1String("delay"),
             .isOfDelay = one.captured(1) != QLatin1String("took"),
             .isAbove = one.captured(2).startsWith(QLatin1Char('>')),
             .includesEqual = one.captured(2).endsWith(QLatin1Char('=')),
             .value = fromMilliseconds(one.captured(3).toDouble() * millisecondsIn(one.captured(4)))});
    }
    QStringList wanted;
    QStringList numbers;
    for (const QString& word : text.remove(kLimit).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const auto number = kNumber.match(word);
        number.hasMatch() ? numbers += number.captured(1) : wanted += word;
    }
    if (wanted != m_words || numbers != m_numbers || limits != m_limits) {
        beginResetModel();
        m_words = wanted;
        m_numbers = numbers;
        m_limits = std::move(limits);
        apply();
        endResetModel();
    }
}

void AttemptFilter::setChoice(Choice choice)
{
    if (choice != m_choice) {
        beginResetModel();
        m_choice = choice;
        apply();
        endResetModel();
    }
}

void AttemptFilter::apply()
{
    m_rows.clear();
    m_matches.clear();
    if (!isActive()) {
        return;
    }
    readOutcomes();
    for (int row = 0; row < static_cast<int>(m_outcomeOfRow.size()); ++row) {
        if (matches(row)) {
            m_rows.push_back(row);
        }
    }
}

void AttemptFilter::readOutcomes()
{
    const auto count = static_cast<std::size_t>(m_attempts.rowCount());
    m_outcomeOfRow.reserve(count);
    while (m_outcomeOfRow.size() < count) {
        m_outcomeOfRow.push_back(outcomeOf(static_cast<int>(m_outcomeOfRow.size())));
    }
    for (std::size_t outcome = m_matches.size(); outcome < m_outcomes.size(); ++outcome) {
        m_matches.push_back(matches(m_outcomes[outcome]));
    }
}

std::uint32_t AttemptFilter::outcomeOf(int sourceRow)
{
    const RunRecord& record = *m_attempts.record();
    const AttemptTexts texts(record, m_attempts.placeAt(sourceRow));
    const AttemptRecord& attempt = texts.attempt();
    const auto [known, isNew] =
        m_known.try_emplace(keyOf(record, attempt), static_cast<std::uint32_t>(m_outcomes.size()));
    if (isNew) {
        const QStringList facts{texts.result(), texts.name(), texts.caption(), texts.kind(), texts.verdict()};
        const QString text = facts.join(QLatin1Char(' ')).toLower();
        m_outcomes.push_back(
            {.facts = text,
             .text = text + QLatin1Char(' ') + toQString(reasonOf(record, attempt)).toLower(),
             .isFailure = !attempt.isRunning && attempt.decision.verdict != Verdict::Succeed,
             .isRetry = !attempt.isRunning && attempt.decision.verdict == Verdict::Retry,
             .isThrottling = !attempt.isRunning && attempt.decision.kind == ErrorKind::Throttling});
    }
    return known->second;
}

bool AttemptFilter::matches(const Outcome& outcome) const
{
    switch (m_choice) {
    case Choice::All:
        break;
    case Choice::Failed:
        if (!outcome.isFailure) {
            return false;
        }
        break;
    case Choice::Retried:
        if (!outcome.isRetry) {
            return false;
        }
        break;
    case Choice::Throttled:
        if (!outcome.isThrottling) {
            return false;
        }
        break;
    }
    return std::all_of(m_words.begin(), m_words.end(),
                       [&outcome](const QString& word) { return outcome.text.contains(word); });
}

bool AttemptFilter::matches(int sourceRow) const
{
    const std::uint32_t outcome = m_outcomeOfRow[static_cast<std::size_t>(sourceRow)];
    if (!m_matches[outcome]) {
        return false;
    }
    if (m_numbers.isEmpty() && m_limits.empty()) {
        return true;
    }
    const RunRecord& record = *m_attempts.record();
    const Place place = m_attempts.placeAt(sourceRow);
    const AttemptRecord& attempt = record.at(place);
    const QString whole = AttemptTexts(record, place).number();
    const auto isNumber = [&](const QString& number) {
        return number == whole || number == QString::number(attempt.attempt) ||
               number == QString::number(record.callAt(place.call).call) ||
               m_outcomes[outcome].facts.contains(number);
    };
    return std::ranges::all_of(m_numbers, isNumber) &&
           std::ranges::all_of(m_limits, [&](const Limit& limit) { return holds(limit, attempt); });
}

/// Above: the attempt or the delay after it; below: both, as far as they are asked about.
bool AttemptFilter::holds(const Limit& limit, const AttemptRecord& attempt) const
{
    const auto isWithin = [&limit](Duration length) {
        return length == limit.value ? limit.includesEqual : (length > limit.value) == limit.isAbove;
    };
    const std::optional<Duration> delay = attempt.actualDelay;
    const OptionalDuration length = tookOf(attempt);
    const bool took = limit.isOfAttempt && length && isWithin(*length);
    const bool waited = limit.isOfDelay && delay && isWithin(*delay);
    if (limit.isAbove || limit.isOfAttempt != limit.isOfDelay) {
        return took || waited;
    }
    return took && (!delay || waited);
}

void AttemptFilter::onInserted(int first, int last)
{
    if (!isActive()) {
        endInsertRows();
        return;
    }
    for (int row = first; row <= last; ++row) {
        readOutcomes();
        setShown(row, matches(row));
    }
}

void AttemptFilter::onChanged(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        const auto index = static_cast<std::size_t>(row);
        if (index < m_outcomeOfRow.size()) {
            m_outcomeOfRow[index] = outcomeOf(row);
        }
        if (isActive()) {
            readOutcomes();
            setShown(row, matches(row));
        }
        const QModelIndex shown = mapFromSource(m_attempts.index(row, 0));
        if (shown.isValid()) {
            Q_EMIT dataChanged(shown, shown.siblingAtColumn(columnCount() - 1));
        }
    }
}

void AttemptFilter::setShown(int sourceRow, bool shown)
{
    const auto at = std::lower_bound(m_rows.begin(), m_rows.end(), sourceRow);
    const bool isShown = at != m_rows.end() && *at == sourceRow;
    const auto row = static_cast<int>(at - m_rows.begin());
    if (shown && !isShown) {
        beginInsertRows({}, row, row);
        m_rows.insert(at, sourceRow);
        endInsertRows();
    } else if (!shown && isShown) {
        beginRemoveRows({}, row, row);
        m_rows.erase(at);
        endRemoveRows();
    }
}

QModelIndex AttemptFilter::mapToSource(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return {};
    }
    const int row = isActive() ? m_rows[static_cast<std::size_t>(index.row())] : index.row();
    return m_attempts.index(row, index.column());
}

QModelIndex AttemptFilter::mapFromSource(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return {};
    }
    if (!isActive()) {
        return createIndex(index.row(), index.column());
    }
    const auto at = std::lower_bound(m_rows.begin(), m_rows.end(), index.row());
    return at != m_rows.end() && *at == index.row()
               ? createIndex(static_cast<int>(at - m_rows.begin()), index.column())
               : QModelIndex();
}

QModelIndex AttemptFilter::index(int row, int column, const QModelIndex& parent) const
{
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

QModelIndex AttemptFilter::parent(const QModelIndex& /*child*/) const
{
    return {};
}

int AttemptFilter::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid()) {
        return 0;
    }
    return isActive() ? static_cast<int>(m_rows.size()) : m_attempts.rowCount();
}

int AttemptFilter::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_attempts.columnCount();
}

QVariant AttemptFilter::headerData(int section, Qt::Orientation orientation, int role) const
{
    return m_attempts.headerData(section, orientation, role);
}

} // namespace retryscope::ui
