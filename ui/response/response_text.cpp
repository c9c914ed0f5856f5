// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/response_text.h"

#include "core/explain/units.h"
#include "ui/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr std::size_t kShownBody = 256 * 1024;

QString tr(const char* text)
{
    return QCoreApplication::translate("ResponseText", text);
}

/// Bytes that are no text, line breaks and tabs aside.
bool isBinary(const std::string& body)
{
    return std::any_of(body.begin(), body.end(), [](char character) {
        const auto byte = static_cast<unsigned char>(character);
        return byte == 0 || (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != 0x1b);
    });
}

PrettyBody bodyOf(const Reply& reply)
{
    if (isBinary(reply.body)) {
        return {tr("(%1 that are not text; see Wire)").arg(shown(bytesText(reply.bodyBytes))), {}, {}};
    }
    if (reply.body.size() > kShownBody) {
        const QString start = shown(std::string_view(reply.body).substr(0, kShownBody));
        return {start + QLatin1Char('\n') + tr("… %1 in all").arg(shown(bytesText(reply.bodyBytes))), {}, {}};
    }
    return prettyBodyOf(shown(reply.body));
}

/// Gathers the text and the places of what stands in it.
class Writer
{
public:
    void put(const QString& path, const QString& text)
    {
        m_places.push_back({path, m_text.size(), text.size()});
        m_text += text;
    }
    void put(const QString& text) { m_text += text; }
    void put(const PrettyBody& body)
    {
        for (TextPlace place : body.places) {
            place.begin += m_text.size();
            m_places.push_back(place);
        }
        m_text += body.text;
    }
    [[nodiscard]] const QString& text() const { return m_text; }
    [[nodiscard]] std::optional<TextPlace> find(const QString& path) const
    {
        const auto place =
            std::find_if(m_places.begin(), m_places.end(),
                         [&path](const TextPlace& candidate) { return isAt(path, candidate.path); });
        return place == m_places.end() ? std::nullopt : std::optional(*place);
    }

private:
    /// A place may leave the document's root open: `xml:*/Error/Code`.
    static bool isAt(const QString& wanted, const QString& path)
    {
        static const QString anyRoot = QStringLiteral("xml:*/");
        if (wanted.startsWith(anyRoot)) {
            const qsizetype root = path.indexOf(QLatin1Char('/'));
            return path.startsWith(QStringLiteral("xml:")) && root > 0 &&
                   QStringView(path).mid(root + 1) == QStringView(wanted).mid(anyRoot.size());
        }
        const bool isHeader = wanted.startsWith(QStringLiteral("header:"));
        return path.compare(wanted, isHeader ? Qt::CaseInsensitive : Qt::CaseSensitive) == 0;
    }

    QString m_text;
    std::vector<TextPlace> m_places;
};

} // namespace

ResponseText responseTextOf(const Reply& reply, const ErrorName& name)
{
    Writer writer;
    writer.put(QStringLiteral("HTTP/1.1 "));
    writer.put(QStringLiteral("status"), QString::number(reply.status));
    writer.put(QStringLiteral(" "));
    writer.put(QStringLiteral("reason"), shown(reply.reason));
    writer.put(QStringLiteral("\n"));
    for (const Header& header : reply.headers.entries) {
        writer.put(shown(header.name) + QStringLiteral(": "));
        writer.put(QStringLiteral("header:") + shown(header.name), shown(header.value));
        writer.put(QStringLiteral("\n"));
    }
    ResponseText result;
    if (!reply.body.empty()) {
        writer.put(QStringLiteral("\n"));
        result.bodyBegin = writer.text().size();
        writer.put(bodyOf(reply));
    } else {
        result.bodyBegin = writer.text().size();
    }
    result.text = writer.text();
    if (name.state != NameState::Absent) {
        result.name = writer.find(shown(name.origin));
    }
    return result;
}

} // namespace retryscope::ui
