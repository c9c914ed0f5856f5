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
    QString group; ///< entries of one group appear together under its name; empty: directly in the section
    QString title;
    QString id;
    QString summary;   ///< one line below the title; may be empty
    QString keywords;  ///< not shown, but found by a search
    QString fullTitle; ///< for places without groups and for the tool tip; empty: same as the title
    QString evidence;  ///< value for the evidence filter; may be empty
    bool isShortcut =
        false; ///< stands under its own group, too: left out where a search or filter finds it there
    QStringList names = {}; ///< what else it is called: as good as its title for a search
    bool isAnswer =
        false;            ///< to a name that somebody types: shown only where a search finds one of its names
    QString section = {}; ///< groups of one section appear together under its name; empty: no sections
};

/// A button that shows the choice and opens a list with a search field. Reads the entries when the list is
/// first opened, to keep the start of the program fast.
class ChooserButton : public TwoLineButton
{
    Q_OBJECT
public:
    using Items = std::function<std::vector<ChooserItem>()>;

    /// searchHint: placeholder of the search field.
    ChooserButton(Items items, const QString& searchHint, QWidget* parent = nullptr);

    /// Shows this entry without emitting a signal.
    void display(const QString& id, const QString& title, const QString& summary = {});
    [[nodiscard]] QString currentId() const { return m_id; }
    /// Discards the entries; the list reads them again when next opened.
    void forget();
    /// Opens the list; does nothing if it is already open.
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
