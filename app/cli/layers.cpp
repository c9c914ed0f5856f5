// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/layers.h"

namespace retryscope::cli {

namespace {

constexpr int kMostLayerAttempts = 1000; ///< as the program's own brake has it
const QString kLayer = QStringLiteral("layer");

io::Result<RetryLayer> layerFrom(const QString& text)
{
    const auto refused = [&text] {
        return valueError(
            kLayer, text,
            QStringLiteral("NAME=ATTEMPTS or NAME=ATTEMPTS,MS with 1 to %1 attempts (a loop that "
                           "retries 3 times makes 4) and the delay between them, or sdk alone "
                           "for the policy's place")
                .arg(kMostLayerAttempts));
    };
    const qsizetype equals = text.indexOf(QLatin1Char('='));
    const QStringList numbers = text.mid(equals + 1).split(QLatin1Char(','));
    bool isCount = false;
    bool isDelay = true;
    const int attempts = numbers.first().toInt(&isCount);
    const double delay = numbers.size() == 2 ? numbers.last().toDouble(&isDelay) : 0;
    constexpr double kLongestDelay = 1e9;
    if (equals < 1 || numbers.size() > 2 || !isCount || !isDelay || attempts < 1 ||
        attempts > kMostLayerAttempts || !(delay >= 0 && delay <= kLongestDelay)) {
        return refused();
    }
    return RetryLayer{
        .name = text.left(equals).toStdString(), .attempts = attempts, .delay = fromMilliseconds(delay)};
}

} // namespace

io::Result<Layers> layersFrom(const Arguments& arguments)
{
    const QStringList texts = arguments.values(kLayer);
    const QString policy = QStringLiteral("sdk");
    if (texts.count(policy) > 1) {
        return usageError(QStringLiteral("--layer sdk is the place of the policy; give it once"));
    }
    Layers layers;
    bool isWithin = false;
    for (const QString& text : texts) {
        if (text == policy) {
            isWithin = true;
            continue;
        }
        io::Result<RetryLayer> layer = layerFrom(text);
        if (!layer) {
            return layer.error();
        }
        (isWithin ? layers.within : layers.outside).push_back(std::move(layer).value());
    }
    return layers;
}

io::Result<OuterLoop> outerLoopFrom(const Arguments& arguments)
{
    const io::Result<Layers> layers = layersFrom(arguments);
    if (!layers) {
        return layers.error();
    }
    if (!layers.value().within.empty() || layers.value().outside.size() > 1) {
        return usageError(
            QStringLiteral("'%1' plays one layer around the client, as in --layer application=3; "
                           "'bounds' multiplies any number of them")
                .arg(arguments.command));
    }
    if (layers.value().outside.empty()) {
        return OuterLoop{};
    }
    const RetryLayer& layer = layers.value().outside.front();
    return OuterLoop{.name = layer.name, .rounds = layer.attempts, .delay = layer.delay};
}

} // namespace retryscope::cli
