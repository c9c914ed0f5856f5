// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/wire_panel.h"

#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/long_text.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr std::size_t kBytesPerLine = 16;
/// As many as a live attempt keeps; a record may hold more.
constexpr std::size_t kMostBytes = std::size_t{64} * 1024;

bool isText(char character)
{
    const auto byte = static_cast<unsigned char>(character);
    return byte >= 0x20 ? byte != 0x7f : byte == '\r' || byte == '\n' || byte == '\t';
}

QString hexLine(std::string_view bytes, std::size_t offset)
{
    QString hex;
    QString characters;
    for (const char character : bytes) {
        const auto byte = static_cast<unsigned char>(character);
        hex += QStringLiteral("%1 ").arg(byte, 2, 16, QLatin1Char('0'));
        characters += byte >= 0x20 && byte < 0x7f ? QLatin1Char(character) : QLatin1Char('.');
    }
    const auto hexWidth = static_cast<qsizetype>(3 * kBytesPerLine);
    return QStringLiteral("%1  %2 %3")
        .arg(offset, 6, 16, QLatin1Char('0'))
        .arg(hex.leftJustified(hexWidth), characters);
}

LongText* makeBytesView(const QString& objectName, const QString& name, QWidget* parent)
{
    auto* view = new LongText(parent);
    nameInput(view, objectName, name);
    view->setReadOnly(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setProperty("bare", true);
    setLeastLines(view, 2); // leaves the timeline room on low screens
    setTextStyle(view, TextStyle::Code);
    return view;
}

QString sizeText(const QString& title, std::int64_t total, std::size_t kept)
{
    const QString size = toQString(bytesText(total));
    if (static_cast<std::int64_t>(kept) < total) {
        return WirePanel::tr("%1 · %2, the first %3 shown")
            .arg(title, size, toQString(bytesText(static_cast<std::int64_t>(kept))));
    }
    return WirePanel::tr("%1 · %2").arg(title, size);
}

/// A handshake that failed was made over a connection that stood.
QString noConnectionText(const AttemptFacts& facts)
{
    return facts.phases.tls ? WirePanel::tr("connected, but the TLS handshake failed")
                            : WirePanel::tr("no connection");
}

QString connectionText(const AttemptFacts& facts)
{
    const WireFacts& wire = *facts.wire;
    QStringList parts;
    parts +=
        wire.connection == 0 ? noConnectionText(facts) : WirePanel::tr("connection %1").arg(wire.connection);
    if (wire.connection != 0 && wire.notes.empty()) {
        parts += wire.reused ? WirePanel::tr("reused") : WirePanel::tr("new");
    }
    if (!wire.peer.empty()) {
        parts += WirePanel::tr("to %1").arg(toQString(wire.peer));
    }
    if (!wire.tlsVerified) {
        parts += WirePanel::tr("certificate not verified");
    }
    for (const std::string& note : wire.notes) {
        parts += toQString(note);
    }
    return shortened(parts.join(QStringLiteral(" · ")));
}

} // namespace

QString wireTextOf(std::string_view bytes)
{
    if (std::all_of(bytes.begin(), bytes.end(), isText)) {
        return toQString(bytes);
    }
    QStringList lines;
    for (std::size_t offset = 0; offset < bytes.size(); offset += kBytesPerLine) {
        lines += hexLine(bytes.substr(offset, kBytesPerLine), offset);
    }
    return lines.join(QLatin1Char('\n'));
}

WirePanel::WirePanel(QWidget* parent)
    : QWidget(parent)
    , m_connection(makeHint({}, this))
    , m_sentLabel(makeHeading(tr("Sent"), this))
    , m_receivedLabel(makeHeading(tr("Received"), this))
    , m_sent(makeBytesView(QStringLiteral("sentBytes"), tr("Bytes sent"), this))
    , m_received(makeBytesView(QStringLiteral("receivedBytes"), tr("Bytes received"), this))
{
    m_connection->setObjectName(QStringLiteral("connectionLabel"));
    m_sentLabel->setBuddy(m_sent);
    m_receivedLabel->setBuddy(m_received);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(12, 6, 12, 0);
    grid->addWidget(m_connection, 0, 0, 1, 2);
    grid->addWidget(m_sentLabel, 1, 0);
    grid->addWidget(m_receivedLabel, 1, 1);
    grid->addWidget(m_sent, 2, 0);
    grid->addWidget(m_received, 2, 1);
    grid->setRowStretch(2, 1);
    clear();
}

void WirePanel::clear()
{
    displayWithout(tr("The bytes of the selected attempt appear here."));
}

/// Without bytes the headings would stand over nothing.
void WirePanel::displayWithout(const QString& why)
{
    m_connection->setText(why);
    showBytes(false);
    m_sent->setText({});
    m_received->setText({});
}

/// What is shown stays so from one attempt to the next, and keeps the focus.
void WirePanel::showBytes(bool areThere)
{
    for (QWidget* part : std::initializer_list<QWidget*>{m_sentLabel, m_receivedLabel, m_sent, m_received}) {
        part->setVisible(areThere);
    }
}

void WirePanel::display(const RunRecord& record, const AttemptRecord& attempt)
{
    const WireFacts* wire = attempt.facts.wire.get();
    if (attempt.isRunning) {
        displayWithout(tr("Waiting for the response …"));
    } else if (record.header().isVirtual) {
        displayWithout(tr("Virtual time: Retryscope sent nothing; the scenario responded."));
    } else if (wire == nullptr || (wire->rawSent->empty() && wire->rawReceived.empty())) {
        displayWithout(wire == nullptr ? tr("This run contains no bytes for this attempt.")
                                       : connectionText(attempt.facts));
    } else {
        m_connection->setText(connectionText(attempt.facts));
        const std::string_view sent = std::string_view(*wire->rawSent).substr(0, kMostBytes);
        const std::string_view received = std::string_view(wire->rawReceived).substr(0, kMostBytes);
        m_sentLabel->setText(sizeText(tr("Sent"), wire->rawSentBytes, sent.size()));
        m_receivedLabel->setText(sizeText(tr("Received"), wire->rawReceivedBytes, received.size()));
        m_sent->setText(wireTextOf(sent));
        m_received->setText(wireTextOf(received));
        showBytes(true);
    }
}

} // namespace retryscope::ui
