// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <QWidget>

#include <string_view>

QT_BEGIN_NAMESPACE
class QLabel;
QT_END_NAMESPACE

namespace retryscope::ui {

class LongText;

/// Bytes as text, or as a hex dump if some of them are not text.
[[nodiscard]] QString wireTextOf(std::string_view bytes);

/// The raw bytes of the selected attempt, as they were sent and received.
class WirePanel : public QWidget
{
    Q_OBJECT
public:
    explicit WirePanel(QWidget* parent = nullptr);

    void display(const RunRecord& record, const AttemptRecord& attempt);
    void clear();

private:
    void displayWithout(const QString& why);
    void showBytes(bool areThere);

    QLabel* m_connection;
    QLabel* m_sentLabel;
    QLabel* m_receivedLabel;
    LongText* m_sent;
    LongText* m_received;
};

} // namespace retryscope::ui
