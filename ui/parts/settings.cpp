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

QString withoutSecrets(const QString& text)
{
    return toQString(io::redactedText(fromQString(text)));
}

/// Keeps a member as it is where nothing of its type is stored.
struct SettingsReader
{
    const QSettings& store;

    template <typename Value>
    void operator()(const char* name, Value& value) const
    {
        const QVariant stored = store.value(key(name));
        value = stored.canConvert<Value>() ? stored.value<Value>() : value;
    }
    void operator()(const char* name, int& value, int least, int most) const
    {
        (*this)(name, value);
        value = std::clamp(value, least, most);
    }
    void redacted(const char* name, auto& value) const { (*this)(name, value); }
    void oneLine(const char* name, QStringList& list) const
    {
        QString line = list.join(QLatin1Char(','));
        (*this)(name, line);
        list = line.split(QLatin1Char(','), Qt::SkipEmptyParts);
    }
};

struct SettingsWriter
{
    QSettings& store;

    void operator()(const char* name, const auto& value, int = 0, int = 0) const
    {
        store.setValue(key(name), value);
    }
    void redacted(const char* name, const QString& value) const { (*this)(name, withoutSecrets(value)); }
    void redacted(const char* name, QStringList list) const
    {
        std::ranges::transform(list, list.begin(), withoutSecrets);
        (*this)(name, list);
    }
    /// An empty list would be read as none at all.
    void oneLine(const char* name, const QStringList& list) const
    {
        (*this)(name, list.join(QLatin1Char(',')));
    }
};

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

/// Each kept setting once: its key and its member. Visitor: a SettingsReader or a SettingsWriter.
void Settings::visit(auto& visitor)
{
    visitor("window/geometry", geometry);
    visitor("window/zoom", zoom, -kLargestZoom, kLargestZoom);
    visitor("runs/kept", runsKept, 1, kMostRuns);
    visitor("runs/mebibytes", runsMebibytes, 1, kMostMebibytes);
    visitor.redacted("network/proxy", proxy);
    visitor("network/noProxy", noProxy);
    visitor("network/caFile", caFile);
    visitor("privacy/secretNames", secretNames);
    visitor("window/showsSetup", showsSetup);
    visitor("window/showsWhy", showsWhy);
    visitor("window/showsDetails", showsDetails);
    visitor.oneLine("window/strips", strips);
    visitor.oneLine("window/columns", columns);
    visitor.redacted("probe/box", probedBox);
    visitor("probe/origin", probedOrigin);
    visitor("probe/policies", probedFor);
    visitor("policies/favourites", favouritePolicies);
    visitor("policies/used", usedPolicies);
    visitor("record/listen", recordedAt);
    visitor.redacted("record/upstream", recordedUpstream);
    visitor("record/mode", recordedMode);
    visitor("record/rewritesHost", rewritesRecordedHost);
    visitor("record/scenario", recordedScenario);
    visitor("record/overlay", recordedOverlay);
    visitor("record/client", recordedClient);
    visitor.redacted("last/urls", urlHistory);
    visitor("last/files", recentFiles);
}

void Settings::load(const QSettings& store)
{
    SettingsReader reader{store};
    visit(reader);
    const QVariantMap positions = store.value(key("window/splitters")).toMap();
    for (auto position = positions.begin(); position != positions.end(); ++position) {
        splitters.insert(position.key(), position.value().toByteArray());
    }
    QString name = themesByName().key(theme);
    reader("window/theme", name);
    theme = themesByName().value(name);
}

void Settings::save(QSettings& store) const
{
    SettingsWriter writer{store};
    Settings(*this).visit(writer);
    QVariantMap positions;
    for (auto position = splitters.begin(); position != splitters.end(); ++position) {
        positions.insert(position.key(), position.value());
    }
    store.setValue(key("window/splitters"), positions);
    store.setValue(key("window/theme"), themesByName().key(theme));
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
