// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/long_text.h"
#include "ui/proxy/side_text.h"
#include "ui/response/headers_column.h"
#include "ui/response/run_log.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QTest>
#include <QTextEdit>
#include <QThreadPool>

using namespace retryscope;

namespace {

const QString kLine = QStringLiteral("Authorization: Bearer abcdefgh12345678");

/// By the keys, as a user does it.
QString copiedFrom(QWidget& view)
{
    QGuiApplication::clipboard()->clear();
    QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    return QGuiApplication::clipboard()->text();
}

} // namespace

/// Ctrl+C in a view of foreign text, without the button that copies.
class TstSelectedSecrets : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void textsToReadLeaveThemOut()
    {
        ui::LongText text;
        text.setText(kLine + QStringLiteral("\nX-Note: 7"));
        QCOMPARE(copiedFrom(text), kLine + QStringLiteral("\nX-Note: 7")); // typed by the user, who edits it
        text.setReadOnly(true);
        QCOMPARE(copiedFrom(text), QStringLiteral("Authorization: [redacted]\nX-Note: 7"));
        const QString filler = QString(2 * ui::LongText::kPart, u'a');
        text.setText(kLine + u'\n' + filler);
        QVERIFY(!copiedFrom(text).contains(QStringLiteral("abcdefgh")));
    }

    void theLogLeavesThemOut()
    {
        ui::RunLog log;
        log.appendPlainText(kLine);
        QCOMPARE(copiedFrom(log), QStringLiteral("Authorization: [redacted]"));
    }

    void sidesLeaveThemOut()
    {
        ui::SideText side(u'-', false, nullptr);
        side.setPlainText(kLine);
        QCOMPARE(copiedFrom(side), QStringLiteral("Authorization: [redacted]"));
    }

    void headersLeaveThemOutAlthoughTheirNamesStandAbove()
    {
        ui::HeadersColumn headers;
        headers.display({{{"Set-Cookie", "session=abcdefgh"}, {"X-Note", "7"}}}, {});
        auto* text = headers.findChild<QTextEdit*>(QStringLiteral("responseHeaders"));
        QVERIFY(text != nullptr);
        QCOMPARE(copiedFrom(*text), QStringLiteral("Set-Cookie\n[redacted]\nX-Note\n7"));
    }

    /// Megabytes are searched on another thread.
    void largeTextsLeaveThemOutAndTheLatestStays()
    {
        const QString filler = QStringLiteral("a line of some length\n").repeated(100'000);
        QGuiApplication::clipboard()->clear();
        ui::copyWithoutSecrets(filler + kLine);
        QTRY_VERIFY(!QGuiApplication::clipboard()->text().isEmpty());
        const QString expected = filler + QStringLiteral("Authorization: [redacted]");
        QVERIFY(QGuiApplication::clipboard()->text() == expected);

        ui::copyWithoutSecrets(kLine + filler);
        ui::copyWithoutSecrets(QStringLiteral("X-Note: 7"));
        QVERIFY(QThreadPool::globalInstance()->waitForDone());
        QCoreApplication::processEvents();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("X-Note: 7"));
    }
};

RETRYSCOPE_TEST(TstSelectedSecrets)
#include "tst_selected_secrets.moc"
