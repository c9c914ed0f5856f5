// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/policy_json.h"
#include "core/io/documents/policy_schema.h"
#include "core/io/files/library.h"
#include "tests/support/strict_main.h"
#include "ui/policy/members_editor.h"
#include "ui/policy/policy_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

Policy presetOf(const char* id)
{
    return io::Library().policy(QLatin1String(id)).value();
}

/// What the menu of such a button offers now, by the members' names.
QStringList offeredBy(QPushButton& more)
{
    Q_EMIT more.menu()->aboutToShow();
    QStringList keys;
    for (const QAction* action : more.menu()->actions()) {
        keys.append(action->objectName());
    }
    return keys;
}

} // namespace

/// Whatever files can say can be edited in the form.
class TstFormWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_panel = std::make_unique<PolicyPanel>(RetrySettingsSource());
        m_panel->resize(560, 700);
        m_panel->setPolicy(presetOf("openai-js-6.49.0-default"));
        m_panel->show();
    }

    void everyMemberThatFilesKnowIsInTheForm_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QStringList>("elsewhere");
        const auto row = [](const char* path, const QStringList& elsewhere) {
            QTest::newRow(path) << QString::fromLatin1(path) << elsewhere;
        };
        const auto words = [](const char* text) {
            return QString::fromLatin1(text).split(QLatin1Char(' '));
        };
        row("attempts", words("max countsFirst maxElapsed"));
        row("backoff", words("type base factor delays cap jitter spread noise"));
        row("quota", words("type capacity cost giveBack scope whenEmpty"));
        row("limiter", words("type minFillRatePerSecond scope"));
        row("clock", words("tolerance learns"));
        row("rules", words("title when kind source"));
        row("rules.when", words("statusIn nameIn nameIs"));
        row("hints[0]", words("header unit bounds cap"));
        row("", words("$schema format extends ruleOrder attempts backoff quota limiter hints rules clock"));
    }
    void everyMemberThatFilesKnowIsInTheForm()
    {
        QFETCH(const QString, path);
        QFETCH(const QStringList, elsewhere);
        Policy policy = presetOf("openai-js-6.49.0-default");
        policy.quota = QuotaSpec{.source = "s"};
        policy.limiter = LimiterSpec{.source = "s"};
        policy.clock = ClockSpec{.source = "s"};
        m_panel->setPolicy(policy);
        const io::SchemaNode& whole = io::SchemaNode::policy();
        const QString inSchema = path == u"hints[0]" ? QStringLiteral("hints") : path;
        const io::SchemaNode group = inSchema.isEmpty() ? whole : whole.at(inSchema);
        const QStringList keys = (group.sort() == io::SchemaNode::Sort::List ? group.item() : group).keys();
        QVERIFY(keys.size() > 2);
        const QStringList offered = offeredBy(more(path));
        for (const QString& key : keys) {
            const QString input = path.isEmpty() ? key : path + QLatin1Char('.') + key;
            const bool isShown = m_panel->findChild<QWidget*>(input) != nullptr ||
                                 m_panel->findChild<QWidget*>(input + QStringLiteral(".unfold")) != nullptr;
            QVERIFY2(isShown || offered.contains(key) || elsewhere.contains(key), qPrintable(input));
        }
    }

    void showingAndTouchingAPresetChangesNothingElse()
    {
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            const Policy policy = library.policy(entry.id).value();
            m_panel->setPolicy(policy);
            QVERIFY2(!m_panel->isEdited(), qPrintable(entry.id));
            choose("attempts", "timeoutCoversCall");
            if (policy.attempts.timeoutCoversCall) {
                continue; // it was there already
            }
            Policy expected = policy;
            expected.attempts.timeoutCoversCall = true;
            QVERIFY2(m_panel->edited() == expected, qPrintable(entry.id));
            QTest::mouseClick(&find<QToolButton>("attempts.timeoutCoversCall.remove"), Qt::LeftButton);
            QVERIFY2(m_panel->edited() == policy, qPrintable(entry.id));
        }
    }

    /// At the width that the narrowest window leaves.
    void nothingIsCut()
    {
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            m_panel->setPolicy(library.policy(entry.id).value());
            for (const int part : {0, 1}) {
                m_panel->showPart(part);
                QTRY_COMPARE(entry.id + firstThatIsCut(), entry.id);
            }
        }
    }

    void aConditionIsAddedFilledAndRemoved()
    {
        showRule(0);
        choose("rules.when", "bodyHas");
        QVERIFY(!m_panel->isEdited()); // nothing is said yet
        find<QPlainTextEdit>("rules.when.bodyHas").setPlainText(QStringLiteral("busy, really\nslow down"));
        QCOMPARE(rule(0).when.bodyHas, (std::vector<std::string>{"busy, really", "slow down"}));
        choose("rules.when", "idempotent");
        QCOMPARE(rule(0).when.idempotent, std::optional(true));
        auto& box = find<QComboBox>("rules.when.idempotent");
        box.setFocus();
        QTest::keyClick(&box, Qt::Key_Down);
        Q_EMIT box.activated(box.currentIndex());
        QCOMPARE(rule(0).when.idempotent, std::optional(false));
        QTest::mouseClick(&find<QToolButton>("rules.when.idempotent.remove"), Qt::LeftButton);
        QTest::mouseClick(&find<QToolButton>("rules.when.bodyHas.remove"), Qt::LeftButton);
        QVERIFY(!m_panel->isEdited());
    }

    void aValueOfAHeaderIsAddedAndItsRangeToo()
    {
        showRule(0);
        choose("rules.when", "headerValues");
        QTest::mouseClick(&find<QPushButton>("rules.when.headerValues.add"), Qt::LeftButton);
        type("rules.when.headerValues[0].header", "x-left");
        choose("rules.when.headerValues[0]", "from");
        QCOMPARE(rule(0).when.headerValues,
                 (std::vector<HeaderValue>{{.header = "x-left", .textIn = {}, .from = 0.0, .to = {}}}));
        find<QDoubleSpinBox>("rules.when.headerValues[0].from").setValue(2.5);
        QCOMPARE(rule(0).when.headerValues.front().from, std::optional(2.5));
    }

    void whatARuleAsksStaysWithTheRule()
    {
        showRule(0);
        choose("rules.when", "bodyHas");
        showRule(3);
        const auto* opened = m_panel->findChild<QPlainTextEdit*>(QStringLiteral("rules.when.bodyHas"));
        QVERIFY(opened == nullptr || !opened->isVisible());
        choose("rules", "atMost");
        find<QSpinBox>("rules.atMost").setValue(2);
        QCOMPARE(rule(3).atMost, std::optional(2));
        QCOMPARE(rule(0), presetOf("openai-js-6.49.0-default").rules[0]);
    }

    void whatCannotBeReadIsSaidAndNotTaken()
    {
        showRule(0);
        choose("rules.when", "lacks");
        find<QPlainTextEdit>("rules.when.lacks").setPlainText(QStringLiteral("header:x"));
        const auto& problem = find<QLabel>("rules.when.problem");
        QVERIFY(problem.isVisible());
        QVERIFY2(problem.text().contains(QStringLiteral("json:PATH")), qPrintable(problem.text()));
        QVERIFY(!m_panel->isEdited());
        find<QPlainTextEdit>("rules.when.lacks").setPlainText(QStringLiteral("json:Id"));
        QVERIFY(!problem.isVisible());
        QCOMPARE(rule(0).when.lacks, std::vector<std::string>{"json:Id"});
    }

    void severalWordsOfAListAreTicked()
    {
        showRule(0);
        choose("rules.when", "faultIn");
        auto& list = find<QListWidget>("rules.when.faultIn");
        list.item(1)->setCheckState(Qt::Checked);
        list.item(0)->setCheckState(Qt::Checked);
        QCOMPARE(rule(0).when.faultIn, (std::vector{FaultKind::ConnectionRefused, FaultKind::HostNotFound}));
    }

    void aHintHasItsFinerWords()
    {
        m_panel->showPart(0);
        choose("hints[1]", "ignoreAbove");
        typeDuration("hints[1].ignoreAbove", "90 s");
        QCOMPARE(m_panel->edited().hints[1].ignoreAbove, std::optional(Duration{std::chrono::seconds{90}}));
        choose("hints[1]", "spread");
        find<QDoubleSpinBox>("hints[1].spread").setValue(0.25);
        QCOMPARE(m_panel->edited().hints[1].spread, 0.25);
        choose("hints[1]", "statusIn");
        type("hints[1].statusIn", "429, 5xx");
        QCOMPARE(m_panel->edited().hints[1].statusIn, (std::vector<StatusRange>{{429, 429}, {500, 599}}));
    }

    void zeroIsASpanOfTimeToo()
    {
        Policy policy = presetOf("openai-js-6.49.0-default");
        policy.hints[1].unreadableMeans.reset();
        m_panel->setPolicy(policy);
        choose("hints[1]", "unreadableMeans");
        QVERIFY(!m_panel->isEdited());
        typeDuration("hints[1].unreadableMeans", "0");
        QCOMPARE(m_panel->edited().hints[1].unreadableMeans, std::optional(Duration::zero()));
    }

    void delaysAreListed()
    {
        auto& grows = find<QComboBox>("backoffTypeBox");
        grows.setCurrentIndex(grows.findData(QStringLiteral("listed")));
        Q_EMIT grows.activated(grows.currentIndex());
        QVERIFY(find<QLineEdit>("backoffDelaysEdit").isVisible());
        QVERIFY(!find<QDoubleSpinBox>("backoffFactorBox").isVisible());
        type("backoffDelaysEdit", "1s, 4s, 1min");
        QCOMPARE(m_panel->edited().backoff.delays,
                 (std::vector<Duration>{std::chrono::seconds{1}, std::chrono::seconds{4},
                                        std::chrono::minutes{1}}));
        type("backoffDelaysEdit", "1, 4");
        QVERIFY(find<QLabel>("backoff.delaysNote").isVisible());
        QVERIFY(find<QLabel>("backoff.delaysNote")
                    .text()
                    .startsWith(QStringLiteral("Found 1, expected a duration")));
        QCOMPARE(m_panel->edited().backoff.delays.size(), std::size_t{3});
        QCOMPARE(find<QLineEdit>("backoffDelaysEdit").text(), QStringLiteral("1, 4"));
    }

    void numbersMayDifferByKind()
    {
        choose("attempts", "max");
        choose("attempts.max", "throttling");
        find<QSpinBox>("attempts.max.throttling").setValue(5);
        QCOMPARE(m_panel->edited().attempts.maxByKind,
                 (std::map<ErrorKind, int>{{ErrorKind::Throttling, 5}}));
        QCOMPARE(m_panel->edited().attempts.max, 2);
        choose("backoff", "base");
        choose("backoff.base", "throttling");
        typeDuration("backoff.base.throttling", "3 s");
        QCOMPARE(m_panel->edited().backoff.base.of(ErrorKind::Throttling), Duration{std::chrono::seconds{3}});
        find<QSpinBox>("attemptsMaxBox").setValue(4); // the two inputs do not undo each other
        QCOMPARE(m_panel->edited().attempts.maxByKind.size(), std::size_t{1});
        QTest::mouseClick(&find<QToolButton>("attempts.max.remove"), Qt::LeftButton);
        QVERIFY(m_panel->edited().attempts.maxByKind.empty());
        QCOMPARE(m_panel->edited().attempts.max, 4);
    }

    void aServiceGetsNumbersOfItsOwn()
    {
        choose("", "services");
        type("services.name", "dynamodb");
        QTest::mouseClick(&find<QPushButton>("services.add"), Qt::LeftButton);
        QVERIFY(m_panel->edited().services.count("dynamodb") == 1);
        choose("services.dynamodb", "attempts");
        choose("services.dynamodb.attempts", "timeoutCoversCall");
        QVERIFY(m_panel->edited().services.at("dynamodb").attempts->timeoutCoversCall);
        QCOMPARE(m_panel->edited().services.at("dynamodb").attempts->max, 2);
    }

    void aReadPolicyIsNotEdited()
    {
        PolicyPanel reader(RetrySettingsSource(), nullptr, PolicyPanel::Purpose::Read);
        reader.setPolicy(presetOf("openai-js-6.49.0-default"));
        reader.show();
        reader.showPart(1);
        QVERIFY(!reader.findChild<QPushButton*>(QStringLiteral("rules.when.more"))->isVisible());
        for (const QToolButton* button : reader.findChildren<QToolButton*>()) {
            QVERIFY2(!button->objectName().endsWith(QLatin1String(".remove")) || !button->isVisible(),
                     qPrintable(button->objectName()));
        }
    }

    void whatAWordMeansIsSaidWhereItIsEdited()
    {
        choose("attempts", "timeoutCoversCall");
        const QString description =
            io::SchemaNode::policy().at(QStringLiteral("attempts.timeoutCoversCall")).description();
        QVERIFY(!description.isEmpty());
        QCOMPARE(find<QComboBox>("attempts.timeoutCoversCall").toolTip(), description);
        QVERIFY(find<QSpinBox>("attemptsMaxBox")
                    .toolTip()
                    .startsWith(QStringLiteral("Most attempts of one call")));
    }

private:
    /// Of the inputs that are shown; empty: all are whole.
    QString firstThatIsCut()
    {
        for (const QWidget* input : m_panel->findChildren<QWidget*>()) {
            const bool isInput = qobject_cast<const QLineEdit*>(input) != nullptr ||
                                 qobject_cast<const QAbstractButton*>(input) != nullptr ||
                                 qobject_cast<const QComboBox*>(input) != nullptr ||
                                 qobject_cast<const QAbstractSpinBox*>(input) != nullptr;
            const bool isOurs = isInput && input->isVisible() && !input->objectName().isEmpty() &&
                                !input->objectName().startsWith(QLatin1String("qt_"));
            if (isOurs && (input->height() < input->minimumSizeHint().height() ||
                           input->mapTo(m_panel.get(), QPoint(input->width(), 0)).x() > m_panel->width())) {
                return QLatin1Char(' ') + input->objectName();
            }
        }
        return {};
    }

    template <typename Widget>
    Widget& find(const char* name)
    {
        auto* widget = m_panel->findChild<Widget*>(QString::fromLatin1(name));
        if (widget == nullptr) {
            qFatal("there is no %s", name);
        }
        return *widget;
    }
    QPushButton& more(const QString& path)
    {
        return find<QPushButton>((path + QStringLiteral(".more")).toLatin1());
    }
    void choose(const char* path, const char* key)
    {
        QPushButton& button = more(QString::fromLatin1(path));
        Q_EMIT button.menu()->aboutToShow();
        for (QAction* action : button.menu()->actions()) {
            if (action->objectName() == QLatin1String(key)) {
                action->trigger();
                return;
            }
        }
    }
    void type(const char* name, const char* text)
    {
        auto& edit = find<QLineEdit>(name);
        edit.setFocus();
        edit.selectAll();
        QTest::keyClicks(&edit, QString::fromLatin1(text));
        Q_EMIT edit.editingFinished();
    }
    void typeDuration(const char* name, const char* text)
    {
        auto& box = find<QDoubleSpinBox>(name);
        box.setFocus();
        box.selectAll();
        QTest::keyClicks(&box, QString::fromLatin1(text));
        QTest::keyClick(&box, Qt::Key_Return);
    }
    void showRule(int row)
    {
        m_panel->showPart(1);
        auto& table = find<QTableView>("rulesTable");
        table.setCurrentIndex(table.model()->index(row, 0));
    }
    const Rule& rule(std::size_t row) { return m_panel->edited().rules[row]; }

    std::unique_ptr<PolicyPanel> m_panel;
};

RETRYSCOPE_TEST(TstFormWords)
#include "tst_form_words.moc"
