// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/error_name.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

ErrorReading looking(std::vector<NamePlace> places, std::vector<Strip> strip = {})
{
    return {.places = std::move(places), .strip = std::move(strip)};
}

NamePlace xml(std::string path)
{
    return {NameSource::Xml, std::move(path)};
}

NamePlace json(std::string path)
{
    return {NameSource::Json, std::move(path)};
}

NamePlace header(std::string path)
{
    return {NameSource::Header, std::move(path)};
}

ErrorName present(std::string name, std::string found, std::string origin)
{
    return {NameState::Present, std::move(name), std::move(found), std::move(origin)};
}

AttemptFacts xmlWith(std::vector<BodyField> fields)
{
    return responseWith(500, {.isEmpty = false, .isXml = true, .fields = std::move(fields)});
}

AttemptFacts withReason(int status, std::string reason)
{
    AttemptFacts facts = response(status);
    auto response = std::make_shared<Response>(*facts.response);
    response->reason = std::move(reason);
    facts.response = std::move(response);
    return facts;
}

} // namespace

class TstErrorName : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheName_data()
    {
        QTest::addColumn<ErrorReading>("reading");
        QTest::addColumn<AttemptFacts>("facts");
        QTest::addColumn<ErrorName>("expected");

        const AttemptFacts slowDown = xmlError(503, "SlowDown");
        const ErrorName slowDownName = present("SlowDown", "SlowDown", "xml:Error/Code");
        QTest::newRow("xmlPlace") << looking({xml("Error/Code")}) << slowDown << slowDownName;
        QTest::newRow("anyRootKeepsTheRealPlaceAsOrigin")
            << looking({xml("*/Code")}) << slowDown << slowDownName;
        QTest::newRow("anyRootIsOneComponentOnly")
            << looking({xml("*/Code")}) << xmlWith({{"xml:Response/Error/Code", "X"}}) << ErrorName{};
        QTest::newRow("pathIsComparedWhole")
            << looking({xml("Error/Code")}) << xmlWith({{"xml:Error/CodeX", "X"}}) << ErrorName{};
        QTest::newRow("xmlPlaceIsNotReadFromJson")
            << looking({xml("__type")}) << jsonError(400, "X") << ErrorName{};
        QTest::newRow("jsonPlace") << looking({json("__type")}) << jsonError(400, "X")
                                   << present("X", "X", "json:__type");
        QTest::newRow("jsonPointerForm")
            << looking({json("/__type")}) << jsonError(400, "X") << present("X", "X", "json:__type");
        QTest::newRow("header") << looking({header("x-amzn-errortype")})
                                << response(400, {{"X-Amzn-ErrorType", "Y"}})
                                << present("Y", "Y", "header:x-amzn-errortype");
        QTest::newRow("status") << looking({{NameSource::Status, ""}}) << response(429)
                                << present("429", "429", "status");
        QTest::newRow("reasonLosesItsBlanks")
            << looking({{NameSource::Reason, ""}}) << withReason(408, "Request Time-out")
            << present("RequestTime-out", "RequestTime-out", "reason");
        QTest::newRow("emptyReasonIsNoPlace")
            << looking({{NameSource::Reason, ""}}) << withReason(408, "") << ErrorName{};
        QTest::newRow("firstPlaceWins")
            << looking({header("h"), xml("Error/Code")})
            << responseWith(400, {.isEmpty = false, .isXml = true, .fields = {{"xml:Error/Code", "B"}}},
                            {{"h", "A"}})
            << present("A", "A", "header:h");
        QTest::newRow("missingPlaceIsSkipped")
            << looking({header("h"), xml("Error/Code")}) << slowDown << slowDownName;
        QTest::newRow("emptyTextInTheFirstPlaceHoldsAllTheSame")
            << looking({xml("Error/Code"), {NameSource::Status, ""}}) << xmlError(503, "")
            << ErrorName{NameState::Empty, "", "", "xml:Error/Code"};
        QTest::newRow("nothingLeftAfterStrippingIsEmpty")
            << looking({xml("Error/Code")}, {Strip::Blanks}) << xmlError(503, " \r\n\t")
            << ErrorName{NameState::Empty, "", " \r\n\t", "xml:Error/Code"};
        QTest::newRow("noPlaceNoName") << looking({}) << slowDown << ErrorName{};
        const auto rootNamed = [](XmlRootName name) {
            return responseWith(503, {.isEmpty = false,
                                      .isXml = true,
                                      .xmlRoot = "Error",
                                      .xmlRootName = name,
                                      .fields = {{"xml:Error/Code", "SlowDown"}}});
        };
        const auto matching = [](XmlRootMatch match, const char* place) {
            ErrorReading reading = looking({xml(place)});
            reading.rootMatch = match;
            return reading;
        };
        QTest::newRow("localNamesPassOverPrefixes") << matching(XmlRootMatch::Local, "Error/Code")
                                                    << rootNamed(XmlRootName::Prefixed) << slowDownName;
        QTest::newRow("aPrefixIsPartOfAQualifiedName")
            << matching(XmlRootMatch::Qualified, "*/Code") << rootNamed(XmlRootName::Prefixed) << ErrorName{};
        QTest::newRow("aNamespaceIsNoPartOfAQualifiedName")
            << matching(XmlRootMatch::Qualified, "Error/Code") << rootNamed(XmlRootName::InNamespace)
            << slowDownName;
        QTest::newRow("aNamespaceIsPartOfAnExpandedName")
            << matching(XmlRootMatch::Expanded, "Error/Code") << rootNamed(XmlRootName::InNamespace)
            << ErrorName{};
        QTest::newRow("anyRootIsFoundInANamespaceToo") << matching(XmlRootMatch::Expanded, "*/Code")
                                                       << rootNamed(XmlRootName::InNamespace) << slowDownName;
        QTest::newRow("aHeaderLosesWhatFollowsItsColon")
            << looking({header("h")}, {Strip::BeforeColonInHeaders}) << response(400, {{"h", "Y:http://x"}})
            << present("Y", "Y:http://x", "header:h");
        QTest::newRow("aBodyKeepsWhatFollowsItsColon")
            << looking({json("__type")}, {Strip::BeforeColonInHeaders}) << jsonError(400, "Y:http://x")
            << present("Y:http://x", "Y:http://x", "json:__type");
        QTest::newRow("theRegisteredTextOfAStatus")
            << looking({{NameSource::StatusText, ""}}) << withReason(408, "Zeit abgelaufen")
            << present("RequestTimeout", "RequestTimeout", "statusText");
        QTest::newRow("noRegisteredText") << looking({{NameSource::StatusText, ""}})
                                          << withReason(509, "Bandwidth Limit Exceeded") << ErrorName{};
        QTest::newRow("theLastHashCountsInABody")
            << looking({json("__type")}, {Strip::AfterLastHashInBody}) << jsonError(400, "a#b#C")
            << present("C", "a#b#C", "json:__type");
        QTest::newRow("aHeaderKeepsItsHash")
            << looking({header("h")}, {Strip::AfterLastHashInBody, Strip::AfterLastHashInType})
            << response(400, {{"h", "a#C"}}) << present("a#C", "a#C", "header:h");
        ErrorReading verbatim = looking({json("__type")}, {Strip::AfterHash});
        verbatim.verbatim = verbatim.places;
        QTest::newRow("aVerbatimPlaceIsNotStripped")
            << verbatim << jsonError(400, "a#C") << present("a#C", "a#C", "json:__type");
        ErrorReading anyCase = looking({json("__TYPE")});
        anyCase.anyLetterCase = true;
        QTest::newRow("membersInAnyLetterCase")
            << anyCase << jsonError(400, "X") << present("X", "X", "json:__type");
        ErrorReading hiding = looking({header("h")});
        hiding.syntax = BodySyntax::Json;
        hiding.unreadableHidesName = true;
        QTest::newRow("anUnreadableBodyHidesTheHeader")
            << hiding << responseWith(400, {.isEmpty = false}, {{"h", "A"}}) << ErrorName{};
        const AttemptFacts marked = responseWith(400, {.isEmpty = false,
                                                       .isXml = true,
                                                       .oddities = {BodyOddity::ByteOrderMark},
                                                       .fields = {{"xml:Error/Code", "SlowDown"}}});
        QTest::newRow("anOddityThatIsNotTolerated") << looking({xml("Error/Code")}) << marked << ErrorName{};
        ErrorReading tolerant = looking({xml("Error/Code")});
        tolerant.tolerates = {BodyOddity::ByteOrderMark};
        QTest::newRow("anOddityThatIs") << tolerant << marked << slowDownName;
        ErrorReading python = looking({});
        python.nameFromStatusWhenUnreadable = true;
        python.pagesAreNoBody = true;
        const auto page = [](int status) {
            return responseWith(status, {.isEmpty = false,
                                         .isXml = true,
                                         .opening = "<html><body>",
                                         .fields = {{"xml:html/body", ""}}});
        };
        QTest::newRow("aPageInBetweenIsNoBodyFrom500On")
            << python << page(502) << present("502", "502", "status");
        QTest::newRow("aPageBelow500IsABody") << python << page(404) << ErrorName{};
        QTest::newRow("faultWithoutAReply")
            << looking({{NameSource::Status, ""}}) << faulty(FaultKind::ReadTimeout) << ErrorName{};
    }

    void findsTheName()
    {
        QFETCH(ErrorReading, reading);
        QFETCH(AttemptFacts, facts);
        QFETCH(ErrorName, expected);
        const ErrorName found = nameOf(reading, facts);
        QCOMPARE(found.name, expected.name);
        QCOMPARE(found.found, expected.found);
        QCOMPARE(found.origin, expected.origin);
        QCOMPARE(found.state, expected.state);
    }

    void stripsInTheOrderOfTheReading_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QList<int>>("strip");
        QTest::addColumn<QByteArray>("name");
        const auto strips = [](std::initializer_list<Strip> values) {
            QList<int> list;
            for (const Strip strip : values) {
                list.append(static_cast<int>(strip));
            }
            return list;
        };
        const QByteArray full("com.aws#Throttling:http://x");
        QTest::newRow("afterHash") << full << strips({Strip::AfterHash}) << QByteArray("Throttling:http://x");
        QTest::newRow("hashThenColon")
            << full << strips({Strip::AfterHash, Strip::BeforeColon}) << QByteArray("Throttling");
        QTest::newRow("colonThenHash")
            << full << strips({Strip::BeforeColon, Strip::AfterHash}) << QByteArray("Throttling");
        QTest::newRow("firstOfSeveralHashes")
            << QByteArray("a#b#c") << strips({Strip::AfterHash}) << QByteArray("b#c");
        QTest::newRow("lastHash") << QByteArray("a#b#c") << strips({Strip::AfterLastHash}) << QByteArray("c");
        QTest::newRow("firstOfSeveralColons")
            << QByteArray("a:b:c") << strips({Strip::BeforeColon}) << QByteArray("a");
        QTest::newRow("eitherHashOrColonPrefersTheHash")
            << full << strips({Strip::AfterHashElseBeforeColon}) << QByteArray("Throttling:http://x");
        QTest::newRow("eitherHashOrColonFallsBackToTheColon")
            << QByteArray("Throttling:http://x") << strips({Strip::AfterHashElseBeforeColon})
            << QByteArray("Throttling");
        QTest::newRow("qualifiedSoapName")
            << QByteArray("soap:Server.InternalError") << strips({Strip::AfterColon})
            << QByteArray("Server.InternalError");
        QTest::newRow("soapNameWithoutAPrefix")
            << QByteArray("Server.InternalError") << strips({Strip::AfterColon})
            << QByteArray("Server.InternalError");
        QTest::newRow("lastDot") << QByteArray("Server.a.B") << strips({Strip::AfterDot}) << QByteArray("B");
        QTest::newRow("soapPrefixAndSide")
            << QByteArray("s:Server.X") << strips({Strip::AfterColon, Strip::AfterDot}) << QByteArray("X");
        QTest::newRow("blanksAtBothEndsOnly")
            << QByteArray("\r\n Slow Down\t") << strips({Strip::Blanks}) << QByteArray("Slow Down");
        QTest::newRow("nothingToStrip") << QByteArray("X")
                                        << strips({Strip::AfterHash, Strip::BeforeColon, Strip::AfterColon,
                                                   Strip::AfterDot, Strip::Blanks})
                                        << QByteArray("X");
        QTest::newRow("onlyASeparator") << QByteArray("#") << strips({Strip::AfterHash}) << QByteArray();
    }

    void stripsInTheOrderOfTheReading()
    {
        QFETCH(QByteArray, text);
        QFETCH(QList<int>, strip);
        QFETCH(QByteArray, name);
        ErrorReading reading = looking({xml("Error/Code")});
        for (const int step : strip) {
            reading.strip.push_back(static_cast<Strip>(step));
        }
        QCOMPARE(nameOf(reading, xmlError(500, text.toStdString())).name, name.toStdString());
    }

    void unreadableBodiesCanBearTheStatusAsTheirName_data()
    {
        QTest::addColumn<AttemptFacts>("facts");
        QTest::addColumn<bool>("isNamed");
        QTest::newRow("noBody") << response(503) << true;
        QTest::newRow("bodyThatIsNoXml") << responseWith(503, {.isEmpty = false, .isHtml = true}) << true;
        QTest::newRow("jsonForAReaderOfXml") << responseWith(503, {.isEmpty = false, .isJson = true}) << true;
        QTest::newRow("xmlWithoutAName") << responseWith(503, {.isEmpty = false, .isXml = true}) << false;
    }

    void unreadableBodiesCanBearTheStatusAsTheirName()
    {
        QFETCH(AttemptFacts, facts);
        QFETCH(bool, isNamed);
        const ErrorReading reading{
            .syntax = BodySyntax::Xml, .places = {xml("Error/Code")}, .nameFromStatusWhenUnreadable = true};
        QVERIFY(nameOf(reading, facts) == (isNamed ? present("503", "503", "status") : ErrorName{}));
    }

    void theSyntaxDecidesWhatCountsAsUnparseable_data()
    {
        QTest::addColumn<int>("syntax");
        QTest::addColumn<AttemptFacts>("facts");
        QTest::addColumn<int>("state");
        const AttemptFacts xmlBody = responseWith(500, {.isEmpty = false, .isXml = true});
        const AttemptFacts jsonBody = responseWith(500, {.isEmpty = false, .isJson = true});
        const AttemptFacts text = responseWith(500, {.isEmpty = false});
        const auto row = [](const char* name, BodySyntax syntax, const AttemptFacts& facts, BodyState state) {
            QTest::newRow(name) << static_cast<int>(syntax) << facts << static_cast<int>(state);
        };
        row("noReply", BodySyntax::Any, faulty(FaultKind::ConnectionReset), BodyState::Absent);
        row("noBody", BodySyntax::Any, response(500), BodyState::Absent);
        row("anyTakesXml", BodySyntax::Any, xmlBody, BodyState::Parsed);
        row("anyTakesJson", BodySyntax::Any, jsonBody, BodyState::Parsed);
        row("anyRejectsText", BodySyntax::Any, text, BodyState::Unparseable);
        row("xmlTakesXml", BodySyntax::Xml, xmlBody, BodyState::Parsed);
        row("xmlRejectsJson", BodySyntax::Xml, jsonBody, BodyState::Unparseable);
        row("jsonTakesJson", BodySyntax::Json, jsonBody, BodyState::Parsed);
        row("jsonRejectsXml", BodySyntax::Json, xmlBody, BodyState::Unparseable);
    }

    void theSyntaxDecidesWhatCountsAsUnparseable()
    {
        QFETCH(int, syntax);
        QFETCH(AttemptFacts, facts);
        QFETCH(int, state);
        const ErrorReading reading{.syntax = static_cast<BodySyntax>(syntax)};
        QCOMPARE(static_cast<int>(bodyStateOf(reading, facts)), state);
    }

    void theFirstMessageWithTextIsTaken()
    {
        const ErrorReading reading{.messagePlaces = {xml("Error/Message"), xml("Error/Text")}};
        const AttemptFacts facts = xmlWith({{"xml:Error/Message", " \n"}, {"xml:Error/Text", " reduce "}});
        QCOMPARE(messageOf(reading, facts), std::string("reduce"));
        QCOMPARE(messageOf(reading, response(500)), std::string());
        QCOMPARE(messageOf(reading, faulty(FaultKind::ReadTimeout)), std::string());
    }

    void theRequestIdComesFromHeadersFirst()
    {
        const AttemptFacts both =
            responseWith(500, {.isEmpty = false, .isXml = true, .fields = {{"xml:Error/RequestId", "body"}}},
                         {{"x-amz-request-id", "head"}});
        QCOMPARE(requestIdOf(both), std::string("head"));
        QCOMPARE(requestIdOf(xmlWith({{"xml:Error/RequestId", "body"}})), std::string("body"));
        QCOMPARE(requestIdOf(xmlWith({{"xml:R/ResponseMetadata/RequestId", "deep"}})), std::string("deep"));
        QCOMPARE(requestIdOf(response(500)), std::string());
        QCOMPARE(requestIdOf(faulty(FaultKind::ReadTimeout)), std::string());
    }

    void hostileNamesAreOnlyText_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nulInside") << QByteArray("Slow\0Down", 9);
        QTest::newRow("noUtf8") << QByteArray("\xFF\xFE\x80");
        QTest::newRow("oneMebibyte") << QByteArray(1 << 20, 'x');
        QTest::newRow("onlySeparators") << QByteArray("#:.#:.#:.");
        QTest::newRow("markup") << QByteArray("<b>{name}</b>&amp;%s%n");
    }

    void hostileNamesAreOnlyText()
    {
        QFETCH(QByteArray, text);
        const ErrorReading reading =
            looking({xml("*/Code")}, {Strip::AfterHash, Strip::BeforeColon, Strip::AfterDot, Strip::Blanks});
        const ErrorName name = nameOf(reading, xmlError(500, text.toStdString()));
        QCOMPARE(name.found, text.toStdString());
        QVERIFY(name.found.find(name.name) != std::string::npos);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstErrorName)

#include "tst_error_name.moc"
