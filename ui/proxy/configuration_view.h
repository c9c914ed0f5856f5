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

/// Minimal configurations for a proxy between client and origin, with a choice of proxy and a copy button.
class ConfigurationView : public QWidget
{
    Q_OBJECT
public:
    /// name: prefix of the parts' object names.
    explicit ConfigurationView(const QString& name, QWidget* parent = nullptr);

    /// listen: HOST:PORT of the origin. through: URL of the proxy, for its port. Replaces unreadable values
    /// with common defaults.
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
