// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/error_files.h"

#include "core/io/files/library.h"
#include "core/read/possible_effect.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <QDir>

#include <set>

using namespace retryscope;

namespace {

const Rule& ruleOf(const Policy& policy, const std::string& id)
{
    const auto found = std::find_if(policy.rules.begin(), policy.rules.end(),
                                    [&id](const Rule& rule) { return rule.id == id; });
    Q_ASSERT(found != policy.rules.end());
    return *found;
}

bool isIncurable(const std::string& name)
{
    return incurableErrorIn(io::errorKnowledge().incurable, test::jsonError(400, name)).has_value();
}

} // namespace

class TstErrorFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyBuiltInFileIsRead()
    {
        QVERIFY(!QDir(QStringLiteral(":/retryscope/errors")).entryList({QStringLiteral("*.json")}).isEmpty());
        QVERIFY(!io::errorKnowledge().incurable.empty());
        std::set<std::string> names;
        for (const IncurableErrors& errors : io::errorKnowledge().incurable) {
            QVERIFY2(!errors.source.empty() && !errors.because.empty(), errors.source.c_str());
            QVERIFY2(!errors.names.empty() || !errors.prefixes.empty() || !errors.contains.empty(),
                     errors.source.c_str());
            for (const std::string& name : errors.names) {
                QVERIFY2(names.insert(name).second, name.c_str()); // one source each
                QVERIFY2(!isThrottlingName(name), name.c_str());
            }
        }
    }

    void theTableOfDynamoDbDecidesForItsExceptions()
    {
        const Policy guide = io::Library().policy(QStringLiteral("dynamodb-guide")).value();
        for (const std::string& name : ruleOf(guide, "table-no").when.nameIn) {
            QVERIFY2(isIncurable(name), name.c_str());
        }
        for (const char* rule : {"table-yes", "throttling-names"}) {
            for (const std::string& name : ruleOf(guide, rule).when.nameIn) {
                QVERIFY2(!isIncurable(name), name.c_str());
            }
        }
    }

    void noRecordedClientRetriesWhatNoRetryCures()
    {
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            const Policy policy = library.policy(entry.id).value();
            for (const Rule& rule : policy.rules) {
                const bool retries = rule.kind != ErrorKind::Permanent && rule.kind != ErrorKind::None &&
                                     rule.kind != ErrorKind::ClockSkew; // what is cured then is the clock
                for (const std::string& name : rule.when.nameIn) {
                    QVERIFY2(!retries || !isIncurable(name),
                             qPrintable(entry.id + QString::fromStdString(": " + name)));
                }
            }
        }
    }

    void aWrongFileSaysWhere()
    {
        const auto wrong = io::errorsFromJson(
            R"({"format": "retryscope.errors/1", "incurable": [{"names": [], "because": "b", "source": "s"}]})",
            QStringLiteral("errors/x"));
        QVERIFY(!wrong);
        QVERIFY(wrong.error().place.contains(QStringLiteral("names")));
    }
};

RETRYSCOPE_TEST(TstErrorFiles)
#include "tst_error_files.moc"
