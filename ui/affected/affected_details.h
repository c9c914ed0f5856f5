// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affected/affected_client.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QLabel;
class QLineEdit;
class QPushButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// One SDK before and after the change of its rules: since when, what changes, which settings keep the old
/// rules, and for which versions.
class AffectedDetails : public QWidget
{
    Q_OBJECT
public:
    explicit AffectedDetails(QWidget* parent = nullptr);

    void display(const AffectedClient& client);

Q_SIGNALS:
    /// The user chose a version of this SDK, and the one to compare it with; empty: the newest known.
    void versionChosen(const QString& version, const QString& toVersion);
    /// Show this preset.
    void policyRequested(const QString& id);
    /// Reports a copy to the clipboard.
    void noteFound(const QString& note);

private:
    /// One side of the switch: its mode, then its preset to follow, or whence its figures come.
    struct Side
    {
        QLabel* title;
        QLabel* text;
        QPushButton* policy;
    };
    [[nodiscard]] Side makeSide(const QString& name);
    void layOut();
    [[nodiscard]] QWidget* buildKeep();
    void displaySide(const Side& side, const QString& title, const AffectedSide& facts);

    [[nodiscard]] QLineEdit* makeVersion(const QString& name, const QString& title);
    void chooseVersions();

    QLabel* m_title;
    QLabel* m_standing;
    QLineEdit* m_version;
    QLineEdit* m_toVersion;
    Side m_left;
    Side m_right;
    QLabel* m_problems;
    QLabel* m_changes;
    QWidget* m_keepArea = nullptr;
    QPushButton* m_keepCopy = nullptr;
    QLabel* m_keep;
    QLabel* m_keepAlso;
    QLabel* m_remarks;
    QString m_shownVersion;
    QString m_shownToVersion;
};

} // namespace retryscope::ui
