// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

namespace retryscope::test {

/// Called before the test object is made: offscreen platform, C locale, temporary settings and data folders.
void prepareEnvironment();

/// Runs the tests of one object; any unexpected Qt warning fails the test that caused it.
int runStrictly(QObject* test, int argc, char** argv);

} // namespace retryscope::test

/// Main of a test without an event loop's application (pure units).
#define RETRYSCOPE_TEST_MAIN(TestClass)                                                                      \
    int main(int argc, char** argv)                                                                          \
    {                                                                                                        \
        retryscope::test::prepareEnvironment();                                                              \
        QCoreApplication application(argc, argv);                                                            \
        TestClass test;                                                                                      \
        return retryscope::test::runStrictly(&test, argc, argv);                                             \
    }
