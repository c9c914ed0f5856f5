// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/step_templates.h"

#include "core/io/documents/built_in_files.h"
#include "core/io/documents/message_json.h"
#include "core/io/documents/step_json.h"
#include "core/io/http/error_body.h"
#include "core/io/json/json_cursor.h"
#include "core/io/json/json_patch.h"
#include "core/io/text/utf8.h"

#include <QMap>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <utility>

namespace retryscope::io {
namespace {

constexpr auto kResponsesFormat = "retryscope.responses/1";

QString filledText(const JsonCursor& json)
{
    if (json.string().isEmpty()) {
        json.complain(QStringLiteral("a string"));
    }
    return json.string();
}

/// The body with what `fill` says for it. Names that each answer fills in anew are left alone.
QString filledBody(const QString& body, const EndpointStep& step, const JsonCursor& fill)
{
    static const QRegularExpression name(QStringLiteral("\\{([A-Za-z]+)\\}"));
    QMap<QString, QString> texts{{QStringLiteral("status"), QString::number(step.status)},
                                 {QStringLiteral("reason"), toQString(step.reason)},
                                 {QStringLiteral("date"), QStringLiteral("{date}")},
                                 {QStringLiteral("requestId"), QStringLiteral("{requestId}")}};
    for (const auto& [key, value] : fill.members()) {
        texts.insert(key, filledText(value));
        if (!body.contains(QLatin1Char('{') + key + QLatin1Char('}'))) {
            value.reject(QStringLiteral("the body has no placeholder {%1}").arg(key));
        }
    }
    QString filled;
    qsizetype end = 0;
    for (auto matches = name.globalMatch(body); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (!texts.contains(match.captured(1))) {
            fill.reject(QStringLiteral("no value for the placeholder %1 in the body").arg(match.captured()));
        }
        filled += body.mid(end, match.capturedStart() - end) + texts.value(match.captured(1));
        end = match.capturedEnd();
    }
    return filled + body.mid(end);
}

/// What a response has in common with others.
QJsonValue shapeOf(const JsonCursor& document, const JsonCursor& form)
{
    const QJsonValue common = document.at("common").value();
    if (!form.isPresent()) {
        return common;
    }
    const JsonCursor shape = document.at("forms").at(form.string());
    if (!shape.isPresent()) {
        form.complain(QStringLiteral("one of the forms of the file"));
    }
    return mergePatch(common, shape.value());
}

StepTemplate templateFromJson(const JsonCursor& json, const JsonCursor& document)
{
    const JsonCursor own = json.required("step");
    const JsonCursor step = own.withValue(mergePatch(shapeOf(document, json.at("form")), own.value()));
    rejectUnknownKeys(json, QStringLiteral("name title form fill step").split(u' '));
    StepTemplate made{.name = filledText(json.at("name")),
                      .title = filledText(json.at("title")),
                      .group = document.at("group").string(),
                      .step = {}};
    for (const char* key : {"template", "throttle"}) { // both name a template
        if (step.at(key).isPresent()) {
            step.at(key).reject(QStringLiteral("a template cannot be based on another template"));
            return made;
        }
    }
    made.step = stepFromJson(step);
    made.step.templateName = made.name.toStdString();
    if (step.at("bodyBase64").isPresent()) {
        return made; // bytes, not a text
    }
    made.step.body = filledBody(toQString(made.step.body), made.step, json.at("fill")).toStdString();
    made.step.parsed = parseBody(made.step.headers, QByteArray::fromStdString(made.step.body));
    return made;
}

std::vector<StepTemplate> builtInTemplates()
{
    std::vector<StepTemplate> all;
    for (std::vector<StepTemplate>& group : readBuiltIn(QStringLiteral("responses"), templatesFromJson)) {
        std::ranges::move(group, std::back_inserter(all));
    }
    return all;
}

} // namespace

Result<std::vector<StepTemplate>> templatesFromJson(const QByteArray& json, const QString& place)
{
    return readDocument(json, place, [](const JsonCursor& document) {
        requireFormat(document, kResponsesFormat);
        filledText(document.at("group"));
        std::vector<StepTemplate> templates;
        for (const JsonCursor& response : document.at("responses").items()) {
            templates.push_back(templateFromJson(response, document));
        }
        rejectUnknownKeys(document, QStringLiteral("format group common forms responses").split(u' '));
        return templates;
    });
}

const std::vector<StepTemplate>& stepTemplates()
{
    static const std::vector<StepTemplate> templates = builtInTemplates();
    return templates;
}

std::optional<EndpointStep> stepFromTemplate(const QString& name)
{
    const auto found = std::ranges::find(stepTemplates(), name, &StepTemplate::name);
    return found == stepTemplates().end() ? std::nullopt : std::optional(found->step);
}

} // namespace retryscope::io
