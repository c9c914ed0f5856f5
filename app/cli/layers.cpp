// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/layers.h"

#include "app/cli/option_values.h"

namespace retryscope::cli {

namespace {

constexpr int kMostLayerAttempts = 1000; ///< as the program's own brake has it
const QString kLayer = QStringLiteral("layer");

} // namespace

RetryLayer layerFrom(const QString& text)
{
    const qsizetype equals = text.indexOf(QLatin1Char('='));
    const QStringList numbers = text.mid(equals + 1).split(QLatin1Char(','));
    bool isCount = false;
    const int attempts = numbers.first().toInt(&isCount);
    const std::optional<TimeValue> delay =
        numbers.size() == 2 ? timeFrom(numbers.last()) : std::optional(TimeValue{});
    if (equals < 1 || numbers.size() > 2 || !isCount || !delay || attempts < 1 ||
        attempts > kMostLayerAttempts) {
        throw valueError(
            kLayer, text,
            QStringLiteral(
                "NAME=ATTEMPTS or NAME=ATTEMPTS,TIME with 1 to %1 attempts (3 retries are 4 attempts) and "
                "the delay between them, for example 500ms or 1s; or sdk for the place of the policy")
                .arg(kMostLayerAttempts));
    }
    return RetryLayer{
        .name = text.left(equals).toStdString(), .attempts = attempts, .delay = delay->duration};
}

Layers layersFrom(const Arguments& arguments)
{
    const QStringList texts = arguments.values(kLayer);
    const QString policy = QLatin1String(kPlaceOfPolicy);
    if (texts.count(policy) > 1) {
        throw usageError(QStringLiteral("--layer sdk marks the place of the policy; give it only once"));
    }
    Layers layers;
    bool isWithin = false;
    for (const QString& text : texts) {
        if (text == policy) {
            isWithin = true;
            continue;
        }
        (isWithin ? layers.within : layers.outside).push_back(layerFrom(text));
    }
    return layers;
}

OuterLoop outerLoopFrom(const Arguments& arguments)
{
    const Layers layers = layersFrom(arguments);
    if (!layers.within.empty() || layers.outside.size() > 1) {
        throw usageError(QStringLiteral("\"%1\" plays only one layer, around the client, for example --layer "
                                        "application=3; for several layers use \"bounds\"")
                             .arg(arguments.command));
    }
    if (layers.outside.empty()) {
        return OuterLoop{};
    }
    const RetryLayer& layer = layers.outside.front();
    return OuterLoop{.name = layer.name, .rounds = layer.attempts, .delay = layer.delay};
}

} // namespace retryscope::cli
