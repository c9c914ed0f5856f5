// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/served_hosts.h"

#include "core/io/endpoint/host_names.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/utf8.h"

namespace retryscope::cli {

QString hostNameIn(const QString& value)
{
    const std::optional<QString> name = io::hostNameFrom(value);
    if (!name) {
        throw valueError(QStringLiteral("host-name"), io::boundedLine(fromQString(value)),
                         QStringLiteral("one host name such as s3.test, without http:// or *"));
    }
    return *name;
}

QStringList hostNamesIn(const Arguments& arguments)
{
    QStringList names;
    for (const QString& given : arguments.values(QStringLiteral("host-name"))) {
        names.append(hostNameIn(given));
    }
    return names;
}

} // namespace retryscope::cli
