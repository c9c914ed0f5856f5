// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast a typed response is judged: all presets, with and without the page that shows them.

#include "core/change/reversing_changes.h"
#include "core/io/files/library.h"
#include "core/io/http/pasted_response.h"
#include "tests/bench/measure.h"
#include "ui/judge/judge_page.h"
#include "ui/judge/judged_presets.h"
#include "ui/judge/samples.h"
#include "ui/judge/verdict_columns.h"
#include "ui/judge/verdicts_filter.h"

#include <QApplication>
#include <QPlainTextEdit>
#include <QTest>

#include <cstdio>

namespace {

using namespace retryscope;
using namespace retryscope::ui;
using bench::keep;
using bench::nanosecondsPer;

void print(const char* what, double nanoseconds, const char* goal)
{
    std::printf("%-52s %10.2f ms   goal %s\n", what, nanoseconds / 1e6, goal);
}

void measureJudging(const io::Library& library)
{
    GivenAttempt given = famousSamples().front().given;
    const std::string text = io::pastedTextOf(*given.facts.response);
    JudgedPresets presets(library);
    VerdictsModel model(verdictColumns(), nullptr);
    VerdictsFilter filter(&model);
    const auto judge = [&] {
        given.facts = io::readPastedResponse(text, "GET").facts;
        presets.judge(given);
        std::vector<VerdictRow> rows;
        for (const JudgedPreset& preset : presets.all()) {
            rows.push_back(preset.row);
        }
        model.renewRows(std::move(rows));
        filter.refresh();
    };
    print("text read, all presets judged, model updated", nanosecondsPer(judge), "< 50 ms");
    print("changes that turn one verdict around",
          nanosecondsPer([&] { keep(reversingChangesOf(presets.all().front().situation)); }), "< 20 ms");
}

void measurePage(const io::Library& library)
{
    JudgePage page(library);
    page.select(QStringLiteral("cpp-1.11.332-standard"));
    page.show();
    auto* text = page.findChild<QPlainTextEdit*>(QStringLiteral("judgeText"));
    text->setFocus();
    bool isTyped = false;
    print("one key stroke in the page, painted", nanosecondsPer([&] {
              isTyped = !isTyped;
              QTest::keyClick(text, isTyped ? Qt::Key_X : Qt::Key_Backspace);
              QCoreApplication::sendPostedEvents();
              keep(page.grab());
          }),
          "< 100 ms");
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const io::Library library;
    std::printf("judge a response: a proxy's 429 under %zu presets\n", library.policyEntries().size());
    measureJudging(library);
    measurePage(library);
    std::puts("");
    return 0;
}
