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

    /// Moves the Authorization header from a list into this editor if the editor can show it; else shows
    /// none.
    void takeFrom(Headers& headers);
    /// Puts the header back into the list: at its old place and unchanged if it was not edited. An
    /// Authorization header already in the list wins.
    void putInto(Headers& headers) const;

    [[nodiscard]] AuthScheme scheme() const;
    /// User name of Basic; empty for other schemes.
    [[nodiscard]] QString user() const;
    /// Marks the secret as not saved, to be typed again. Ends when the user types something.
    void setNotKept(AuthScheme scheme, const QString& user);
    [[nodiscard]] bool isNotKept() const { return m_isNotKept; }
    /// Moves the focus to the first field that needs input.
    void focusField();
    void focusScheme();
    /// Says that a header typed by hand is sent instead.
    void setOverruled(bool isOverruled);

Q_SIGNALS:
    /// Emitted after a change by the user.
    void edited();
    /// Enter was pressed in a field.
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
    Header m_given;                              ///< the header as takeFrom() found it
    std::size_t m_place = 0;                     ///< position in that list
    AuthScheme m_shownScheme = AuthScheme::None; ///< the scheme whose secret the field shows
    bool m_isNotKept = false;
    bool m_isOverruled = false;
};

} // namespace retryscope::ui
