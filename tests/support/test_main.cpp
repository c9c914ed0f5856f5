// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// main() of the tests of one folder.

#include "tests/support/strict_main.h"

#ifdef RETRYSCOPE_TESTS_HAVE_WIDGETS
#include <QApplication>
#else
#include <QCoreApplication>
#endif

int main(int argc, char** argv)
{
    retryscope::test::prepareEnvironment();
#ifdef RETRYSCOPE_TESTS_HAVE_WIDGETS
    QApplication application(argc, argv);
#else
    QCoreApplication application(argc, argv);
#endif
    return retryscope::test::runNamed(argc, argv);
}
