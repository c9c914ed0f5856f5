// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/response_text.h"

#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

#include <algorithm>

namespace retryscope::ui {

namespace {

/// Bytes of a body that are laid out as JSON or XML.
constexpr std::size_t kPrettyBody = std::size_t{256} * 1024;
/// Bytes of a body that are shown at all, part by part; all of it is copied.
constexpr std::size_t kShownBody = std::size_t{1024} * 1024;

/// Bytes that are no text, line breaks and tabs aside.
bool isBinary(std::string_view body)
{
    return std::any_of(body.begin(), body.end(), [](char character) {
        const auto byte = static_cast<unsigned char>(character);
        return byte == 0 || (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != 0x1b);
    });
}

PrettyBody bodyOf(const Response& response, BodyForm form)
{
    const std::string_view start = std::string_view(response.body).substr(0, kShownBody);
    if (isBinary(start)) {
        return {tr("(%1, not text: see the Wire tab)").arg(toQString(bytesText(response.bodyBytes))), {}, {}};
    }
    if (response.body.size() > kShownBody) {
        const QString all = tr("… %1 in total").arg(toQString(bytesText(response.bodyBytes)));
        return {toQString(start) + QLatin1Char('\n') + all, {}, {}};
    }
    const QString body = toQString(response.body);
    const bool isPlain = form == BodyForm::Raw || response.body.size() > kPrettyBody;
    return isPlain ? PrettyBody{body, {}, {}} : prettyBodyOf(body);
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

ResponseText ResponseText::body() const
{
    ResponseText result;
    result.text = text.mid(bodyBegin);
    if (name && name->begin >= bodyBegin) {
        result.name = name;
        result.name->begin -= bodyBegin;
    }
    return result;
}

QString copiedBodyOf(const Response& response, BodyForm form)
{
    const bool isLarge = response.body.size() > kPrettyBody &&
                         !isBinary(std::string_view(response.body).substr(0, kShownBody));
    return isLarge ? toQString(response.body) : bodyOf(response, form).text;
}

QString statusText(const Response& response)
{
    return response.status == 0
               ? tr("Unknown status") // of an imported file
               : (QString::number(response.status) + QLatin1Char(' ') + toQString(response.reason)).trimmed();
}

ResponseText responseTextOf(const Response& response, const ErrorName& name, BodyForm form)
{
    Writer writer;
    writer.put(QStringLiteral("HTTP/1.1 "));
    writer.put(QStringLiteral("status"),
               response.status == 0 ? tr("(unknown)") : QString::number(response.status));
    writer.put(QStringLiteral(" "));
    writer.put(QStringLiteral("reason"), toQString(response.reason));
    writer.put(QStringLiteral("\n"));
    for (const Header& header : response.headers.entries) {
        writer.put(toQString(header.name) + QStringLiteral(": "));
        writer.put(QStringLiteral("header:") + toQString(header.name), toQString(header.value));
        writer.put(QStringLiteral("\n"));
    }
    ResponseText result;
    if (!response.body.empty()) {
        writer.put(QStringLiteral("\n"));
        result.bodyBegin = writer.text().size();
        writer.put(bodyOf(response, form));
    } else {
        result.bodyBegin = writer.text().size();
    }
    result.text = writer.text();
    if (name.state != NameState::Absent) {
        result.name = writer.find(toQString(name.origin));
    }
    return result;
}

} // namespace retryscope::ui
