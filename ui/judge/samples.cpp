// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/samples.h"

#include "core/io/documents/default_request.h"
#include "core/io/documents/step_templates.h"
#include "core/io/text/utf8.h"
#include "core/simulate/simulate.h"

#include <QMenu>

namespace retryscope::ui {

namespace {

/// What a client makes of the step when it comes: placeholders filled, faults as faults.
AttemptFacts factsOf(const EndpointStep& step, const RequestSpec& spec)
{
    Scenario scenario;
    scenario.steps = {step};
    RunHeader header;
    header.spec = spec;
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(Policy{}, spec));
    header.isVirtual = true;
    header.startedAt = kVirtualStart;
    const RunRecord record = simulate(std::move(header), scenario);
    return record.calls().front().attempts.front().facts;
}

Sample sampleOf(const io::StepTemplate& made, const char* service, const char* operation)
{
    Sample sample{.name = made.name, .title = made.title, .given = {}};
    sample.given.spec = io::defaultRequestFor(service, operation);
    sample.given.facts = factsOf(made.step, sample.given.spec);
    return sample;
}

const char* serviceOf(const io::StepTemplate& made)
{
    if (made.group == QStringLiteral("DynamoDB")) {
        return "dynamodb";
    }
    if (made.group == QStringLiteral("SimpleDB")) {
        return "simpledb";
    }
    const bool isS3 = made.group == QStringLiteral("S3") || made.group == QStringLiteral("Proxy") ||
                      made.group == QStringLiteral("Fault");
    return isS3 ? "s3" : "generic";
}

struct Famous
{
    const char* name;
    const char* service;
    const char* operation;
};

constexpr Famous kFamous[] = {
    {"proxy-429-named-429", "s3", "ListObjectsV2"},
    {"s3-slow-down", "s3", "ListObjectsV2"},
    {"nginx-502-html", "s3", "ListObjectsV2"},
    {"empty-503", "s3", "ListObjectsV2"},
    {"s3-error-in-200", "s3", "CopyObject"},
    {"dynamodb-throughput-exceeded", "dynamodb", "GetItem"},
    {"dynamodb-throttling", "dynamodb", "CreateTable"},
    {"header-only-throttling", "generic", ""},
    {"fault-reset", "s3", "ListObjectsV2"},
    {"fault-truncate", "s3", "GetObject"},
};

std::vector<Sample> makeFamousSamples()
{
    std::vector<Sample> samples;
    for (const Famous& famous : kFamous) {
        for (const io::StepTemplate& made : io::stepTemplates()) {
            if (made.name == QLatin1String(famous.name)) {
                samples.push_back(sampleOf(made, famous.service, famous.operation));
            }
        }
    }
    return samples;
}

} // namespace

const std::vector<Sample>& famousSamples()
{
    static const std::vector<Sample> samples = makeFamousSamples();
    return samples;
}

QMenu* makeSamplesMenu(QWidget* parent, const std::function<void(const Sample&)>& chosen)
{
    auto* menu = new QMenu(parent);
    menu->setObjectName(QStringLiteral("samplesMenu"));
    for (const Sample& sample : famousSamples()) {
        QAction* action = menu->addAction(sample.title);
        action->setObjectName(sample.name);
        QObject::connect(action, &QAction::triggered, parent, [&sample, chosen] { chosen(sample); });
    }
    menu->addSeparator();
    QMenu* group = nullptr;
    for (const io::StepTemplate& made : io::stepTemplates()) {
        if (group == nullptr || group->title() != made.group) {
            group = menu->addMenu(made.group);
        }
        QObject::connect(group->addAction(made.title), &QAction::triggered, parent,
                         [&made, chosen] { chosen(sampleOf(made, serviceOf(made), "")); });
    }
    return menu;
}

} // namespace retryscope::ui
