// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/export/export_html.h"

#include "core/change/situation.h"
#include "core/explain/attempt_words.h"
#include "core/explain/call_outcome.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/report_html.h"
#include "core/explain/units.h"
#include "core/io/redact/redact.h"
#include "core/read/spans.h"
#include "core/recipes/changes_report.h"

#include <QDateTime>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <variant>
#include <vector>

namespace retryscope::io {

namespace {

constexpr std::size_t kMostText = 2000; ///< characters of one text from outside
/// Room for everything but the calls: a policy may have very many changes to offer.
constexpr std::size_t kRestOfPage = 256 * 1024;

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --text: #1a1f2e; --muted: #5b6375; --page: #ffffff; --card: #f4f6fb; --line: #d9dde7;
  --good: #176f3a; --bad: #b0241b; --warning: #8a5300; --wait: #4a6fae; --delay: #c8861e; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9f0; --muted: #a3abbd; --page: #14171f; --card: #1d212c;
  --line: #363c4b; --good: #5fcf8b; --bad: #ff8a80; --warning: #e7b25b; --wait: #7fa3e6; --delay: #d79a3b; } }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.4rem; margin: 0 0 .3rem; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; } h3 { font-size: 1rem; }
p { margin: .3rem 0; overflow-wrap: anywhere; } .item { padding-left: 1.2rem; } .detail { padding-left: 2.4rem; font-size: .9rem; }
.faint { color: var(--muted); } .good { color: var(--good); } .bad { color: var(--bad); } .warning { color: var(--warning); }
section { border: 1px solid var(--line); border-radius: 8px; padding: .2rem 1rem 1rem; margin: 1rem 0; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; } th { text-align: left; color: var(--muted); font-weight: 600; }
th, td { padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: break-word; }
th { white-space: nowrap; }
pre { background: var(--card); padding: .6rem; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .88rem; }
svg { width: 100%; height: auto; margin: .5rem 0; } svg text { font: 12px system-ui, sans-serif; fill: var(--text); }
svg .faint { fill: var(--muted); } svg .grid { stroke: var(--line); } svg .wait { fill: var(--wait); } svg .delay { fill: var(--delay); }
svg .good { fill: var(--good); } svg .bad { fill: var(--bad); } svg .warning { fill: var(--warning); }
)";

std::string shown(std::string_view text)
{
    return htmlEscaped(shownName(text, kMostText));
}

const char* classOf(const AttemptRecord& attempt)
{
    switch (attempt.decision.verdict) {
    case Verdict::Succeed:
        return "good";
    case Verdict::Retry:
        return "warning";
    case Verdict::Stop:
        break;
    }
    return "bad";
}

std::string fixed(double value)
{
    return QString::number(value, 'f', 1).toStdString();
}

/// The attempts of a call below each other on one time axis, from the begin of the call.
class TimeLine
{
public:
    TimeLine(const RunRecord& record, int call) : m_record(record), m_call(call)
    {
        const auto attempts = static_cast<int>(record.callAt(call).attempts.size());
        for (int attempt = 0; attempt < attempts; ++attempt) {
            const std::vector<Span> spans = spansOf(record, call, attempt);
            m_spans.insert(m_spans.end(), spans.begin(), spans.end());
        }
        if (!m_spans.empty()) {
            m_begin = std::ranges::min_element(m_spans, {}, &Span::begin)->begin;
            m_end = std::ranges::max_element(m_spans, {}, &Span::end)->end;
        }
    }

    [[nodiscard]] std::string svg() const
    {
        const CallRecord& call = m_record.callAt(m_call);
        const double height = kRow * static_cast<double>(call.attempts.size()) + kAxis;
        std::string text = "<svg viewBox=\"0 0 " + fixed(kWidth) + ' ' + fixed(height) +
                           "\" role=\"img\" aria-label=\"Time line of the attempts\">\n" + axis(height);
        for (std::size_t i = 0; i < call.attempts.size(); ++i) {
            text += row(static_cast<int>(i));
        }
        return text + "</svg>\n";
    }

private:
    static constexpr double kWidth = 900;
    static constexpr double kLeft = 190;
    static constexpr double kRight = 690;
    static constexpr double kRow = 24;
    static constexpr double kAxis = 22;

    [[nodiscard]] double x(Instant at) const
    {
        const auto length = static_cast<double>(std::max<std::int64_t>(1, (m_end - m_begin).count()));
        return kLeft + (kRight - kLeft) * static_cast<double>((at - m_begin).count()) / length;
    }

    [[nodiscard]] std::string axis(double height) const
    {
        const auto mark = [&](double place, const std::string& label, const char* anchor) {
            return "<line class=\"grid\" x1=\"" + fixed(place) + "\" x2=\"" + fixed(place) +
                   "\" y1=\"0\" y2=\"" + fixed(height - kAxis) + "\"/><text class=\"faint\" x=\"" +
                   fixed(place) + "\" y=\"" + fixed(height - 6) + "\" text-anchor=\"" + anchor + "\">" +
                   htmlEscaped(label) + "</text>\n";
        };
        return mark(kLeft, "0", "start") + mark(kRight, durationText(m_end - m_begin), "end");
    }

    [[nodiscard]] std::string row(int attempt) const
    {
        const AttemptContext at = contextOf(m_record, {.call = m_call, .attempt = attempt});
        const double top = kRow * attempt;
        constexpr std::size_t kMostLabel = 24; // characters: more would run into the time line
        const std::string caption = words::status(at) + ' ' + words::caption(at);
        const auto label = [](double place, double line, const std::string& text, const char* name) {
            return "<text class=\"" + std::string(name) + "\" x=\"" + fixed(place) + "\" y=\"" + fixed(line) +
                   "\">" + text + "</text>";
        };
        std::string text = label(0, top + 16, std::to_string(attempt + 1), "faint") +
                           label(22, top + 16, htmlEscaped(shownName(caption, kMostLabel)), "");
        for (const Span& span : m_spans) {
            if (span.attempt == attempt) {
                const bool isDelay = span.kind == SpanKind::RetryDelay || span.kind == SpanKind::SendDelay;
                constexpr double kLeast = 1.5;
                text += "<rect class=\"" + std::string(isDelay ? "delay" : "wait") + "\" x=\"" +
                        fixed(x(span.begin)) + "\" y=\"" + fixed(top + (isDelay ? 10 : 5)) + "\" width=\"" +
                        fixed(std::max(kLeast, x(span.end) - x(span.begin))) + "\" height=\"" +
                        (isDelay ? "5" : "15") + "\"/>";
            }
        }
        return text +
               label(kRight + 14, top + 16, htmlEscaped(words::verdictWithDelay(at)), classOf(at.attempt)) +
               "\n";
    }

    const RunRecord& m_record;
    int m_call;
    std::vector<Span> m_spans;
    Instant m_begin{};
    Instant m_end{};
};

/// Time line, attempts and reasons of one call. record: as it may be shown.
std::string sectionOf(const RunRecord& record, int call)
{
    const CallRecord& shownCall = record.callAt(call);
    std::string text = "<section>\n";
    text += "<h2>Call " + std::to_string(shownCall.call) +
            (shownCall.client > 1 || record.header().clients > 1
                 ? " of client " + std::to_string(shownCall.client)
                 : std::string()) +
            ": " + shown(summaryOf(shownCall)) + "</h2>\n" + TimeLine(record, call).svg();
    text += "<table><tr><th>#</th><th>Response</th><th>Took</th><th>Verdict</th><th>Why</th></tr>\n";
    for (int attempt = 0; attempt < static_cast<int>(shownCall.attempts.size()); ++attempt) {
        const AttemptContext at = contextOf(record, {.call = call, .attempt = attempt});
        text += "<tr><td>" + std::to_string(attempt + 1) + "</td><td>" + shown(words::response(at)) +
                "</td><td>" + shown(words::took(at)) + "</td><td class=\"" + classOf(at.attempt) + "\">" +
                shown(words::verdictWithDelay(at)) + "</td><td>" + shown(words::why(at)) + "</td></tr>\n";
    }
    return text + "</table>\n</section>\n";
}

/// Those that failed or were retried, then the others, each in order.
std::vector<int> callsByInterest(const RunRecord& record)
{
    std::vector<int> calls(record.calls().size());
    std::iota(calls.begin(), calls.end(), 0);
    std::stable_partition(calls.begin(), calls.end(), [&record](int call) {
        const CallRecord& one = record.callAt(call);
        return one.verdict != CallVerdict::Succeeded || one.attempts.size() > 1;
    });
    return calls;
}

/// The record with this call alone, without secrets.
RunRecord alone(const RunRecord& record, int call, const RunHeader& header, AttemptRedactor* redactor)
{
    RunRecord one(header);
    CallRecord copy = record.callAt(call);
    if (redactor != nullptr) {
        for (AttemptRecord& attempt : copy.attempts) {
            attempt = redactor->redacted(attempt);
        }
    }
    one.adopt(std::move(copy));
    return one;
}

/// The report with each of its texts changed.
template <typename ChangeText>
Report changed(Report report, const ChangeText& change)
{
    Report result;
    const auto changeAll = [&change](std::vector<Toned>& texts) {
        for (Toned& toned : texts) {
            toned.text = change(toned.text);
        }
    };
    for (Report::Part part : report.parts()) {
        if (auto* text = std::get_if<ReportText>(&part)) {
            changeAll(text->lead);
            text->text.text = change(text->text.text);
            result.add(std::move(*text));
        } else if (auto* table = std::get_if<ReportTable>(&part)) {
            std::ranges::for_each(table->rows, changeAll);
            result.add(std::move(*table));
        } else if (auto* lines = std::get_if<ReportLines>(&part)) {
            std::ranges::for_each(*lines, changeAll);
            result.add(std::move(*lines));
        }
    }
    return result;
}

/// What would reverse the last decision about the first call that failed; empty: nothing is known of it.
std::string changesSection(const RunRecord& record, const ClientKnowledge& knowledge,
                           const RecordJsonOptions& options)
{
    const auto failed = std::ranges::find(record.calls(), CallVerdict::Failed, &CallRecord::verdict);
    if (failed == record.calls().end() || failed->attempts.empty() || record.header().whole) {
        return {};
    }
    const Place place{.call = static_cast<int>(failed - record.calls().begin()),
                      .attempt = static_cast<int>(failed->attempts.size()) - 1};
    SituationFinder finder(record);
    const std::optional<Situation> situation = finder.at(place);
    if (!situation) {
        return {};
    }
    const AttemptRedactor redactor(record.header(), record.at(place));
    const Report report = changed(
        changesReport(
            possibleChangesOf(knowledge, *situation), [](const Change&) { return std::string(); }, true),
        [&](const std::string& text) {
            return options.includeSecrets ? text : redactor.withoutSecrets(text);
        });
    const std::string html = reportHtml(report);
    return html.empty() || html.size() > kRestOfPage
               ? std::string()
               : "<section>\n<h2>What would change it: call " + std::to_string(failed->call) + ", attempt " +
                     std::to_string(place.attempt + 1) + "</h2>\n" + html + "</section>\n";
}

std::string headOf(const RunRecord& record, const RunHeader& header)
{
    const bool isOne = record.calls().size() == 1 && !record.header().whole;
    const std::string outcome =
        capitalised(isOne ? summaryOf(record.calls().front()) : runOutcome(countsOf(record)));
    const QDateTime start = QDateTime::fromMSecsSinceEpoch(header.startedAt.count(), Qt::UTC);
    std::string origin = header.spec.method + ' ' + header.spec.url;
    origin += header.policy ? ", policy " + header.policy->policy.title : std::string();
    origin += header.isVirtual               ? std::string(", virtual time")
              : header.startedAt.count() > 0 ? ", begun at " + start.toString(Qt::ISODate).toStdString()
                                             : std::string();
    return "<h1>" + shown(outcome) + "</h1>\n<p class=\"faint\">" + shown(origin) + "</p>\n";
}

} // namespace

QByteArray recordToHtml(const RunRecord& record, const ClientKnowledge& knowledge, RecordJsonOptions options)
{
    const RunHeader header = options.includeSecrets ? record.header() : redacted(record.header());
    AttemptRedactor redactor(record.header());
    const std::string changes = changesSection(record, knowledge, options);
    std::vector<std::pair<int, std::string>> sections;
    std::size_t bytes = kRestOfPage + changes.size();
    for (const int call : callsByInterest(record)) {
        const RunRecord one = alone(record, call, header, options.includeSecrets ? nullptr : &redactor);
        std::string section = sectionOf(one, 0);
        bytes += section.size();
        if (bytes > kMostHtml) {
            break;
        }
        sections.emplace_back(call, std::move(section));
    }
    std::ranges::sort(sections, {}, &std::pair<int, std::string>::first);

    std::string page = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                       "'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
                       "<title>How a call was retried</title>\n<style>" +
                       std::string(kStyle) + "</style></head><body><main>\n" + headOf(record, header);
    const std::int64_t all = countsOf(record).calls;
    if (const auto kept = std::ssize(sections); kept < all) {
        page += "<p class=\"warning\">This page shows " + htmlEscaped(counted(kept, "call")) + " of " +
                numberText(all) + ": those that failed or were retried, then the first ones. " +
                numberText(all - kept) + " are left out.</p>\n";
    }
    for (const auto& [call, section] : sections) {
        page += section;
    }
    page += changes;
    page += "<p class=\"faint\">Made with Retryscope " RETRYSCOPE_VERSION ". " +
            std::string(options.includeSecrets ? "Secrets are included." : "Secrets are redacted.") +
            "</p>\n</main></body></html>\n";
    return QByteArray::fromStdString(page);
}

} // namespace retryscope::io
