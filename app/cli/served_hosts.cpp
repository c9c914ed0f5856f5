// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/served_hosts.h"

#include "core/io/endpoint/host_names.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/utf8.h"

namespace retryscope::cli {

io::Result<QString> hostNameIn(const QString& value)
{
    const std::optional<QString> name = io::hostNameFrom(value);
    return name ? io::Result<QString>(*name)
                : valueError(QStringLiteral("host-name"), io::boundedLine(fromQString(value)),
                             QStringLiteral("one host name such as s3.test, without http:// or *"));
}

io::Result<QStringList> hostNamesIn(const Arguments& arguments)
{
    QStringList names;
    for (const QString& given : arguments.values(QStringLiteral("host-name"))) {
        const io::Result<QString> name = hostNameIn(given);
        if (!name) {
            return name.error();
        }
        names.append(name.value());
    }
    return names;
}

} // namespace retryscope::cli
