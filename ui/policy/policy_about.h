// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "ui/parts/services.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QLabel;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Where a policy comes from: document, emulated clients, notes, the source of each group, and what the
/// environment asks of AWS clients.
class PolicyAbout : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyAbout(std::function<io::Result<RetrySettings>()> retrySettings, QWidget* parent = nullptr);

    void display(const Policy& policy);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void displaySettings();

    std::function<io::Result<RetrySettings>()> m_retrySettings;
    QLabel* m_origin;
    QLabel* m_notes;
    QLabel* m_sources;
    QLabel* m_settings;
};

} // namespace retryscope::ui
