// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/parts/chooser_button.h"
#include "ui/parts/chooser_list.h"
#include "ui/policies/import_page.h"
#include "ui/policies/save_policy_dialog.h"
#include "ui/policy/policy_panel.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>

using namespace retryscope;
using namespace retryscope::ui;
using test::WindowLab;

class TstPoliciesRoom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_lab.reset(); }
    void thePolicyInUseIsMarkedAndShown();
    void aClickShowsAnotherPolicyToBeRead();
    void aButtonPutsItInUse();
    void theKeysWalkAndChooseFromTheSearch();
    void aConfigurationPastedIntoTheSearchIsRead();
    void thePartStaysWhenAnotherPolicyIsShown();
    void anEditIsMarkedAndTakenBack();
    void anEditedPolicyIsSavedUnderANameThatIsSeenWhole();
    void savingSaysWhatItWouldReplace();
    void onesOwnAreRenamedAndDeleted();
    void undoFollowsARename();
    void undoBringsADeletedPolicyBack();
    void aPolicyThatIsGoneAtTheStartIsSaid();
    void aFileThatIsNoPolicyIsSaid();
    void editsThatAreLeftAreSaid();
    void choosingThePolicyInUseKeepsItsEdits();
    void escapeStaysInTheRoom();
    void theKeysOfTheListAreThere();
    void whatTheCodeDoesNotDoIsSaid();
    void anEditedPolicyIsNotSaidToBeRecorded();
    void aNewRuleAsksForNothing();
    void theTableLeadsToAPolicy();
    void aCopySaysSo();
    void familiesAreFoldedButForTheOneInUse();
    void theKeysUnfoldAFamily();
    void aSearchFindsStatusesAndHeaders();
    void theFilterLeavesThoseKnownSo();
    void aFavouriteStandsAtTheTopAndStays();
    void whatWasUsedLatelyStandsAtTheTop();
    void twoPoliciesStandBesideEachOther();
    void anyTwoPoliciesAreCompared();
    void allThatDiffersIsCompared();
    void aSectionFoldsAndUnfolds();
    void everyPresetStandsInASectionOfItsOwn();

private:
    [[nodiscard]] QStringList comparedRows();
    /// Opens the list of a chooser, types and takes what is found.
    void choose(ChooserButton& chooser, const QString& words)
    {
        QTest::mouseClick(&chooser, Qt::LeftButton);
        auto* search = chooser.findChild<QLineEdit*>(QStringLiteral("chooserSearch"));
        QVERIFY(search != nullptr && search->isVisible());
        QTest::keyClicks(search, words);
        QTest::keyClick(search, Qt::Key_Return);
    }
    /// Keeps the policy in use, with one attempt more, under this name; its file.
    QString keep(const QString& name)
    {
        auto& box = m_lab->find<QSpinBox>("attemptsMaxBox");
        box.setValue(box.value() + 1);
        auto& panel = m_lab->find<PolicyPanel>("policyPanel");
        QTest::mouseClick(panel.findChild<QPushButton*>(QStringLiteral("savePolicyButton")), Qt::LeftButton);
        nameIt(name);
        return list().currentIndex().data(ChooserIdRole).toString();
    }
    void nameIt(const QString& name)
    {
        auto* dialog = m_lab->window->findChild<SavePolicyDialog*>();
        QVERIFY(dialog != nullptr);
        auto* edit = dialog->findChild<QLineEdit*>(QStringLiteral("policyNameEdit"));
        edit->selectAll();
        QTest::keyClicks(edit, name);
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("policyNameSave")), Qt::LeftButton);
        QTRY_VERIFY(m_lab->window->findChild<SavePolicyDialog*>() == nullptr);
    }
    void deleteSelected()
    {
        list().setFocus();
        QTest::keyClick(&list(), Qt::Key_Delete);
        auto* box = m_lab->window->findChild<QMessageBox*>();
        QVERIFY(box != nullptr);
        for (QAbstractButton* button : box->buttons()) {
            if (box->buttonRole(button) == QMessageBox::DestructiveRole) {
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
        }
    }
    QString title()
    {
        return m_lab->find<PolicyPanel>("policyPanel")
            .findChild<QLabel*>(QStringLiteral("policyTitle"))
            ->text();
    }
    QListView& list() { return m_lab->find<QListView>("policiesList"); }
    PolicyPanel& reader() { return m_lab->find<PolicyPanel>("policyReader"); }
    template <typename Widget>
    Widget& inReader(const char* name)
    {
        auto* widget = reader().findChild<Widget*>(QString::fromLatin1(name));
        Q_ASSERT_X(widget != nullptr, "inReader", name);
        return *widget;
    }
    QModelIndex entry(const QString& id)
    {
        for (int row = 0; row < list().model()->rowCount(); ++row) {
            const QModelIndex index = list().model()->index(row, 0);
            if (index.data(ChooserIdRole).toString() == id) {
                return index;
            }
        }
        return {};
    }
    /// The name of the family that an entry stands under; of one that has none, or of a family, the
    /// section's.
    QModelIndex familyOf(const QModelIndex& index)
    {
        const QString section = index.data(ChooserSectionRole).toString();
        const QString family = isChooserGroup(index) ? QString() : index.data(ChooserGroupRole).toString();
        for (int row = index.row() - 1; row >= 0; --row) {
            const QModelIndex name = list().model()->index(row, 0);
            if (isChooserGroup(name) && name.data(ChooserSectionRole).toString() == section &&
                name.data(ChooserGroupRole).toString() == family) {
                return name;
            }
        }
        return {};
    }
    void unfold(const QModelIndex& index)
    {
        const QModelIndex family = familyOf(index);
        if (list().isRowHidden(family.row())) {
            clickAt(familyOf(family));
        }
        clickAt(family);
    }
    void clickAt(const QModelIndex& index)
    {
        list().scrollTo(index);
        QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, list().visualRect(index).center());
    }
    void click(const QString& id)
    {
        const QModelIndex index = entry(id);
        QVERIFY(index.isValid());
        if (list().isRowHidden(index.row())) {
            unfold(index);
        }
        list().scrollTo(index);
        QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, list().visualRect(index).center());
    }
    QString chosen() { return m_lab->find<QPushButton>("policyBox").text(); }

    std::unique_ptr<WindowLab> m_lab;
};

void TstPoliciesRoom::init()
{
    m_lab = std::make_unique<WindowLab>();
    QVERIFY(m_lab->window->choosePolicy(QStringLiteral("ruby-legacy")).ok());
    QTest::keyClick(m_lab->window.get(), Qt::Key_8, Qt::ControlModifier);
    QVERIFY(m_lab->find<QWidget>("policiesRoom").isVisible());
}

void TstPoliciesRoom::thePolicyInUseIsMarkedAndShown()
{
    const QModelIndex index = entry(QStringLiteral("ruby-legacy"));
    QCOMPARE(index.data(ChooserMarkRole).toString(), QStringLiteral("In use"));
    QVERIFY(index.data(ChooserSummaryRole).toString().startsWith(QStringLiteral("4 attempts · ")));
    QCOMPARE(list().currentIndex(), index);
    QVERIFY(m_lab->find<QSpinBox>("attemptsMaxBox").isVisible());
}

void TstPoliciesRoom::aClickShowsAnotherPolicyToBeRead()
{
    click(QStringLiteral("rust-standard"));
    QVERIFY(reader().isVisible());
    QVERIFY(inReader<QLabel>("policyTitle").text().startsWith(QStringLiteral("Rust")));
    QVERIFY(inReader<QTableView>("policyFacts").model()->rowCount() > 3);
    reader().showPart(2);
    QVERIFY(inReader<QPlainTextEdit>("policyJsonEdit").isReadOnly());
    reader().showPart(1);
    QVERIFY(inReader<QTableView>("rulesTable").model()->rowCount() > 3);
    QVERIFY(chosen().startsWith(QStringLiteral("AWS Ruby"))); // only read so far
}

void TstPoliciesRoom::aButtonPutsItInUse()
{
    click(QStringLiteral("rust-standard"));
    QTest::mouseClick(&inReader<QPushButton>("usePolicyButton"), Qt::LeftButton);
    QVERIFY2(chosen().startsWith(QStringLiteral("AWS Rust")), qPrintable(chosen()));
    QVERIFY(!reader().isVisible());
    QVERIFY(m_lab->find<QSpinBox>("attemptsMaxBox").isVisible());
    QCOMPARE(entry(QStringLiteral("rust-standard")).data(ChooserMarkRole).toString(),
             QStringLiteral("In use"));
    QVERIFY(entry(QStringLiteral("ruby-legacy")).data(ChooserMarkRole).toString().isEmpty());
}

void TstPoliciesRoom::theKeysWalkAndChooseFromTheSearch()
{
    auto& search = m_lab->find<QLineEdit>("policiesSearch");
    search.setFocus();
    QTest::keyClicks(&search, QStringLiteral("botocore 1.29.27 legacy"));
    QCOMPARE(list().model()->rowCount(), 1);
    QCOMPARE(list().currentIndex().row(), 0); // marked before Enter can be pressed
    QTest::keyClick(&search, Qt::Key_Down);
    QVERIFY(reader().isVisible());
    QTest::keyClick(&search, Qt::Key_Return);
    QVERIFY2(chosen().startsWith(QStringLiteral("botocore 1.29 legacy")), qPrintable(chosen()));
}

void TstPoliciesRoom::aConfigurationPastedIntoTheSearchIsRead()
{
    auto& search = m_lab->find<QLineEdit>("policiesSearch");
    search.setFocus();
    QGuiApplication::clipboard()->setText(QStringLiteral("proxy_next_upstream error http_503;\n"
                                                         "proxy_next_upstream_tries 3;\n"));
    QTest::keyClick(&search, Qt::Key_V, Qt::ControlModifier);
    QVERIFY(search.text().isEmpty());
    QVERIFY(m_lab->find<ImportPage>("importPage").isVisible());
    QGuiApplication::clipboard()->setText(QStringLiteral("botocore"));
    search.setFocus();
    QTest::keyClick(&search, Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(search.text(), QStringLiteral("botocore"));
}

void TstPoliciesRoom::thePartStaysWhenAnotherPolicyIsShown()
{
    QVERIFY(m_lab->window->showPanel(QStringLiteral("code")));
    click(QStringLiteral("rust-standard"));
    QCOMPARE(reader().part(), 5);
    click(QStringLiteral("ruby-legacy"));
    QVERIFY(!reader().isVisible());
    QVERIFY(m_lab->find<PolicyPanel>("policyPanel").isVisible());
    QCOMPARE(m_lab->find<PolicyPanel>("policyPanel").part(), 5);
}

void TstPoliciesRoom::anEditIsMarkedAndTakenBack()
{
    auto& most = m_lab->find<QSpinBox>("attemptsMaxBox");
    most.setFocus();
    most.selectAll();
    QTest::keyClicks(&most, QStringLiteral("9"));
    QTest::keyClick(&most, Qt::Key_Return);
    const QModelIndex index = entry(QStringLiteral("ruby-legacy"));
    QCOMPARE(index.data(ChooserMarkRole).toString(), QStringLiteral("In use · edited"));
    QVERIFY(m_lab->find<QLabel>("policyTitle").text().endsWith(QStringLiteral(" · edited")));
    QTest::mouseClick(&m_lab->find<QPushButton>("resetPolicyButton"), Qt::LeftButton);
    QCOMPARE(index.data(ChooserMarkRole).toString(), QStringLiteral("In use"));
    QCOMPARE(most.value(), 3); // retries, as Ruby counts
}

void TstPoliciesRoom::anEditedPolicyIsSavedUnderANameThatIsSeenWhole()
{
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(9);
    QTest::mouseClick(&m_lab->find<QPushButton>("savePolicyButton"), Qt::LeftButton);
    auto* dialog = m_lab->window->findChild<SavePolicyDialog*>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Save policy as"));
    auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("policyNameEdit"));
    QVERIFY(name->fontMetrics().horizontalAdvance(name->text()) < name->width());
    for (const QPushButton* button : dialog->findChildren<QPushButton*>()) {
        QVERIFY(button->icon().isNull());
    }
    QTest::keyClicks(name, QStringLiteral("Nine lives"));
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("policyNameSave")), Qt::LeftButton);
    QCOMPARE(chosen(), QStringLiteral("Nine lives"));
    QCOMPARE(list().currentIndex().data().toString(), QStringLiteral("Nine lives"));
    QCOMPARE(list().currentIndex().data(ChooserMarkRole).toString(), QStringLiteral("In use"));
    QCOMPARE(list().model()->index(0, 0).data().toString(), QStringLiteral("Your own"));
}

void TstPoliciesRoom::savingSaysWhatItWouldReplace()
{
    const auto save = [this](const QString& name) {
        QTest::mouseClick(&m_lab->find<QPushButton>("savePolicyButton"), Qt::LeftButton);
        auto* dialog = m_lab->window->findChild<SavePolicyDialog*>();
        auto* edit = dialog->findChild<QLineEdit*>(QStringLiteral("policyNameEdit"));
        edit->selectAll();
        QTest::keyClicks(edit, name);
        return dialog;
    };
    const auto part = [](SavePolicyDialog* dialog) {
        return dialog->findChild<QPushButton*>(QStringLiteral("policyNameSave"));
    };
    const auto hint = [](SavePolicyDialog* dialog) {
        return dialog->findChild<QLabel*>(QStringLiteral("policyNameHint"))->text();
    };
    SavePolicyDialog* first = save(QStringLiteral("Nine lives"));
    QVERIFY(hint(first).contains(QStringLiteral("Your own")));
    QTest::mouseClick(part(first), Qt::LeftButton);
    QTRY_VERIFY(m_lab->window->findChild<SavePolicyDialog*>() == nullptr);

    SavePolicyDialog* second = save(QStringLiteral("nine LIVES"));
    QVERIFY2(hint(second).contains(QStringLiteral("Saving replaces it")), qPrintable(hint(second)));
    QCOMPARE(part(second)->text(), QStringLiteral("Replace"));
    auto* edit = second->findChild<QLineEdit*>(QStringLiteral("policyNameEdit"));
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("ruby-legacy"));
    QVERIFY2(hint(second).contains(QStringLiteral("preset")), qPrintable(hint(second)));
    QVERIFY(!part(second)->isEnabled());
}

void TstPoliciesRoom::onesOwnAreRenamedAndDeleted()
{
    const auto saveAs = [this](const QString& name) {
        auto* dialog = m_lab->window->findChild<SavePolicyDialog*>();
        auto* edit = dialog->findChild<QLineEdit*>(QStringLiteral("policyNameEdit"));
        edit->selectAll();
        QTest::keyClicks(edit, name);
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("policyNameSave")), Qt::LeftButton);
    };
    const auto choose = [this](const char* action) {
        Q_EMIT list().customContextMenuRequested(list().visualRect(list().currentIndex()).center());
        auto* menu = m_lab->window->findChild<QMenu*>(QStringLiteral("policyMenu"));
        auto* found = menu == nullptr ? nullptr : menu->findChild<QAction*>(QLatin1String(action));
        if (found != nullptr) {
            found->trigger();
        }
        delete menu;
        return found != nullptr;
    };
    QVERIFY(!choose("policyMenuDelete")); // a preset
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(9);
    QTest::mouseClick(&m_lab->find<QPushButton>("savePolicyButton"), Qt::LeftButton);
    saveAs(QStringLiteral("Nine lives"));
    QTRY_VERIFY(m_lab->window->findChild<SavePolicyDialog*>() == nullptr);

    QVERIFY(choose("policyMenuRename"));
    saveAs(QStringLiteral("Ten lives"));
    QTRY_VERIFY(m_lab->window->findChild<SavePolicyDialog*>() == nullptr);
    QCOMPARE(list().currentIndex().data().toString(), QStringLiteral("Ten lives"));
    QCOMPARE(list().currentIndex().data(ChooserMarkRole).toString(), QStringLiteral("In use"));
    QVERIFY(list()
                .model()
                ->match(list().model()->index(0, 0), Qt::DisplayRole, QStringLiteral("Nine lives"))
                .isEmpty());

    const QString file = list().currentIndex().data(ChooserIdRole).toString();
    QVERIFY(QFile::exists(file));
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_Delete);
    auto* box = m_lab->window->findChild<QMessageBox*>();
    QVERIFY(box != nullptr && box->text().contains(QStringLiteral("Ten lives")));
    for (QAbstractButton* button : box->buttons()) {
        if (box->buttonRole(button) == QMessageBox::DestructiveRole) {
            QTest::mouseClick(button, Qt::LeftButton);
            break;
        }
    }
    QVERIFY(!QFile::exists(file));
    QVERIFY(list().model()->index(0, 0).data().toString() != QStringLiteral("Your own"));
    QCOMPARE(list().currentIndex().data(ChooserMarkRole).toString(), QStringLiteral("In use"));
}

void TstPoliciesRoom::undoFollowsARename()
{
    const QString file = keep(QStringLiteral("Nine lives"));
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_F2);
    auto* dialog = m_lab->window->findChild<SavePolicyDialog*>();
    QVERIFY(dialog != nullptr);
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Rename policy"));
    QCOMPARE(dialog->findChild<QPushButton*>(QStringLiteral("policyNameSave"))->text(),
             QStringLiteral("Rename"));
    nameIt(QStringLiteral("Ten lives"));
    const QString renamed = list().currentIndex().data(ChooserIdRole).toString();
    QVERIFY(renamed != file && !QFile::exists(file) && QFile::exists(renamed));
    m_lab->find<QAction>("undoAction").trigger(); // the saving under a name of its own
    m_lab->find<QAction>("redoAction").trigger();
    QCOMPARE(title(), QStringLiteral("Ten lives"));
    m_lab->window->close();
    m_lab->openWindow();
    m_lab->find<QAction>("presetsAction").trigger();
    QCOMPARE(title(), QStringLiteral("Ten lives"));
    QVERIFY(QFile::exists(renamed) && !QFile::exists(file));
}

void TstPoliciesRoom::undoBringsADeletedPolicyBack()
{
    const QString file = keep(QStringLiteral("Nine lives"));
    deleteSelected();
    QVERIFY(!QFile::exists(file));
    QVERIFY(m_lab->window->message().contains(QStringLiteral("SDK reference")));
    m_lab->find<QAction>("undoAction").trigger();
    QVERIFY(QFile::exists(file));
    QCOMPARE(title(), QStringLiteral("Nine lives"));
    QTRY_COMPARE(list().currentIndex().data(ChooserMarkRole).toString(), QStringLiteral("In use"));
    QCOMPARE(list().currentIndex().data(ChooserIdRole).toString(), file);
}

void TstPoliciesRoom::aPolicyThatIsGoneAtTheStartIsSaid()
{
    const QString file = keep(QStringLiteral("Nine lives"));
    m_lab->window->close();
    QVERIFY(QFile::remove(file));
    m_lab->library = io::Library(QFileInfo(file).dir().filePath(QStringLiteral("..")));
    m_lab->openWindow();
    QVERIFY(title().startsWith(QStringLiteral("SDK reference")));
    QVERIFY2(m_lab->window->message().contains(QStringLiteral("nine-lives")),
             qPrintable(m_lab->window->message()));
}

void TstPoliciesRoom::aFileThatIsNoPolicyIsSaid()
{
    const QString file = keep(QStringLiteral("Nine lives"));
    QFile broken(file);
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("{ not json");
    broken.close();
    QVERIFY(m_lab->find<QLabel>("policiesUnreadable").isHidden());
    m_lab->openWindow();
    m_lab->find<QAction>("presetsAction").trigger();
    const auto& said = m_lab->find<QLabel>("policiesUnreadable");
    QVERIFY(said.isVisible() && said.text().contains(QStringLiteral("nine-lives.json")));
}

void TstPoliciesRoom::editsThatAreLeftAreSaid()
{
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(9);
    click(QStringLiteral("cpp-1.11.332-default"));
    QTest::mouseClick(&inReader<QPushButton>("usePolicyButton"), Qt::LeftButton);
    QVERIFY(m_lab->window->message().contains(QStringLiteral("not saved")));
    m_lab->find<QAction>("undoAction").trigger();
    QCOMPARE(m_lab->find<QSpinBox>("attemptsMaxBox").value(), 9);
}

void TstPoliciesRoom::choosingThePolicyInUseKeepsItsEdits()
{
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(9);
    Q_EMIT list().doubleClicked(list().currentIndex());
    Q_EMIT list().activated(list().currentIndex());
    QCOMPARE(m_lab->find<QSpinBox>("attemptsMaxBox").value(), 9);
    QVERIFY2(m_lab->window->message().contains(QStringLiteral("in use already, with your edits")),
             qPrintable(m_lab->window->message()));
}

void TstPoliciesRoom::escapeStaysInTheRoom()
{
    QTest::mouseClick(&m_lab->find<QPushButton>("policiesCompareButton"), Qt::LeftButton);
    QVERIFY(m_lab->find<QTableView>("twoPoliciesTable").isVisible());
    QVERIFY(!m_lab->find<QAction>("undoAction").isEnabled());
    QTest::keyClick(m_lab->window.get(), Qt::Key_Escape);
    QVERIFY(!m_lab->find<QTableView>("twoPoliciesTable").isVisible());
    QVERIFY(list().isVisible());
    QTest::keyClick(m_lab->window.get(), Qt::Key_Escape);
    QVERIFY(list().isVisible());
    list().setFocus();
    m_lab->find<QAction>("findInResponseAction").trigger();
    QVERIFY(list().isVisible() && m_lab->find<QLineEdit>("policiesSearch").hasFocus());
}

void TstPoliciesRoom::theKeysOfTheListAreThere()
{
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_F2); // a preset cannot be renamed
    QVERIFY(m_lab->window->findChild<SavePolicyDialog*>() == nullptr);
    list().setCurrentIndex(familyOf(list().currentIndex()));
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_D, Qt::ControlModifier);
    QVERIFY(m_lab->settings.favouritePolicies.isEmpty());
    QSignalSpy kept(m_lab->window.get(), &MainWindow::settingsChanged);
    QTest::mouseClick(&m_lab->find<QToolButton>("policiesFavourite"), Qt::LeftButton);
    QCOMPARE(m_lab->settings.favouritePolicies.size(), 1);
    QCOMPARE(kept.size(), 1);
}

void TstPoliciesRoom::whatTheCodeDoesNotDoIsSaid()
{
    click(QStringLiteral("openai-js-6.49.0-default"));
    QTest::mouseClick(&inReader<QPushButton>("usePolicyButton"), Qt::LeftButton);
    auto& panel = m_lab->find<PolicyPanel>("policyPanel");
    panel.showPart(5);
    const auto& intent = *panel.findChild<QLabel*>(QStringLiteral("clientCodeIntent"));
    QVERIFY(intent.text().contains(QStringLiteral("behave like this policy")));
    Policy edited = panel.edited();
    edited.attempts.maxElapsed = std::chrono::seconds(30);
    panel.edit(edited);
    QVERIFY2(intent.text().contains(QStringLiteral("no setting")), qPrintable(intent.text()));
    QVERIFY(
        panel.findChild<QLabel*>(QStringLiteral("clientCodeNotes"))->text().contains(QStringLiteral("30 s")));
}

void TstPoliciesRoom::anEditedPolicyIsNotSaidToBeRecorded()
{
    click(QStringLiteral("openai-js-6.49.0-default"));
    QTest::mouseClick(&inReader<QPushButton>("usePolicyButton"), Qt::LeftButton);
    const auto summary = [this] {
        return m_lab->find<PolicyPanel>("policyPanel")
            .findChild<QLabel*>(QStringLiteral("policySummary"))
            ->text();
    };
    QVERIFY(summary().endsWith(QStringLiteral("recorded")));
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(9);
    QVERIFY2(summary().endsWith(QStringLiteral("edited")), qPrintable(summary()));
    (void)keep(QStringLiteral("Nine lives"));
    QVERIFY2(summary().endsWith(QStringLiteral("your own")), qPrintable(summary()));
}

void TstPoliciesRoom::aNewRuleAsksForNothing()
{
    auto& panel = m_lab->find<PolicyPanel>("policyPanel");
    panel.showPart(1);
    const int top = m_lab->find<QTabWidget>("policyTabs").mapTo(&panel, QPoint()).y();
    QTest::mouseClick(panel.findChild<QToolButton*>(QStringLiteral("addRuleButton")), Qt::LeftButton);
    QVERIFY(panel.policy());
    QVERIFY(panel.findChild<QLabel*>(QStringLiteral("policyProblems"))->text().isEmpty());
    QCOMPARE(m_lab->find<QTabWidget>("policyTabs").mapTo(&panel, QPoint()).y(), top);
    QTest::keyClicks(panel.findChild<QLineEdit*>(QStringLiteral("ruleStatusesEdit")), QStringLiteral("599"));
    const auto& rules = panel.edited().rules;
    const auto own = std::find_if(rules.begin(), rules.end(),
                                  [](const Rule& rule) { return rule.id.starts_with("own-rule"); });
    QVERIFY(own != rules.end() && !own->when.nameMustBeListed && own->when.statusIn.size() == 1);
}

void TstPoliciesRoom::theTableLeadsToAPolicy()
{
    QTest::mouseClick(&m_lab->find<QPushButton>("policiesTableButton"), Qt::LeftButton);
    auto& table = m_lab->find<QTableView>("presetsTable");
    QVERIFY(table.isVisible());
    QTest::keyClicks(&m_lab->find<QLineEdit>("presetsFilter"), QStringLiteral("rust"));
    table.setCurrentIndex(table.model()->index(0, 0));
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Return);
    QVERIFY(reader().isVisible());
    QVERIFY(inReader<QLabel>("policyTitle").text().startsWith(QStringLiteral("Rust")));
    QVERIFY(list().currentIndex().data(Qt::AccessibleTextRole).toString().startsWith(QStringLiteral("Rust")));
}

void TstPoliciesRoom::aCopySaysSo()
{
    QVERIFY(m_lab->window->showPanel(QStringLiteral("about")));
    const QString about = m_lab->find<QTextBrowser>("policyAbout").toPlainText();
    QVERIFY2(about.contains(QStringLiteral("Compared with ")), qPrintable(about));
    QTest::mouseClick(&m_lab->find<QPushButton>("policyCopyMarkdown"), Qt::LeftButton);
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(
        QStringLiteral("### ruby-legacy\n\nRuby, AWS SDK 3, legacy mode")));
    const auto labels = m_lab->window->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text() == QStringLiteral("Copied the policy as Markdown.");
    }));
}

void TstPoliciesRoom::familiesAreFoldedButForTheOneInUse()
{
    const QModelIndex ruby = entry(QStringLiteral("ruby-legacy"));
    const QModelIndex rust = entry(QStringLiteral("rust-standard"));
    QVERIFY(!list().isRowHidden(ruby.row()));
    QVERIFY(list().isRowHidden(rust.row()));
    QCOMPARE(familyOf(rust).data(ChooserMarkRole).toString(), QStringLiteral("4"));
    clickAt(familyOf(rust));
    QVERIFY(!list().isRowHidden(rust.row()));
    clickAt(familyOf(rust));
    QVERIFY(list().isRowHidden(rust.row()));
}

void TstPoliciesRoom::theKeysUnfoldAFamily()
{
    const QModelIndex rust = entry(QStringLiteral("rust-standard"));
    auto& search = m_lab->find<QLineEdit>("policiesSearch");
    search.setFocus();
    for (int step = 0; step < 50 && list().currentIndex() != familyOf(rust); ++step) {
        QTest::keyClick(&search, Qt::Key_Down);
    }
    QCOMPARE(list().currentIndex(), familyOf(rust));
    QTest::keyClick(&search, Qt::Key_Return);
    QVERIFY(!list().isRowHidden(rust.row()));
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_Left);
    QVERIFY(list().isRowHidden(rust.row()));
    QTest::keyClick(&list(), Qt::Key_Right);
    QVERIFY(!list().isRowHidden(rust.row()));
}

void TstPoliciesRoom::aSearchFindsStatusesAndHeaders()
{
    auto& search = m_lab->find<QLineEdit>("policiesSearch");
    search.setFocus();
    QTest::keyClicks(&search, QStringLiteral("408 retry-after"));
    QVERIFY(entry(QStringLiteral("curl-retry-3")).isValid());
    QVERIFY(!list().isRowHidden(entry(QStringLiteral("curl-retry-3")).row()));
    QVERIFY(!entry(QStringLiteral("ruby-legacy")).isValid());
}

void TstPoliciesRoom::theFilterLeavesThoseKnownSo()
{
    auto& evidence = m_lab->find<QComboBox>("policiesEvidence");
    evidence.setCurrentIndex(evidence.findData(QStringLiteral("document")));
    QVERIFY(entry(QStringLiteral("dynamodb-guide")).isValid());
    QVERIFY(!entry(QStringLiteral("ruby-legacy")).isValid());
    evidence.setCurrentIndex(0);
    QCOMPARE(list().currentIndex(), entry(QStringLiteral("ruby-legacy")));
}

void TstPoliciesRoom::aFavouriteStandsAtTheTopAndStays()
{
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(list().model()->index(0, 0).data().toString(), QStringLiteral("Favourites"));
    QCOMPARE(list().model()->index(1, 0).data(ChooserIdRole).toString(), QStringLiteral("ruby-legacy"));
    QCOMPARE(m_lab->settings.favouritePolicies, QStringList{QStringLiteral("ruby-legacy")});
    auto& star = m_lab->find<QToolButton>("policiesFavourite");
    QVERIFY(star.isChecked());
    QTest::mouseClick(&star, Qt::LeftButton);
    QVERIFY(m_lab->settings.favouritePolicies.isEmpty());
    QVERIFY(list().model()->index(0, 0).data().toString() != QStringLiteral("Favourites"));
}

void TstPoliciesRoom::whatWasUsedLatelyStandsAtTheTop()
{
    click(QStringLiteral("rust-standard"));
    QTest::mouseClick(&inReader<QPushButton>("usePolicyButton"), Qt::LeftButton);
    QCOMPARE(m_lab->settings.usedPolicies, QStringList{QStringLiteral("rust-standard")});
    QVERIFY(m_lab->window->showPanel(QStringLiteral("send")));
    QVERIFY(m_lab->window->showPanel(QStringLiteral("policy")));
    QCOMPARE(list().model()->index(0, 0).data().toString(), QStringLiteral("Recently used"));
    QCOMPARE(list().model()->index(1, 0).data(ChooserIdRole).toString(), QStringLiteral("rust-standard"));
}

QStringList TstPoliciesRoom::comparedRows()
{
    const QAbstractItemModel* model = m_lab->find<QTableView>("twoPoliciesTable").model();
    QStringList rows;
    for (int row = 0; row < model->rowCount(); ++row) {
        rows += QStringList{model->index(row, 0).data().toString(), model->index(row, 1).data().toString(),
                            model->index(row, 2).data().toString()}
                    .join(QLatin1Char('|'));
    }
    return rows;
}

void TstPoliciesRoom::twoPoliciesStandBesideEachOther()
{
    auto& compare = m_lab->find<QPushButton>("policiesCompareButton");
    click(QStringLiteral("curl-retry-3"));
    QTest::mouseClick(&compare, Qt::LeftButton);
    QVERIFY2(comparedRows().contains(QStringLiteral("501|retried|not retried")),
             qPrintable(comparedRows().join(QLatin1Char('\n'))));
    QVERIFY(comparedRows().filter(QStringLiteral("503|")).isEmpty());
    m_lab->find<QCheckBox>("twoPoliciesOnlyDifferences").click();
    QVERIFY(comparedRows().contains(QStringLiteral("503|retried|retried")));
}

void TstPoliciesRoom::anyTwoPoliciesAreCompared()
{
    auto& compare = m_lab->find<QPushButton>("policiesCompareButton");
    QTest::mouseClick(&compare, Qt::LeftButton); // with the one in use selected: a relative stands beside it
    auto& left = m_lab->find<ChooserButton>("twoPoliciesLeft");
    auto& right = m_lab->find<ChooserButton>("twoPoliciesRight");
    QCOMPARE(left.currentId(), QStringLiteral("ruby-legacy"));
    QVERIFY2(right.currentId().startsWith(QStringLiteral("ruby-")), qPrintable(right.currentId()));
    choose(left, QStringLiteral("openai js 6.49"));
    QCOMPARE(left.currentId(), QStringLiteral("openai-js-6.49.0-default"));
    click(QStringLiteral("axios-retry-4.5.0-default")); // the next one from the list is the other
    QCOMPARE(right.currentId(), QStringLiteral("axios-retry-4.5.0-default"));
    QVERIFY2(comparedRows().contains(QStringLiteral("409|retried|not retried")),
             qPrintable(comparedRows().join(QLatin1Char('\n'))));
    QTest::mouseClick(&m_lab->find<QToolButton>("twoPoliciesSwap"), Qt::LeftButton);
    QCOMPARE(left.currentId(), QStringLiteral("axios-retry-4.5.0-default"));
    QVERIFY(comparedRows().contains(QStringLiteral("409|not retried|retried")));
    QVERIFY(chosen().startsWith(QStringLiteral("AWS Ruby"))); // nothing was put in use
}

/// As on the command line: what differs is also what no bare response shows.
void TstPoliciesRoom::allThatDiffersIsCompared()
{
    QTest::mouseClick(&m_lab->find<QPushButton>("policiesCompareButton"), Qt::LeftButton);
    choose(m_lab->find<ChooserButton>("twoPoliciesLeft"), QStringLiteral("openai"));
    choose(m_lab->find<ChooserButton>("twoPoliciesRight"), QStringLiteral("anthropic"));
    const QStringList hints = comparedRows().filter(QStringLiteral("Delay hint retry-after-ms"));
    QVERIFY2(!hints.isEmpty(), qPrintable(comparedRows().join(QLatin1Char('\n'))));
    const QString count = m_lab->find<QLabel>("twoPoliciesCount").text();
    QVERIFY2(count.contains(QStringLiteral("No differences in")) && count.contains(QStringLiteral("more")),
             qPrintable(count));
    choose(m_lab->find<ChooserButton>("twoPoliciesLeft"), QStringLiteral("axios-retry-4.5.0-default"));
    choose(m_lab->find<ChooserButton>("twoPoliciesRight"), QStringLiteral("axios-retry-4.5.0-exponential"));
    QVERIFY2(!comparedRows().filter(QStringLiteral("Growth|none|")).isEmpty(),
             qPrintable(comparedRows().join(QLatin1Char('\n'))));
}

void TstPoliciesRoom::aSectionFoldsAndUnfolds()
{
    const QModelIndex curl = entry(QStringLiteral("curl-retry-3"));
    const QModelIndex section = familyOf(curl);
    QCOMPARE(section.data().toString(), QStringLiteral("HTTP clients"));
    QVERIFY(list().isRowHidden(curl.row()) && !list().isRowHidden(section.row()));
    clickAt(section);
    QVERIFY(!list().isRowHidden(curl.row()));
    const QModelIndex urllib3 = entry(QStringLiteral("urllib3-2-retry-default"));
    QVERIFY(list().isRowHidden(urllib3.row())); // its family is folded still
    QVERIFY(!list().isRowHidden(familyOf(urllib3).row()));
    list().setFocus();
    list().setCurrentIndex(curl);
    QTest::keyClick(&list(), Qt::Key_Left);
    QCOMPARE(list().currentIndex(), section);
    QVERIFY(list().isRowHidden(curl.row()));
    QVERIFY(section.data(Qt::AccessibleTextRole).toString().endsWith(QStringLiteral("folded")));
    QTest::keyClick(&list(), Qt::Key_Right);
    QVERIFY(!list().isRowHidden(curl.row()));
}

void TstPoliciesRoom::everyPresetStandsInASectionOfItsOwn()
{
    for (int row = 0; row < list().model()->rowCount(); ++row) {
        const QModelIndex index = list().model()->index(row, 0);
        QVERIFY(!index.data(ChooserSectionRole).toString().isEmpty());
        QVERIFY2(index.data().toString() != QStringLiteral("Others"),
                 "a preset does not say where it is met");
    }
}

RETRYSCOPE_TEST(TstPoliciesRoom)
#include "tst_policies_room.moc"
