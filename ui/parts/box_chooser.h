// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace retryscope::ui {

/// Chooses the proxy between client and origin: none, a built-in probe result, or a file.
class BoxChooser : public QPushButton
{
    Q_OBJECT
public:
    explicit BoxChooser(const QString& objectName, QWidget* parent = nullptr);

    /// box: name or file of a probe result; empty: no proxy. Emits no signal.
    void setCurrent(const QString& box);
    [[nodiscard]] const QString& current() const { return m_current; }

Q_SIGNALS:
    /// The user chose a probe result, in the form that io::benchNamed() takes; empty: no proxy.
    void chosen(const QString& box);

private:
    void fillMenu();
    void askForFile();

    QString m_current;
};

} // namespace retryscope::ui
