// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the room Judge that puts a box between the origin's response and the clients.

#include "core/explain/bench_text.h"
#include "core/explain/escape.h"
#include "core/io/files/bench_files.h"
#include "core/io/probe/behind_box.h"
#include "core/io/text/utf8.h"
#include "ui/explanation/changes_list.h"
#include "ui/judge/judge_page.h"
#include "ui/parts/box_chooser.h"

#include <QLabel>

#include <utility>

namespace retryscope::ui {

void JudgePage::displayBehind(const QString& text)
{
    m_behindNote->setText(text);
    m_behindNote->setVisible(!text.isEmpty());
}

void JudgePage::forgetBox()
{
    m_atOrigin.reset();
    m_behind->setCurrent({});
    displayBehind({});
}

/// In place of the origin's response stands what the box makes of it; that of another box is of the origin's.
void JudgePage::putBehind(const QString& box)
{
    m_isTouched = true;
    m_tried.reset();
    m_reversingChanges->showOutcome({});
    const ResponseEditor::Content origin =
        m_atOrigin ? *std::exchange(m_atOrigin, std::nullopt) : m_response->content();
    const bool wasBehind = !m_behind->current().isEmpty();
    forgetBox();
    if (wasBehind) {
        m_response->display(origin);
    }
    if (!box.isEmpty() && !m_response->isBlank()) {
        applyBox(box, origin);
    }
    judgeAll();
}

void JudgePage::applyBox(const QString& box, const ResponseEditor::Content& origin)
{
    const io::Result<Bench> bench = io::benchNamed(box);
    if (!bench) {
        displayBehind(bench.error().text());
        return;
    }
    const io::Result<io::BehindBox> behind = io::behindBox(bench.value(), m_response->facts());
    if (!behind) {
        displayBehind(tr("Response unchanged: %1.").arg(behind.error().text()));
        return;
    }
    const std::string at = sideText(m_response->facts());
    m_atOrigin = origin;
    m_response->display(behind.value().facts);
    m_behind->setCurrent(box);
    displayBehind(tr("The origin sent %1. %2 turned it into the response above (probe result row %3%4).")
                      .arg(toQString(at), toQString(boxTitle(bench.value())),
                           toQString(oneLine(behind.value().row)),
                           behind.value().isInferred ? tr(", inferred from another status of the same class")
                                                     : QString()));
}

} // namespace retryscope::ui
