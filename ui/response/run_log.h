// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <QPlainTextEdit>
#include <QTimer>

#include <utility>
#include <vector>

namespace retryscope::ui {

/// What just happened, as one line with its time. place.attempt -1: the call began or ended.
[[nodiscard]] QString logLineOf(const RunRecord& record, Place place);
/// One line per event, with its time.
using TimedLines = std::vector<std::pair<Instant, QString>>;

/// One line per event of the run. The log of a long run is written in pieces once it becomes visible, so the
/// window stays responsive.
class RunLog : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit RunLog(QWidget* parent = nullptr);

    void onRecorded(const RunRecord& record, Place place);
    /// record: must live until the next call.
    void onReplaced(const RunRecord& record);

protected:
    [[nodiscard]] QMimeData* createMimeDataFromSelection() const override;
    void showEvent(QShowEvent* event) override;

private:
    void fillForAWhile();
    /// False when all is collected.
    bool collectSome();
    void writeSome();

    const RunRecord* m_record = nullptr; ///< the record that is still being written; nullptr: done
    std::size_t m_nextCall = 0;          ///< to be collected
    TimedLines m_lines;                  ///< collected
    std::size_t m_nextLine = 0;          ///< to be written, once all are collected and sorted
    QTimer m_pause;                      ///< between two pieces
};

} // namespace retryscope::ui
