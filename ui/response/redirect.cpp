// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/redirect.h"

#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

#include <QUrl>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr qsizetype kLongestTarget = 300;    ///< shown
constexpr qsizetype kLongestLocation = 4000; ///< opened

bool isRedirect(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

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

/// Some SDKs follow some redirects: those of S3 go to another region by themselves, JavaScript v2 follows a
/// 302, Go a 307 and a 308.
QString noteFor(int status, const RequestSpec& spec)
{
    const bool isKnownService = spec.service != "generic" && spec.service != "s3" && !spec.service.empty();
    return isKnownService && (status == 301 || status == 303)
               ? tr("AWS SDKs do not follow this redirect, and neither did Retryscope.")
               : tr("Retryscope did not follow the redirect: an attempt is one request.");
}

} // namespace

std::optional<Redirect> redirectOf(const Response& response, const RequestSpec& spec)
{
    if (!isRedirect(response.status)) {
        return std::nullopt;
    }
    const std::string* found = response.headers.find("location");
    if (found == nullptr || found->empty()) {
        return std::nullopt;
    }
    const QString location = toQString(*found).trimmed();
    QString target = location.left(kLongestTarget);
    target += location.size() > kLongestTarget ? QStringLiteral("…") : QString();
    return Redirect{.target = target.simplified(),
                    .url = openable(location, spec),
                    .note = noteFor(response.status, spec)};
}

} // namespace retryscope::ui
