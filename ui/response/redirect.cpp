// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/redirect.h"

#include "core/facts/redirect.h"
#include "core/io/text/utf8.h"

#include <QUrl>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr qsizetype kLongestTarget = 300;    ///< shown
constexpr qsizetype kLongestLocation = 4000; ///< opened

/// Control characters end nothing here, but no address has them.
bool hasControls(const QString& text)
{
    return std::any_of(text.begin(), text.end(),
                       [](QChar one) { return one.unicode() < 0x20 || one.unicode() == 0x7f; });
}

QString openable(const QString& location, const RequestSpec& spec)
{
    if (location.size() > kLongestLocation || hasControls(location)) {
        return {};
    }
    QUrl url(location, QUrl::StrictMode);
    if (url.isRelative()) {
        url = QUrl(toQString(spec.url)).resolved(url);
    }
    const bool isWeb = url.scheme() == QStringLiteral("http") || url.scheme() == QStringLiteral("https");
    if (!url.isValid() || !isWeb || url.host().isEmpty()) {
        return {};
    }
    url.setUserInfo({});
    url.setFragment({});
    return url.toString(QUrl::FullyEncoded);
}

} // namespace

std::optional<Redirect> redirectOf(const AttemptFacts& facts, const RequestSpec& spec)
{
    const std::optional<std::string> found = redirectLocationOf(facts);
    if (!found) {
        return std::nullopt;
    }
    const QString location = toQString(*found).trimmed();
    QString target = location.left(kLongestTarget);
    target += location.size() > kLongestTarget ? QStringLiteral("…") : QString();
    return Redirect{.target = target.simplified(), .url = openable(location, spec)};
}

} // namespace retryscope::ui
