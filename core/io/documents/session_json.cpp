// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/session_json.h"

#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_fields.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/expect/expectation.h"
#include "core/io/json/json_parse.h"
#include "core/io/redact/redact.h"
#include "core/policy/renamed_ids.h"

#include <QBuffer>

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

constexpr auto kFormatBegin = "retryscope.session/";
constexpr int kMostCalls = 1'000'000;

template <typename Fields>
void describeAuth(Fields& fields, SessionAuth& auth)
{
    fields.field("kind", auth.kind);
    fields.field("user", auth.user);
    fields.field("profile", auth.profile);
    fields.field("region", auth.region);
    fields.field("service", auth.service);
}

/// The seed has a form of its own: it may be larger than what JSON readers keep exactly.
template <typename Fields>
void describeRun(Fields& fields, SessionRun& run)
{
    fields.number("calls", run.calls, 1, kMostCalls);
    fields.number("clients", run.clients, 1, kMostCalls);
    fields.field("locksSeed", run.locksSeed);
    fields.field("virtual", run.isVirtual);
    fields.field("waits", run.waits);
    fields.field("keepsTokens", run.keepsTokens);
    fields.field("tokens", run.tokens);
}

class SessionWriter
{
public:
    SessionWriter(JsonWriter& writer, const Session& session)
        : m_writer(writer), m_fields(writer), m_session(session)
    {
    }

    void write()
    {
        m_writer.beginObject();
        m_fields.field("format", std::string(kSessionFormat));
        m_fields.field("mode", m_session.mode);
        m_fields.field("room", m_session.room);
        std::vector<std::string> expectations; // a secret can be what a response is compared with
        for (const std::string& expectation : m_session.expectations) {
            expectations.push_back(fromQString(expectationWithoutSecrets(toQString(expectation))));
        }
        m_fields.field("expectations", expectations);
        m_fields.field("panels", m_session.panels);
        m_fields.field("shownRun", m_session.shownRun);
        request("request", m_session.request);
        if (m_session.builtInRequest) {
            request("builtInRequest", *m_session.builtInRequest);
        }
        auth();
        script();
        policy();
        run();
        m_writer.endObject();
    }

private:
    void request(std::string_view key, const RequestSpec& whole)
    {
        RequestSpec spec = redacted(whole);
        for (std::size_t index = 0; index < spec.headers.entries.size(); ++index) {
            const Header& typed = whole.headers.entries[index];
            if (typed.value.empty() && !isNamed(typed.name)) {
                spec.headers.entries[index].value.clear(); // nothing was there to keep
            }
        }
        const bool isLarge = spec.body.size() > kMostSessionBody;
        if (isLarge) {
            spec.body.clear();
        }
        m_writer.key(key);
        m_writer.beginObject();
        m_fields.members(spec);
        writeHeaders(m_writer, "headers", spec.headers);
        m_fields.field("bodyIsLeftOut", isLarge);
        m_writer.endObject();
    }

    [[nodiscard]] bool isNamed(const std::string& header) const
    {
        return std::any_of(m_session.notKept.begin(), m_session.notKept.end(),
                           [&header](const NotKeptPart& part) {
                               return part.part == NotKept::Header && equalsIgnoringCase(part.name, header);
                           });
    }

    void auth()
    {
        SessionAuth copy = m_session.auth;
        m_writer.key("auth");
        m_writer.beginObject();
        describeAuth(m_fields, copy);
        m_writer.endObject();
    }

    void script()
    {
        const SessionScript& script = m_session.script;
        m_writer.key("script");
        m_writer.beginObject();
        m_fields.field("id", script.id);
        if (script.edited) {
            m_writer.key("edited");
            m_writer.value(scenarioToJson(redacted(*script.edited)));
        }
        m_writer.endObject();
    }

    void policy()
    {
        const SessionPolicy& policy = m_session.policy;
        const bool isLarge = policy.draft.size() > kMostSessionBody;
        m_writer.key("policy");
        m_writer.beginObject();
        m_fields.field("id", policy.id);
        m_fields.field("draft", isLarge ? std::string() : redactedText(policy.draft));
        m_fields.field("draftIsLeftOut", isLarge);
        if (policy.edited) {
            m_writer.key("edited");
            m_writer.value(policyToJson(*policy.edited));
        }
        m_writer.endObject();
    }

    void run()
    {
        SessionRun copy = m_session.run;
        m_writer.key("run");
        m_writer.beginObject();
        describeRun(m_fields, copy);
        m_fields.field("seed", std::to_string(copy.seed));
        m_writer.endObject();
    }

    JsonWriter& m_writer;
    FieldWriter<JsonWriter> m_fields;
    const Session& m_session;
};

class SessionReader
{
public:
    SessionReader(const JsonTree& tree, QString place) : m_tree(tree), m_place(std::move(place)) {}

    ReadSession read()
    {
        Session& session = m_result.session;
        part({}, session, [](const JsonCursor& root, Session& value) {
            FieldReader fields(root);
            fields.field("mode", value.mode);
            fields.field("room", value.room);
            fields.field("expectations", value.expectations);
            fields.field("panels", value.panels);
            fields.field("shownRun", value.shownRun);
        });
        part("request", session.request, readRequest);
        if (RequestSpec own; part("builtInRequest", own, readRequest)) {
            session.builtInRequest = std::move(own);
        }
        part("auth", session.auth, [](const JsonCursor& cursor, SessionAuth& value) {
            FieldReader fields(cursor);
            describeAuth(fields, value);
        });
        part("run", session.run, readRun);
        part("script", session.script, [this](const JsonCursor& cursor, SessionScript& value) {
            choice(cursor, value, [](const QJsonObject& json, const QString& place) {
                return scenarioFromJson(json, place);
            });
        });
        part("policy", session.policy, [this](const JsonCursor& cursor, SessionPolicy& value) {
            FieldReader fields(cursor);
            fields.field("draft", value.draft);
            choice(cursor, value,
                   [](const QJsonObject& json, const QString& place) { return policyFromJson(json, place); });
        });
        noteWhatWasNotKept();
        return std::move(m_result);
    }

private:
    /// A part in which something is wrong has its defaults, and the problem is told.
    /// True when it was there and could be read.
    template <typename Part, typename Read>
    bool part(std::string_view key, Part& value, Read readPart)
    {
        JsonProblem problem;
        const JsonCursor root(m_tree, JsonTree::kRoot, problem);
        const JsonCursor cursor = key.empty() ? root : root.at(key);
        if (!cursor.isPresent()) {
            return false;
        }
        Part read = value;
        readPart(cursor, read);
        if (problem.isSet) {
            m_result.problems += QStringLiteral("%1: %2: %3").arg(m_place, problem.path, problem.text);
            return false;
        }
        value = std::move(read);
        return true;
    }

    static void readRequest(const JsonCursor& cursor, RequestSpec& spec)
    {
        FieldReader fields(cursor);
        describe(fields, spec);
        spec.headers = readHeaders(cursor, "headers");
    }

    static void readRun(const JsonCursor& cursor, SessionRun& run)
    {
        FieldReader fields(cursor);
        describeRun(fields, run);
        if (const JsonCursor seed = cursor.at("seed"); seed.isPresent()) {
            run.seed = seedFromJson(seed);
        }
    }

    /// Its id holds even where the edited document cannot be read any more.
    template <typename Choice, typename Parse>
    void choice(const JsonCursor& cursor, Choice& value, Parse parse)
    {
        FieldReader fields(cursor);
        fields.field("id", value.id);
        value.id = currentId(value.id);
        const JsonCursor edited = cursor.at("edited");
        if (!edited.isPresent()) {
            return;
        }
        auto document = parse(edited.value().toObject(), m_place + QStringLiteral(": ") + edited.path());
        if (document) {
            value.edited = std::move(document).value();
        } else {
            m_result.problems += document.error().text();
        }
    }

    void noteWhatWasNotKept()
    {
        Session& session = m_result.session;
        const auto note = [&session](NotKept part, const std::string& name = {}) {
            if (const NotKeptPart entry{part, name};
                std::find(session.notKept.begin(), session.notKept.end(), entry) == session.notKept.end()) {
                session.notKept.push_back(entry);
            }
        };
        const auto isSet = [this](std::string_view part, const char* flag) {
            JsonProblem ofPart;
            return JsonCursor(m_tree, JsonTree::kRoot, ofPart).at(part).at(flag).is(JsonTree::Type::True);
        };
        const auto noteIn = [&](std::string_view key, RequestSpec& request) {
            for (Header& header : request.headers.entries) {
                if (holdsRedacted(header.value)) {
                    note(NotKept::Header, header.name);
                    header.value = header.value == kRedacted || beginsWithDigest(header.value) ? std::string()
                                                                                               : header.value;
                }
            }
            if (holdsRedacted(request.url)) {
                note(NotKept::Url);
            }
            if (holdsRedacted(request.wire.proxyUrl)) {
                note(NotKept::Proxy);
            }
            if (holdsRedacted(request.body) || isSet(key, "bodyIsLeftOut")) {
                note(NotKept::Body);
            }
        };
        noteIn("request", session.request);
        if (session.builtInRequest) {
            noteIn("builtInRequest", *session.builtInRequest);
        }
        JsonProblem ignored;
        const JsonCursor root(m_tree, JsonTree::kRoot, ignored);
        if (holdsRedacted(root.at("script").at("edited").content())) {
            note(NotKept::Script);
        }
        if (holdsRedacted(session.policy.draft) || isSet("policy", "draftIsLeftOut")) {
            note(NotKept::Policy);
        }
    }

    const JsonTree& m_tree;
    QString m_place;
    ReadSession m_result;
};

} // namespace

QByteArray sessionBytes(const Session& session)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    JsonWriter writer(buffer, JsonWriter::Layout::Indented);
    SessionWriter(writer, session).write();
    writer.finish();
    return buffer.data();
}

Result<ReadSession> sessionFromJson(const QByteArray& json, const QString& place)
{
    QBuffer buffer;
    buffer.setData(json);
    buffer.open(QIODevice::ReadOnly);
    JsonTree tree;
    if (const Result<Done> parsed = parseJson(buffer, place, tree); !parsed) {
        return parsed.error();
    }
    JsonProblem problem;
    const JsonCursor format = JsonCursor(tree, JsonTree::kRoot, problem).at("format");
    if (!format.is(JsonTree::Type::String) || format.text() != kSessionFormat) {
        const bool isLater = format.is(JsonTree::Type::String) && format.text().starts_with(kFormatBegin);
        return Error{
            .kind = Error::Kind::BadInput,
            .message = isLater
                           ? QStringLiteral("written by another version of Retryscope; this version reads %1")
                                 .arg(QLatin1String(kSessionFormat))
                           : QStringLiteral("not a session file: \"format\" is not %1")
                                 .arg(QLatin1String(kSessionFormat)),
            .place = place};
    }
    return SessionReader(tree, place).read();
}

} // namespace retryscope::io
