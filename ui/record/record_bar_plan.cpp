// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the bar that reads what is typed and chosen.

#include "core/io/files/library.h"
#include "core/io/http/pasted_address.h"
#include "core/io/text/utf8.h"
#include "ui/parts/chooser_button.h"
#include "ui/parts/segments.h"
#include "ui/parts/settings.h"
#include "ui/record/record_bar.h"

#include <QCheckBox>
#include <QComboBox>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

std::optional<io::RecorderPlan> RecordBar::plan()
{
    for (const Field field : {Field::Listen, Field::Upstream, Field::Scenario}) {
        setProblem(field, {});
    }
    const io::Result<io::ListenAddress> address = io::listenAddressFrom(listen());
    if (!address) {
        setProblem(Field::Listen, address.error().text());
        return std::nullopt;
    }
    if (!io::isThisMachine(address.value().host)) {
        setProblem(Field::Listen, tr("The window listens on 127.0.0.1 and ::1 only. For another address, use "
                                     "retryscope-cli record --allow-remote"));
        return std::nullopt;
    }
    io::RecorderPlan plan;
    plan.listen = address.value();
    plan.forwardProxy = mode() == RecordMode::ForwardProxy;
    plan.intercept = plan.forwardProxy && m_intercept->isChecked();
    if (mode() == RecordMode::Forward) {
        if (upstream().isEmpty()) {
            setProblem(Field::Upstream,
                       tr("No server given. Enter the URL of the real server, or respond from a scenario"));
            return std::nullopt;
        }
        const io::Result<io::PastedAddress> read = io::readAddress(fromQString(upstream()));
        if (!read) {
            setProblem(Field::Upstream, read.error().text());
            return std::nullopt;
        }
        plan.upstream = read.value().url;
        plan.host = m_host->currentIndex() == 1 ? io::HostHeader::Rewrite : io::HostHeader::Keep;
    }
    const bool plays = mode() == RecordMode::Scenario;
    const QString chosen = plays ? m_scenario->currentId() : m_overlay->currentId();
    if (!chosen.isEmpty()) {
        io::Result<Scenario> scenario = m_library.scenario(chosen);
        if (!scenario) {
            setProblem(Field::Scenario, scenario.error().text());
            return std::nullopt;
        }
        (plays ? plan.scenario : plan.overlay) = std::move(scenario).value();
    }
    if (const io::Result<io::Done> checked = io::checkPlan(plan); !checked) {
        const bool isScenario =
            checked.error().kind == io::Error::Kind::BadInput || mode() != RecordMode::Forward;
        setProblem(isScenario ? Field::Scenario : Field::Upstream, checked.error().text());
        return std::nullopt;
    }
    return plan;
}

void RecordBar::takeChoices(const Settings& settings)
{
    const auto known = [this](const QString& id) {
        return !id.isEmpty() && m_library.scenario(id);
    };
    if (known(settings.recordedScenario)) {
        showChosen(*m_scenario, settings.recordedScenario);
    }
    if (known(settings.recordedOverlay)) {
        showChosen(*m_overlay, settings.recordedOverlay);
    }
    m_host->setCurrentIndex(settings.rewritesRecordedHost ? 1 : 0);
    m_mode->setCurrent(std::clamp(settings.recordedMode, 0, static_cast<int>(RecordMode::ForwardProxy)));
    displayMode();
    Q_EMIT wayChanged();
}

void RecordBar::keepChoices(Settings& settings) const
{
    settings.recordedMode = m_mode->current();
    settings.rewritesRecordedHost = m_host->currentIndex() == 1;
    settings.recordedScenario = m_scenario->currentId();
    settings.recordedOverlay = m_overlay->currentId();
}

} // namespace retryscope::ui
