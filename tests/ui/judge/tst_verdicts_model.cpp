// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"
#include "tests/support/strict_main.h"
#include "ui/judge/judged_presets.h"
#include "ui/judge/samples.h"
#include "ui/judge/verdict_columns.h"
#include "ui/judge/verdicts_filter.h"

#include <QAbstractItemModelTester>
#include <QMap>
#include <QSignalSpy>

#include <algorithm>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

std::vector<VerdictRow> rowsOf(const JudgedPresets& presets)
{
    std::vector<VerdictRow> rows;
    for (const JudgedPreset& preset : presets.all()) {
        rows.push_back(preset.row);
    }
    return rows;
}

const GivenAttempt& sample(const char* name)
{
    const auto& all = famousSamples();
    const auto found = std::find_if(all.begin(), all.end(), [name](const Sample& candidate) {
        return candidate.name == QLatin1String(name);
    });
    Q_ASSERT(found != all.end());
    return found->given;
}

const VerdictRow& rowOf(const JudgedPresets& presets, const char* key)
{
    const auto found =
        std::find_if(presets.all().begin(), presets.all().end(),
                     [key](const JudgedPreset& preset) { return preset.key == QLatin1String(key); });
    Q_ASSERT(found != presets.all().end());
    return found->row;
}

} // namespace

class TstVerdictsModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aProxys429Named429DividesTheClients_data();
    void aProxys429Named429DividesTheClients();
    void everyPresetHasARowThatSaysAllInWords();
    void presetsHaveTheirShortNameAndTheTitleInTheToolTip();
    void presetsOfAClientStandTogether();
    void delaysSortAsNumbers();
    void aChangedResponseKeepsTheRows();
    void onlyDifferencesLeavesTheMinority();
    void anotherServiceIsJudgedByItsOwnRules();
    void judgingAgainIsTheSameAsJudgingAnew();

private:
    io::Library m_library;
};

/// As read in the sources of each client.
void TstVerdictsModel::aProxys429Named429DividesTheClients_data()
{
    QTest::addColumn<bool>("retries");
    for (const char* key : {"botocore-1.29.27-legacy", "botocore-1.43.67-legacy", "jsv3-3.705.0-standard",
                            "jsv3-3.1169.0-standard", "ruby-standard", "ruby-legacy"}) {
        QTest::newRow(key) << true;
    }
    for (const char* key :
         {"botocore-1.29.27-standard", "botocore-1.29.27-adaptive", "botocore-1.43.67-standard",
          "botocore-1.43.67-adaptive", "rust-standard", "cpp-1.8.187-default", "cpp-1.11.332-default",
          "cpp-1.11.332-standard", "aws-cpp-s3-blog"}) {
        QTest::newRow(key) << false;
    }
}

void TstVerdictsModel::aProxys429Named429DividesTheClients()
{
    QFETCH(bool, retries);
    JudgedPresets presets(m_library);
    presets.judge(sample("proxy-429-named-429"));
    QVERIFY((rowOf(presets, QTest::currentDataTag()).verdict == Verdict::Retry) == retries);
}

void TstVerdictsModel::everyPresetHasARowThatSaysAllInWords()
{
    VerdictsModel model(verdictColumns(), nullptr);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    JudgedPresets presets(m_library);
    presets.judge(sample("s3-slow-down"));
    model.renewRows(rowsOf(presets));
    QCOMPARE(model.rowCount(), static_cast<int>(m_library.policyEntries().size()));
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.rows()[static_cast<std::size_t>(row)].policy == "botocore-1.29.27-standard") {
            for (int column = 0; column < model.columnCount(); ++column) {
                cells += model.index(row, column).data().toString();
            }
        }
    }
    QCOMPARE(
        cells.join(QStringLiteral(" | ")),
        QStringLiteral(
            "Python | botocore 1.29 standard | retry | 0 to 1 s | 3 | throttling | "
            "SlowDown (xml:Error/Code) | the error name means throttling | 500 - 5 = 495 |  | recorded"));
}

void TstVerdictsModel::presetsHaveTheirShortNameAndTheTitleInTheToolTip()
{
    VerdictRow row;
    row.policy = "ruby-legacy";
    row.shortName = "AWS Ruby legacy";
    row.client = "Ruby";
    row.title = "Ruby, AWS SDK 3, legacy mode (from source, not recorded)";
    VerdictsModel model(verdictColumns(), nullptr);
    model.renewRows({row});
    const QModelIndex index = model.index(0, VerdictColumn::Preset);
    QCOMPARE(index.data().toString(), QStringLiteral("AWS Ruby legacy"));
    const QString tip = index.data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("legacy mode (from source, not recorded) (ruby-legacy)")),
             qPrintable(tip));
}

void TstVerdictsModel::presetsOfAClientStandTogether()
{
    JudgedPresets presets(m_library);
    presets.judge(sample("empty-503"));
    QStringList groups;
    for (const JudgedPreset& preset : presets.all()) {
        const QString client = QString::fromStdString(preset.row.client);
        if (groups.isEmpty() || groups.last() != client) {
            QVERIFY2(!groups.contains(client), qPrintable(client));
            groups += client;
        }
    }
    QVERIFY(groups.size() > 5);
}

void TstVerdictsModel::delaysSortAsNumbers()
{
    VerdictsModel model(verdictColumns(), nullptr);
    VerdictsFilter sorted(&model);
    JudgedPresets presets(m_library);
    presets.judge(sample("s3-slow-down"));
    model.renewRows(rowsOf(presets));
    sorted.sort(VerdictColumn::FirstDelay, Qt::DescendingOrder);
    std::vector<Duration> delays;
    for (const VerdictRow& row : sorted.rowsShown()) {
        delays.push_back(row.window ? row.window->high : Duration{-1});
    }
    QVERIFY(std::is_sorted(delays.rbegin(), delays.rend()));
}

void TstVerdictsModel::aChangedResponseKeepsTheRows()
{
    VerdictsModel model(verdictColumns(), nullptr);
    VerdictsFilter filter(&model);
    const QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    JudgedPresets presets(m_library);
    presets.judge(sample("empty-503"));
    model.renewRows(rowsOf(presets));
    const QPersistentModelIndex kept = model.index(3, 0);
    presets.judge(sample("proxy-429-named-429"));
    model.renewRows(rowsOf(presets));
    QVERIFY(kept.isValid());
    model.renewRows({});
    QCOMPARE(filter.rowCount(), 0);
}

void TstVerdictsModel::onlyDifferencesLeavesTheMinority()
{
    VerdictsModel model(verdictColumns(), nullptr);
    VerdictsFilter filter(&model);
    JudgedPresets presets(m_library);
    presets.judge(sample("proxy-429-named-429"));
    model.renewRows(rowsOf(presets));
    filter.refresh();
    filter.setOnlyDifferences(true);
    const std::vector<VerdictRow> rows = filter.rowsShown();
    QVERIFY(!rows.empty() && rows.size() * 2 <= model.rows().size());
    QVERIFY(std::all_of(rows.begin(), rows.end(),
                        [&rows](const VerdictRow& row) { return row.verdict == rows.front().verdict; }));
    QVERIFY2(filter.differences().startsWith(QString::number(rows.size())), qPrintable(filter.differences()));
}

void TstVerdictsModel::anotherServiceIsJudgedByItsOwnRules()
{
    JudgedPresets presets(m_library);
    GivenAttempt given = sample("dynamodb-throughput-exceeded");
    presets.judge(given);
    const std::optional<int> ofDynamoDb = rowOf(presets, "botocore-1.29.27-legacy").attempts;
    given.spec.service = "s3";
    presets.judge(given);
    QVERIFY(rowOf(presets, "botocore-1.29.27-legacy").attempts != ofDynamoDb);
}

void TstVerdictsModel::judgingAgainIsTheSameAsJudgingAnew()
{
    JudgedPresets used(m_library);
    used.judge(sample("nginx-502-html"));
    Situation odd = used.all().front().situation;
    odd.policy.policy.attempts.max = 77;
    used.judgeIn(0, odd);
    used.judge(sample("s3-slow-down"));
    JudgedPresets fresh(m_library);
    fresh.judge(sample("s3-slow-down"));
    QVERIFY(rowsOf(used) == rowsOf(fresh));
}

RETRYSCOPE_TEST(TstVerdictsModel)
#include "tst_verdicts_model.moc"
