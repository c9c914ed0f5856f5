// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/policies/import_page.h"
#include "ui/policy/policy_panel.h"
#include "ui/send/send_room.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>

using namespace retryscope;
using namespace retryscope::ui;
using test::WindowLab;

namespace {

const QString kEnvoy = QStringLiteral("retry_policy:\n"
                                      "  retry_on: 5xx,refused-stream\n"
                                      "  num_retries: 4\n");

} // namespace

class TstImportPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_lab = std::make_unique<WindowLab>();
        QVERIFY(m_lab->window->showPanel(QStringLiteral("import")));
    }
    void cleanup() { m_lab.reset(); }
    void whatIsPastedIsReadWhileItIsTyped();
    void itIsUsedAndKeptUnderItsName();
    void theSameAgainTakesNoOthersPlace();
    void aPartIsChosen();
    void aTextThatIsNoConfigurationSaysSo();
    void pasteTakesThePlaceOfWhatIsThere();
    void theNameOfATextThatIsGoneGoes();
    void aConfigurationFindsTheRoomByItself();
    void markupIsShownAsItStands();
    void whatDoesNotMatterIsClosedAtFirst();
    void theChooserAndTheKeysLeadHere();

private:
    void paste(const QString& text)
    {
        QGuiApplication::clipboard()->setText(text);
        auto& edit = m_lab->find<QPlainTextEdit>("importText");
        edit.setFocus();
        QTest::keyClick(&edit, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(&edit, Qt::Key_V, Qt::ControlModifier);
    }
    QString state() { return m_lab->find<QLabel>("importState").text(); }
    QString cell(int row, int column)
    {
        const QAbstractItemModel* model = m_lab->find<QTableView>("importTable").model();
        return model->index(row, column).data().toString();
    }
    QPushButton& use() { return m_lab->find<QPushButton>("importUse"); }

    std::unique_ptr<WindowLab> m_lab;
};

void TstImportPage::whatIsPastedIsReadWhileItIsTyped()
{
    QVERIFY(!use().isEnabled());
    paste(kEnvoy);
    QTRY_VERIFY(state().startsWith(
        QStringLiteral("Read as Envoy retry policy, recognised by retry_on: 3 imported, 1 not.")));
    QCOMPARE(cell(0, 0), QStringLiteral("2"));
    QVERIFY(cell(0, 2).startsWith(QStringLiteral("Not imported: ")));
    QCOMPARE(cell(2, 1), QStringLiteral("num_retries: 4"));
    QVERIFY(use().isEnabled());
}

void TstImportPage::itIsUsedAndKeptUnderItsName()
{
    paste(kEnvoy);
    auto& name = m_lab->find<QLineEdit>("importName");
    QTRY_VERIFY(!name.text().isEmpty());
    name.setFocus();
    name.selectAll();
    QTest::keyClicks(&name, QStringLiteral("Edge proxy"));
    QTest::mouseClick(&use(), Qt::LeftButton);
    auto& panel = m_lab->find<PolicyPanel>("policyPanel");
    QVERIFY(panel.isVisible());
    QCOMPARE(panel.preset().title, std::string("Edge proxy"));
    QCOMPARE(panel.preset().attempts.attempts(), 5);
    QVERIFY(m_lab->find<QPushButton>("policyBox").text().contains(QStringLiteral("Edge proxy")));
}

void TstImportPage::theSameAgainTakesNoOthersPlace()
{
    for (const char* retries : {"4", "7"}) {
        QVERIFY(m_lab->window->showPanel(QStringLiteral("import")));
        paste(QString(kEnvoy).replace(QLatin1Char('4'), QLatin1String(retries)));
        QTRY_VERIFY(cell(2, 1) == QStringLiteral("num_retries: ") + QLatin1String(retries));
        QTest::mouseClick(&use(), Qt::LeftButton);
    }
    auto& panel = m_lab->find<PolicyPanel>("policyPanel");
    QVERIFY(panel.preset().id.ends_with("-2"));
    QCOMPARE(panel.preset().attempts.attempts(), 8);
}

void TstImportPage::aPartIsChosen()
{
    paste(QStringLiteral(
        "resilience4j.retry:\n  instances:\n    one: {maxAttempts: 2}\n    two: {maxAttempts: 6}\n"));
    auto& part = m_lab->find<QComboBox>("importPart");
    QTRY_VERIFY(part.isVisible());
    QCOMPARE(part.count(), 2);
    paste(QStringLiteral("nonsense"));
    QTRY_VERIFY(!part.isVisible()); // nor is there an undo of something else
    QVERIFY(!m_lab->find<QAction>("undoAction").isEnabled());
    paste(QStringLiteral(
        "resilience4j.retry:\n  instances:\n    one: {maxAttempts: 2}\n    two: {maxAttempts: 6}\n"));
    QTRY_VERIFY(part.isVisible());
    part.setFocus();
    QTest::keyClick(&part, Qt::Key_Down);
    QTRY_COMPARE(cell(0, 1), QStringLiteral("maxAttempts: 6"));
    paste(kEnvoy);
    QTRY_VERIFY(!part.isVisible());
}

void TstImportPage::aTextThatIsNoConfigurationSaysSo()
{
    paste(QStringLiteral("Dear all,"));
    QTRY_VERIFY(state().contains(QStringLiteral("does not recognise the kind of this configuration")));
    QVERIFY(!use().isEnabled());
    auto& kind = m_lab->find<QComboBox>("importKind");
    kind.setCurrentIndex(kind.findData(QStringLiteral("grpc")));
    QTRY_VERIFY(state().contains(QStringLiteral("expected a JSON object with methodConfig")));
}

void TstImportPage::pasteTakesThePlaceOfWhatIsThere()
{
    paste(QStringLiteral("Dear all,"));
    QGuiApplication::clipboard()->setText(kEnvoy);
    QTest::mouseClick(&m_lab->find<QPushButton>("importPasteButton"), Qt::LeftButton);
    QTRY_VERIFY(state().startsWith(QStringLiteral("Read as Envoy retry policy")));
    QCOMPARE(m_lab->find<QPlainTextEdit>("importText").toPlainText(), kEnvoy);
}

void TstImportPage::theNameOfATextThatIsGoneGoes()
{
    auto& name = m_lab->find<QLineEdit>("importName");
    paste(kEnvoy);
    QTRY_VERIFY(!name.text().isEmpty());
    paste(QStringLiteral("Dear all,"));
    QTRY_VERIFY(name.text().isEmpty());
    name.setText(QStringLiteral("mine"));
    paste(kEnvoy);
    QTRY_VERIFY(use().isEnabled());
    QCOMPARE(name.text(), QStringLiteral("mine"));
}

/// Pasted on the first page, or given as a file.
void TstImportPage::aConfigurationFindsTheRoomByItself()
{
    const auto text = [this] {
        return m_lab->find<QPlainTextEdit>("importText").toPlainText();
    };
    QVERIFY(m_lab->window->showPanel(QStringLiteral("send")));
    m_lab->find<SendRoom>("sendRoom").take(kEnvoy);
    QVERIFY(m_lab->find<ImportPage>("importPage").isVisible());
    QCOMPARE(text(), kEnvoy);

    QVERIFY(m_lab->window->showPanel(QStringLiteral("judge")));
    QFile file(m_lab->path("nginx.conf"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("location / {\n  proxy_pass http://a;\n  proxy_next_upstream http_502;\n}\n");
    file.close();
    QVERIFY(m_lab->window->openPath(file.fileName()).ok());
    QVERIFY(m_lab->find<ImportPage>("importPage").isVisible());
    QVERIFY(text().startsWith(QStringLiteral("location")));

    QFile other(m_lab->path("letter.txt"));
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.write("Dear all,");
    other.close();
    QVERIFY(!m_lab->window->openPath(other.fileName()).ok());
}

void TstImportPage::markupIsShownAsItStands()
{
    paste(QStringLiteral("retry_policy:\n  retry_on: <b>5xx</b>\n"));
    QTRY_COMPARE(cell(0, 1), QStringLiteral("retry_on: <b>5xx</b>"));
    QCOMPARE(m_lab->find<QLabel>("importState").textFormat(), Qt::PlainText);
    const QAbstractItemModel* model = m_lab->find<QTableView>("importTable").model();
    QVERIFY(!model->index(0, 1).data(Qt::ToolTipRole).toString().contains(QStringLiteral("<b>")));
}

void TstImportPage::whatDoesNotMatterIsClosedAtFirst()
{
    paste(QStringLiteral("frontend a\n  timeout client 3s\n  default_backend b\nbackend b\n  retries 2\n"));
    auto& table = m_lab->find<QTableView>("importTable");
    const auto rowOf = [&table](const QString& start) {
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            if (table.model()->index(row, 0).data().toString().startsWith(start) ||
                table.model()->index(row, 1).data().toString().startsWith(start)) {
                return row;
            }
        }
        return -1;
    };
    QTRY_VERIFY(rowOf(QStringLiteral("▸ Does not matter: 2 settings")) > 0);
    const int head = rowOf(QStringLiteral("▸ Does not matter"));
    const auto isOpen = [&] {
        return rowOf(QStringLiteral("timeout client 3s")) > head;
    };
    QVERIFY(!isOpen());
    table.scrollTo(table.model()->index(head, 0));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(table.model()->index(head, 0)).center());
    QVERIFY(isOpen());
    table.setCurrentIndex(table.model()->index(head, 0));
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Return);
    QVERIFY(!isOpen());
    QVERIFY(state().contains(QStringLiteral("Retryscope read frontend a and backend b.")));
}

void TstImportPage::theChooserAndTheKeysLeadHere()
{
    QVERIFY(m_lab->window->showPanel(QStringLiteral("send")));
    auto& page = m_lab->find<ImportPage>("importPage");
    QVERIFY(!page.isVisible());
    m_lab->find<QAction>("importPolicyAction").trigger();
    QVERIFY(page.isVisible());
    QVERIFY(m_lab->find<QPlainTextEdit>("importText").hasFocus());
}

RETRYSCOPE_TEST(TstImportPage)
#include "tst_import_page.moc"
