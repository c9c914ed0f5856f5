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

/// One connection to an upstream, from the look-up of its name to its end. What is written before it is open
/// waits; what arrives waits until it is read, and then the upstream waits.
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
    /// The number of bytes; 0 where there are none.
    [[nodiscard]] std::size_t read(char* bytes, std::size_t size);
    [[nodiscard]] std::int64_t unread() const;

    [[nodiscard]] bool isOpen() const { return m_connection != nullptr && m_ending == TcpEnding::Open; }
    /// It has ended, and every byte was read.
    [[nodiscard]] bool isOver() const { return m_ending != TcpEnding::Open && unread() == 0; }
    /// How it ended; Open before that.
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
