// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/faults/step_text.h"

#include "core/explain/units.h"
#include "core/facts/error_name.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace retryscope::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("StepText", text);
}

/// The places where the services of the built-in scenarios put a name; only for the caption of a card.
QString nameIn(const FaultStep& step)
{
    for (const char* place :
         {"xml:Error/Code", "xml:Response/Errors/Error/Code", "xml:ErrorResponse/Error/Code",
          "xml:Envelope/Body/Fault/faultcode", "json:__type", "json:code"}) {
        if (const std::string* text = step.parsed.find(place)) {
            return shown(*text).section(QLatin1Char('#'), -1);
        }
    }
    for (const char* header : {"x-amzn-errortype", "x-amz-error-code"}) {
        if (const std::string* text = step.headers.find(header)) {
            return shown(*text);
        }
    }
    return {};
}

QString bodyKind(const FaultStep& step)
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

QStringList answerDetail(const FaultStep& step)
{
    QStringList parts{bodyKind(step)};
    const QString name = nameIn(step);
    if (!name.isEmpty()) {
        parts += name;
    } else if (step.parsed.isXml && !step.parsed.isHtml) {
        parts += shown(step.parsed.xmlRoot);
    }
    if (step.fault != StepFault::None) {
        parts += faultTitle(step.fault);
    }
    return parts;
}

QString faultDetail(StepFault fault)
{
    switch (fault) {
    case StepFault::Close:
        return tr("FIN, no byte");
    case StepFault::Reset:
        return tr("RST, no byte");
    case StepFault::Hang:
        return tr("until the client gives up");
    case StepFault::Garbage:
        return tr("bytes that are no answer");
    case StepFault::Refuse:
        return tr("nothing listens");
    case StepFault::TlsFail:
        return tr("the handshake is broken off");
    case StepFault::NoHost:
        return tr("the name is not known");
    case StepFault::NoConnect:
        return tr("nobody picks up");
    case StepFault::None:
    case StepFault::Truncate:
    case StepFault::TruncateReset:
    case StepFault::Drip:
    case StepFault::DripHead:
        break;
    }
    return {};
}

} // namespace

QString faultTitle(StepFault fault)
{
    switch (fault) {
    case StepFault::None:
        return tr("HTTP answer");
    case StepFault::Close:
        return tr("close");
    case StepFault::Reset:
        return tr("reset");
    case StepFault::Hang:
        return tr("no answer");
    case StepFault::Truncate:
        return tr("answer cut short");
    case StepFault::TruncateReset:
        return tr("answer cut by a reset");
    case StepFault::Garbage:
        return tr("not HTTP");
    case StepFault::Drip:
        return tr("slow body");
    case StepFault::DripHead:
        return tr("slow headers");
    case StepFault::Refuse:
        return tr("connection refused");
    case StepFault::TlsFail:
        return tr("TLS fails");
    case StepFault::NoHost:
        return tr("host not found");
    case StepFault::NoConnect:
        return tr("connect times out");
    }
    return {};
}

bool sendsAnswer(StepFault fault)
{
    switch (fault) {
    case StepFault::None:
    case StepFault::Truncate:
    case StepFault::TruncateReset:
    case StepFault::Drip:
    case StepFault::DripHead:
        return true;
    case StepFault::Close:
    case StepFault::Reset:
    case StepFault::Hang:
    case StepFault::Garbage:
    case StepFault::Refuse:
    case StepFault::TlsFail:
    case StepFault::NoHost:
    case StepFault::NoConnect:
        return false;
    }
    return true;
}

QString stepTitle(const FaultStep& step)
{
    if (!sendsAnswer(step.fault)) {
        return faultTitle(step.fault);
    }
    const QString status = QString::number(step.status);
    const QString reason = shown(step.reason);
    return reason.isEmpty() ? status : status + QLatin1Char(' ') + reason;
}

QString stepDetail(const FaultStep& step)
{
    QStringList parts = sendsAnswer(step.fault) ? answerDetail(step) : QStringList{faultDetail(step.fault)};
    if (step.delay > Duration::zero()) {
        parts += tr("after %1").arg(shown(durationText(step.delay)));
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace retryscope::ui
