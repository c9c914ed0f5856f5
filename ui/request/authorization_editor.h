// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
QT_END_NAMESPACE

namespace retryscope::ui {

enum class AuthScheme { None, Basic, Bearer };

/// Edits the Authorization header by its parts: Basic (RFC 7617) or Bearer (RFC 6750). Any other scheme stays
/// a header that is typed by hand. Secrets are masked.
class AuthorizationEditor : public QWidget
{
    Q_OBJECT
public:
    explicit AuthorizationEditor(QWidget* parent = nullptr);

    /// Takes the Authorization header out of a list where it can be shown here; shows none otherwise.
    void takeFrom(Headers& headers);
    /// Puts the header back, in its place and to the letter when nobody edited it. One that is in the list
    /// already wins.
    void putInto(Headers& headers) const;

    [[nodiscard]] AuthScheme scheme() const;
    /// Of Basic; empty for others.
    [[nodiscard]] QString user() const;
    /// The secret of this was not kept and has to be typed again. Holds until something is typed.
    void setNotKept(AuthScheme scheme, const QString& user);
    [[nodiscard]] bool isNotKept() const { return m_isNotKept; }
    /// To the field that is to be typed next.
    void focusField();
    void focusScheme();
    /// A header that was typed by hand is sent instead.
    void setOverruled(bool isOverruled);

Q_SIGNALS:
    /// By the user.
    void edited();
    /// Enter in one of its fields.
    void sendRequested();

private:
    void layOut();
    void onEdited();
    void show(AuthScheme scheme, const QString& user, const QString& secret);
    void displayScheme();
    [[nodiscard]] std::string value() const;

    QComboBox* m_scheme;
    QLabel* m_userLabel;
    QLineEdit* m_user;
    QLabel* m_secretLabel;
    QLineEdit* m_secret;
    QCheckBox* m_reveal;
    QLabel* m_note;
    Header m_given;                              ///< as it was taken
    std::size_t m_place = 0;                     ///< in the list it was taken from
    AuthScheme m_shownScheme = AuthScheme::None; ///< whose secret stands there
    bool m_isNotKept = false;
    bool m_isOverruled = false;
};

} // namespace retryscope::ui
