// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace retryscope::ui {

/// Chooses the box that stands between: none, one of the benches that are built in, or a file.
class BoxChooser : public QPushButton
{
    Q_OBJECT
public:
    explicit BoxChooser(const QString& objectName, QWidget* parent = nullptr);

    /// A name or a file; empty: no box. Tells no one.
    void setCurrent(const QString& box);
    [[nodiscard]] const QString& current() const { return m_current; }

Q_SIGNALS:
    /// By the user; what io::benchNamed() takes, or empty for no box.
    void chosen(const QString& box);

private:
    void fillMenu();
    void askForFile();

    QString m_current;
};

} // namespace retryscope::ui
