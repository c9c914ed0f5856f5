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

/// As which service's client a response is judged: service, operation, and how errors are written. One line
/// that opens.
class JudgedAs : public QWidget
{
    Q_OBJECT
public:
    explicit JudgedAs(QWidget* parent = nullptr);

    /// Never empty; `generic` where none was given.
    [[nodiscard]] QString service() const;
    [[nodiscard]] QString operation() const;
    /// Empty: the service's own.
    [[nodiscard]] QString protocol() const;
    /// Tells no one.
    void set(const QString& service, const QString& operation, const QString& protocol);
    /// How service and protocol were found out, `guessed from the host`; empty when nobody guessed.
    void displayOrigin(const QString& origin);
    /// Offers to guess anew, in place of what the user chose.
    void offerGuess(bool isOffered);

Q_SIGNALS:
    /// By the user.
    void edited();
    /// In place of what was chosen.
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
