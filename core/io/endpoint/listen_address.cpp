// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/listen_address.h"

#include <QRegularExpression>

namespace retryscope::io {

Result<ListenAddress> listenAddressFrom(const QString& text)
{
    static const QRegularExpression form(
        QStringLiteral("\\A(\\[[0-9A-Fa-f:.]+\\]|[^:\\[\\]/\\s]+):(\\d{1,5})\\z"));
    const QRegularExpressionMatch match = form.match(text);
    const int port = match.captured(2).toInt();
    if (!match.hasMatch() || port > 65535) {
        return Error{Error::Kind::BadUsage,
                     QStringLiteral("\"%1\" is not an address to listen on; use HOST:PORT, for example "
                                    "127.0.0.1:9000 or [::1]:9000")
                         .arg(text.left(100)),
                     QString()};
    }
    QString host = match.captured(1);
    host.remove(QLatin1Char('[')).remove(QLatin1Char(']'));
    return ListenAddress{.host = host, .port = static_cast<quint16>(port)};
}

QHostAddress hostToListenOn(const ListenAddress& address)
{
    const bool isLocalhost = address.host.compare(QLatin1String("localhost"), Qt::CaseInsensitive) == 0;
    return isLocalhost ? QHostAddress(QHostAddress::LocalHost) : QHostAddress(address.host);
}

Error cannotListen(const ListenAddress& address, const QString& why)
{
    return {Error::Kind::Environment,
            QStringLiteral("cannot listen on %1 port %2: %3; choose another address or port")
                .arg(address.host)
                .arg(address.port)
                .arg(why),
            QString()};
}

QString addressText(const QHostAddress& host, quint16 port)
{
    const bool isV6 = host.protocol() == QAbstractSocket::IPv6Protocol;
    return QStringLiteral("%1:%2")
        .arg(isV6 ? QLatin1Char('[') + host.toString() + QLatin1Char(']') : host.toString())
        .arg(port);
}

} // namespace retryscope::io
