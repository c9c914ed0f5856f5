// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/outside_view.h"

#include "core/explain/recorded_text.h"
#include "core/io/recorder/recorder.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QListWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace retryscope::ui {

namespace {

constexpr qsizetype kMostOfOutside = 300; ///< characters
constexpr std::size_t kTunnelsShown = 100;
constexpr int kRowsShown = 5;

QString outsideText(const std::string& text)
{
    return shortened(io::redactedText(text), kMostOfOutside).simplified();
}

QString requestsText(std::int64_t count)
{
    return count == 1 ? OutsideView::tr("1 request outside a call")
                      : OutsideView::tr("%L1 requests outside a call").arg(count);
}

QString handshakesText(std::size_t count)
{
    return count == 1 ? OutsideView::tr("1 TLS handshake aborted by a client")
                      : OutsideView::tr("%L1 TLS handshakes aborted by clients").arg(count);
}

QString tunnelsText(int count)
{
    return count == 1 ? OutsideView::tr("1 tunnel, not decrypted")
                      : OutsideView::tr("%L1 tunnels, not decrypted").arg(count);
}

QString upgradesText(int count)
{
    return count == 1 ? OutsideView::tr("1 connection that left HTTP")
                      : OutsideView::tr("%L1 connections that left HTTP").arg(count);
}

QString lineOf(const io::TunnelCount& tunnel)
{
    const QString bytes =
        OutsideView::tr("%L1 bytes sent, %L2 received").arg(tunnel.sentBytes).arg(tunnel.receivedBytes);
    const QString connections = tunnel.tunnels == 1 ? OutsideView::tr("1 connection")
                                                    : OutsideView::tr("%L1 connections").arg(tunnel.tunnels);
    const QString host = outsideText(tunnel.authority);
    switch (tunnel.kind) {
    case io::TunnelCount::Kind::Connect:
        break;
    case io::TunnelCount::Kind::Upgrade:
        return OutsideView::tr("Other protocol after a 101 (for example WebSocket), %1: %2, %3")
            .arg(host, connections, bytes);
    case io::TunnelCount::Kind::Unread:
        return OutsideView::tr("After a response that is not HTTP, %1: %2, %3").arg(host, connections, bytes);
    }
    return OutsideView::tr("CONNECT %1: %2, %3")
        .arg(host,
             tunnel.tunnels == 1 ? OutsideView::tr("1 tunnel")
                                 : OutsideView::tr("%L1 tunnels").arg(tunnel.tunnels),
             bytes);
}

} // namespace

OutsideView::OutsideView(QWidget* parent)
    : QFrame(parent), m_count(new QToolButton(this)), m_list(new QListWidget(this))
{
    constexpr std::chrono::milliseconds kPause{200};
    setObjectName(QStringLiteral("outsideView"));
    setProperty("surface", QStringLiteral("page"));
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPause);
    nameInput(m_count, QStringLiteral("outsideCount"), tr("Traffic outside calls"));
    nameInput(m_list, QStringLiteral("outsideList"), tr("Requests and tunnels outside calls"));
    m_count->setCheckable(true);
    m_count->setAutoRaise(true);
    m_count->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_count->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_list->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 6);
    layout->setSpacing(2);
    layout->addWidget(m_count);
    layout->addWidget(m_list);
    connect(m_count, &QToolButton::toggled, this, [this] { display(); });
    connect(&m_pause, &QTimer::timeout, this, &OutsideView::display);
    display();
    setTextStyle(m_count, TextStyle::Small);
    setTextStyle(m_list, TextStyle::Small);
}

void OutsideView::setRecorder(const io::Recorder* recorder)
{
    m_recorder = recorder;
    m_pause.stop();
    display();
}

void OutsideView::setRecord(const RunRecord* record)
{
    m_record = record;
    m_pause.stop();
    display();
}

void OutsideView::note()
{
    if (!m_pause.isActive()) {
        m_pause.start();
    }
}

void OutsideView::display()
{
    const std::int64_t requests = m_recorder == nullptr ? 0 : m_recorder->outsideCount();
    int tunnels = 0;
    int upgrades = 0;
    if (m_recorder != nullptr) {
        for (const io::TunnelCount& tunnel : m_recorder->tunnels()) {
            (tunnel.kind == io::TunnelCount::Kind::Connect ? tunnels : upgrades) += tunnel.tunnels;
        }
    }
    QStringList parts;
    if (const std::size_t refused = handshakes().size(); refused > 0) {
        parts += handshakesText(refused);
    }
    if (requests > 0) {
        parts += requestsText(requests);
    }
    if (tunnels > 0) {
        parts += tunnelsText(tunnels);
    }
    if (upgrades > 0) {
        parts += upgradesText(upgrades);
    }
    if (m_record != nullptr && m_record->header().shortage != DescriptorShortage{}) {
        parts += tr("file descriptors ran out");
    }
    const QString text = parts.join(QStringLiteral(", "));
    m_count->setText(text);
    m_count->setAccessibleName(text.isEmpty() ? tr("Traffic outside calls") : text);
    m_count->setArrowType(m_count->isChecked() ? Qt::DownArrow : Qt::RightArrow);
    m_list->setVisible(m_count->isChecked());
    setVisible(!parts.isEmpty());
    if (m_count->isChecked()) {
        fillList();
    }
}

void OutsideView::fillList()
{
    const int row = m_list->currentRow();
    m_list->clear();
    const auto add = [this](const QString& line) {
        auto* item = new QListWidgetItem(line, m_list);
        item->setToolTip(plainToolTip(line));
    };
    for (const std::string& sentence : handshakeSentences(handshakes())) {
        add(outsideText(sentence));
    }
    if (!handshakes().empty()) {
        const QString file = m_recorder == nullptr ? QString() : m_recorder->authorityFile();
        add(toQString(trustAdvice(fromQString(file))));
    }
    if (m_record != nullptr && m_record->header().shortage != DescriptorShortage{}) {
        add(toQString(shortageSentence(m_record->header().shortage)));
    }
    if (m_recorder != nullptr) {
        addRequests(add);
    }
    m_list->setCurrentRow(row);
    m_list->setFixedHeight(std::min(m_list->count(), kRowsShown) * std::max(1, m_list->sizeHintForRow(0)) +
                           4);
}

void OutsideView::addRequests(const std::function<void(const QString&)>& add)
{
    const std::vector<io::TunnelCount>& tunnels = m_recorder->tunnels();
    for (std::size_t index = 0; index < std::min(tunnels.size(), kTunnelsShown); ++index) {
        add(lineOf(tunnels[index]));
    }
    const std::vector<io::OutsideRequest>& outside = m_recorder->outside();
    for (const io::OutsideRequest& request : outside) {
        add(QStringLiteral("%1: %2").arg(request.what.empty() ? tr("Connection without a request")
                                                              : outsideText(request.what),
                                         outsideText(request.why)));
    }
    const auto listed = static_cast<std::int64_t>(outside.size() + std::min(tunnels.size(), kTunnelsShown));
    const auto all = m_recorder->outsideCount() + static_cast<std::int64_t>(tunnels.size());
    if (all > listed) {
        add(tr("%L1 more").arg(all - listed));
    }
}

const std::vector<RefusedHandshake>& OutsideView::handshakes() const
{
    static const std::vector<RefusedHandshake> none;
    return m_record == nullptr ? none : m_record->header().refusedHandshakes;
}

} // namespace retryscope::ui
