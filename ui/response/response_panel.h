// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QLabel;
QT_END_NAMESPACE

namespace retryscope::ui {

class MarkedText;

/// The response to the selected attempt, with the place marked where the error name was read.
class ResponsePanel : public QWidget
{
    Q_OBJECT
public:
    explicit ResponsePanel(QWidget* parent = nullptr);

    void display(const RunRecord& record, const AttemptRecord& attempt);
    void clear();

private:
    void displayError(const ResolvedPolicy& policy, const AttemptFacts& facts);

    QLabel* m_name;
    QLabel* m_where;
    QLabel* m_message;
    QLabel* m_requestId;
    QWidget* m_error;
    MarkedText* m_text;
};

} // namespace retryscope::ui
