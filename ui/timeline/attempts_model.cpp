// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/attempts_model.h"

#include "core/explain/units.h"
#include "ui/timeline/attempt_texts.h"

#include <QAbstractProxyModel>
#include <QCoreApplication>

#include <array>
#include <optional>

namespace retryscope::ui {

namespace {

struct ColumnName
{
    const char* id;
    const char* title;
};

constexpr std::array<ColumnName, AttemptsModel::ColumnCount> kColumns{{
    {"number", QT_TRANSLATE_NOOP("AttemptsModel", "#")},
    {"start", QT_TRANSLATE_NOOP("AttemptsModel", "start")},
    {"took", QT_TRANSLATE_NOOP("AttemptsModel", "took")},
    {"result", QT_TRANSLATE_NOOP("AttemptsModel", "result")},
    {"name", QT_TRANSLATE_NOOP("AttemptsModel", "name")},
    {"kind", QT_TRANSLATE_NOOP("AttemptsModel", "kind")},
    {"verdict", QT_TRANSLATE_NOOP("AttemptsModel", "verdict")},
    {"delay", QT_TRANSLATE_NOOP("AttemptsModel", "delay")},
    {"tokens", QT_TRANSLATE_NOOP("AttemptsModel", "tokens")},
    {"sendDelay", QT_TRANSLATE_NOOP("AttemptsModel", "delay before")},
    {"window", QT_TRANSLATE_NOOP("AttemptsModel", "drawn from")},
    {"measuredDelay", QT_TRANSLATE_NOOP("AttemptsModel", "delay measured")},
    {"hint", QT_TRANSLATE_NOOP("AttemptsModel", "server asked")},
    {"connection", QT_TRANSLATE_NOOP("AttemptsModel", "connection")},
    {"lookup", QT_TRANSLATE_NOOP("AttemptsModel", "look-up")},
    {"connect", QT_TRANSLATE_NOOP("AttemptsModel", "connect")},
    {"tls", QT_TRANSLATE_NOOP("AttemptsModel", "TLS")},
    {"send", QT_TRANSLATE_NOOP("AttemptsModel", "send")},
    {"wait", QT_TRANSLATE_NOOP("AttemptsModel", "wait")},
    {"receive", QT_TRANSLATE_NOOP("AttemptsModel", "receive")},
    {"sendRate", QT_TRANSLATE_NOOP("AttemptsModel", "send rate")},
    {"inFlight", QT_TRANSLATE_NOOP("AttemptsModel", "in flight")},
    {"lastSecond", QT_TRANSLATE_NOOP("AttemptsModel", "in a second")},
}};

/// The length that a column holds; absent for the others, and where there is none.
std::optional<Duration> lengthAt(const AttemptRecord& attempt, int column)
{
    const Phases& phases = attempt.facts.phases;
    switch (column) {
    case AttemptsModel::SendDelay:
        return attempt.sendDelay > Duration::zero() ? std::optional(attempt.sendDelay) : std::nullopt;
    case AttemptsModel::MeasuredDelay:
        return attempt.actualDelay;
    case AttemptsModel::Lookup:
        return phases.lookup;
    case AttemptsModel::Connect:
        return phases.connect;
    case AttemptsModel::Tls:
        return phases.tls;
    case AttemptsModel::Send:
        return phases.send;
    case AttemptsModel::Wait:
        return phases.wait;
    case AttemptsModel::Receive:
        return phases.receive;
    default:
        return std::nullopt;
    }
}

/// Columns of lengths of time, of those that are shown on request.
bool isLength(int column)
{
    return column >= AttemptsModel::kFirstOptional && column != AttemptsModel::Window &&
           column != AttemptsModel::Hint && column != AttemptsModel::Connection &&
           column < AttemptsModel::SendRate;
}

/// What the limiter learned from the attempt.
QString sendRateText(const AttemptRecord& attempt)
{
    const std::optional<RateSample> sample = rateSampleOf(attempt);
    if (!sample) {
        return {};
    }
    const auto tr = [](const char* text) {
        return QCoreApplication::translate("AttemptsModel", text);
    };
    const QString measured = textOf(rateText(sample->measuredPerSecond));
    const QString text =
        sample->limitPerSecond > 0
            ? tr("%1 allowed, %2 measured").arg(textOf(rateText(sample->limitPerSecond)), measured)
            : tr("no limit yet, %1 measured").arg(measured);
    return sample->throttled ? tr("%1, throttled").arg(text) : text;
}

QString dashed(const QString& text)
{
    return text.isEmpty() ? QStringLiteral("—") : text;
}

} // namespace

AttemptsModel::AttemptsModel(QObject* parent) : QAbstractTableModel(parent) {}

void AttemptsModel::attach(const RunRecord* record)
{
    m_record = record;
    onReplaced();
}

void AttemptsModel::onRecorded(int call, int attempt)
{
    if (m_record != nullptr && m_load) {
        m_load->append(*m_record, call, attempt);
    }
    if (m_record == nullptr || attempt < 0) {
        return;
    }
    const int known = m_rows.rowOf({call, attempt});
    if (known >= 0) {
        Q_EMIT dataChanged(index(known, 0), index(known, ColumnCount - 1));
        return;
    }
    m_mostAttempts = std::max(m_mostAttempts, attempt + 1);
    beginInsertRows({}, m_rows.count(), m_rows.count());
    m_rows.append({call, attempt});
    endInsertRows();
}

void AttemptsModel::onReplaced()
{
    beginResetModel();
    m_mostAttempts = 1;
    m_load.reset();
    if (m_record == nullptr) {
        m_rows.clear();
    } else {
        m_rows.assign(*m_record);
        for (const CallRecord& call : m_record->calls()) {
            m_mostAttempts = std::max(m_mostAttempts, static_cast<int>(call.attempts.size()));
        }
    }
    endResetModel();
}

int AttemptsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows.count();
}

int AttemptsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant AttemptsModel::data(const QModelIndex& index, int role) const
{
    if (m_record == nullptr || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const AttemptRows::Place place = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return textAt(place, index.column());
    case Qt::ToolTipRole:
        return AttemptTexts(*m_record, place).card();
    case Qt::AccessibleTextRole:
        return index.column() == Number ? AttemptTexts(*m_record, place).summary()
                                        : textAt(place, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    case SortRole:
        return index.column() == Number ? QVariant(index.row()) : sortValueAt(place, index.column());
    case CallIndexRole:
        return place.call;
    case AttemptIndexRole:
        return place.attempt;
    default:
        return {};
    }
}

QVariant AttemptsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    }
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == ColumnIdRole) {
        return QString::fromLatin1(kColumns.at(static_cast<std::size_t>(section)).id);
    }
    if (role == WidestTextRole && section == Number && m_record != nullptr) {
        return widestNumber();
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    return QCoreApplication::translate("AttemptsModel", kColumns.at(static_cast<std::size_t>(section)).title);
}

/// Measuring a hundred thousand of them would take too long.
QString AttemptsModel::widestNumber() const
{
    const auto digits = [](int number) {
        return QString(QString::number(number).size(), QLatin1Char('8'));
    };
    const RunHeader& header = m_record->header();
    QString text = digits(m_mostAttempts);
    if (header.clients > 1 || header.callsPerClient > 1) {
        text = digits(header.callsPerClient) + QLatin1Char('.') + text;
    }
    return header.clients > 1 ? digits(header.clients) + QLatin1Char('/') + text : text;
}

/// At the start of the attempt, itself included.
double AttemptsModel::loadAt(AttemptRows::Place place, int column) const
{
    if (!m_load) {
        m_load.emplace();
        m_load->assign(*m_record);
    }
    const Instant start = AttemptTexts(*m_record, place).attempt().start;
    return column == InFlight ? m_load->inFlight().valueAt(start) : m_load->lastSecond().valueAt(start);
}

QString AttemptsModel::textAt(AttemptRows::Place place, int column) const
{
    const AttemptTexts texts(*m_record, place);
    if (isLength(column)) {
        const std::optional<Duration> length = lengthAt(texts.attempt(), column);
        return dashed(length ? textOf(*length) : QString());
    }
    switch (static_cast<Column>(column)) {
    case Number:
        return texts.number();
    case Start:
        return texts.start();
    case Took:
        return texts.took();
    case Result:
        return texts.result();
    case Name:
        return texts.name();
    case Kind:
        return texts.kind();
    case VerdictColumn:
        return texts.verdict();
    case Delay:
        return texts.delay();
    case Tokens:
        return texts.tokens();
    case Window:
        return dashed(texts.window());
    case Hint:
        return dashed(texts.hintText());
    case Connection:
        return dashed(texts.connection());
    case SendRate:
        return dashed(sendRateText(texts.attempt()));
    case InFlight:
    case LastSecond:
        return QString::number(loadAt(place, column));
    default:
        break;
    }
    return {};
}

QVariant AttemptsModel::sortValueAt(AttemptRows::Place place, int column) const
{
    const AttemptTexts texts(*m_record, place);
    const AttemptRecord& attempt = texts.attempt();
    if (isLength(column)) {
        const std::optional<Duration> length = lengthAt(attempt, column);
        return length ? toMilliseconds(*length) : -1.0;
    }
    switch (static_cast<Column>(column)) {
    case Start:
        return toMilliseconds(attempt.start.time_since_epoch());
    case Took:
        return attempt.isRunning ? QVariant() : toMilliseconds(attempt.end - attempt.start);
    case Delay:
        return texts.hasDelay() ? QVariant(toMilliseconds(attempt.decision.delay)) : QVariant(-1.0);
    case Tokens:
        return texts.quotaAfter().value_or(-1);
    case Window:
        return attempt.decision.window ? toMilliseconds(attempt.decision.window->high) : -1.0;
    case SendRate: {
        const std::optional<RateSample> sample = rateSampleOf(attempt);
        return sample ? sample->limitPerSecond : -1.0;
    }
    case InFlight:
    case LastSecond:
        return loadAt(place, column);
    default:
        break;
    }
    return textAt(place, column);
}

QModelIndex indexOfAttempt(const QAbstractItemModel* model, int call, int attempt)
{
    if (const auto* attempts = qobject_cast<const AttemptsModel*>(model)) {
        return attempts->index(attempts->rowOf(call, attempt), 0);
    }
    const auto* proxy = qobject_cast<const QAbstractProxyModel*>(model);
    const auto* attempts =
        proxy == nullptr ? nullptr : qobject_cast<const AttemptsModel*>(proxy->sourceModel());
    return attempts == nullptr ? QModelIndex()
                               : proxy->mapFromSource(attempts->index(attempts->rowOf(call, attempt), 0));
}

} // namespace retryscope::ui
