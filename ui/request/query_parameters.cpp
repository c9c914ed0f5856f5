// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/query_parameters.h"

#include "core/io/text/utf8.h"

#include <QStringList>
#include <QUrl>

#include <algorithm>

namespace retryscope::ui {

namespace {

struct AddressParts
{
    QString beforeQuery;
    QString query;    ///< without the question mark
    QString fragment; ///< with its number sign
};

AddressParts partsOfAddress(const QString& address)
{
    AddressParts parts;
    const qsizetype fragment = address.indexOf(QLatin1Char('#'));
    const QString rest = fragment < 0 ? address : address.left(fragment);
    parts.fragment = fragment < 0 ? QString() : address.mid(fragment);
    const qsizetype query = rest.indexOf(QLatin1Char('?'));
    parts.beforeQuery = query < 0 ? rest : rest.left(query);
    parts.query = query < 0 ? QString() : rest.mid(query + 1);
    return parts;
}

std::string decoded(const QString& written)
{
    QString text = written;
    text.replace(QLatin1Char('+'), QLatin1Char(' '));
    return fromQString(QUrl::fromPercentEncoding(text.toUtf8()));
}

Header parameterOf(const QString& written)
{
    const qsizetype equals = written.indexOf(QLatin1Char('='));
    return equals < 0 ? Header{decoded(written), {}}
                      : Header{decoded(written.left(equals)), decoded(written.mid(equals + 1))};
}

QString writtenOf(const Header& parameter)
{
    // Allowed in a query as they are (RFC 3986, 3.4); the separators of parameters are not among them.
    const QByteArray plain = QByteArrayLiteral("/:@!$'()*,?");
    const auto encoded = [&plain](const std::string& text) {
        return QString::fromLatin1(QUrl::toPercentEncoding(toQString(text), plain));
    };
    return encoded(parameter.name) + QLatin1Char('=') + encoded(parameter.value);
}

} // namespace

Headers parametersOf(const QString& address)
{
    Headers parameters;
    for (const QString& written : partsOfAddress(address).query.split(QLatin1Char('&'), Qt::SkipEmptyParts)) {
        parameters.entries.push_back(parameterOf(written));
    }
    return parameters;
}

QString withParameters(const QString& address, const Headers& parameters)
{
    const AddressParts parts = partsOfAddress(address);
    QStringList before = parts.query.split(QLatin1Char('&'), Qt::SkipEmptyParts);
    QStringList query;
    for (const Header& parameter : parameters.entries) {
        const auto same = std::find_if(before.cbegin(), before.cend(), [&parameter](const QString& written) {
            return parameterOf(written) == parameter;
        });
        if (same == before.cend()) {
            query += writtenOf(parameter);
        } else {
            query += *same;
            before.erase(same);
        }
    }
    const QString joined = query.join(QLatin1Char('&'));
    return parts.beforeQuery + (joined.isEmpty() ? QString() : QLatin1Char('?') + joined) + parts.fragment;
}

} // namespace retryscope::ui
