// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/policy/policy.h"
#include "ui/parts/services.h"

#include <QWidget>

#include <functional>
#include <vector>

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
QT_END_NAMESPACE

namespace retryscope::ui {

class ReportView;

/// Everything about a policy as text: what it emulates, its notes, its numbers and rules with their sources,
/// its differences from similar presets, and the AWS retry settings of this machine.
class PolicyAbout : public QWidget
{
    Q_OBJECT
public:
    /// retrySettings: may be empty; the page then shows nothing about the environment.
    explicit PolicyAbout(RetrySettingsSource retrySettings, QWidget* parent = nullptr);

    /// Source of the presets to compare with; called when the page becomes visible.
    void setPresets(std::function<std::vector<Policy>()> presets) { m_presets = std::move(presets); }
    void display(const Policy& policy);

Q_SIGNALS:
    void noteFound(const QString& note);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void displayText();
    void displaySettings();
    [[nodiscard]] Report report() const;

    RetrySettingsSource m_retrySettings;
    std::function<std::vector<Policy>()> m_presets;
    Policy m_policy;
    ReportView* m_text;
    QPushButton* m_copy;
    QLabel* m_settingsHeading = nullptr;
    QLabel* m_settings;
};

} // namespace retryscope::ui
