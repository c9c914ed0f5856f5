// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"
#include "ui/explanation/changes_list.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include <memory>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

std::vector<OfferedChange> threeFlips()
{
    return {{.reversing = {.change = NameMapped{.name = "429", .kind = ErrorKind::Throttling},
                           .verdictAfter = Verdict::Retry,
                           .kindAfter = ErrorKind::Throttling,
                           .windowAfter = DelayWindow{Duration{0}, std::chrono::seconds{1}}},
             .code = {}},
            {.reversing = {.change = StatusReplaced{.from = 429, .to = 503},
                           .verdictAfter = Verdict::Retry,
                           .kindAfter = ErrorKind::Transient},
             .code = {}},
            {.reversing = {.change = StatusReplaced{.from = 429, .to = 500}, .verdictAfter = Verdict::Retry},
             .code = {}}};
}

/// The proxy's 429 that is named 429, or a 503 at the last attempt.
Situation situationOf(const char* policy, const AttemptFacts& facts, int attempt = 1)
{
    const RequestSpec spec{.url = "https://h/", .service = "s3"};
    const Policy preset = io::Library().policy(QString::fromLatin1(policy)).value();
    return situationUnder(resolve(preset, spec), {.spec = spec, .facts = facts, .attempt = attempt});
}

} // namespace

class TstChangesList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void eachChangeSaysWhoCanMakeIt();
    void ofOneSortOnlyTheNearestIsInSight();
    void theOthersComeWithAKey();
    void tryingHandsTheChangeOn();
    void theOutcomeStandsBeneathWhatWasTried();
    void anotherTryTakesTheOutcomeAway();
    void withoutFlipsItSaysWhy();
    void whatTheVerdictHangsOnStandsBeneath();
    void whoeverListensMayShowOtherFlipsAtOnce();
    void aChangeOfTheClientShowsWhatToWriteOnDemand();
    void whereThereIsASettingItIsShownAndCopied();
    void theCodeFollowsTheClient();
    void whatNoRetryCuresHasNoRows();

private:
    template <typename Widget>
    Widget& find(const char* name)
    {
        auto* widget = m_list->findChild<Widget*>(QString::fromLatin1(name));
        Q_ASSERT(widget != nullptr);
        return *widget;
    }

    /// Of the first change in sight whose text has this in it; nullptr: it offers no code.
    QPushButton* codeButton(const QString& change)
    {
        for (QLabel* text : m_list->findChildren<QLabel*>()) {
            const QString name = text->objectName();
            if (name.startsWith(QStringLiteral("flipText")) && text->isVisible() &&
                text->text().contains(change)) {
                return text->parentWidget()->findChild<QPushButton*>(QStringLiteral("flipCode") +
                                                                     name.mid(8));
            }
        }
        return nullptr;
    }

    std::unique_ptr<ChangesList> m_list;
};

void TstChangesList::init()
{
    m_list = std::make_unique<ChangesList>();
    m_list->display(threeFlips());
    m_list->show();
}

void TstChangesList::eachChangeSaysWhoCanMakeIt()
{
    QVERIFY(find<QLabel>("flipText0").text().contains(QStringLiteral("429")));
    QCOMPARE(find<QLabel>("flipOwner0").text(),
             QStringLiteral("Client settings · the client then retries (throttling), delay 0 to 1 s"));
    QCOMPARE(find<QLabel>("flipOwner1").text(),
             QStringLiteral("Server or proxy, only if this is the real error · the client then retries "
                            "(transient), at once"));
    QVERIFY(find<QPushButton>("flipTry1").accessibleName().contains(QStringLiteral("503")));
}

void TstChangesList::ofOneSortOnlyTheNearestIsInSight()
{
    QVERIFY(find<QFrame>("flip0").isVisible());
    QVERIFY(find<QFrame>("flip1").isVisible());
    QVERIFY(!find<QFrame>("flip2").isVisible());
    QCOMPARE(find<QPushButton>("flipsMoreButton").text(), QStringLiteral("1 more"));
}

void TstChangesList::theOthersComeWithAKey()
{
    QTest::keyClick(&find<QPushButton>("flipsMoreButton"), Qt::Key_Space);

    QVERIFY(find<QFrame>("flip2").isVisible());
    QVERIFY(!find<QPushButton>("flipsMoreButton").isVisible());
}

void TstChangesList::tryingHandsTheChangeOn()
{
    std::vector<Change> tried;
    connect(m_list.get(), &ChangesList::tried, this,
            [&tried](const Change& change) { tried.push_back(change); });

    QTest::mouseClick(&find<QPushButton>("flipTry1"), Qt::LeftButton);
    QTest::keyClick(&find<QPushButton>("flipTry0"), Qt::Key_Space);

    QVERIFY(tried ==
            (std::vector<Change>{threeFlips()[1].reversing.change, threeFlips()[0].reversing.change}));
}

void TstChangesList::theOutcomeStandsBeneathWhatWasTried()
{
    Change followed;
    connect(m_list.get(), &ChangesList::followed, this,
            [&followed](const Change& change) { followed = change; });
    QTest::mouseClick(&find<QPushButton>("flipTry1"), Qt::LeftButton);
    m_list->showOutcome(QStringLiteral("stops → retries"), QStringLiteral("Play it"));

    QVERIFY(find<QLabel>("flipOutcome1").isVisible());
    QCOMPARE(find<QLabel>("flipOutcome1").text(), QStringLiteral("stops → retries"));
    QVERIFY(!find<QLabel>("flipOutcome0").isVisible());
    QTest::mouseClick(&find<QPushButton>("flipAction1"), Qt::LeftButton);
    QVERIFY(followed == threeFlips()[1].reversing.change);
}

void TstChangesList::anotherTryTakesTheOutcomeAway()
{
    QTest::mouseClick(&find<QPushButton>("flipTry1"), Qt::LeftButton);
    m_list->showOutcome(QStringLiteral("stops → retries"), QStringLiteral("Play it"));
    QTest::mouseClick(&find<QPushButton>("flipTry0"), Qt::LeftButton);

    QVERIFY(!find<QLabel>("flipOutcome1").isVisible());
    QVERIFY(!find<QPushButton>("flipAction1").isVisible());
}

void TstChangesList::withoutFlipsItSaysWhy()
{
    m_list->display({});
    QCOMPARE(find<QLabel>("flipsReason").text(), QStringLiteral("No single change reverses this decision."));
    QVERIFY(!find<QPushButton>("flipsMoreButton").isVisible());
    QVERIFY(m_list->changes().empty());
}

void TstChangesList::whatTheVerdictHangsOnStandsBeneath()
{
    QVERIFY(!find<QLabel>("flipsRemark").isVisible());
    m_list->setRemark(QStringLiteral("An unclosed tag would reverse this."));
    QVERIFY(find<QLabel>("flipsRemark").isVisible());
    QVERIFY(find<QLabel>("flipsRemark").y() > find<QPushButton>("flipsMoreButton").y());
    m_list->displayNone({});
    QVERIFY(!find<QLabel>("flipsRemark").isVisible());
}

void TstChangesList::whoeverListensMayShowOtherFlipsAtOnce()
{
    connect(m_list.get(), &ChangesList::tried, this, [this] { m_list->display({threeFlips()[1]}); });

    QTest::mouseClick(&find<QPushButton>("flipTry0"), Qt::LeftButton);

    QCOMPARE(m_list->changes().size(), std::size_t{1});
    m_list->showOutcome(QStringLiteral("nothing was tried among these"));
}

void TstChangesList::whatNoRetryCuresHasNoRows()
{
    const auto facts = test::jsonError(400, "ConditionalCheckFailedException");
    m_list->displayFor(situationOf("botocore-1.43.67-standard", facts));
    QVERIFY(m_list->changes().empty());
    const QString reason = find<QLabel>("flipsReason").text();
    QVERIFY2(reason.startsWith(QStringLiteral("A retry cannot help with ConditionalCheckFailedException: ")),
             qPrintable(reason));
}

void TstChangesList::aChangeOfTheClientShowsWhatToWriteOnDemand()
{
    m_list->displayFor(situationOf("cpp-1.11.332-standard", test::xmlError(429, "429")));
    auto* code = codeButton(QStringLiteral("Map the error name"));
    QVERIFY(code != nullptr);
    QVERIFY(codeButton(QStringLiteral("Respond without a body")) == nullptr);
    const QString number = code->objectName().mid(8); // flipCodeN
    QVERIFY(m_list->findChild<QLabel*>(QStringLiteral("flipWay") + number) == nullptr);

    QTest::mouseClick(code, Qt::LeftButton);
    QCOMPARE(m_list->findChild<QLabel*>(QStringLiteral("flipWay") + number)->text(),
             QStringLiteral("Client code, a class."));
    auto* text = m_list->findChild<QPlainTextEdit*>(QStringLiteral("flipSnippet%1_0").arg(number));
    QVERIFY(text->isVisible() && text->toPlainText().contains(QStringLiteral("class")));
    QVERIFY(text->toPlainText().contains(QStringLiteral("429")));

    QString note;
    connect(m_list.get(), &ChangesList::noteFound, this, [&note](const QString& said) { note = said; });
    QTest::mouseClick(m_list->findChild<QPushButton*>(QStringLiteral("flipCopy%1_0").arg(number)),
                      Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text().trimmed(), text->toPlainText());
    QVERIFY(note.startsWith(QStringLiteral("Copied: ")));

    QTest::keyClick(code, Qt::Key_Space);
    QVERIFY(!text->isVisible());
}

void TstChangesList::whereThereIsASettingItIsShownAndCopied()
{
    m_list->displayFor(situationOf("botocore-1.43.67-standard", test::xmlError(503, "SlowDown"), 3));
    auto* code = codeButton(QStringLiteral("Allow "));
    QVERIFY(code != nullptr);
    QTest::mouseClick(code, Qt::LeftButton);
    const QString number = code->objectName().mid(8);
    QCOMPARE(m_list->findChild<QLabel*>(QStringLiteral("flipWay") + number)->text(),
             QStringLiteral("Client settings."));
    QStringList texts;
    for (const QPlainTextEdit* text : m_list->findChildren<QPlainTextEdit*>()) {
        texts += text->toPlainText();
    }
    QVERIFY2(texts.join(u'\n').contains(QStringLiteral("AWS_MAX_ATTEMPTS=4")), qPrintable(texts.join(u'\n')));
}

/// Two clients may have the same changes.
void TstChangesList::theCodeFollowsTheClient()
{
    m_list->displayFor(situationOf("cpp-1.11.332-standard", test::xmlError(503, "SlowDown"), 3));
    QTest::mouseClick(codeButton(QStringLiteral("Allow ")), Qt::LeftButton);
    m_list->displayFor(situationOf("botocore-1.43.67-standard", test::xmlError(503, "SlowDown"), 3));
    auto* code = codeButton(QStringLiteral("Allow "));
    QVERIFY(!code->isChecked());
    QTest::mouseClick(code, Qt::LeftButton);
    const QString name = QStringLiteral("flipSnippet%1_0").arg(code->objectName().mid(8));
    auto* text = code->parentWidget()->findChild<QPlainTextEdit*>(name);
    QVERIFY2(text != nullptr && text->toPlainText().contains(QStringLiteral("boto3")) &&
                 !text->toPlainText().contains(QStringLiteral("Aws::")),
             text == nullptr ? "none" : qPrintable(text->toPlainText()));
}

RETRYSCOPE_TEST(TstChangesList)
#include "tst_changes_list.moc"
