// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <chrono>
#include <vector>

namespace retryscope::io {

/// A client that is installed on this machine, and the policy that it has without settings.
struct InstalledClient
{
    QString package; ///< `botocore`
    QString version; ///< `1.43.67`
    QString place;   ///< the folder that holds it, `~` for the home folder; `Debian` for its packages
    QString policy;  ///< id of a preset
    QString why;     ///< `boto3 without settings, since 1.44.0`
    QStringList names;
    bool operator==(const InstalledClient&) const = default;
};

/// Where to look.
struct InstalledPlaces
{
    QStringList python;   ///< folders such as `/usr/lib/python3/dist-packages`
    QStringList node;     ///< folders `node_modules`
    QString debianStatus; ///< file of dpkg's package list; empty: none
};

/// Those of this machine: the virtual environment that is active and those in the folder, the user's and the
/// system's Python packages, `node_modules` of the folder, dpkg's list.
[[nodiscard]] InstalledPlaces installedPlacesFrom(const QString& folder);
/// The known clients in these places. Reads `METADATA`, `package.json` and dpkg's list, and runs nothing.
/// Leaves out what is damaged and what has no preset. Stops when the time is over.
[[nodiscard]] std::vector<InstalledClient> installedClients(const InstalledPlaces& places,
                                                            std::chrono::milliseconds most);

/// Looks in the background, once, from the current folder, for at most 200 ms.
void findInstalledClients();
/// What was found; empty until the search has ended, and without one.
[[nodiscard]] const std::vector<InstalledClient>& foundClients();

} // namespace retryscope::io
