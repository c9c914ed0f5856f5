// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/parts/chooser_popup.h"
#include "ui/send/run_summary.h"
#include "ui/window/run_export.h"

#include <QAction>
#include <QDateTime>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>

using namespace retryscope;
using test::WindowLab;

/// A run as a file of another program.
class TstExport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_lab = std::make_unique<WindowLab>();
        m_lab->window->setSeed(7);
        m_lab->simulate("s3-slowdown-then-ok");
    }
    void cleanup() { m_lab.reset(); }
    void everyFormatIsFoundAndWritten_data();
    void everyFormatIsFoundAndWritten();
    void theDialogOffersEveryFormat();
    void theFormatGivesTheEnding();
    void aWrongEndingIsRefusedAndTheRightOneOffered_data();
    void aWrongEndingIsRefusedAndTheRightOneOffered();
    void theTypedEndingIsTheFormat();
    void anExistingFileIsAskedAbout();
    void theNameIsMadeOfTheRun();

private:
    [[nodiscard]] QFileDialog& dialog() const
    {
        auto* found = m_lab->window->findChild<QFileDialog*>();
        Q_ASSERT(found != nullptr);
        return *found;
    }
    [[nodiscard]] QString nameInDialog() const { return dialog().findChild<QLineEdit*>()->text(); }
    static QByteArray contentOf(const QString& file)
    {
        QFile device(file);
        return device.open(QIODevice::ReadOnly) ? device.readAll() : QByteArray();
    }

    std::unique_ptr<WindowLab> m_lab;
};

void TstExport::everyFormatIsFoundAndWritten_data()
{
    QTest::addColumn<QByteArray>("beginning");
    QTest::newRow("png") << QByteArray("\x89PNG");
    QTest::newRow("svg") << QByteArray("<?xml");
    QTest::newRow("pdf") << QByteArray("%PDF");
    QTest::newRow("csv") << QByteArray("client,");
    QTest::newRow("md") << QByteArray("#");
    QTest::newRow("html") << QByteArray("<!DOCTYPE html>");
    QTest::newRow("json") << QByteArray("{");
    QTest::newRow("jsonl") << QByteArray("{\"resourceSpans\":[{\"resource\"");
    QTest::newRow("har") << QByteArray("{\"log\":{\"creator\":{\"name\":\"Retryscope\"");
}

void TstExport::everyFormatIsFoundAndWritten()
{
    QFETCH(QByteArray, beginning);
    const QString ending = QString::fromLatin1(QTest::currentDataTag());
    m_lab->find<QAction>("paletteAction").trigger();
    auto& popup = m_lab->find<ui::ChooserPopup>("palette");
    QTest::keyClicks(popup.findChild<QLineEdit*>(), QStringLiteral("export ") + ending);
    QTest::keyClick(popup.findChild<QLineEdit*>(), Qt::Key_Return);

    QTRY_VERIFY(m_lab->window->findChild<QFileDialog*>() != nullptr);
    QCOMPARE(nameInDialog(), QStringLiteral("s3-slowdown-then-ok sdk-reference-standard seed 7.") + ending);
    const QString file = m_lab->path("out.") + ending;
    dialog().selectFile(file);
    static_cast<QDialog&>(dialog()).accept();

    QTRY_VERIFY(m_lab->window->message().contains(QStringLiteral("out.") + ending));
    QVERIFY2(contentOf(file).startsWith(beginning), contentOf(file).left(80).constData());
}

void TstExport::theDialogOffersEveryFormat()
{
    m_lab->find<QAction>("exportAction").trigger();
    QCOMPARE(dialog().nameFilters().size(), 9);
}

void TstExport::theFormatGivesTheEnding()
{
    m_lab->find<QAction>("exportAction").trigger();
    QVERIFY(nameInDialog().endsWith(QStringLiteral(" seed 7.png")));
    const QString csv = dialog().nameFilters().at(3);
    dialog().selectNameFilter(csv);
    Q_EMIT dialog().filterSelected(csv);
    QVERIFY2(nameInDialog().endsWith(QStringLiteral(" seed 7.csv")), qPrintable(nameInDialog()));
}

void TstExport::aWrongEndingIsRefusedAndTheRightOneOffered_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("offered");
    QTest::newRow("of another format") << QStringLiteral("run.csv") << QStringLiteral("run.json");
    QTest::newRow("part of the name") << QStringLiteral("14.05") << QStringLiteral("14.05.json");
}

void TstExport::aWrongEndingIsRefusedAndTheRightOneOffered()
{
    QFETCH(QString, typed);
    QFETCH(QString, offered);
    m_lab->find<QAction>("saveAction").trigger();
    dialog().selectFile(m_lab->path(qPrintable(typed))); // in another folder than that of the dialog
    static_cast<QDialog&>(dialog()).accept();

    auto* question = dialog().findChild<QMessageBox*>(QStringLiteral("endingQuestion"));
    QVERIFY(question != nullptr);
    QVERIFY2(question->text().contains(typed), qPrintable(question->text()));
    auto* button = question->findChild<QPushButton*>(QStringLiteral("rightEndingButton"));
    QVERIFY(button->text().contains(offered));
    QVERIFY(!QFile::exists(QDir(m_lab->path(".")).filePath(typed)));
    button->click();
    QTRY_VERIFY(QFile::exists(QDir(m_lab->path(".")).filePath(offered)));
}

/// A law over all formats, whichever one the dialog begins with.
void TstExport::theTypedEndingIsTheFormat()
{
    for (const ui::FileFormat& format : ui::exportFormats()) {
        for (const char* action : {"exportAction", "exportAs-csv"}) {
            const QString file = m_lab->path(qPrintable(QString::fromLatin1(action) + u'.' + format.ending));
            m_lab->find<QAction>(action).trigger();
            dialog().selectFile(file);
            static_cast<QDialog&>(dialog()).accept();
            QVERIFY2(dialog().findChild<QMessageBox*>() == nullptr, qPrintable(file));
            QTRY_VERIFY2(QFile::exists(file), qPrintable(file));
            QTRY_VERIFY(m_lab->window->findChild<QFileDialog*>() == nullptr);
        }
    }
    QFile csv(m_lab->path("exportAction.csv"));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QVERIFY(csv.readLine().startsWith("client,"));
}

void TstExport::anExistingFileIsAskedAbout()
{
    m_lab->find<QAction>("exportAction").trigger();
    QVERIFY(!dialog().testOption(QFileDialog::DontConfirmOverwrite));
}

void TstExport::theNameIsMadeOfTheRun()
{
    RunHeader header = m_lab->record().header();
    header.isVirtual = false;
    const QDateTime start = QDateTime::currentDateTime();
    header.startedAt = WallTime(start.toMSecsSinceEpoch());
    QCOMPARE(ui::fileNameOf(header), QStringLiteral("s3-slowdown-then-ok sdk-reference-standard ") +
                                         start.toString(QStringLiteral("HH-mm")));
    header.startedAt = WallTime(start.addDays(-1).toMSecsSinceEpoch());
    QVERIFY(ui::fileNameOf(header).endsWith(start.addDays(-1).toString(QStringLiteral(" yyyy-MM-dd HH-mm"))));

    header.scenarioId.clear();
    header.spec.url = "http://name:secret@../../h%C3%A4:8080/a/b?token=secret";
    static const QRegularExpression kPlain(QStringLiteral("^[A-Za-z0-9][A-Za-z0-9_. -]*$"));
    QVERIFY2(kPlain.match(ui::fileNameOf(header)).hasMatch(), qPrintable(ui::fileNameOf(header)));
    QVERIFY(!ui::fileNameOf(header).contains(QStringLiteral("secret")));
    header.spec.url = "http://name:secret@localhost:8080/a";
    QVERIFY(ui::fileNameOf(header).startsWith(QStringLiteral("localhost-8080 sdk-reference-standard ")));
}

RETRYSCOPE_TEST(TstExport)
#include "tst_export.moc"
