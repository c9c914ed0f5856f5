// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The request and the position of the attempt in its call: everything a verdict needs besides the response.
class RequestFields : public QWidget
{
    Q_OBJECT
public:
    explicit RequestFields(QWidget* parent = nullptr);

    /// Shows everything except the facts.
    void display(const GivenAttempt& given);
    void setMethod(const QString& method);
    [[nodiscard]] QString method() const;
    /// Takes a service that was recognised, unless the user chose one. Empty: none was; a former guess goes.
    /// evidence: shown below the field.
    void setGuess(const QString& service, const QString& evidence);
    /// Service and operation that were chosen are of another response.
    void forgetService();
    /// Returns everything except the facts.
    [[nodiscard]] GivenAttempt given() const;

Q_SIGNALS:
    void edited();

private:
    void layOut();
    void showMore(bool isShown);

    GivenAttempt m_base; ///< what the fields do not show
    QComboBox* m_service;
    QLabel* m_guess;
    bool m_isOwnService = false;
    QLineEdit* m_operation;
    QToolButton* m_moreButton;
    QWidget* m_more;
    QComboBox* m_method;
    QSpinBox* m_attempt;
    QSpinBox* m_tokens;
};

} // namespace retryscope::ui
