// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

#include <cstdint>

QT_BEGIN_NAMESPACE
class QSettings;
QT_END_NAMESPACE

namespace retryscope::ui {

enum class ThemeChoice { System, Light, Dark, HighContrast };

/// What the window remembers from one start to the next. Passwords and secret headers
/// are never in it on disk.
struct Settings
{
    /// Shown on the very first start, so that one key shows a retry.
    static constexpr const char* kFirstScenario = "s3-slowdown-then-ok";
    static constexpr const char* kFirstPolicy = "sdk-reference-standard";

    QByteArray geometry;
    QMap<QString, QByteArray> splitters; ///< by object name
    ThemeChoice theme = ThemeChoice::System;
    static constexpr int kLargestZoom = 10;
    int zoom = 0; ///< points added to the system's font size
    bool showsSetup = true;
    bool showsWhy = true;
    bool showsDetails = true;
    QStringList strips =
        QStringList({QStringLiteral("quota"), QStringLiteral("sendRate")}); ///< under the timeline

    QStringList columns; ///< of the attempts table, beside those that are always there

    QString scenario = QString::fromLatin1(kFirstScenario); ///< id or file
    QString policy = QString::fromLatin1(kFirstPolicy);     ///< id or file
    QStringList urlHistory;
    QStringList recentFiles;
    bool usesEndpoint = true; ///< false: `request.url` is a foreign endpoint
    bool isVirtual = false;
    bool keepsSeed = false;
    std::uint64_t seed = 1;
    RequestSpec request;

    /// Missing and unreadable values become the defaults.
    void load(const QSettings& store);
    void save(QSettings& store) const;

    /// Newest first, without repetition, bounded.
    void rememberUrl(const QString& url);
    void rememberFile(const QString& file);
};

} // namespace retryscope::ui
