// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/settings.h"

#include "core/io/format/redact.h"
#include "core/io/text/utf8.h"

#include <QSettings>
#include <QUrl>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr qsizetype kRemembered = 10;
constexpr std::size_t kLargestRememberedBody = 64 * 1024;

QString key(const char* name)
{
    return QString::fromLatin1(name);
}

template <typename Value>
Value read(const QSettings& store, const char* name, const Value& otherwise)
{
    const QVariant stored = store.value(key(name));
    return stored.canConvert<Value>() ? stored.value<Value>() : otherwise;
}

void putFirst(QStringList& list, const QString& text)
{
    if (text.isEmpty()) {
        return;
    }
    list.removeAll(text);
    list.prepend(text);
    list = list.mid(0, kRemembered);
}

QString withoutPassword(const std::string& address)
{
    QUrl url(toQString(address));
    if (!url.isValid() || url.password().isEmpty()) {
        return toQString(address);
    }
    url.setPassword({});
    return url.toString();
}

/// As the command line names them, too.
const QMap<QString, ThemeChoice>& themesByName()
{
    static const QMap<QString, ThemeChoice> themes{
        {QStringLiteral("system"), ThemeChoice::System},
        {QStringLiteral("light"), ThemeChoice::Light},
        {QStringLiteral("dark"), ThemeChoice::Dark},
        {QStringLiteral("high-contrast"), ThemeChoice::HighContrast}};
    return themes;
}

QStringList headerLines(const Headers& headers)
{
    QStringList lines;
    for (const Header& header : headers.entries) {
        if (!io::isSecretHeader(header.name)) {
            lines += toQString(header.name) + QStringLiteral(": ") + toQString(header.value);
        }
    }
    return lines;
}

Headers headersFrom(const QStringList& lines)
{
    Headers headers;
    for (const QString& line : lines) {
        const qsizetype colon = line.indexOf(QLatin1Char(':'));
        if (colon > 0) {
            headers.add(fromQString(line.left(colon).trimmed()), fromQString(line.mid(colon + 1).trimmed()));
        }
    }
    return headers;
}

Duration readMilliseconds(const QSettings& store, const char* name, Duration otherwise)
{
    const double milliseconds = read<double>(store, name, toMilliseconds(otherwise));
    return milliseconds > 0 ? fromMilliseconds(milliseconds) : otherwise;
}

RequestSpec readRequest(const QSettings& store)
{
    RequestSpec spec;
    const auto text = [&store](const char* name, const std::string& otherwise) {
        return fromQString(read<QString>(store, name, toQString(otherwise)));
    };
    spec.method = text("request/method", spec.method);
    spec.url = text("request/url", spec.url);
    spec.service = text("request/service", spec.service);
    spec.operation = text("request/operation", spec.operation);
    spec.protocol = text("request/protocol", spec.protocol);
    spec.body = text("request/body", spec.body);
    spec.headers = headersFrom(read<QStringList>(store, "request/headers", {}));
    spec.connectTimeout = readMilliseconds(store, "request/connectTimeoutMs", spec.connectTimeout);
    spec.readTimeout = readMilliseconds(store, "request/readTimeoutMs", spec.readTimeout);
    if (const double deadline = read<double>(store, "request/deadlineMs", 0); deadline > 0) {
        spec.deadline = fromMilliseconds(deadline);
    }
    spec.wire.proxyUrl = text("request/proxy", {});
    spec.wire.noProxy = text("request/noProxy", {});
    spec.wire.caFile = text("request/caFile", {});
    spec.wire.certificateFile = text("request/certificateFile", {});
    spec.wire.keyFile = text("request/keyFile", {});
    // Verification is not remembered when off: every start begins safely.
    return spec;
}

void writeRequest(const RequestSpec& spec, QSettings& store)
{
    const auto put = [&store](const char* name, const std::string& text) {
        store.setValue(key(name), toQString(text));
    };
    put("request/method", spec.method);
    store.setValue(key("request/url"), withoutPassword(spec.url));
    put("request/service", spec.service);
    put("request/operation", spec.operation);
    put("request/protocol", spec.protocol);
    put("request/body", spec.body.size() <= kLargestRememberedBody ? spec.body : std::string());
    store.setValue(key("request/headers"), headerLines(spec.headers));
    store.setValue(key("request/connectTimeoutMs"), toMilliseconds(spec.connectTimeout));
    store.setValue(key("request/readTimeoutMs"), toMilliseconds(spec.readTimeout));
    store.setValue(key("request/deadlineMs"), spec.deadline ? toMilliseconds(*spec.deadline) : 0.0);
    store.setValue(key("request/proxy"), withoutPassword(spec.wire.proxyUrl));
    put("request/noProxy", spec.wire.noProxy);
    put("request/caFile", spec.wire.caFile);
    put("request/certificateFile", spec.wire.certificateFile);
    put("request/keyFile", spec.wire.keyFile);
}

} // namespace

void Settings::load(const QSettings& store)
{
    geometry = read<QByteArray>(store, "window/geometry", geometry);
    const QVariantMap positions = store.value(key("window/splitters")).toMap();
    for (auto position = positions.begin(); position != positions.end(); ++position) {
        splitters.insert(position.key(), position.value().toByteArray());
    }
    theme = themesByName().value(read<QString>(store, "window/theme", themesByName().key(theme)));
    zoom = std::clamp(read<int>(store, "window/zoom", zoom), -kLargestZoom, kLargestZoom);
    showsSetup = read<bool>(store, "window/showsSetup", showsSetup);
    showsWhy = read<bool>(store, "window/showsWhy", showsWhy);
    showsDetails = read<bool>(store, "window/showsDetails", showsDetails);
    // An empty list would be read as none at all.
    const QChar comma = QLatin1Char(',');
    strips = read<QString>(store, "window/strips", strips.join(comma)).split(comma, Qt::SkipEmptyParts);
    columns = read<QString>(store, "window/columns", columns.join(comma)).split(comma, Qt::SkipEmptyParts);
    scenario = read<QString>(store, "last/scenario", scenario);
    policy = read<QString>(store, "last/policy", policy);
    urlHistory = read<QStringList>(store, "last/urls", urlHistory);
    recentFiles = read<QStringList>(store, "last/files", recentFiles);
    usesEndpoint = read<bool>(store, "last/usesEndpoint", usesEndpoint);
    isVirtual = read<bool>(store, "last/isVirtual", isVirtual);
    keepsSeed = read<bool>(store, "last/keepsSeed", keepsSeed);
    seed = read<QString>(store, "last/seed", QString::number(seed)).toULongLong();
    request = readRequest(store);
}

void Settings::save(QSettings& store) const
{
    store.setValue(key("window/geometry"), geometry);
    QVariantMap positions;
    for (auto position = splitters.begin(); position != splitters.end(); ++position) {
        positions.insert(position.key(), position.value());
    }
    store.setValue(key("window/splitters"), positions);
    store.setValue(key("window/theme"), themesByName().key(theme));
    store.setValue(key("window/zoom"), zoom);
    store.setValue(key("window/showsSetup"), showsSetup);
    store.setValue(key("window/showsWhy"), showsWhy);
    store.setValue(key("window/showsDetails"), showsDetails);
    store.setValue(key("window/strips"), strips.join(QLatin1Char(',')));
    store.setValue(key("window/columns"), columns.join(QLatin1Char(',')));
    store.setValue(key("last/scenario"), scenario);
    store.setValue(key("last/policy"), policy);
    store.setValue(key("last/urls"), urlHistory);
    store.setValue(key("last/files"), recentFiles);
    store.setValue(key("last/usesEndpoint"), usesEndpoint);
    store.setValue(key("last/isVirtual"), isVirtual);
    store.setValue(key("last/keepsSeed"), keepsSeed);
    store.setValue(key("last/seed"), QString::number(seed));
    writeRequest(request, store);
}

void Settings::rememberUrl(const QString& url)
{
    putFirst(urlHistory, withoutPassword(fromQString(url)));
}

void Settings::rememberFile(const QString& file)
{
    putFirst(recentFiles, file);
}

} // namespace retryscope::ui
