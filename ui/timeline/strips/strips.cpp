// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/strips/strips.h"

#include "core/io/text/utf8.h"
#include "ui/parts/form.h"
#include "ui/timeline/strips/load_strips.h"
#include "ui/timeline/strips/quota_chart.h"

#include <QAction>
#include <QMenu>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr std::size_t kRoomyStrips = 2; ///< more of them are lower

} // namespace

Strips::Strips(QWidget* parent)
    : QWidget(parent)
    , m_menu(new QMenu(tr("Curves below the timeline"), this))
    , m_clients(new QMenu(tr("Client"), m_menu))
{
    setObjectName(QStringLiteral("strips"));
    m_menu->setObjectName(QStringLiteral("stripsMenu"));
    columnIn(this, 0);
    add(QStringLiteral("quota"), new QuotaChart);
    add(QStringLiteral("sendRate"), new SendRateStrip);
    add(QStringLiteral("inFlight"), new LoadStrip(LoadStrip::Reading::InFlight));
    add(QStringLiteral("lastSecond"), new LoadStrip(LoadStrip::Reading::LastSecond));
    m_menu->addSeparator();
    m_menu->addMenu(m_clients);
    m_clients->setObjectName(QStringLiteral("stripsClientMenu"));
    connect(m_clients, &QMenu::aboutToShow, this, &Strips::offerClients);
    setProperty("surface", QStringLiteral("page"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    choose(defaultChoice());
}

void Strips::add(const QString& name, Strip* strip)
{
    layout()->addWidget(strip);
    auto* action = m_menu->addAction(strip->title());
    action->setObjectName(name + QStringLiteral("StripAction"));
    action->setCheckable(true);
    connect(action, &QAction::toggled, this, &Strips::displayEntries);
    connect(strip, &Strip::cursorMoved, this, [this, strip] {
        setCursor(strip->cursor());
        Q_EMIT cursorMoved(strip->cursor());
    });
    connect(strip, &Strip::attemptPicked, this, &Strips::attemptPicked);
    m_entries.push_back({name, strip, action});
}

QStringList Strips::defaultChoice()
{
    return {QStringLiteral("quota"), QStringLiteral("sendRate")};
}

/// Filled as it opens: a run may have a thousand clients.
void Strips::offerClients()
{
    m_clients->clear();
    const auto add = [this](const QString& text, int client) {
        connect(m_clients->addAction(text), &QAction::triggered, this, [this, client] {
            for (const Entry& entry : m_entries) {
                entry.strip->setChosenClient(client);
            }
        });
    };
    add(tr("Client of the selected attempt"), 0);
    m_clients->addSeparator();
    const int clients = m_record == nullptr ? 0 : m_record->header().clients;
    for (int client = 1; client <= clients; ++client) {
        add(tr("Client %1").arg(client), client);
    }
}

void Strips::setRecord(const RunRecord* record)
{
    m_record = record;
    for (const Entry& entry : m_entries) {
        entry.strip->setRecord(record);
    }
    displayEntries();
}

void Strips::onRecorded(Place place)
{
    for (const Entry& entry : m_entries) {
        entry.strip->onRecorded(place);
    }
}

void Strips::onReplaced()
{
    for (const Entry& entry : m_entries) {
        entry.strip->onReplaced();
    }
    displayEntries();
}

void Strips::setScale(const TimeScale& scale)
{
    for (const Entry& entry : m_entries) {
        entry.strip->setScale(scale);
    }
}

void Strips::setNow(Instant now)
{
    for (const Entry& entry : m_entries) {
        entry.strip->setNow(now);
    }
}

void Strips::setCurrentAttempt(Place place)
{
    for (const Entry& entry : m_entries) {
        entry.strip->setCurrentAttempt(place);
    }
}

void Strips::setCursor(std::optional<Instant> cursor)
{
    for (const Entry& entry : m_entries) {
        entry.strip->setCursor(cursor);
    }
}

QStringList Strips::chosen() const
{
    QStringList names;
    for (const Entry& entry : m_entries) {
        if (entry.action->isChecked()) {
            names += entry.name;
        }
    }
    return names;
}

void Strips::choose(const QStringList& names)
{
    for (const Entry& entry : m_entries) {
        entry.action->setChecked(names.contains(entry.name));
    }
    displayEntries();
}

std::vector<const Strip*> Strips::shown() const
{
    std::vector<const Strip*> strips;
    for (const Entry& entry : m_entries) {
        if (entry.action->isChecked() && entry.strip->absence().isEmpty()) {
            strips.push_back(entry.strip);
        }
    }
    return strips;
}

Strips::Absence Strips::absence() const
{
    for (const Entry& entry : m_entries) {
        if (entry.action->isChecked() && entry.strip->namesItsAbsence() &&
            !entry.strip->absence().isEmpty()) {
            return {entry.strip->title(), entry.strip->absence()};
        }
    }
    return {};
}

void Strips::displayEntries()
{
    bool isAnyShown = false;
    for (const Entry& entry : m_entries) {
        const QString absence = entry.strip->absence();
        entry.action->setEnabled(absence.isEmpty());
        entry.action->setText(absence.isEmpty() ? entry.strip->title()
                                                : tr("%1: %2").arg(entry.strip->title(), absence));
        const bool isShown = absence.isEmpty() && entry.action->isChecked();
        entry.strip->setVisible(isShown);
        isAnyShown = isAnyShown || isShown;
    }
    const bool isCrowded = shown().size() > kRoomyStrips;
    for (const Entry& entry : m_entries) {
        entry.strip->setFewestLines(isCrowded ? 3 : 4);
    }
    m_clients->menuAction()->setVisible(m_record != nullptr && m_record->header().clients > 1);
    setVisible(isAnyShown);
    Q_EMIT displayed();
}

} // namespace retryscope::ui
