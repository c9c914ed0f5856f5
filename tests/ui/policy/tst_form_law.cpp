// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/policy_json.h"
#include "core/policy/members.h"
#include "tests/core/io/documents/each_leaf.h"
#include "tests/core/io/documents/every_member.h"
#include "tests/support/strict_main.h"
#include "ui/policy/policy_panel.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTableView>

#include <set>
#include <utility>

using namespace retryscope;
using namespace retryscope::ui;

/// Every member of a policy can be seen in the form: the members are those of policy files, as in
/// tst_member_law.
class TstFormLaw : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyMemberIsShown()
    {
        const Policy base = test::policyWithEverything();
        const auto shown = [](const Policy& policy) {
            PolicyPanel panel{RetrySettingsSource()}; // a new one: a form keeps rows that people added
            panel.setPolicy(policy);
            unfoldAll(panel);
            return textsOf(panel);
        };
        const QStringList before = shown(base);
        QCOMPARE(shown(base), before);
        QStringList unseen;
        int seen = 0;
        test::eachOtherValue(io::policyToJson(base), [&](const QString& path, const Policy& there) {
            ++seen;
            const bool isText = differencesOf(membersOf(base), membersOf(there)).empty(); // for people
            if (!isText && shown(there) == before) {
                unseen += path;
            }
        });
        QVERIFY2(unseen.isEmpty(), qPrintable(unseen.join(QLatin1Char('\n'))));
        QVERIFY2(seen > 150, qPrintable(QString::number(seen)));
    }

private:
    /// Groups in groups are folded until somebody looks.
    static void unfoldAll(PolicyPanel& panel)
    {
        std::set<QString> done;
        for (bool isNew = true; std::exchange(isNew, false);) {
            for (QAbstractButton* button : panel.findChildren<QAbstractButton*>()) {
                const QString name = button->objectName();
                if (name.endsWith(QLatin1String(".unfold")) && done.insert(name).second) {
                    button->click();
                    isNew = true;
                }
            }
        }
    }

    /// What the inputs have, for each rule in turn.
    static QStringList textsOf(PolicyPanel& panel)
    {
        QStringList texts;
        auto* rules = panel.findChild<QTableView*>(QStringLiteral("rulesTable"));
        const int rows = rules == nullptr ? 0 : rules->model()->rowCount();
        for (int row = 0; row < std::max(rows, 1); ++row) {
            if (rules != nullptr) {
                rules->setCurrentIndex(rules->model()->index(row, 0));
            }
            for (const QWidget* input : panel.findChildren<QWidget*>()) {
                if (const auto* line = qobject_cast<const QLineEdit*>(input)) {
                    texts += line->text();
                } else if (const auto* lines = qobject_cast<const QPlainTextEdit*>(input)) {
                    const bool isFile = lines->toPlainText().startsWith(QLatin1Char('{'));
                    texts += isFile ? QString() : lines->toPlainText(); // of the whole policy
                } else if (const auto* choice = qobject_cast<const QComboBox*>(input)) {
                    texts += choice->currentText();
                } else if (const auto* button = qobject_cast<const QAbstractButton*>(input)) {
                    texts += button->isChecked() ? QStringLiteral("on") : QStringLiteral("off");
                } else if (const auto* list = qobject_cast<const QListWidget*>(input)) {
                    for (int item = 0; item < list->count(); ++item) {
                        texts += list->item(item)->text() + QString::number(list->item(item)->checkState());
                    }
                }
            }
        }
        return texts;
    }
};

RETRYSCOPE_TEST(TstFormLaw)
#include "tst_form_law.moc"
