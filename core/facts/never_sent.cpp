// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/never_sent.h"

namespace retryscope {

bool isNeverSent(FaultKind kind)
{
    switch (kind) {
    case FaultKind::HostNotFound:
    case FaultKind::ConnectionRefused:
    case FaultKind::Unreachable:
    case FaultKind::ConnectTimeout:
    case FaultKind::TlsFailed:
        return true;
    case FaultKind::ConnectionReset:
    case FaultKind::ClosedBeforeResponse:
    case FaultKind::ResponseTruncated:
    case FaultKind::ResponseReset:
    case FaultKind::MalformedResponse:
    case FaultKind::ReadTimeout:
    case FaultKind::ResponseTooLarge:
    case FaultKind::Cancelled:
        break;
    }
    return false;
}

} // namespace retryscope
