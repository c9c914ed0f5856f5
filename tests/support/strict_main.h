// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

#include <memory>

namespace retryscope::test {

/// Called before the application is made: offscreen platform, C locale, temporary settings and data folders.
void prepareEnvironment();

using TestMaker = std::unique_ptr<QObject> (*)();
/// Makes a test known to the main() of its executable, under the name of its source file without `.cpp`.
bool registerTest(const char* sourceFile, TestMaker maker);

/// Runs the test that the first argument names, with the arguments after it, or all tests of the executable
/// when there is none. Any unexpected Qt warning fails the test function that caused it. Returns the number
/// of failures; 2, with the names there are, for an unknown name.
int runNamed(int argc, char** argv);

/// See RETRYSCOPE_TEST.
template <typename Test>
bool isRegistered = false;

} // namespace retryscope::test

/// At the end of a test's file: the class is a test of this folder's executable (add_retryscope_tests).
#define RETRYSCOPE_TEST(TestClass)                                                                           \
    template <>                                                                                              \
    bool retryscope::test::isRegistered<TestClass> = retryscope::test::registerTest(                         \
        __FILE__, []() -> std::unique_ptr<QObject> { return std::make_unique<TestClass>(); });
