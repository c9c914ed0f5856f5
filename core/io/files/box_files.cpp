// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/box_files.h"

#include "core/explain/escape.h"
#include "core/facts/letter_case.h"
#include "core/io/documents/built_in_files.h"
#include "core/io/text/replace_all.h"
#include "core/io/text/utf8.h"
#include "core/probe/side_difference.h"

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

constexpr auto kOther = "other";

QString withHostInBrackets(const QString& host)
{
    return host.contains(QLatin1Char(':')) ? QLatin1Char('[') + host + QLatin1Char(']') : host;
}

/// `127.0.0.1:9000` -> host and port
std::pair<std::string, std::string> splitListen(const std::string& listen)
{
    const std::size_t colon = listen.rfind(':');
    return colon == std::string::npos ? std::pair(listen, std::string())
                                      : std::pair(listen.substr(0, colon), listen.substr(colon + 1));
}

void fillListen(std::string& text, const std::string& listen)
{
    const auto [host, port] = splitListen(listen);
    replaceAll(text, "{listenHost}", host);
    replaceAll(text, "{listenPort}", port);
    replaceAll(text, "{listen}", listen);
}

/// Reads a box file line by line.
class BoxReader
{
public:
    BoxReader(const QString& name, QStringList lines) : m_name(name), m_lines(std::move(lines)) {}

    Result<BoxKind> read()
    {
        m_kind.name = m_name.toStdString();
        for (qsizetype i = 0; i < m_lines.size(); ++i) {
            const QString& line = m_lines.at(i);
            if (!line.startsWith(QLatin1Char('%'))) {
                addText(line);
            } else if (!instruct(line)) {
                return Error{Error::Kind::BadInput,
                             QStringLiteral("found \"%1\"; allowed: %#, %title, %knows, %page, %start, "
                                            "%config, and %remedy with an effect and statuses")
                                 .arg(line.left(80)),
                             QStringLiteral("boxes/%1, line %2").arg(m_name).arg(i + 1)};
            }
        }
        trim(m_kind.config);
        for (auto& [effect, remedies] : m_kind.remedies) {
            for (BoxRemedy& remedy : remedies) {
                trim(remedy.code);
            }
        }
        return std::move(m_kind);
    }

private:
    static void trim(std::string& text)
    {
        while (text.ends_with("\n\n")) {
            text.pop_back();
        }
    }

    bool instruct(const QString& line)
    {
        const QString word = line.section(QLatin1Char(' '), 0, 0);
        const QString rest = line.section(QLatin1Char(' '), 1).trimmed();
        m_isConfig = word == QLatin1String("%config");
        m_remedy = nullptr;
        if (word == QLatin1String("%title")) {
            m_kind.title = rest.toStdString();
        } else if (word == QLatin1String("%start")) {
            m_kind.start = rest.toStdString();
        } else if (word == QLatin1String("%knows")) {
            for (const QString& known : rest.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
                m_kind.knownAs.push_back(known.toLower().toStdString());
            }
        } else if (word == QLatin1String("%page")) {
            m_kind.pages.push_back(rest.toStdString());
        } else if (word == QLatin1String("%remedy")) {
            QStringList words = rest.split(QLatin1Char(' '), Qt::SkipEmptyParts);
            const std::string name = words.isEmpty() ? std::string() : words.takeFirst().toStdString();
            const std::optional<BoxEffect> effect = fromWord<BoxEffect>(name);
            m_remedy = effect ? &m_kind.remedies[*effect].emplace_back() : nullptr;
            return effect && addStatuses(words);
        } else {
            return m_isConfig || word == QLatin1String("%#");
        }
        return true;
    }

    bool addStatuses(const QStringList& words)
    {
        for (const QString& word : words) {
            bool isNumber = false;
            const int status = word.toInt(&isNumber);
            if (!isNumber || status < 100 || status > 599) {
                return false;
            }
            m_remedy->statuses.push_back(status);
        }
        return true;
    }

    void addText(const QString& line)
    {
        if (m_isConfig) {
            m_kind.config += line.toStdString() + '\n';
        } else if (m_remedy != nullptr && m_remedy->title.empty()) {
            m_remedy->title = line.toStdString();
        } else if (m_remedy != nullptr) {
            m_remedy->code += line.toStdString() + '\n';
        }
    }

    QString m_name;
    QStringList m_lines;
    BoxKind m_kind;
    BoxRemedy* m_remedy = nullptr;
    bool m_isConfig = false;
};

} // namespace

Result<BoxKind> boxKindFromText(const QByteArray& content, const QString& name)
{
    return BoxReader(name, QString::fromUtf8(content).split(QLatin1Char('\n'))).read();
}

const std::vector<BoxKind>& boxKinds()
{
    static const std::vector<BoxKind> kinds = [] {
        std::vector<BoxKind> read;
        for (const BuiltInFile& file : builtInFiles(QStringLiteral("boxes"), QStringLiteral(".box"))) {
            if (Result<BoxKind> kind = boxKindFromText(file.content, file.name); kind) {
                read.push_back(std::move(kind).value());
            } else {
                tellWrongFile(kind.error());
            }
        }
        return read;
    }();
    return kinds;
}

QStringList boxNames()
{
    QStringList names;
    for (const BoxKind& kind : boxKinds()) {
        if (!kind.config.empty()) {
            names.append(toQString(kind.name));
        }
    }
    return names;
}

const BoxKind& boxKindOf(const std::string& name)
{
    static const BoxKind none{
        .name = kOther, .title = "the proxy", .knownAs = {}, .start = {}, .config = {}, .remedies = {}};
    const std::string wanted = inLowerCase(name);
    const BoxKind* other = &none;
    for (const BoxKind& kind : boxKinds()) {
        if (kind.name == wanted ||
            std::find(kind.knownAs.begin(), kind.knownAs.end(), wanted) != kind.knownAs.end()) {
            return kind;
        }
        other = kind.name == kOther ? &kind : other;
    }
    return *other;
}

std::string tellingLostHeader(const BenchRow& row)
{
    for (const char* wanted :
         {"retry-after", "x-amzn-errortype", "retry-after-ms", "x-amz-retry-after", "x-should-retry",
          "www-authenticate", "x-amzn-requestid", "x-amz-request-id"}) {
        for (const std::string& name : row.lostHeaders) {
            if (inLowerCase(name) == wanted) {
                return name;
            }
        }
    }
    for (const std::string& name : row.lostHeaders) {
        if (!namesTheBox(name)) {
            return name;
        }
    }
    return {};
}

std::string boxConfig(const BoxKind& kind, const QString& listenHost, quint16 listenPort, quint16 port)
{
    std::string text = kind.config;
    fillListen(text,
               QStringLiteral("%1:%2").arg(withHostInBrackets(listenHost)).arg(listenPort).toStdString());
    replaceAll(text, "{port}", std::to_string(port));
    return text;
}

std::string startCommand(const BoxKind& kind, quint16 port)
{
    std::string command = kind.start;
    replaceAll(command, "{port}", std::to_string(port));
    return command;
}

namespace {

/// `{patience/4}`: a fourth of what the client waited in vain, in whole seconds, 1 at least.
void fillPatience(std::string& text, const BenchRow& row)
{
    constexpr int kMostTries = 9;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(row.took).count();
    for (int tries = 1; tries <= kMostTries; ++tries) {
        replaceAll(text, "{patience/" + std::to_string(tries) + "}",
                   std::to_string(std::max<long long>(seconds / tries, 1)));
    }
}

} // namespace

std::string boxOfPage(const std::string& body)
{
    for (const BoxKind& kind : boxKinds()) {
        for (const std::string& page : kind.pages) {
            if (body.find(page) != std::string::npos) {
                return kind.name;
            }
        }
    }
    return {};
}

namespace {

/// Nothing that was seen tells which it is.
BoxRemedy allCauses(const std::vector<BoxRemedy>& remedies)
{
    BoxRemedy all{.title = "Find out why the proxy responds by itself: its status shows the cause",
                  .code = {},
                  .statuses = {}};
    for (const BoxRemedy& remedy : remedies) {
        std::string statuses;
        for (const int status : remedy.statuses) {
            statuses += (statuses.empty() ? "" : ", ") + std::to_string(status);
        }
        all.code += "# " + statuses + ": " + remedy.title + '\n' + remedy.code;
    }
    return all;
}

/// The first whose status the client got, or that asks for none.
BoxRemedy chosenFrom(const std::vector<BoxRemedy>& remedies, const BenchRow& row)
{
    const int status = row.client.response ? row.client.response->status : 0;
    const auto shown = std::find_if(remedies.begin(), remedies.end(), [status](const BoxRemedy& remedy) {
        return remedy.statuses.empty() ||
               std::find(remedy.statuses.begin(), remedy.statuses.end(), status) != remedy.statuses.end();
    });
    return shown == remedies.end() ? allCauses(remedies) : *shown;
}

} // namespace

BoxRemedy boxRemedy(const BoxKind& kind, BoxEffect effect, const BenchRow& row, const std::string& listen)
{
    const auto found = kind.remedies.find(effect);
    if (found == kind.remedies.end()) {
        return kind.name == kOther ? BoxRemedy{} : boxRemedy(boxKindOf(kOther), effect, row, listen);
    }
    BoxRemedy remedy = chosenFrom(found->second, row);
    const std::string header = oneLine(tellingLostHeader(row));
    std::string variable = inLowerCase(header);
    std::replace(variable.begin(), variable.end(), '-', '_');
    const std::string status = row.client.response ? std::to_string(row.client.response->status) : "502";
    const std::string sent = row.origin.response ? std::to_string(row.origin.response->status) : status;
    for (std::string* text : {&remedy.title, &remedy.code}) {
        replaceAll(*text, "{header_}", variable);
        replaceAll(*text, "{header}", header);
        replaceAll(*text, "{status}", status);
        replaceAll(*text, "{originStatus}", sent);
        fillPatience(*text, row);
        fillListen(*text, listen);
    }
    return remedy;
}

} // namespace retryscope::io
