// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/strips/load_strips.h"

#include "ui/parts/term.h"

#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "ui/timeline/rows/attempt_texts.h"
#include "ui/timeline/strips/step_painter.h"

namespace retryscope::ui {

namespace {

QString nameOf(LoadStrip::Reading reading)
{
    return reading == LoadStrip::Reading::InFlight ? QStringLiteral("inFlightStrip")
                                                   : QStringLiteral("lastSecondStrip");
}

} // namespace

LoadStrip::LoadStrip(Reading reading, QWidget* parent)
    : Strip(nameOf(reading),
            reading == Reading::InFlight ? tr("Attempts in flight over time")
                                         : tr("Attempts per second over time"),
            parent)
    , m_reading(reading)
{
}

QString LoadStrip::title() const
{
    return m_reading == Reading::InFlight ? tr("In flight") : tr("Attempts per second");
}

QString LoadStrip::absence() const
{
    return policy() == nullptr ? tr("Nothing sent yet") : QString();
}

QString LoadStrip::statement() const
{
    if (!absence().isEmpty()) {
        return tr("Attempts in flight appear here.");
    }
    const double highest = curve().highest();
    return m_reading == Reading::InFlight ? tr("At most %1 in flight at once").arg(highest)
                                          : tr("At most %1 in one second").arg(highest);
}

QString LoadStrip::valueText(Instant at) const
{
    const double value = curve().valueAt(at);
    return m_reading == Reading::InFlight ? tr("%1 in flight").arg(value)
                                          : tr("%1 started in the last second").arg(value);
}

/// A strip that is switched off has none: nothing asks it for one.
const StepCurve& LoadStrip::curve() const
{
    if (!m_curves) {
        m_curves.emplace();
        if (record() != nullptr) {
            m_curves->assign(*record());
        }
    }
    m_curves->advanceTo(end());
    return m_reading == Reading::InFlight ? m_curves->inFlight() : m_curves->lastSecond();
}

void LoadStrip::takeRecord()
{
    m_curves.reset();
}

void LoadStrip::takeAttempt(Place place)
{
    if (m_curves) {
        m_curves->append(*record(), place.call, place.attempt);
    }
}

void LoadStrip::paintCurve(QPainter& painter, const StripScene& scene) const
{
    StepPainter drawing(painter, scene, curve().highest());
    const QString most = m_reading == Reading::InFlight ? tr("At most %1 at once") : tr("At most %1");
    drawing.paintWords(title(), {{.text = most.arg(curve().highest())}});
    drawing.paintGrid(m_reading == Reading::InFlight ? tr("%1 in flight") : tr("%1 per second"));
    drawing.paintCurve(curve(), scene.theme->wait, StepPainter::Look::Filled);
    drawing.paintSelected();
}

SendRateStrip::SendRateStrip(QWidget* parent)
    : Strip(QStringLiteral("sendRateStrip"), tr("Send rate over time"), parent)
{
    setTerm(this, "send-rate");
}

QString SendRateStrip::title() const
{
    return tr("Send rate");
}

QString SendRateStrip::absence() const
{
    if (policy() == nullptr) {
        return tr("Nothing sent yet");
    }
    return hasLimiter() ? QString() : tr("Not limited by this policy");
}

bool SendRateStrip::hasLimiter() const
{
    return policy() != nullptr && policy()->limiter;
}

QString SendRateStrip::statement() const
{
    if (policy() == nullptr) {
        return tr("The send rate appears here.");
    }
    if (!hasLimiter()) {
        return tr("Send rate: not limited by this policy");
    }
    return m_curve.limit.last() > 0
               ? tr("Send rate: at most %1").arg(toQString(rateText(m_curve.limit.last())))
               : tr("Send rate: no limit yet");
}

QString SendRateStrip::valueText(Instant at) const
{
    const double limit = m_curve.limit.valueAt(at);
    const QString measured = tr("%1 measured").arg(toQString(rateText(m_curve.measured.valueAt(at))));
    return limit > 0 ? tr("%1 allowed, %2").arg(toQString(rateText(limit)), measured)
                     : tr("no limit yet, %1").arg(measured);
}

void SendRateStrip::takeRecord()
{
    m_curve = {};
    m_throttled.clear();
    m_client = client();
    if (!hasLimiter()) {
        return; // no attempt of the run says anything of a rate, and there may be many
    }
    m_curve = rateCurveOf(*record(), m_client);
    for (const RateSample& sample : m_curve.samples) {
        if (sample.throttled) {
            m_throttled.push_back(sample.at);
        }
    }
}

void SendRateStrip::takeCall()
{
    if (client() != m_client) {
        takeRecord();
    }
}

void SendRateStrip::takeAttempt(Place place)
{
    if (place.call < 0 || place.attempt < 0 || !hasLimiter()) {
        return;
    }
    const CallRecord& of = record()->callAt(place.call);
    const auto sample = rateSampleOf(record()->at(place));
    const bool isNew = sample && (m_curve.samples.empty() || m_curve.samples.back().at < sample->at ||
                                  !(m_curve.samples.back() == *sample));
    if (of.client != m_client || !isNew) {
        return;
    }
    m_curve.append(*sample);
    if (sample->throttled) {
        m_throttled.push_back(sample->at);
    }
}

void SendRateStrip::paintCurve(QPainter& painter, const StripScene& scene) const
{
    StepPainter drawing(painter, scene, std::max(m_curve.limit.highest(), m_curve.measured.highest()));
    const QString owner = clientText();
    drawing.paintWords(
        owner.isEmpty() ? title() : tr("%1, %2").arg(title(), owner),
        {{.text = tr("Allowed"), .colour = scene.theme->rateLine, .look = StepPainter::Look::Dashed},
         {.text = tr("Measured"), .colour = scene.theme->text},
         {.text = tr("Throttled"), .colour = scene.theme->stop, .look = StepPainter::Look::Mark}});
    drawing.paintGrid(tr("%1 per second"));
    drawing.paintCurve(m_curve.measured, scene.theme->text, StepPainter::Look::Line);
    drawing.paintLimit(m_curve.limit, scene.theme->rateLine);
    drawing.paintMarks(m_throttled, scene.theme->stop);
    drawing.paintSelected();
}

} // namespace retryscope::ui
