// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "ui/theme/theme.h"
#include "ui/timeline/rows/time_scale.h"

#include <QFrame>

#include <optional>

namespace retryscope::ui {

/// Pixels between the edge of a strip and its text.
inline constexpr double kStripInset = 16;

/// One frame of a strip.
struct StripScene
{
    const Theme* theme = nullptr;
    QFont font;
    QRectF area;
    TimeScale scale;
    Instant end{};                   ///< curves are drawn up to here
    std::optional<Instant> selected; ///< start of the selected attempt
};

/// A curve below the timeline on the same time axis. All strips share time range, selected attempt and
/// cursor. Derived classes draw the curve.
class Strip : public QFrame
{
    Q_OBJECT
public:
    /// Sets the record, which must outlive the strip; nullptr detaches it.
    void setRecord(const RunRecord* record);
    void onRecorded(Place place);
    void onReplaced();

    /// Time range of the plot, in pixels of this widget.
    void setScale(const TimeScale& scale);
    /// Curves are drawn up to this moment of a live run.
    void setNow(Instant now);
    /// Marks this attempt, and shows its client's curve where each has its own; -1: none.
    void setCurrentAttempt(Place place);
    /// Shows the curve of this client (from 1), where each has its own; 0: that of the attempt's client.
    void setChosenClient(int client);
    /// Shows a line at this moment with the value there.
    void setCursor(std::optional<Instant> cursor);
    [[nodiscard]] const std::optional<Instant>& cursor() const { return m_cursor; }

    /// For menus: `Retry tokens`.
    [[nodiscard]] virtual QString title() const = 0;
    /// Why there is nothing to draw; empty when there is something.
    [[nodiscard]] virtual QString absence() const = 0;
    /// True if the timeline shows a line with the reason for the absence.
    [[nodiscard]] virtual bool namesItsAbsence() const { return false; }
    /// The strip's content in one line.
    [[nodiscard]] virtual QString statement() const = 0;
    /// The value at a moment with its unit: `490 of 500 tokens`.
    [[nodiscard]] virtual QString valueText(Instant at) const = 0;
    virtual void paintCurve(QPainter& painter, const StripScene& scene) const = 0;
    /// The present input for painting a frame.
    [[nodiscard]] StripScene scene() const;

    /// Sets the minimum height in lines of text; a title and three lines need four.
    void setFewestLines(int lines);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The mouse moved over the strip, or left it.
    void cursorMoved();
    /// The user clicked a mark that belongs to this attempt.
    void attemptPicked(retryscope::Place place);

protected:
    Strip(const QString& name, const QString& accessibleName, QWidget* parent);

    /// The record is another one.
    virtual void takeRecord() = 0;
    /// Another call is looked at (-1: none).
    virtual void takeCall() {}
    virtual void takeAttempt(Place place) = 0;
    /// The attempt whose mark is at this moment, at most `within` away; an invalid place: none.
    [[nodiscard]] virtual Place attemptAt(Instant /*moment*/, Duration /*within*/) const { return {-1, -1}; }
    [[nodiscard]] const RunRecord* record() const { return m_record; }
    [[nodiscard]] const Policy* policy() const;
    /// The call that is looked at, or the first one of the chosen client; -1: none.
    [[nodiscard]] int call() const;
    /// The chosen one, else that of the call that is looked at; the first one while there is none.
    [[nodiscard]] int client() const;
    /// `Client 3`, `Call 5`: whose curve it is, where there are several; else empty.
    [[nodiscard]] QString clientText() const;
    [[nodiscard]] QString callText() const;
    [[nodiscard]] Instant end() const;

    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    /// True if the strip itself was hidden, not only its parent.
    [[nodiscard]] bool isSwitchedOff() const;
    void paintCursor(QPainter& painter) const;
    void moveCursor(std::optional<Instant> cursor);
    [[nodiscard]] Place attemptNear(double x) const;

    const RunRecord* m_record = nullptr;
    Place m_current;
    int m_chosenClient = 0;
    int m_fewestLines = 4;
    TimeScale m_scale;
    Instant m_now{};
    std::optional<Instant> m_cursor;
};

} // namespace retryscope::ui
