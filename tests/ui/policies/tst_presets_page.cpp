// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"
#include "tests/support/strict_main.h"
#include "ui/policies/preset_columns.h"
#include "ui/policies/presets_page.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>

#include <memory>

using namespace retryscope;
using namespace retryscope::ui;

class TstPresetsPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void everyPresetOfTheLibraryHasARow();
    void ownPresetsAreFoundByTheirFile();
    void whatWasSavedSinceComesWithAReload();
    void typingFiltersInEveryColumn();
    void aClickOnAHeaderSortsByNumber();
    void theChosenPresetIsHandedOn();

private:
    template <typename Widget>
    Widget& find(const char* name)
    {
        auto* widget = m_page->findChild<Widget*>(QString::fromLatin1(name));
        Q_ASSERT(widget != nullptr);
        return *widget;
    }
    QTableView& table() { return find<QTableView>("presetsTable"); }
    QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }

    io::Library m_library;
    std::unique_ptr<PresetsPage> m_page;
};

void TstPresetsPage::init()
{
    m_page = std::make_unique<PresetsPage>(m_library);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
}

void TstPresetsPage::everyPresetOfTheLibraryHasARow()
{
    TableModel<PresetRow> model(presetColumns(), nullptr);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(presetRows(m_library));
    QCOMPARE(model.rowCount(), static_cast<int>(m_library.policyEntries().size()));
    const auto found =
        std::ranges::find(model.rows(), QStringLiteral("botocore-1.29.27-standard"), &PresetRow::key);
    const auto row = static_cast<int>(found - model.rows().begin());
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) {
        cells += model.index(row, column).data().toString();
    }
    QCOMPARE(cells.join(QStringLiteral(" | ")),
             QStringLiteral("Python | botocore 1.29 standard | 1.29.27 | standard | recorded | 3 | 0 to 1 s "
                            "| 20 s | full | 500 per client, 5 per retry, timeout 10 | none"));
}

void TstPresetsPage::ownPresetsAreFoundByTheirFile()
{
    const QTemporaryDir folder;
    Policy own = m_library.policy(QStringLiteral("sdk-reference-standard")).value();
    own.id = "my-own";
    io::Library library(folder.path());
    QVERIFY(library.savePolicy(own));
    const io::Library reopened(folder.path());
    TableModel<PresetRow> model(presetColumns(), nullptr);
    model.setRows(presetRows(reopened));
    QCOMPARE(model.at(model.rowCount() - 1).key, reopened.policyEntries().back().path);
}

void TstPresetsPage::whatWasSavedSinceComesWithAReload()
{
    const QTemporaryDir folder;
    io::Library library(folder.path());
    PresetsPage page(library);
    page.select(QStringLiteral("sdk-reference-standard"));
    const QAbstractItemModel& rows = *page.findChild<QTableView*>(QStringLiteral("presetsTable"))->model();
    const int before = rows.rowCount();
    Policy own = library.policy(QStringLiteral("sdk-reference-standard")).value();
    own.id = "my-own";
    QVERIFY(library.savePolicy(own));

    page.reload();

    QCOMPARE(rows.rowCount(), before + 1);
    const auto* table = page.findChild<QTableView*>(QStringLiteral("presetsTable"));
    QCOMPARE(table->currentIndex().siblingAtColumn(1).data().toString().left(28),
             QStringLiteral("SDK reference before 2026"));
}

void TstPresetsPage::typingFiltersInEveryColumn()
{
    QLineEdit& filter = find<QLineEdit>("presetsFilter");
    QTest::keyClicks(&filter, QStringLiteral("X-AMZ-retry"));
    const int rows = table().model()->rowCount();
    QVERIFY(rows > 0 && rows < static_cast<int>(m_library.policyEntries().size()));
    for (int row = 0; row < rows; ++row) {
        QVERIFY(cell(row, 10).contains(QStringLiteral("x-amz-retry-after")));
    }
    QCOMPARE(find<QLabel>("presetsCount").text(),
             QStringLiteral("%1 of %2").arg(rows).arg(m_library.policyEntries().size()));
    filter.clear();
    QCOMPARE(table().model()->rowCount(), static_cast<int>(m_library.policyEntries().size()));
}

void TstPresetsPage::aClickOnAHeaderSortsByNumber()
{
    QHeaderView& header = *table().horizontalHeader();
    table().scrollTo(table().model()->index(0, 5));
    const QPoint place(header.sectionViewportPosition(5) + 8, header.height() / 2);
    QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, place);
    const Qt::SortOrder order = header.sortIndicatorOrder();
    QCOMPARE(header.sortIndicatorSection(), 5);
    for (int row = 1; row < table().model()->rowCount(); ++row) {
        const int before = cell(row - 1, 5).toInt();
        const int after = cell(row, 5).toInt();
        QVERIFY(order == Qt::AscendingOrder ? before <= after : before >= after);
    }
}

void TstPresetsPage::theChosenPresetIsHandedOn()
{
    const QSignalSpy chosen(m_page.get(), &PresetsPage::presetChosen);
    m_page->select(QStringLiteral("sdk-reference-standard"));
    table().setFocus();
    QTest::keyClick(&table(), Qt::Key_Return);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.at(0).at(0).toString(), QStringLiteral("sdk-reference-standard"));
}

RETRYSCOPE_TEST(TstPresetsPage)
#include "tst_presets_page.moc"
