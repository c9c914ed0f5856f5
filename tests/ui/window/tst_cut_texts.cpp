// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/parts/fitted_text.h"

#include <QLabel>
#include <QPixmap>
#include <QTest>

using namespace retryscope;
using namespace retryscope::ui;

/// Every page of the window in three sizes: what is drawn in less room than it needs.
class TstCutTexts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void numbersAndLabelsAreNeverCut_data();
    void numbersAndLabelsAreNeverCut();
    void nothingOfARecordingIsCut_data() { sizes(); }
    void nothingOfARecordingIsCut();

private:
    static void sizes();
    static void checkCuts(MainWindow& window);

    test::WindowLab m_lab;
};

void TstCutTexts::numbersAndLabelsAreNeverCut_data()
{
    QTest::addColumn<QString>("panel");
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1024, 700), QSize(1440, 900), QSize(2560, 1440)}) {
        for (const QString& panel : MainWindow::panelNames()) {
            QTest::addRow("%s at %d", qPrintable(panel), size.width()) << panel << size;
        }
    }
}

void TstCutTexts::numbersAndLabelsAreNeverCut()
{
    QFETCH(const QString, panel);
    QFETCH(const QSize, size);
    if (!m_lab.hasEnded()) {
        m_lab.simulate("s3-mixed-then-429");
    }
    m_lab.window->resize(size);
    QVERIFY(m_lab.window->showPanel(panel));
    checkCuts(*m_lab.window);
}

void TstCutTexts::sizes()
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1024, 700), QSize(1440, 900), QSize(2560, 1440)}) {
        QTest::addRow("%d", size.width()) << size;
    }
}

/// The texts that must not be, of the present page.
void TstCutTexts::checkCuts(MainWindow& window)
{
    QCoreApplication::processEvents();
    const CutTexts cut;
    window.grab();
    if (qEnvironmentVariableIsSet("RETRYSCOPE_LIST_CUTS")) {
        for (const CutText& text : cut.all()) {
            qInfo("%s %s", text.loss == Loss::Nothing ? "!" : " ",
                  qPrintable(text.whole + QStringLiteral(" -> ") + text.shown));
        }
    }
    QVERIFY2(cut.forbidden().isEmpty(), qPrintable(cut.forbidden().join(QStringLiteral("; "))));
}

void TstCutTexts::nothingOfARecordingIsCut()
{
    QFETCH(const QSize, size);
    test::WindowLab lab;
    QVERIFY(lab.window->openPath(
        QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/records/boto3-standard.json")));
    lab.window->resize(size);
    QVERIFY(lab.window->showPanel(QStringLiteral("record")));
    QTRY_VERIFY(lab.find<QLabel>("fitHeadline").text().contains(QStringLiteral("3 presets match")));
    checkCuts(*lab.window);
}

RETRYSCOPE_TEST(TstCutTexts)
#include "tst_cut_texts.moc"
