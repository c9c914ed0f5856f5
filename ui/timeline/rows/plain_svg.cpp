// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows/plain_svg.h"

#include "core/explain/escape.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace retryscope::ui {

QByteArray plainSvg(const QByteArray& svg)
{
    const std::string_view text(svg.constData(), static_cast<std::size_t>(svg.size()));
    QByteArray result;
    result.reserve(svg.size());
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        result += oneLine(text.substr(begin, end - begin)).c_str();
        result += '\n';
        begin = end + 1;
    }
    // U+FFFE and U+FFFF are no characters of XML. Halves of surrogate pairs never become UTF-8.
    return result.replace("\xef\xbf\xbe", "\xef\xbf\xbd").replace("\xef\xbf\xbf", "\xef\xbf\xbd");
}

} // namespace retryscope::ui
