// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/mapping.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"
#include "ui/policy/rule_text.h"
#include "ui/policy/rules_editor.h"

#include <QAbstractItemModelTester>
#include <QToolButton>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

Condition status(int from, int to)
{
    Condition condition;
    condition.statusIn = {{from, to}};
    return condition;
}

std::vector<std::string> idsOf(const EditableTable<Rule>& model)
{
    std::vector<std::string> ids;
    for (const Rule& rule : model.rows()) {
        ids.push_back(rule.id);
    }
    return ids;
}

} // namespace

class TstRulesModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aKindIsSetByItsNameInFiles();
    void anUnknownKindIsRefused();
    void onlyTitleAndKindAreEditedInTheTable();
    void anAddedRuleGetsAnIdOfItsOwn();
    void movesChangeTheOrderOfTrying();
    void removesRules();
    void mappingsStandBeforeTheRulesAndAreSaidInWords();
    void statusesAreReadAndWrittenAlike_data();
    void statusesAreReadAndWrittenAlike();
    void wrongStatusesAreRefused_data();
    void wrongStatusesAreRefused();

private:
    EditableTable<Rule> m_model{ruleColumns(), nullptr};
    QAbstractItemModelTester m_tester{&m_model};
};

void TstRulesModel::init()
{
    m_model.userEdited = {};
    m_model.setRows({test::ruleFor("server", status(500, 599), ErrorKind::Server),
                     test::ruleFor("client", status(400, 499), ErrorKind::Permanent)});
}

void TstRulesModel::aKindIsSetByItsNameInFiles()
{
    int edited = 0;
    m_model.userEdited = [&edited] {
        ++edited;
    };

    QVERIFY(m_model.setData(m_model.index(1, m_model.columnOf("kind")), QStringLiteral("throttling"),
                            Qt::EditRole));

    QVERIFY(m_model.at(1).kind == ErrorKind::Throttling);
    QCOMPARE(edited, 1);
}

void TstRulesModel::anUnknownKindIsRefused()
{
    QVERIFY(!m_model.setData(m_model.index(1, m_model.columnOf("kind")), QStringLiteral("sometimes"),
                             Qt::EditRole));

    QVERIFY(m_model.at(1).kind == ErrorKind::Permanent);
}

void TstRulesModel::onlyTitleAndKindAreEditedInTheTable()
{
    const auto isEditable = [this](int column) {
        return m_model.flags(m_model.index(0, column)).testFlag(Qt::ItemIsEditable);
    };
    QVERIFY(isEditable(m_model.columnOf("title")));
    QVERIFY(isEditable(m_model.columnOf("kind")));
    QVERIFY(!isEditable(m_model.columnOf("when")));
    QVERIFY(!m_model.setData(m_model.index(0, m_model.columnOf("when")), QStringLiteral("x"), Qt::EditRole));
}

void TstRulesModel::anAddedRuleGetsAnIdOfItsOwn()
{
    RulesEditor editor;
    editor.display({}, false);
    for (int added = 0; added < 2; ++added) {
        editor.findChild<QToolButton*>(QStringLiteral("addRuleButton"))->click();
    }

    QCOMPARE(editor.rules().at(0).id, std::string("own-rule"));
    QCOMPARE(editor.rules().at(1).id, std::string("own-rule-2"));
}

void TstRulesModel::movesChangeTheOrderOfTrying()
{
    m_model.move(1, 0);

    QCOMPARE(idsOf(m_model), (std::vector<std::string>{"client", "server"}));
}

void TstRulesModel::mappingsStandBeforeTheRulesAndAreSaidInWords()
{
    Policy policy = test::plainPolicy();
    policy.rules = m_model.rows();
    policy = withMapping(policy, {std::string("429"), ErrorKind::Throttling});
    policy = withMapping(policy, {std::string("Busy"), ErrorKind::Throttling});

    m_model.setRows(withMapping(policy, {404, ErrorKind::Transient}).rules);

    QCOMPARE(idsOf(m_model), (std::vector<std::string>{"own-names-throttling", "own-statuses-transient",
                                                       "server", "client"}));
    const QString when = m_model.index(0, m_model.columnOf("when")).data().toString();
    QVERIFY2(when.contains(QStringLiteral("429")) && when.contains(QStringLiteral("Busy")), qPrintable(when));
}

void TstRulesModel::removesRules()
{
    QVERIFY(m_model.removeRows(0, 1));
    QVERIFY(!m_model.removeRows(5, 1));

    QCOMPARE(idsOf(m_model), (std::vector<std::string>{"client"}));
}

void TstRulesModel::statusesAreReadAndWrittenAlike_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("one") << QStringLiteral("503");
    QTest::newRow("hundred") << QStringLiteral("5xx");
    QTest::newRow("several") << QStringLiteral("429, 500-504, 5xx");
    QTest::newRow("none") << QString();
}

void TstRulesModel::statusesAreReadAndWrittenAlike()
{
    QFETCH(QString, text);
    const auto ranges = statusRangesFrom(text);
    QVERIFY(ranges.has_value());
    QCOMPARE(statusText(*ranges), text);
}

void TstRulesModel::wrongStatusesAreRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("word") << QStringLiteral("many");
    QTest::newRow("too small") << QStringLiteral("42");
    QTest::newRow("backwards") << QStringLiteral("599-500");
    QTest::newRow("one bad among good ones") << QStringLiteral("503, x");
}

void TstRulesModel::wrongStatusesAreRefused()
{
    QFETCH(QString, text);
    QVERIFY(!statusRangesFrom(text).has_value());
}

RETRYSCOPE_TEST(TstRulesModel)
#include "tst_rules_model.moc"
