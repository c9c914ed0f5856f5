// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/verdict_report.h"

#include "app/cli/attempt_report.h"
#include "app/cli/text_table.h"
#include "core/explain/change_text.h"
#include "core/explain/explain.h"
#include "core/explain/units.h"
#include "core/io/storage/json_fields.h"
#include "core/io/storage/record_json.h"

namespace retryscope::cli {

namespace {

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

QString text(std::string_view utf8)
{
    return io::toQString(utf8);
}

QString ruleId(const JudgedUnder& verdict)
{
    const int rule = verdict.decision.rule;
    return rule < 0 ? QString()
                    : text(verdict.choice.policy->policy.rules[static_cast<std::size_t>(rule)].id);
}

QJsonValue textOrNull(const QString& value)
{
    return value.isEmpty() ? QJsonValue() : QJsonValue(value);
}

ErrorName nameUnder(const JudgedUnder& verdict, const GivenAttempt& situation)
{
    return verdict.decision.verdict == Verdict::Succeed
               ? ErrorName{}
               : nameOf(verdict.choice.policy->reading, situation.facts);
}

QString whyUnder(const JudgedUnder& verdict, const GivenAttempt& situation)
{
    return text(whySentence(*verdict.choice.policy, situation.facts, verdict.decision, situation.attempt));
}

QJsonObject rowOf(const JudgedUnder& verdict, const GivenAttempt& situation)
{
    const Decision& decision = verdict.decision;
    const ErrorName name = nameUnder(verdict, situation);
    const bool isRetried = decision.verdict == Verdict::Retry;
    const DelayWindow window = decision.window.value_or(DelayWindow{});
    return {
        {QStringLiteral("policy"), text(verdict.choice.policy->policy.id)},
        {QStringLiteral("verdict"), text(toString(decision.verdict))},
        {QStringLiteral("stopReason"),
         decision.stopReason ? QJsonValue(text(toString(*decision.stopReason))) : QJsonValue()},
        {QStringLiteral("kind"), text(toString(decision.kind))},
        {QStringLiteral("rule"), textOrNull(ruleId(verdict))},
        {QStringLiteral("errorName"),
         name.state == NameState::Absent ? QJsonValue() : QJsonValue(text(name.name))},
        {QStringLiteral("errorNameOrigin"), textOrNull(text(name.origin))},
        {QStringLiteral("delayWindowMs"),
         isRetried
             ? QJsonValue(QJsonArray{io::millisecondsToJson(window.low), io::millisecondsToJson(window.high)})
             : QJsonValue()},
        {QStringLiteral("why"), whyUnder(verdict, situation)},
    };
}

QString windowOf(const Decision& decision)
{
    if (!decision.window) {
        return {};
    }
    return decision.window->high == Duration::zero()
               ? QStringLiteral("at once")
               : text(windowText(decision.window->low, decision.window->high));
}

QString grid(const std::vector<JudgedUnder>& verdicts, const GivenAttempt& situation, const TextStyle& style)
{
    TextTable table({{QStringLiteral("policy"), WhenNarrow::Shorten},
                     {QStringLiteral("verdict")},
                     {QStringLiteral("kind"), WhenNarrow::Drop},
                     {QStringLiteral("delay")},
                     {QStringLiteral("rule"), WhenNarrow::Shorten},
                     {QStringLiteral("error name"), WhenNarrow::Drop}});
    for (const JudgedUnder& verdict : verdicts) {
        table.addRow({{text(verdict.choice.policy->policy.id), Tone::Strong},
                      {text(toString(verdict.decision.verdict)), toneOf(verdict.decision.verdict)},
                      {text(toString(verdict.decision.kind))},
                      {windowOf(verdict.decision)},
                      {ruleId(verdict)},
                      {text(nameUnder(verdict, situation).name)}});
    }
    return table.text(style);
}

struct MarkStyle
{
    const char* sign;
    Tone tone;
};

MarkStyle styleOf(SentenceMark mark)
{
    switch (mark) {
    case SentenceMark::Info:
        return {"·", Tone::Plain};
    case SentenceMark::Passed:
        return {"✓", Tone::Good};
    case SentenceMark::NotMatched:
        return {"–", Tone::Faint};
    case SentenceMark::Matched:
        return {"►", Tone::Warning};
    case SentenceMark::Blocked:
        return {"✗", Tone::Bad};
    }
    return {"·", Tone::Plain};
}

QString findings(const JudgedUnder& verdict, const GivenAttempt& situation, const TextStyle& style)
{
    constexpr int kMargin = 4;
    const QString margin(kMargin, QLatin1Char(' '));
    QString result;
    const Explanation explanation =
        explain(*verdict.choice.policy, situation.facts, verdict.decision, situation.attempt);
    for (const Sentence& sentence : explanation.sentences) {
        const MarkStyle mark = styleOf(sentence.mark);
        result += QStringLiteral("  ") + style.paint(QString::fromUtf8(mark.sign), mark.tone) +
                  QLatin1Char(' ') + wrapped(text(sentence.title), style, kMargin, kMargin) +
                  QLatin1Char('\n');
        if (!sentence.text.empty()) {
            result += margin + wrapped(text(sentence.text), style, kMargin, kMargin) + QLatin1Char('\n');
        }
        if (!sentence.source.empty()) {
            result += margin +
                      style.paint(wrapped(text(sentence.source), style, kMargin, kMargin), Tone::Faint) +
                      QLatin1Char('\n');
        }
    }
    return result;
}

QString flipsReport(const Situation& situation, const TextStyle& style)
{
    QString result;
    for (const Flip& flip : flipsOf(situation)) {
        const QString line = QStringLiteral("%1: %2 (%3)")
                                 .arg(text(toString(flip.verdictAfter)), text(changeText(flip.change)),
                                      text(toString(ownerOf(flip.change))));
        result += QStringLiteral("  ") + wrapped(line, style, 4, 2) + QLatin1Char('\n');
    }
    return result.isEmpty() ? QString() : QStringLiteral("\nWhat would reverse it\n") + result;
}

QJsonArray flipsToJson(const Situation& situation)
{
    QJsonArray result;
    for (const Flip& flip : flipsOf(situation)) {
        result.append(QJsonObject{{QStringLiteral("change"), text(changeText(flip.change))},
                                  {QStringLiteral("owner"), text(toString(ownerOf(flip.change)))},
                                  {QStringLiteral("verdictAfter"), text(toString(flip.verdictAfter))}});
    }
    return result;
}

QString wholeStory(const JudgedUnder& verdict, const GivenAttempt& situation, const TextStyle& style)
{
    const Decision& decision = verdict.decision;
    const Policy& policy = verdict.choice.policy->policy;
    QString result = style.paint(text(policy.id), Tone::Strong) + QStringLiteral(": ") +
                     wrapped(text(policy.title), style, 0, static_cast<int>(policy.id.size()) + 2) +
                     QStringLiteral("\n\n");
    result += style.paint(text(toString(decision.verdict)), toneOf(decision.verdict)) +
              QStringLiteral(" (%1)").arg(text(toString(decision.kind)));
    const QString window = windowOf(decision);
    result += window.isEmpty() ? QStringLiteral("\n") : QStringLiteral(", delay %1\n").arg(window);
    result += wrapped(whyUnder(verdict, situation), style, 0, 0) + QLatin1Char('\n');
    result += wrapped(text(sentenceFor(answererOf(situation.facts))), style, 0, 0) + QStringLiteral("\n\n");
    return result + findings(verdict, situation, style) + flipsReport(verdict.situation, style);
}

} // namespace

JudgedUnder judgeUnder(const PolicyChoice& choice, const GivenAttempt& given)
{
    Situation situation = situationUnder(*choice.policy, given);
    Decision decision = decisionIn(situation);
    return {choice, std::move(situation), std::move(decision)};
}

QJsonObject verdictDocument(const std::vector<JudgedUnder>& verdicts, const GivenAttempt& situation)
{
    QJsonArray rows;
    for (const JudgedUnder& verdict : verdicts) {
        rows.append(rowOf(verdict, situation));
    }
    QJsonObject document{{QStringLiteral("rows"), rows}};
    if (verdicts.size() == 1) {
        const JudgedUnder& verdict = verdicts.front();
        document.insert(QStringLiteral("trace"),
                        io::traceToJson(verdict.decision.trace, *verdict.choice.policy));
        document.insert(QStringLiteral("flips"), flipsToJson(verdict.situation));
    }
    return document;
}

QString verdictReport(const std::vector<JudgedUnder>& verdicts, const GivenAttempt& situation,
                      const TextStyle& style)
{
    return verdicts.size() == 1 ? wholeStory(verdicts.front(), situation, style)
                                : grid(verdicts, situation, style);
}

} // namespace retryscope::cli
