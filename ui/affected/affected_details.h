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

/// One SDK today and under the rules of 2026: what changes, which settings keep today's behaviour, and for
/// which version.
class AffectedDetails : public QWidget
{
    Q_OBJECT
public:
    explicit AffectedDetails(QWidget* parent = nullptr);

    void display(const AffectedClient& client);

Q_SIGNALS:
    /// The user chose a version of this SDK; empty: the newest known.
    void versionChosen(const QString& version);
    /// Show this preset.
    void policyRequested(const QString& id);
    /// Reports a copy to the clipboard.
    void noteFound(const QString& note);

private:
    /// One side of the switch: its mode, then its preset to follow, or whence its figures come.
    struct Side
    {
        QLabel* text;
        QPushButton* policy;
    };
    [[nodiscard]] Side makeSide(const QString& name);
    void layOut();
    [[nodiscard]] QWidget* buildKeep();
    void displaySide(const Side& side, const AffectedSide& facts);

    QLabel* m_title;
    QLineEdit* m_version;
    Side m_today;
    Side m_after;
    QLabel* m_problems;
    QLabel* m_changes;
    QWidget* m_keepArea = nullptr;
    QLabel* m_keep;
    QLabel* m_keepAlso;
    QLabel* m_remarks;
    QString m_shownVersion;
};

} // namespace retryscope::ui
