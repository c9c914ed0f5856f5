// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/http_method.h"

namespace retryscope {

bool isSafeMethod(std::string_view method)
{
    return method == "GET" || method == "HEAD" || method == "OPTIONS" || method == "TRACE";
}

bool isIdempotentMethod(std::string_view method)
{
    return isSafeMethod(method) || method == "PUT" || method == "DELETE";
}

} // namespace retryscope
