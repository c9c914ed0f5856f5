// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <QPlainTextEdit>

namespace retryscope::ui {

/// What just happened, as one line with its time. place.attempt -1: the call began or ended.
[[nodiscard]] QString logLineOf(const RunRecord& record, Place place);
/// Every event of a record, in order of time.
[[nodiscard]] QStringList logOf(const RunRecord& record);

/// One line per event of the run.
class RunLog : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit RunLog(QWidget* parent = nullptr);

    void onRecorded(const RunRecord& record, Place place);
    void onReplaced(const RunRecord& record);
};

} // namespace retryscope::ui
