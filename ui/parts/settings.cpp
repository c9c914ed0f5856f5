// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/settings.h"

#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QFile>
#include <QSettings>
#include <QUrl>

#include <algorithm>
#include <string>
#include <vector>

namespace retryscope::ui {

namespace {

constexpr qsizetype kRemembered = 10;

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
    runsKept = std::clamp(read<int>(store, "runs/kept", runsKept), 1, kMostRuns);
    runsMebibytes = std::clamp(read<int>(store, "runs/mebibytes", runsMebibytes), 1, kMostMebibytes);
    proxy = read<QString>(store, "network/proxy", proxy);
    noProxy = read<QString>(store, "network/noProxy", noProxy);
    caFile = read<QString>(store, "network/caFile", caFile);
    secretNames = read<QStringList>(store, "privacy/secretNames", secretNames);
    showsSetup = read<bool>(store, "window/showsSetup", showsSetup);
    showsWhy = read<bool>(store, "window/showsWhy", showsWhy);
    showsDetails = read<bool>(store, "window/showsDetails", showsDetails);
    // An empty list would be read as none at all.
    const QChar comma = QLatin1Char(',');
    strips = read<QString>(store, "window/strips", strips.join(comma)).split(comma, Qt::SkipEmptyParts);
    columns = read<QString>(store, "window/columns", columns.join(comma)).split(comma, Qt::SkipEmptyParts);
    probedBox = read<QString>(store, "probe/box", probedBox);
    probedOrigin = read<QString>(store, "probe/origin", probedOrigin);
    probedFor = read<QStringList>(store, "probe/policies", probedFor);
    favouritePolicies = read<QStringList>(store, "policies/favourites", favouritePolicies);
    usedPolicies = read<QStringList>(store, "policies/used", usedPolicies);
    recordedAt = read<QString>(store, "record/listen", recordedAt);
    recordedUpstream = read<QString>(store, "record/upstream", recordedUpstream);
    recordedMode = read<int>(store, "record/mode", recordedMode);
    rewritesRecordedHost = read<bool>(store, "record/rewritesHost", rewritesRecordedHost);
    recordedScenario = read<QString>(store, "record/scenario", recordedScenario);
    recordedOverlay = read<QString>(store, "record/overlay", recordedOverlay);
    recordedClient = read<int>(store, "record/client", recordedClient);
    urlHistory = read<QStringList>(store, "last/urls", urlHistory);
    recentFiles = read<QStringList>(store, "last/files", recentFiles);
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
    store.setValue(key("runs/kept"), runsKept);
    store.setValue(key("runs/mebibytes"), runsMebibytes);
    store.setValue(key("network/proxy"), toQString(io::redactedText(fromQString(proxy))));
    store.setValue(key("network/noProxy"), noProxy);
    store.setValue(key("network/caFile"), caFile);
    store.setValue(key("privacy/secretNames"), secretNames);
    store.setValue(key("window/showsSetup"), showsSetup);
    store.setValue(key("window/showsWhy"), showsWhy);
    store.setValue(key("window/showsDetails"), showsDetails);
    store.setValue(key("window/strips"), strips.join(QLatin1Char(',')));
    store.setValue(key("window/columns"), columns.join(QLatin1Char(',')));
    store.setValue(key("probe/box"), toQString(io::redactedText(fromQString(probedBox))));
    store.setValue(key("probe/origin"), probedOrigin);
    store.setValue(key("probe/policies"), probedFor);
    store.setValue(key("policies/favourites"), favouritePolicies);
    store.setValue(key("policies/used"), usedPolicies);
    store.setValue(key("record/listen"), recordedAt);
    store.setValue(key("record/upstream"), toQString(io::redactedText(fromQString(recordedUpstream))));
    store.setValue(key("record/mode"), recordedMode);
    store.setValue(key("record/rewritesHost"), rewritesRecordedHost);
    store.setValue(key("record/scenario"), recordedScenario);
    store.setValue(key("record/overlay"), recordedOverlay);
    store.setValue(key("record/client"), recordedClient);
    QStringList urls;
    for (const QString& url : urlHistory) {
        urls += toQString(io::redactedText(fromQString(url)));
    }
    store.setValue(key("last/urls"), urls);
    store.setValue(key("last/files"), recentFiles);
    store.sync();
    QFile::setPermissions(store.fileName(), QFileDevice::ReadOwner | QFileDevice::WriteOwner);
}

void Settings::applySecretNames() const
{
    std::vector<std::string> names;
    for (const QString& name : secretNames) {
        names.push_back(fromQString(name));
    }
    io::setOtherSecretNames(names);
}

void Settings::rememberUrl(const QString& url)
{
    putFirst(urlHistory, withoutPassword(fromQString(url)));
}

void Settings::rememberFile(const QString& file)
{
    putFirst(recentFiles, file);
}

void Settings::rememberPolicy(const QString& key)
{
    putFirst(usedPolicies, key);
}

} // namespace retryscope::ui
