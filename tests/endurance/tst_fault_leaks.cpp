// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/endurance/fault_stage.h"
#include "tests/support/strict_main.h"

#include <QCoreApplication>
#include <QDir>
#include <QEvent>

#include <malloc.h>

/// Of Qt, for tools that follow objects (private/qhooks_p.h): version, size, what is called with each QObject
/// that is made and that goes.
extern Q_CORE_EXPORT quintptr qtHookData[]; // NOLINT(readability-identifier-naming)

using namespace retryscope;
using namespace retryscope::test;

namespace {

int liveObjects = 0;

int openDescriptors()
{
    return static_cast<int>(QDir(QStringLiteral("/proc/self/fd"))
                                .entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System)
                                .size());
}

/// Runs what is queued, and frees what is freed once the event loop is back.
void settle()
{
    for (int turn = 0; turn < 5; ++turn) {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCoreApplication::processEvents();
    }
}

} // namespace

/// The same faults in pairs again and again: no memory, object or descriptor stays behind.
class TstFaultLeaks : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        const QString problem = m_certificates.make();
        if (!problem.isEmpty()) {
            QSKIP(qPrintable(problem));
        }
    }

    void nothingLeaks()
    {
        const std::vector<FaultRow> rows = allFaultPairs();
        const auto playAll = [&] {
            for (const FaultRow& row : rows) {
                FaultStage stage(row, m_certificates);
                (void)stage.run();
            }
            settle();
            ::malloc_trim(0);
        };
        playAll(); // what is made once
        playAll();
        constexpr std::size_t kAddHook = 3;
        constexpr std::size_t kRemoveHook = 4;
        const auto memory = [] {
            return ::mallinfo2().uordblks;
        };
        const int descriptors = openDescriptors();
        const std::size_t bytes = memory();
        liveObjects = 0;
        qtHookData[kAddHook] = reinterpret_cast<quintptr>(+[](QObject*) { ++liveObjects; });
        qtHookData[kRemoveHook] = reinterpret_cast<quintptr>(+[](QObject*) { --liveObjects; });
        playAll();
        qtHookData[kAddHook] = 0;
        qtHookData[kRemoveHook] = 0;
        QCOMPARE(openDescriptors(), descriptors);
        QCOMPARE(liveObjects, 0); // timers among them
        // A sanitizer has an allocator of its own, which finds leaks by itself and counts nothing here.
        const double grown = bytes == 0 ? 1 : static_cast<double>(memory()) / static_cast<double>(bytes);
        QVERIFY2(grown < 1.02, qPrintable(QStringLiteral("memory: %1 times").arg(grown)));
    }

private:
    TestCertificates m_certificates;
};

RETRYSCOPE_TEST(TstFaultLeaks)
#include "tst_fault_leaks.moc"
