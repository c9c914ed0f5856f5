// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

QT_BEGIN_NAMESPACE
class QSettings;
QT_END_NAMESPACE

namespace retryscope::ui {

enum class ThemeChoice { System, Light, Dark, HighContrast };

/// The window's layout and choices, kept for the next start; io::Session keeps the inputs. Never stores
/// passwords on disk.
struct Settings
{
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

    QStringList columns; ///< optional columns of the attempts table

    static constexpr int kMostRuns = 100000;
    static constexpr int kMostMebibytes = 100 * 1024;
    int runsKept = 1000;     ///< 1 to kMostRuns
    int runsMebibytes = 512; ///< of all runs together, 1 to kMostMebibytes
    QString proxy;           ///< for requests that name none
    QString noProxy;
    QString caFile;          ///< for requests that name none
    QStringList secretNames; ///< headers, parameters and members to redact, besides the built-in ones

    QString probedBox; ///< URL without user and password
    QString probedOrigin;
    QStringList probedFor; ///< ids of policies

    QString recordedAt;       ///< HOST:PORT that a recording listens on
    QString recordedUpstream; ///< URL without user and password
    int recordedMode = 0;     ///< a RecordMode
    bool rewritesRecordedHost = false;
    QString recordedScenario; ///< id or file
    QString recordedOverlay;  ///< the same; empty: none
    int recordedClient = 0;   ///< whose line is shown

    QStringList favouritePolicies; ///< ids, or files for the user's own
    QStringList usedPolicies;      ///< the same, newest first, bounded

    QStringList urlHistory;
    QStringList recentFiles;

    /// Uses the defaults for missing and unreadable values.
    void load(const QSettings& store);
    void save(QSettings& store) const;
    /// Applies the secret names to everything written from now on.
    void applySecretNames() const;

    /// Puts the URL first, without duplicates, in a list of limited length.
    void rememberUrl(const QString& url);
    void rememberFile(const QString& file);
    void rememberPolicy(const QString& key);

private:
    void visit(auto& visitor);
};

} // namespace retryscope::ui
