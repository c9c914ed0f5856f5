// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

QT_BEGIN_NAMESPACE
class QComboBox;
class QLabel;
class QVBoxLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The smallest configuration of a box that stands between client and origin, to be chosen and copied.
class ConfigurationView : public QWidget
{
    Q_OBJECT
public:
    /// name: what the object names of its parts begin with.
    explicit ConfigurationView(const QString& name, QWidget* parent = nullptr);

    /// listen: HOST:PORT of the origin; through: URL of the box, for the port that it listens on. What cannot
    /// be read is filled in by what is usual.
    void display(const QString& listen, const QString& through);

Q_SIGNALS:
    void noteFound(const QString& note);

private:
    void build();

    QString m_name;
    QComboBox* m_kind;
    QLabel* m_start; ///< the command
    QVBoxLayout* m_layout;
    QWidget* m_code = nullptr;
    QString m_listen;
    QString m_through;
};

} // namespace retryscope::ui
