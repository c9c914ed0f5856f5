// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/wire/dialer.h"

#include <QObject>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace retryscope::io {

/// One connection to a server, from the name lookup to its end. Buffers writes until it is open and received
/// bytes until they are read; then the server has to wait.
class UpstreamLink : public QObject
{
    Q_OBJECT
public:
    struct Events
    {
        std::function<void()> opened;
        std::function<void(Fault)> failed; ///< it could not be opened; perhaps from inside open()
        std::function<void()> readable;    ///< bytes are there, or the end
        std::function<void()> written;     ///< the upstream took bytes
    };

    UpstreamLink(DialPlan plan, Events events);
    ~UpstreamLink() override;
    void open();

    void write(std::string_view bytes);
    [[nodiscard]] std::int64_t unwritten() const; ///< handed over, and not yet with the operating system
    /// Reads bytes and returns their number; 0: none available.
    [[nodiscard]] std::size_t read(char* bytes, std::size_t size);
    [[nodiscard]] std::int64_t unread() const;

    [[nodiscard]] bool isOpen() const { return m_connection != nullptr && m_ending == TcpEnding::Open; }
    /// True if it has ended and all bytes have been read.
    [[nodiscard]] bool isOver() const { return m_ending != TcpEnding::Open && unread() == 0; }
    /// How the connection ended; Open until then.
    [[nodiscard]] TcpEnding ending() const { return m_ending; }

private:
    void onDialled(Dialled dialled);
    void onEnded();

    DialPlan m_plan;
    Events m_events;
    std::unique_ptr<Dialer> m_dialer;
    std::unique_ptr<Dialer> m_spentDialer; ///< may still be on the stack
    std::unique_ptr<Connection> m_connection;
    std::string m_pending; ///< until it is open
    std::string m_rest;    ///< what the socket did not fetch before its end
    std::size_t m_restRead = 0;
    TcpEnding m_ending = TcpEnding::Open;
};

} // namespace retryscope::io
