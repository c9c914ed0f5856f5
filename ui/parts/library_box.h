// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include <functional>
#include <vector>

namespace retryscope::ui {

/// A choice among entries of the library, in groups. The entries are read when the list is first opened, so
/// that a start of the program does not pay for them.
class LibraryBox : public QComboBox
{
    Q_OBJECT
public:
    struct Item
    {
        QString group;
        QString title;
        QString id;
    };
    using Items = std::function<std::vector<Item>()>;

    explicit LibraryBox(Items items, QWidget* parent = nullptr);

    /// Shows this entry without telling anyone.
    void display(const QString& id, const QString& title);
    /// Reads the entries anew when the list is next opened.
    void forget();
    /// Fills the list now.
    void fill();

    void showPopup() override;

Q_SIGNALS:
    /// The user chose an entry.
    void chosen(const QString& id);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    Items m_items;
    bool m_isFilled = false;
};

} // namespace retryscope::ui
