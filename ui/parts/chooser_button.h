// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/two_line_button.h"

#include <functional>
#include <vector>

namespace retryscope::ui {

class ChooserPopup;

/// One entry of a chooser. All texts may come from files and are drawn as plain text.
struct ChooserItem
{
    QString group; ///< entries of one group stand together under its name; empty: directly in the section
    QString title;
    QString id;
    QString summary;   ///< one line beneath the title; may be empty
    QString keywords;  ///< not shown; a search finds it by these too
    QString fullTitle; ///< for places without groups, and the tool tip; empty: title says it all
    QString evidence;  ///< what a filter asks for; may be empty
    bool isShortcut =
        false; ///< stands under its own group, too: left out where a search or filter finds it there
    QString section = {}; ///< groups of one section stand together under its name; empty: there are none
};

/// A button that shows what is chosen, and opens a list with a search field to choose another.
/// The entries are read when the list is first opened, so that a start of the program does not pay for them.
class ChooserButton : public TwoLineButton
{
    Q_OBJECT
public:
    using Items = std::function<std::vector<ChooserItem>()>;

    /// searchHint: stands in the empty search field.
    ChooserButton(Items items, const QString& searchHint, QWidget* parent = nullptr);

    /// Shows this entry without telling anyone.
    void display(const QString& id, const QString& title, const QString& summary = {});
    [[nodiscard]] QString currentId() const { return m_id; }
    /// Reads the entries anew when the list is next opened.
    void forget();
    /// Opens the list; nothing happens while it is open.
    void openList();

Q_SIGNALS:
    /// The user chose an entry.
    void chosen(const QString& id);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    Items m_items;
    ChooserPopup* m_popup;
    QString m_id;
    bool m_isFilled = false;
};

} // namespace retryscope::ui
