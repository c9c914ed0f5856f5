// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/served_hosts.h"

#include "core/io/endpoint/host_names.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/utf8.h"

namespace retryscope::cli {

io::Result<QStringList> hostNamesIn(const Arguments& arguments)
{
    const QString option = QStringLiteral("host-name");
    QStringList names;
    for (const QString& given : arguments.values(option)) {
        const std::optional<QString> name = io::hostNameFrom(given);
        if (!name) {
            return valueError(option, io::boundedLine(fromQString(given)),
                              QStringLiteral("the name of one host, such as s3.test, without http:// and *"));
        }
        names.append(*name);
    }
    return names;
}

} // namespace retryscope::cli
