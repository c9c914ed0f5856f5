// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/scenario.h"

#include <QWidget>

#include <vector>

QT_BEGIN_NAMESPACE
class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;
QT_END_NAMESPACE

namespace retryscope::ui {

class DurationBox;
class HeadersEditor;
class LongText;

/// Edits one step of a scenario. Shows only the fields that apply to its kind.
class StepEditor : public QWidget
{
    Q_OBJECT
public:
    explicit StepEditor(QWidget* parent = nullptr);

    void display(const EndpointStep& step);
    [[nodiscard]] const EndpointStep& step() const { return m_step; }

Q_SIGNALS:
    void edited();
    void problemFound(const QString& text);

private:
    void buildKind(QFormLayout* form);
    void buildResponse(QFormLayout* form);
    void buildDetails(QFormLayout* form);
    void showFieldsOfKind();
    void store();
    void formatBody();

    EndpointStep m_step;
    QString m_displayedBody;
    bool m_isDisplaying = false;
    QComboBox* m_kind = nullptr;
    QSpinBox* m_status = nullptr;
    QLineEdit* m_reason = nullptr;
    DurationBox* m_delay = nullptr;
    QSpinBox* m_repeat = nullptr;
    HeadersEditor* m_headers = nullptr;
    LongText* m_body = nullptr;
    QSpinBox* m_missing = nullptr;
    DurationBox* m_drip = nullptr;
    QSpinBox* m_announced = nullptr;
    QCheckBox* m_close = nullptr;
    std::vector<QWidget*> m_responseOnly;
    std::vector<QWidget*> m_cutOnly;
    std::vector<QWidget*> m_dripOnly;
};

} // namespace retryscope::ui
