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

/// What is in no call of a recording: TLS handshakes that clients broke off, requests that were refused, and
/// tunnels with their bytes. Nothing is to be seen while there is none; one line counts them, and opens the
/// list.
class OutsideView : public QFrame
{
    Q_OBJECT
public:
    explicit OutsideView(QWidget* parent = nullptr);

    /// recorder: outlives the view, or is replaced before it goes; nullptr: there is none.
    void setRecorder(const io::Recorder* recorder);
    /// record: as above.
    void setRecord(const RunRecord* record);
    /// It has met more; shown a little later.
    void note();

protected:
    void changeEvent(QEvent* event) override;

private:
    void display();
    void fillList();
    void addRequests(const std::function<void(const QString&)>& add);
    [[nodiscard]] const std::vector<RefusedHandshake>& handshakes() const;
    void applyTheme();

    const io::Recorder* m_recorder = nullptr;
    const RunRecord* m_record = nullptr;
    QToolButton* m_count;
    QListWidget* m_list;
    QTimer m_pause;
};

} // namespace retryscope::ui
