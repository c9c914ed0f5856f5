// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/built_in_files.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/policy_schema.h"
#include "core/io/json/json_patch.h"
#include "core/policy/check.h"
#include "core/policy/range_check.h"
#include "tests/core/io/documents/every_member.h"
#include "tests/core/io/documents/json_text.h"
#include "tests/core/io/documents/schema_check.h"
#include "tests/support/strict_main.h"

#include <QFile>
#include <QJsonDocument>
#include <QSet>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

using namespace retryscope;
using namespace retryscope::io;
using retryscope::test::SchemaCheck;

namespace {

const SchemaCheck& schema()
{
    static const SchemaCheck check(QJsonDocument::fromJson(policySchema()).object());
    return check;
}

QJsonObject schemaRoot()
{
    return QJsonDocument::fromJson(policySchema()).object();
}

const QList<QByteArray> kLimits{"minimum", "exclusiveMinimum", "maximum"};

/// One value of the document and what the schema says of it.
struct Spot
{
    QStringList path; ///< keys and indices
    QString member;   ///< in the schema: `#/$defs/backoff/properties/cap`
    QString pointer;  ///< what that refers to: `#/$defs/duration`
    QString referrer; ///< what refers to it; without a `$ref` the pointer
    QJsonObject said;
    bool isInList = false; ///< within an entry of a list, which is no patch
};

QJsonValue valueAt(const QJsonValue& json, const QStringList& path)
{
    QJsonValue value = json;
    for (const QString& key : path) {
        value = value.isArray() ? value.toArray().at(key.toInt()) : value.toObject().value(key);
    }
    return value;
}

/// value undefined: takes the member away.
QJsonValue replaced(const QJsonValue& json, const QStringList& path, const QJsonValue& value)
{
    if (path.isEmpty()) {
        return value;
    }
    const QString& key = path.first();
    if (json.isArray()) {
        QJsonArray array = json.toArray();
        array.replace(key.toInt(), replaced(array.at(key.toInt()), path.mid(1), value));
        return array;
    }
    QJsonObject object = json.toObject();
    const QJsonValue inside = replaced(object.value(key), path.mid(1), value);
    if (inside.isUndefined()) {
        object.remove(key);
    } else {
        object.insert(key, inside);
    }
    return object;
}

/// A schema that leaves out the limits of numbers: they may be what is wrong with it.
QJsonValue withoutLimits(const QJsonValue& said)
{
    if (said.isArray()) {
        QJsonArray parts;
        for (const auto& part : said.toArray()) {
            parts.append(withoutLimits(part));
        }
        return parts;
    }
    if (!said.isObject()) {
        return said;
    }
    QJsonObject rest;
    const QJsonObject members = said.toObject();
    for (auto member = members.begin(); member != members.end(); ++member) {
        const bool isLimit = member.value().isDouble() && kLimits.contains(member.key().toLatin1());
        if (!isLimit) {
            rest.insert(member.key(), withoutLimits(member.value()));
        }
    }
    return rest;
}

/// Every value of a document that the schema accepts.
class Walk
{
public:
    explicit Walk(const QJsonObject& json)
    {
        visit(json, {.path = {},
                     .member = QStringLiteral("#"),
                     .pointer = QStringLiteral("#"),
                     .referrer = {},
                     .said = schemaRoot()});
    }
    [[nodiscard]] const std::vector<Spot>& spots() const { return m_spots; }

private:
    void visit(const QJsonValue& value, Spot spot)
    {
        spot.referrer = spot.pointer;
        spot.said = schema().followed(spot.said, spot.pointer);
        if (!spot.said.contains(QStringLiteral("type"))) {
            const QJsonArray choices = spot.said.value(QStringLiteral("anyOf")).toArray();
            static const SchemaCheck kWithoutLimits(withoutLimits(schemaRoot()).toObject());
            for (qsizetype index = 0; index < choices.size(); ++index) {
                if (kWithoutLimits.holds(withoutLimits(choices.at(index)), value)) {
                    spot.said = choices.at(index).toObject();
                    spot.pointer += QStringLiteral("/anyOf/%1").arg(index);
                    visit(value, spot);
                    return;
                }
            }
        }
        m_spots.push_back(spot);
        const auto into = [&](const QString& key, const QJsonValue& inside, const QJsonValue& said,
                              const QString& pointer) {
            visit(inside, {.path = spot.path + QStringList{key},
                           .member = pointer,
                           .pointer = pointer,
                           .referrer = {},
                           .said = said.toObject(),
                           .isInList = spot.isInList || value.isArray()});
        };
        const QJsonArray items = value.toArray();
        for (qsizetype index = 0; index < items.size(); ++index) {
            into(QString::number(index), items.at(index), spot.said.value(QStringLiteral("items")),
                 spot.pointer + QStringLiteral("/items"));
        }
        const QJsonObject object = value.toObject();
        const QJsonObject properties = spot.said.value(QStringLiteral("properties")).toObject();
        for (const QString& key : object.keys()) {
            const bool isNamed = properties.contains(key);
            into(key, object.value(key),
                 isNamed ? properties.value(key) : spot.said.value(QStringLiteral("additionalProperties")),
                 spot.pointer + (isNamed ? QStringLiteral("/properties/") + key
                                         : QStringLiteral("/additionalProperties")));
        }
    }

    std::vector<Spot> m_spots;
};

bool isOfAService(const Spot& spot)
{
    return spot.path.value(0) == QLatin1String("services") ||
           spot.path.value(0) == QLatin1String("operations");
}

/// Services are laid over groups that a change took away: that is told of the service.
bool isToldOfAService(const Error& error)
{
    return error.place.startsWith(QLatin1String("services.")) ||
           error.place.startsWith(QLatin1String("operations."));
}

/// Of one that stands at several places alike, the first is enough.
std::vector<Spot> spotsOf(const QJsonObject& json)
{
    std::vector<Spot> spots;
    QSet<QString> seen;
    const Walk walk(json);
    for (const Spot& spot : walk.spots()) {
        const QString place =
            spot.member + (isOfAService(spot) ? QStringLiteral(" of a service") : QString());
        if (!seen.contains(place)) {
            seen.insert(place);
            spots.push_back(spot);
        }
    }
    return spots;
}

QJsonObject everyMember()
{
    QJsonObject json = policyToJson(test::policyWithEverything());
    json.insert(QStringLiteral("$schema"), QStringLiteral("policy.schema.json"));
    return json;
}

QString shown(const QStringList& path, const QJsonValue& value)
{
    return path.join(QLatin1Char('.')) + QStringLiteral(" = ") +
           QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
}

/// `hints[0].spread`, `backoff.base.throttling`: as numbers of a policy are named.
QStringList namesOf(const Spot& spot)
{
    QString path;
    bool isIndex = false;
    for (const QString& key : spot.path) {
        key.toInt(&isIndex);
        path += isIndex ? QLatin1Char('[') + key + QLatin1Char(']')
                        : (path.isEmpty() ? key : QLatin1Char('.') + key);
    }
    // A number of a list, and what holds for all other kinds, have the name of the member.
    const QString member = isIndex ? path.left(path.lastIndexOf(QLatin1Char('['))) : path;
    return {path, member.endsWith(QLatin1String(".default")) ? member.chopped(8) : member};
}

/// Not every entry of a list, and not every service, has each member.
QString ofAnyEntry(QString name)
{
    static const QRegularExpression kWhich(QStringLiteral("\\[\\d+\\]|^(services|operations)\\.\\w+\\."));
    return name.remove(kWhich);
}

struct SchemaRange
{
    QString place;           ///< of the object in the schema that has the limits
    QList<QByteArray> names; ///< the members that say a limit
    std::vector<test::JsonText::Member> limits;

    [[nodiscard]] bool isSaidBy(const QJsonObject& said) const
    {
        return std::all_of(names.begin(), names.end(), [&](const QByteArray& name) {
            const auto limit = std::find_if(limits.begin(), limits.end(),
                                            [&](const auto& one) { return one.first == name; });
            const QJsonValue value = said.value(QString::fromLatin1(name));
            return limit == limits.end() ? value.isUndefined()
                                         : QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact) ==
                                               '[' + limit->second + ']';
        });
    }
};

/// What the schema must say of a number with this range.
SchemaRange schemaRangeOf(const RangedNumber& number, const Spot& spot)
{
    if (number.sort == RangedNumber::Sort::Time) {
        return {spot.referrer,
                {"$ref"},
                {{"$ref", number.range.isAbove ? "\"#/$defs/longerThanZero\"" : "\"#/$defs/duration\""}}};
    }
    SchemaRange range{spot.pointer, kLimits, {}};
    const bool isWhole = number.sort == RangedNumber::Sort::Whole;
    range.limits.emplace_back(
        number.range.isAbove && !isWhole ? "exclusiveMinimum" : "minimum",
        QByteArray::number(number.range.least + (number.range.isAbove && isWhole ? 1 : 0)));
    if (number.range.most) {
        range.limits.emplace_back("maximum", QByteArray::number(*number.range.most));
    } else if (isWhole) {
        range.limits.emplace_back("maximum", QByteArray::number(std::numeric_limits<int>::max()));
    }
    return range;
}

/// Where a number is wrong for what stands beside it, which no schema of one value can say.
bool isRelation(const QString& pointer)
{
    static const QSet<QString> pointers{QStringLiteral("#/$defs/quota/properties/capacity"),
                                        QStringLiteral("#/$defs/quota/properties/cost"),
                                        QStringLiteral("#/$defs/quota/properties/reserve"),
                                        QStringLiteral("#/$defs/quota/properties/start"),
                                        QStringLiteral("#/$defs/quota/properties/earnPerCall"),
                                        QStringLiteral("#/$defs/countByKind/properties/default"),
                                        QStringLiteral("#/$defs/countByKind/properties/timeout"),
                                        QStringLiteral("#/$defs/limiter/properties/minCapacity"),
                                        QStringLiteral("#/$defs/limiter/properties/costPerAttempt"),
                                        QStringLiteral("#/$defs/headerValue/properties/from"),
                                        QStringLiteral("#/$defs/headerValue/properties/to")};
    return pointers.contains(pointer);
}

} // namespace

class TstPolicySchema : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPresetIsValid()
    {
        int count = 0;
        for (const BuiltInFile& file : builtInFiles(QStringLiteral("policies"), QStringLiteral(".json"))) {
            QVERIFY2(schema().accepts(QJsonDocument::fromJson(file.content).object()), qPrintable(file.name));
            ++count;
        }
        QVERIFY(count > 80);
    }

    void everyMemberIsDescribed()
    {
        std::function<void(const QString&, const QJsonObject&)> look = [&](const QString& name,
                                                                           const QJsonObject& said) {
            const QJsonObject properties = said.value(QStringLiteral("properties")).toObject();
            for (const QString& key : properties.keys()) {
                const QJsonObject member = properties.value(key).toObject();
                QVERIFY2(!member.value(QStringLiteral("title")).toString().isEmpty(), qPrintable(name + key));
                QVERIFY2(member.value(QStringLiteral("description")).toString().endsWith(QLatin1Char('.')),
                         qPrintable(name + key));
            }
        };
        const QJsonObject root = schemaRoot();
        look(QStringLiteral("#"), root);
        const QJsonObject definitions = root.value(QStringLiteral("$defs")).toObject();
        for (const QString& name : definitions.keys()) {
            if (!name.endsWith(QLatin1String("ByKind")) &&
                definitions.value(name)[QLatin1String("additionalProperties")] == false) {
                look(name + QLatin1Char('.'), definitions.value(name).toObject());
            }
        }
    }

    /// An unknown member makes the reader say which it knows.
    void readerAndSchemaKnowTheSameMembers()
    {
        const QJsonObject json = everyMember();
        QVERIFY(schema().accepts(json));
        const Result<Policy> read = policyFromJson(json, {});
        QVERIFY2(read.ok(), qPrintable(read.ok() ? QString() : read.error().text()));
        QSet<QString> seen;
        for (const Spot& spot : spotsOf(json)) {
            seen.insert(spot.member);
            if (spot.said.value(QStringLiteral("additionalProperties")) != false) {
                continue;
            }
            const QJsonObject odd =
                replaced(json, spot.path + QStringList{QStringLiteral("unheardOf")}, 1).toObject();
            QVERIFY2(!schema().accepts(odd), qPrintable(spot.pointer));
            const Result<Policy> refused = policyFromJson(odd, {});
            QVERIFY2(!refused, qPrintable(spot.pointer));
            const QString message = refused.error().message;
            const QString allowed = QStringLiteral("unknown key; allowed: ");
            QVERIFY2(message.startsWith(allowed), qPrintable(message));
            QStringList known = message.mid(allowed.size()).split(QStringLiteral(", "));
            if (spot.path.isEmpty()) {
                // Taken before the rest is read.
                known += {QStringLiteral("extends"), QStringLiteral("moreRules")};
            }
            known.sort();
            QCOMPARE(spot.said.value(QStringLiteral("properties")).toObject().keys(), known);
        }
        // And the document has every member of the schema, so that the reader has read each.
        const QJsonObject definitions = schemaRoot().value(QStringLiteral("$defs")).toObject();
        for (const QString& name : definitions.keys()) {
            const QJsonObject said = definitions.value(name).toObject();
            if (said.value(QStringLiteral("additionalProperties")) != false ||
                name.endsWith(QLatin1String("ByKind"))) {
                continue;
            }
            for (const QString& key : said.value(QStringLiteral("properties")).toObject().keys()) {
                const QString pointer = QStringLiteral("#/$defs/%1/properties/%2").arg(name, key);
                QVERIFY2(seen.contains(pointer), qPrintable(pointer));
            }
        }
    }

    /// Each value of the document replaced by one of another type, a word that is none, an odd duration or
    /// status.
    void whatTheReaderCannotReadTheSchemaRefusesAndBack()
    {
        const QJsonArray values{QJsonValue(),
                                true,
                                5,
                                -1,
                                2.5,
                                503,
                                1000,
                                QStringLiteral("text"),
                                QString(),
                                QStringLiteral("100ms"),
                                QStringLiteral("100"),
                                QStringLiteral("-1s"),
                                QStringLiteral("1.5 s"),
                                QStringLiteral(".5s"),
                                QStringLiteral("1."),
                                QStringLiteral("5xx"),
                                QStringLiteral("500-599"),
                                QStringLiteral("0xx"),
                                QStringLiteral("99"),
                                QStringLiteral("json:a"),
                                QStringLiteral("header:a"),
                                QStringLiteral("header:"),
                                QJsonArray(),
                                QJsonArray{5},
                                QJsonArray{QStringLiteral("text")},
                                QJsonArray{QJsonObject()},
                                QJsonObject(),
                                QJsonObject{{QStringLiteral("default"), 1}},
                                QJsonObject{{QStringLiteral("type"), QStringLiteral("none")}}};
        const QJsonObject json = everyMember();
        int compared = 0;
        for (const Spot& spot : spotsOf(json)) {
            if (spot.path.isEmpty()) {
                continue;
            }
            for (const auto& value : values) {
                if (value.isNull() && spot.isInList) {
                    continue; // an entry is no patch: null there says nothing, which the reader lets pass
                }
                const QJsonObject changed = replaced(json, spot.path, value).toObject();
                const bool isValid = schema().accepts(changed);
                const Result<Policy> draft = policyDraftFromJson(changed);
                QVERIFY2(draft.ok() || !isValid || (!isOfAService(spot) && isToldOfAService(draft.error())),
                         qPrintable(QStringLiteral("only the reader refuses ") + shown(spot.path, value)));
                if (draft.ok() && !isValid) {
                    QVERIFY2(
                        !policyFromJson(changed, {}),
                        qPrintable(QStringLiteral("only the schema refuses ") + shown(spot.path, value)));
                }
                ++compared;
            }
        }
        QVERIFY(compared > 3000);
    }

    void aMemberIsRequiredByBothOrByNone()
    {
        const QJsonObject json = everyMember();
        for (const Spot& spot : spotsOf(json)) {
            if (!valueAt(json, spot.path.mid(0, spot.path.size() - 1)).isObject() || spot.path.isEmpty()) {
                continue;
            }
            const QJsonObject less = replaced(json, spot.path, QJsonValue(QJsonValue::Undefined)).toObject();
            const Result<Policy> read = policyFromJson(less, {});
            // What is missed elsewhere: an id that rules name, the group that a service is laid over.
            const QString parent = spot.path.size() == 1 ? QString() : spot.path.first();
            const bool isMissedElsewhere =
                !read.ok() && (policyDraftFromJson(less).ok()
                                   ? !read.error().message.contains(QStringLiteral("must not be empty"))
                                   : !read.error().place.startsWith(parent) ||
                                         (parent.isEmpty() && !read.error().place.isEmpty()));
            QVERIFY2(schema().accepts(less) == read.ok() || isMissedElsewhere,
                     qPrintable(shown(spot.path, QJsonValue()) +
                                (read.ok() ? QStringLiteral(": only the schema asks for it")
                                           : QStringLiteral(": only the reader asks for it: ") +
                                                 read.error().text())));
        }
    }

    void theWordsOfAChoiceAreTheReaders()
    {
        const QJsonObject json = everyMember();
        for (const Spot& spot : spotsOf(json)) {
            QStringList words;
            for (const auto& word : spot.said.value(QStringLiteral("enum")).toArray()) {
                if (word.isString()) {
                    words.append(word.toString());
                }
            }
            if (words.isEmpty() || spot.member.endsWith(QLatin1String("quota/properties/type")) ||
                spot.member.endsWith(QLatin1String("limiter/properties/type"))) {
                continue; // tokens, cubic: `none` stands alone there, as another test says
            }
            const Result<Policy> refused =
                policyDraftFromJson(replaced(json, spot.path, QStringLiteral("unheardOf")).toObject());
            QVERIFY2(!refused, qPrintable(spot.pointer));
            QVERIFY2(refused.error().message.endsWith(
                         QStringLiteral("one of \"%1\"").arg(words.join(QStringLiteral("\", \"")))),
                     qPrintable(spot.pointer + refused.error().message));
        }
    }

    void rangesEndWhereTheReadersDo()
    {
        const QJsonObject json = everyMember();
        QSet<QString> measured;
        for (const Spot& spot : spotsOf(json)) {
            if (!valueAt(json, spot.path).isDouble()) {
                continue;
            }
            QList<double> numbers{-1, -0.5, 0, 0.5, 1, 1.5, 5, 3e9};
            for (const QString& limit : {QStringLiteral("minimum"), QStringLiteral("maximum")}) {
                if (const QJsonValue at = spot.said.value(limit); at.isDouble()) {
                    numbers.append({at.toDouble() - 1, at.toDouble() - 0.01, at.toDouble(),
                                    at.toDouble() + 0.01, at.toDouble() + 1});
                    measured.insert(spot.member);
                }
            }
            for (const double number : qAsConst(numbers)) {
                const QJsonObject changed = replaced(json, spot.path, number).toObject();
                const Result<Policy> read = policyFromJson(changed, {});
                const bool isValid = schema().accepts(changed);
                QVERIFY2(isValid || !read,
                         qPrintable(QStringLiteral("only the schema refuses ") + shown(spot.path, number)));
                QVERIFY2(!isValid || read || isRelation(spot.member),
                         qPrintable(QStringLiteral("only the reader refuses ") + shown(spot.path, number) +
                                    (read ? QString() : read.error().text())));
            }
        }
        QVERIFY(measured.size() > 12);
    }

    /// `./dev schema` sets RETRYSCOPE_WRITE_SCHEMA, and the ranges are written into the file.
    void rangesAreThoseOfTheMembers()
    {
        const bool writes = qEnvironmentVariableIsSet("RETRYSCOPE_WRITE_SCHEMA");
        std::map<QString, RangedNumber> numbers;
        for (const RangedNumber& number : rangedNumbersOf(test::policyWithEverything())) {
            numbers.emplace(QString::fromStdString(number.path), number);
        }
        QVERIFY(numbers.size() > 30);
        QSet<QString> seen;
        test::JsonText text(policySchema());
        const QJsonObject json = everyMember();
        const Walk walk(json);
        for (const Spot& spot : walk.spots()) {
            for (const QString& name : namesOf(spot)) {
                const auto number = numbers.find(name);
                const QJsonValue value = valueAt(json, spot.path);
                if (number == numbers.end() || !(value.isDouble() || value.isString())) {
                    continue;
                }
                seen.insert(ofAnyEntry(name));
                const SchemaRange range = schemaRangeOf(number->second, spot);
                const bool isSaid = range.isSaidBy(
                    valueAt(QJsonDocument::fromJson(text.text()).object(), range.place.split(u'/').mid(1))
                        .toObject());
                if (writes && !isSaid) {
                    text.put(range.place, range.names, range.limits);
                }
                QVERIFY2(writes || isSaid, qPrintable(range.place + QStringLiteral(" is not the range of ") +
                                                      name + QStringLiteral("; ./dev schema writes it")));
                break;
            }
        }
        for (const auto& [name, number] : numbers) {
            QVERIFY2(seen.contains(ofAnyEntry(name)), qPrintable(name));
        }
        if (writes) {
            QFile file(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/resources/schemas/policy.json"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            QCOMPARE(file.write(text.text()), text.text().size());
        }
    }

    /// What holds where a member is missing is what the schema says.
    void aDefaultIsWhatTheReaderTakes()
    {
        const QJsonObject json = everyMember();
        int compared = 0;
        for (const Spot& spot : spotsOf(json)) {
            const QJsonValue usual = SchemaNode::policy().at(wordsOf(spot)).usual();
            if (usual.isUndefined()) {
                continue;
            }
            const Result<Policy> missing =
                policyDraftFromJson(replaced(json, spot.path, QJsonValue(QJsonValue::Undefined)).toObject());
            const Result<Policy> said = policyDraftFromJson(replaced(json, spot.path, usual).toObject());
            QVERIFY2(missing.ok() && said.ok(), qPrintable(spot.pointer));
            QVERIFY2(isOfAService(spot) || missing.value() == said.value(),
                     qPrintable(shown(spot.path, usual)));
            ++compared;
        }
        QVERIFY(compared > 30);
    }

    void aFileThatExtendsAPresetNeedsNoMore_data()
    {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<bool>("isGood");
        QTest::newRow("nothing") << QByteArray("{}") << true;
        QTest::newRow("a part of a group")
            << QByteArray(R"({"backoff": {"cap": "5s"}, "attempts": {"max": 9}})") << true;
        QTest::newRow("null") << QByteArray(R"({"quota": null, "backoff": {"floor": null}})") << true;
        QTest::newRow("an unknown member") << QByteArray(R"({"backoff": {"top": "5s"}})") << false;
        QTest::newRow("another type") << QByteArray(R"({"attempts": {"max": "9"}})") << false;
    }
    void aFileThatExtendsAPresetNeedsNoMore()
    {
        QFETCH(const QByteArray, members);
        QFETCH(const bool, isGood);
        QJsonObject json = QJsonDocument::fromJson(members).object();
        json.insert(QStringLiteral("format"), QStringLiteral("retryscope.policy/1"));
        json.insert(QStringLiteral("id"), QStringLiteral("mine"));
        json.insert(QStringLiteral("title"), QStringLiteral("Mine"));
        QVERIFY(!schema().accepts(json)); // without "extends" the rest is missing
        json.insert(QStringLiteral("extends"), QStringLiteral("botocore-1.43.67-standard"));
        QCOMPARE(schema().accepts(json), isGood);
        QCOMPARE(policyFromJson(json, {}).ok(), isGood);
    }

    /// Files that `policies check` refuses. cannotSay: what a schema has no words for.
    void badFilesAreRefusedByBoth_data()
    {
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<bool>("canSay");
        const auto row = [](const char* name, const char* patch) {
            QTest::newRow(name) << QByteArray(patch) << true;
        };
        const auto cannotSay = [](const char* name, const char* patch) {
            QTest::newRow(name) << QByteArray(patch) << false;
        };
        row("another format", R"({"format": "retryscope.policy/2"})");
        row("an id with blanks", R"({"id": "My policy"})");
        row("no title", R"({"title": ""})");
        row("a misspelt group", R"({"atempts": {}})");
        row("no attempt at all", R"({"attempts": {"max": 0, "countsFirst": true}})");
        row("attempts by kind without a default", R"({"attempts": {"max": {"default": null}}})");
        row("no time for a retry", R"({"attempts": {"maxElapsed": "0ms"}})");
        row("numbers without a source", R"({"attempts": {"source": ""}})");
        row("a duration without its unit", R"({"backoff": {"base": 100}})");
        row("delays that are not listed", R"({"backoff": {"type": "listed"}})");
        row("jitter above 100 %", R"({"backoff": {"jitter": "around", "spread": 1.1}})");
        row("jitter off, above 100 %", R"({"backoff": {"jitter": "below", "spread": 2}})");
        row("decorrelated before each", R"({"backoff": {"jitter": "decorrelated", "when": "beforeEach"}})");
        row("no quota, but numbers for it", R"({"quota": {"type": "none"}})");
        row("a bucket of less than nothing", R"({"quota": {"capacity": -1}})");
        row("a factor of nothing", R"({"backoff": {"factor": 0}})");
        row("throttling that speeds up", R"({"limiter": {"beta": 1.2}})");
        row("a free send", R"({"limiter": {"costPerAttempt": 0}})");
        row("a hint in no header",
            R"({"hints": [{"header": "retry after", "unit": "seconds", "bounds": "replace", "source": "s"}]})");
        row("unreadable twice",
            R"({"hints": [{"header": "a", "unit": "seconds", "bounds": "replace", "unreadableForbids": true, "unreadableMeans": "1s", "source": "s"}]})");
        row("a header that may say anything",
            R"({"rules": [{"id": "a", "kind": "server", "when": {"headerValues": [{"header": "a"}]}, "source": "s"}]})");
        row("a list that matches nothing",
            R"({"rules": [{"id": "a", "kind": "server", "when": {"bodyHas": []}, "source": "s"}]})");
        row("a start that is retried",
            R"({"rules": [{"id": "a", "on": "start", "kind": "server", "source": "s"}]})");
        row("a fault that is a success",
            R"({"rules": [{"id": "a", "on": "successes", "kind": "server", "when": {"faultIn": ["tlsFailed"]}, "source": "s"}]})");
        row("a fault handed over",
            R"({"rules": [{"id": "a", "succeedsAtLimit": true, "kind": "server", "when": {"faultIn": ["tlsFailed"]}, "source": "s"}]})");
        row("a rule that may never match",
            R"({"rules": [{"id": "a", "atMost": 0, "kind": "server", "source": "s"}]})");
        row("no method", R"({"resends": {"methodIn": ["G T"]}})");
        row("a connection never closed", R"({"connection": {"closeAfter": []}})");
        row("nothing succeeds", R"({"success": {"statusIn": []}})");
        cannotSay("a duration finer than a microsecond", R"({"backoff": {"base": "0.1us"}})");
        cannotSay("a duration of ages", R"({"backoff": {"base": "9999999999999999999s"}})");
        cannotSay("a status range backwards", R"({"success": {"statusIn": ["599-500"]}})");
        cannotSay("a text of more than 4 KiB in bytes, not in letters", nullptr);
        cannotSay("a floor above the cap", R"({"backoff": {"floor": "90s"}})");
        cannotSay("bytes of a body that has no tag",
                  R"({"reading": {"json": {"in200": [{"bodyIs": ["empty"], "within": 9}]}}})");
        cannotSay("a reserve and a cost above the capacity",
                  R"({"quota": {"reserve": 99, "whenEmpty": "refuse"}})");
        cannotSay("a bucket smaller than a send", R"({"limiter": {"costPerAttempt": 50}})");
        cannotSay(
            "ignored above less than below",
            R"({"hints": [{"header": "a", "unit": "seconds", "bounds": "replace", "ignoreBelow": "2s", "ignoreAbove": "1s", "source": "s"}]})");
        cannotSay(
            "numbers backwards",
            R"({"rules": [{"id": "a", "kind": "server", "when": {"headerValues": [{"header": "a", "from": 2, "to": 1}]}, "source": "s"}]})");
        cannotSay(
            "an id twice",
            R"({"rules": [{"id": "a", "kind": "server", "source": "s"}, {"id": "a", "kind": "server", "source": "s"}]})");
        cannotSay(
            "after a rule that is not there",
            R"({"rules": [{"id": "a", "kind": "server", "when": {"afterRules": ["b"]}, "source": "s"}]})");
        cannotSay(
            "a rule never tried",
            R"({"ruleOrder": "firstMatch", "rules": [{"id": "a", "kind": "server", "source": "s"}, {"id": "b", "kind": "server", "source": "s"}]})");
        cannotSay(
            "a fault and a status",
            R"({"rules": [{"id": "a", "kind": "server", "when": {"faultIn": ["tlsFailed"], "statusIn": [500]}, "source": "s"}]})");
        cannotSay("a protocol without a reading", R"({"protocols": {"s3": "rest-xlm"}})");
        cannotSay("attempts of a kind that is never retried", R"({"attempts": {"max": {"permanent": 3}}})");
        cannotSay("a service that replaces what is not there",
                  R"({"services": {"s3": {"replaces": ["nope"]}}})");
    }
    void badFilesAreRefusedByBoth()
    {
        QFETCH(const QByteArray, patch);
        QFETCH(const bool, canSay);
        QJsonObject change = QJsonDocument::fromJson(patch).object();
        QVERIFY(patch.isEmpty() || !change.isEmpty());
        if (patch.isEmpty()) {
            change.insert(QStringLiteral("title"), QString(2500, QChar(0x4e2d)));
        }
        QJsonObject base = everyMember();
        if (change.contains(QStringLiteral("rules"))) { // without what names the old ones
            for (const char* named : {"services", "operations"}) {
                base.remove(QLatin1String(named));
            }
            base.insert(
                QStringLiteral("attempts"),
                QJsonObject{{QStringLiteral("max"), 3}, {QStringLiteral("source"), QStringLiteral("s")}});
        }
        const QJsonObject json = mergePatch(base, change).toObject();
        const Result<Policy> read = policyFromJson(json, {});
        QVERIFY(!read || !remarksOn(read.value()).empty());
        QCOMPARE(schema().accepts(json), !canSay);
    }

    void theFormOfAMemberFollowsFromTheSchema()
    {
        using Sort = SchemaNode::Sort;
        const SchemaNode& policy = SchemaNode::policy();
        QCOMPARE(policy.at(QStringLiteral("backoff")).sort(), Sort::Group);
        QCOMPARE(policy.at(QStringLiteral("backoff.cap")).sort(), Sort::Duration);
        QCOMPARE(policy.at(QStringLiteral("attempts.maxElapsed")).sort(), Sort::Duration);
        QCOMPARE(policy.at(QStringLiteral("backoff.base")).sort(), Sort::ByKind);
        QCOMPARE(policy.at(QStringLiteral("backoff.base")).item().sort(), Sort::Duration);
        QCOMPARE(policy.at(QStringLiteral("backoff.jitter")).sort(), Sort::Choice);
        QCOMPARE(policy.at(QStringLiteral("backoff.jitter")).words().size(), 9);
        QCOMPARE(policy.at(QStringLiteral("backoff.spread")).sort(), Sort::Number);
        QCOMPARE(policy.at(QStringLiteral("quota.capacity")).minimum(-9), 0.0);
        QCOMPARE(policy.at(QStringLiteral("rules")).sort(), Sort::List);
        QCOMPARE(policy.at(QStringLiteral("rules.when.bodyHas")).item().sort(), Sort::Text);
        QCOMPARE(policy.at(QStringLiteral("rules.when.statusIn")).item().sort(), Sort::Status);
        QCOMPARE(policy.at(QStringLiteral("rules.when.hinted")).sort(), Sort::Flag);
        QCOMPARE(policy.at(QStringLiteral("services")).sort(), Sort::Map);
        QCOMPARE(policy.at(QStringLiteral("services.backoff.cap")).sort(), Sort::Duration);
        QCOMPARE(policy.at(QStringLiteral("rules.when.bodyHas")).title(), QStringLiteral("Body contains"));
        QCOMPARE(policy.at(QStringLiteral("rules.unheardOf")).sort(), Sort::Unknown);
        QCOMPARE(policy.at(QStringLiteral("backoff.factor")).usual().toDouble(), 2.0);
    }

private:
    /// `rules.0.when.bodyHas` -> rules.when.bodyHas; names of a map are left out, too.
    static QString wordsOf(const Spot& spot)
    {
        QStringList words;
        QJsonValue json = everyMember();
        SchemaNode node = SchemaNode::policy();
        for (const QString& key : spot.path) {
            if (node.sort() == SchemaNode::Sort::List || node.sort() == SchemaNode::Sort::Map) {
                node = node.item();
                continue;
            }
            words.append(key);
            node = node.at(key);
        }
        return words.join(QLatin1Char('.'));
    }
};

RETRYSCOPE_TEST(TstPolicySchema)
#include "tst_policy_schema.moc"
