// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <QFrame>
#include <QTimer>

#include <functional>
#include <vector>

QT_BEGIN_NAMESPACE
class QListWidget;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::io {
class Recorder;
} // namespace retryscope::io

namespace retryscope::ui {

/// Traffic outside the calls of a recording: TLS handshakes that clients aborted, refused requests, and
/// tunnels with their byte counts. Hidden while there is none. One line shows the counts and opens the list.
class OutsideView : public QFrame
{
    Q_OBJECT
public:
    explicit OutsideView(QWidget* parent = nullptr);

    /// recorder: must outlive the view or be replaced before it is destroyed; nullptr: no recorder.
    void setRecorder(const io::Recorder* recorder);
    /// record: same lifetime rule as for the recorder.
    void setRecord(const RunRecord* record);
    /// The recorder has seen more such traffic; the view updates shortly after.
    void note();

private:
    void display();
    void fillList();
    void addRequests(const std::function<void(const QString&)>& add);
    [[nodiscard]] const std::vector<RefusedHandshake>& handshakes() const;

    const io::Recorder* m_recorder = nullptr;
    const RunRecord* m_record = nullptr;
    QToolButton* m_count;
    QListWidget* m_list;
    QTimer m_pause;
};

} // namespace retryscope::ui
