// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/utf8.h"
#include "core/run/run_record.h"
#include "ui/timeline/rows/time_scale.h"

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

class QAction;
class QMenu;

namespace retryscope::ui {

class Strip;

/// The strips below the timeline and the menu that switches them on and off. A strip with nothing to draw for
/// this record is hidden, and its menu entry says why. For important strips a line below the timeline says so
/// too.
class Strips : public QWidget
{
    Q_OBJECT
public:
    explicit Strips(QWidget* parent = nullptr);

    void setRecord(const RunRecord* record);
    void onRecorded(Place place);
    void onReplaced();
    /// scale: in pixels of this widget.
    void setScale(const TimeScale& scale);
    void setNow(Instant now);
    void setCurrentAttempt(Place place);
    void setCursor(std::optional<Instant> cursor);

    /// Names of the strips that are switched on: quota, sendRate, inFlight, lastSecond.
    [[nodiscard]] QStringList chosen() const;
    /// Switches on the strips with these names; ignores unknown names.
    void choose(const QStringList& names);
    [[nodiscard]] static QStringList defaultChoice();
    [[nodiscard]] QMenu* menu() const { return m_menu; }
    /// The strips that are on and have something to draw, from top to bottom.
    [[nodiscard]] std::vector<const Strip*> shown() const;

    struct Absence
    {
        QString title;
        QString reason; ///< empty: all that are wanted are shown
    };
    /// The absence of the first strip that is on, has nothing to draw and names its absence.
    [[nodiscard]] Absence absence() const;

Q_SIGNALS:
    /// What is shown, or missing, changed.
    void displayed();
    /// The mouse moved over a strip, or left it.
    void cursorMoved(std::optional<retryscope::Instant> cursor);
    /// The user clicked a mark that belongs to this attempt.
    void attemptPicked(retryscope::Place place);

private:
    struct Entry
    {
        QString name;
        Strip* strip = nullptr;
        QAction* action = nullptr;
    };
    void add(const QString& name, Strip* strip);
    void displayEntries();
    void offerClients();

    const RunRecord* m_record = nullptr;
    std::vector<Entry> m_entries;
    QMenu* m_menu;
    QMenu* m_clients; ///< whose curves are shown; filled when there are several
};

} // namespace retryscope::ui
