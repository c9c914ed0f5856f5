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

/// The strips under the timeline, one under the other, and the menu in which they are switched on and off. A
/// strip that has nothing to draw for this record is not shown, and its entry says why; so does a line under
/// the timeline where that is worth one.
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
    /// Unknown names are passed over.
    void choose(const QStringList& names);
    [[nodiscard]] static QStringList defaultChoice();
    [[nodiscard]] QMenu* menu() const { return m_menu; }
    /// Those that are on and have something to draw, from top to bottom.
    [[nodiscard]] std::vector<const Strip*> shown() const;

    struct Absence
    {
        QString title;
        QString reason; ///< empty: all that are wanted are shown
    };
    /// Of the first strip that is on, has nothing to draw, and is missed.
    [[nodiscard]] Absence absence() const;

Q_SIGNALS:
    /// What is shown, or missing, changed.
    void displayed();
    /// The mouse moved over a strip, or left it.
    void cursorMoved(std::optional<retryscope::Instant> cursor);

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
