// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/flips_list.h"

#include "ui/explanation/flip_row.h"
#include "ui/form.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

QString ownerTitle(ChangeOwner owner)
{
    switch (owner) {
    case ChangeOwner::Policy:
        return FlipsList::tr("client's settings");
    case ChangeOwner::Request:
        return FlipsList::tr("caller");
    case ChangeOwner::State:
        return FlipsList::tr("client, in time");
    case ChangeOwner::Response:
        return FlipsList::tr("server or proxy");
    }
    return {};
}

QString verdictTitle(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Succeed:
        return FlipsList::tr("succeeds");
    case Verdict::Retry:
        return FlipsList::tr("retries");
    case Verdict::Stop:
        return FlipsList::tr("stops");
    }
    return {};
}

QString signedVerdict(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Succeed:
        return QStringLiteral("✓ ") + verdictTitle(verdict);
    case Verdict::Retry:
        return QStringLiteral("↻ ") + verdictTitle(verdict);
    case Verdict::Stop:
        return QStringLiteral("✕ ") + verdictTitle(verdict);
    }
    return {};
}

const char* markOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Succeed:
        return "success";
    case Verdict::Retry:
        return "warning";
    case Verdict::Stop:
        return "danger";
    }
    return "";
}

FlipsList::FlipsList(QWidget* parent)
    : QWidget(parent)
    , m_reason(makeHint({}, this))
    , m_layout(new QVBoxLayout(this))
    , m_more(makeQuietButton(tr("More"), QStringLiteral("flipsMoreButton"), this))
{
    nameInput(this, QStringLiteral("flipsList"), tr("What would change it"));
    m_reason->setObjectName(QStringLiteral("flipsReason"));
    m_reason->setContentsMargins(8, 0, 0, 0);
    m_more->setAutoDefault(false);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    m_layout->addWidget(m_reason);
    m_layout->addWidget(m_more, 0, Qt::AlignLeft);
    connect(m_more, &QPushButton::clicked, this, &FlipsList::showAll);
    displayNone({});
}

void FlipsList::clear()
{
    for (FlipRow* row : m_rows) {
        m_layout->removeWidget(row);
        row->hide();
        row->deleteLater(); // one of its buttons may be what brought us here
    }
    m_rows.clear();
    m_flips.clear();
    m_tried = -1;
}

void FlipsList::displayNone(const QString& reason)
{
    clear();
    m_reason->setText(reason);
    m_reason->setVisible(!reason.isEmpty());
    m_more->hide();
}

void FlipsList::display(const std::vector<Flip>& flips)
{
    if (flips == m_flips && !flips.empty()) {
        return;
    }
    displayNone(flips.empty() ? tr("No single change turns this around.") : QString());
    m_flips = flips;
    int hidden = 0;
    for (std::size_t flip = 0; flip < m_flips.size(); ++flip) {
        addRow(flip);
        const auto isSameSort = [this, flip](const Flip& before) {
            return before.change.index() == m_flips[flip].change.index();
        };
        const auto here = m_flips.begin() + static_cast<std::ptrdiff_t>(flip);
        const bool isNearest = std::none_of(m_flips.begin(), here, isSameSort);
        m_rows[flip]->setVisible(isNearest);
        hidden += isNearest ? 0 : 1;
    }
    m_more->setText(tr("%n more", nullptr, hidden));
    m_more->setAccessibleName(m_more->text());
    m_more->setVisible(hidden > 0);
}

void FlipsList::addRow(std::size_t flip)
{
    auto* row = new FlipRow(m_flips[flip], static_cast<int>(flip), this);
    m_layout->insertWidget(m_layout->count() - 1, row);
    connect(row, &FlipRow::tried, this, [this, flip] { tryRow(flip); });
    connect(row, &FlipRow::followed, this, [this, flip] {
        const Change change = m_flips[flip].change;
        Q_EMIT followed(change);
    });
    m_rows.push_back(row);
}

void FlipsList::tryRow(std::size_t flip)
{
    for (FlipRow* row : m_rows) {
        row->showOutcome({}, {});
    }
    m_tried = static_cast<int>(flip);
    const Change change = m_flips[flip].change; // whoever listens may display other ones
    Q_EMIT tried(change);
}

void FlipsList::showOutcome(const QString& outcome, const QString& action)
{
    if (m_tried >= 0) {
        m_rows[static_cast<std::size_t>(m_tried)]->showOutcome(outcome, action);
    }
}

void FlipsList::showAll()
{
    for (FlipRow* row : m_rows) {
        row->show();
    }
    m_more->hide();
}

} // namespace retryscope::ui
