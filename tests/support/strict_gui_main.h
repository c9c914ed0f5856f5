// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/strict_main.h"

#include <QApplication>

/// Main of a test with widgets; link retryscope_gui_test_support.
#define RETRYSCOPE_GUI_TEST_MAIN(TestClass)                                                                  \
    int main(int argc, char** argv)                                                                          \
    {                                                                                                        \
        retryscope::test::prepareEnvironment();                                                              \
        QApplication application(argc, argv);                                                                \
        TestClass test;                                                                                      \
        return retryscope::test::runStrictly(&test, argc, argv);                                             \
    }
