// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/rule_text.h"

#include "core/explain/condition_text.h"
#include "core/explain/explain.h"
#include "core/explain/phrases.h"
#include "core/explain/value_words.h"
#include "core/io/json/json_units.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

#include <QRegularExpression>

namespace retryscope::ui {

namespace {

QString conditionCell(const Rule& rule)
{
    return toQString(conditionText(rule.when));
}

QString conditionTip(const Rule& rule)
{
    return rule.when.nameIn.empty() ? conditionCell(rule) : namesText(rule.when.nameIn);
}

} // namespace

QString statusText(const std::vector<StatusRange>& ranges)
{
    QStringList parts;
    for (const StatusRange& range : ranges) {
        parts += io::statusRangeToText(range);
    }
    return parts.join(QStringLiteral(", "));
}

std::optional<std::vector<StatusRange>> statusRangesFrom(const QString& text)
{
    std::vector<StatusRange> ranges;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        if (part.trimmed().isEmpty()) {
            continue;
        }
        const std::optional<StatusRange> range = io::statusRangeFromText(part.trimmed());
        if (!range) {
            return std::nullopt;
        }
        ranges.push_back(*range);
    }
    return ranges;
}

QString namesText(const std::vector<std::string>& names)
{
    QStringList parts;
    for (const std::string& name : names) {
        parts += toQString(name);
    }
    return parts.join(QStringLiteral(", "));
}

std::vector<std::string> namesFrom(const QString& text)
{
    static const QRegularExpression separator(QStringLiteral("[,\\s]+"));
    std::vector<std::string> names;
    for (const QString& part : text.split(separator, Qt::SkipEmptyParts)) {
        names.push_back(fromQString(part));
    }
    return names;
}

QString kindTitle(ErrorKind kind)
{
    const KindWords& words = wordsFor(kind);
    return toQString(kind == ErrorKind::None ? std::string(words.next)
                                             : filled("%1: %2", words.word, words.next));
}

const std::vector<ErrorKind>& ruleKinds()
{
    static const std::vector<ErrorKind> kinds{
        ErrorKind::None,      ErrorKind::Permanent, ErrorKind::Transient,
        ErrorKind::Timeout,   ErrorKind::Server,    ErrorKind::Throttling,
        ErrorKind::ClockSkew, ErrorKind::NotReady,  ErrorKind::PartDone};
    return kinds;
}

EditableTable<Rule>::Columns ruleColumns()
{
    return {{.id = "title",
             .title = tr("Rule"),
             .text = [](const Rule& rule) { return toQString(ruleTitle(rule)); },
             .whenNarrow = WhenNarrow::Fold,
             .readable = 24,
             .set =
                 [](Rule& rule, const QVariant& value) {
                     rule.title = fromQString(value.toString());
                     return true;
                 },
             .edited =
                 [](const Rule& rule) {
                     return QVariant(toQString(rule.title));
                 }},
            {.id = "kind",
             .title = tr("Then"),
             .text = [](const Rule& rule) { return kindTitle(rule.kind); },
             .set =
                 [](Rule& rule, const QVariant& value) {
                     const std::optional<ErrorKind> kind = errorKindFrom(fromQString(value.toString()));
                     rule.kind = kind.value_or(rule.kind);
                     return kind.has_value();
                 },
             .edited =
                 [](const Rule& rule) {
                     return QVariant(toQString(toString(rule.kind)));
                 }},
            {.id = "when",
             .title = tr("When"),
             .text = conditionCell,
             .toolTip = conditionTip,
             .whenNarrow = WhenNarrow::Fold,
             .readable = 24},
            {.id = "source",
             .title = tr("Source"),
             .text = [](const Rule& rule) { return toQString(rule.source); },
             .whenNarrow = WhenNarrow::Fold}};
}

} // namespace retryscope::ui
