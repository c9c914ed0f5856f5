// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

class TextPage;

/// Everything about a policy as text: what it emulates, notes, numbers and rules with their sources, and in
/// what it differs from its neighbours; and what the environment asks of AWS clients.
class PolicyAbout : public QWidget
{
    Q_OBJECT
public:
    /// retrySettings: may be empty; then nothing is said about the environment.
    explicit PolicyAbout(RetrySettingsSource retrySettings, QWidget* parent = nullptr);

    /// Among which neighbours are looked for; asked when the text comes into view.
    void setPresets(std::function<std::vector<Policy>()> presets) { m_presets = std::move(presets); }
    void display(const Policy& policy);

Q_SIGNALS:
    void noteFound(const QString& note);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void displayText();
    void displaySettings();
    [[nodiscard]] QString markdown() const;

    RetrySettingsSource m_retrySettings;
    std::function<std::vector<Policy>()> m_presets;
    Policy m_policy;
    TextPage* m_text;
    QPushButton* m_copy;
    QLabel* m_settingsHeading = nullptr;
    QLabel* m_settings;
};

} // namespace retryscope::ui
