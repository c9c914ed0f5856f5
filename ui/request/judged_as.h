// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

QT_BEGIN_NAMESPACE
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Chooses what a response is judged as: service, operation and error format. One line that expands.
class JudgedAs : public QWidget
{
    Q_OBJECT
public:
    explicit JudgedAs(QWidget* parent = nullptr);

    /// The service; never empty, `generic` if none was given.
    [[nodiscard]] QString service() const;
    [[nodiscard]] QString operation() const;
    /// The error format; empty for the service default.
    [[nodiscard]] QString protocol() const;
    /// Emits no signal.
    void set(const QString& service, const QString& operation, const QString& protocol);
    /// How service and protocol were guessed, for example `guessed from the host`; empty if they were not
    /// guessed.
    void displayOrigin(const QString& origin);
    /// Offers a new guess in place of the user's choice.
    void offerGuess(bool isOffered);

Q_SIGNALS:
    /// Emitted after a change by the user.
    void edited();
    /// The user wants a guess in place of the present choice.
    void guessWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void display();

    QPushButton* m_summary; ///< opens and closes the fields
    QWidget* m_fields;
    QComboBox* m_service;
    QLineEdit* m_operation;
    QComboBox* m_protocol;
    int m_ownProtocols = 0; ///< how many it offers by itself; one of a policy stands behind them
    QLabel* m_origin;
    QPushButton* m_guess;
};

} // namespace retryscope::ui
