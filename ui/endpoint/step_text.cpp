// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/endpoint/step_text.h"

#include "core/explain/units.h"
#include "core/explain/value_words.h"
#include "core/facts/error_name.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace retryscope::ui {

namespace {

/// What the endpoint does in a step, instead of a plain response or in addition to it.
struct StepFaultWords
{
    Misbehaviour value;
    std::string_view title;  ///< `connection closed`
    std::string_view detail; ///< what happens on the wire; empty: the title says it
};

constexpr std::array kStepFaults{
    StepFaultWords{Misbehaviour::None, "HTTP response", ""},
    StepFaultWords{Misbehaviour::Close, "connection closed", "FIN, no bytes"},
    StepFaultWords{Misbehaviour::Reset, "connection reset", "RST, no bytes"},
    StepFaultWords{Misbehaviour::Hang, "no response", "until the client gives up"},
    StepFaultWords{Misbehaviour::Truncate, "response truncated", ""},
    StepFaultWords{Misbehaviour::TruncateReset, "reset during the response", ""},
    StepFaultWords{Misbehaviour::Garbage, "not HTTP", ""},
    StepFaultWords{Misbehaviour::Drip, "slow body", ""},
    StepFaultWords{Misbehaviour::DripHead, "slow headers", ""},
    StepFaultWords{Misbehaviour::Refuse, "connection refused", "no listener"},
    StepFaultWords{Misbehaviour::TlsFail, "TLS failed", "handshake aborted"},
    StepFaultWords{Misbehaviour::NoHost, "host not found", ""},
    StepFaultWords{Misbehaviour::NoConnect, "connect timeout", "no response to SYN"},
    StepFaultWords{Misbehaviour::CutHead, "headers truncated", ""},
    StepFaultWords{Misbehaviour::CutHeadReset, "reset during the headers", ""},
    StepFaultWords{Misbehaviour::CloseKept, "kept-alive connection closed", ""},
};
static_assert(hasRowForEach(kStepFaults));

const StepFaultWords& wordsOf(Misbehaviour fault)
{
    return kStepFaults.at(static_cast<std::size_t>(fault));
}

/// The places where the services of the built-in scenarios put a name; only for the caption of a card.
QString nameIn(const EndpointStep& step)
{
    for (const char* place :
         {"xml:Error/Code", "xml:Response/Errors/Error/Code", "xml:ErrorResponse/Error/Code",
          "xml:Envelope/Body/Fault/faultcode", "json:__type", "json:code"}) {
        if (const std::string* text = step.parsed.find(place)) {
            return toQString(*text).section(QLatin1Char('#'), -1);
        }
    }
    for (const char* header : {"x-amzn-errortype", "x-amz-error-code"}) {
        if (const std::string* text = step.headers.find(header)) {
            return toQString(*text);
        }
    }
    return {};
}

QString bodyKind(const EndpointStep& step)
{
    if (step.body.empty()) {
        return tr("no body");
    }
    if (step.parsed.isHtml) {
        return tr("HTML page");
    }
    if (step.parsed.isXml) {
        return tr("XML");
    }
    return step.parsed.isJson ? tr("JSON") : tr("text");
}

QStringList responseDetail(const EndpointStep& step)
{
    QStringList parts{bodyKind(step)};
    const QString name = nameIn(step);
    if (!name.isEmpty()) {
        parts += name;
    } else if (step.parsed.isXml && !step.parsed.isHtml) {
        parts += toQString(step.parsed.xmlRoot);
    }
    if (step.fault != Misbehaviour::None) {
        parts += faultTitle(step.fault);
    }
    if (step.pass) {
        parts += tr("forwarded to the real server");
    }
    if (step.when) {
        parts += toQString(step.when->method + ' ' + step.when->path).trimmed();
    }
    if (step.throttle) {
        parts += tr("throttles above %1").arg(toQString(rateText(step.throttle->ratePerSecond)));
    }
    return parts;
}

} // namespace

QString faultTitle(Misbehaviour fault)
{
    return toQString(wordsOf(fault).title);
}

bool sendsResponse(Misbehaviour fault)
{
    using enum Misbehaviour;
    constexpr std::array kSend{None, Truncate, TruncateReset, Drip, DripHead, CloseKept};
    return std::ranges::find(kSend, fault) != kSend.end();
}

QString stepTitle(const EndpointStep& step)
{
    if (!sendsResponse(step.fault)) {
        return faultTitle(step.fault);
    }
    const QString status = QString::number(step.status);
    const QString reason = toQString(step.reason);
    return reason.isEmpty() ? status : status + QLatin1Char(' ') + reason;
}

QString stepDetail(const EndpointStep& step)
{
    QStringList parts;
    if (sendsResponse(step.fault)) {
        parts = responseDetail(step);
    } else if (const QString detail = toQString(wordsOf(step.fault).detail); !detail.isEmpty()) {
        parts += detail;
    }
    if (step.delay > Duration::zero()) {
        parts += tr("after %1").arg(toQString(durationText(step.delay)));
    }
    return parts.join(QStringLiteral(" · "));
}

QString stepMark(const EndpointStep& step, int position, bool isLast)
{
    return isLast            ? QStringLiteral("∞")
           : step.repeat > 1 ? tr("×%1").arg(step.repeat)
                             : QString::number(position + 1);
}

TableModel<EndpointStep>::Columns stepColumns()
{
    const auto whole = [](const EndpointStep& step) {
        return tr("%1, %2").arg(stepTitle(step), stepDetail(step));
    };
    return {{.id = "step", .title = tr("Response"), .text = stepTitle, .toolTip = whole, .spoken = whole}};
}

} // namespace retryscope::ui
