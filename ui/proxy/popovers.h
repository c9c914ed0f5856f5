// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/headers.h"
#include "core/facts/instant.h"
#include "core/io/text/result.h"
#include "ui/parts/library_items.h"

#include <QFrame>

QT_BEGIN_NAMESPACE
class QLabel;
class QPlainTextEdit;
class QSpinBox;
QT_END_NAMESPACE

namespace retryscope::ui {

class ConfigurationView;
class DurationBox;
class PolicyChecklist;

/// A frame that opens below a button and closes on Esc or on a click elsewhere.
class Popover : public QFrame
{
    Q_OBJECT
public:
    explicit Popover(const QString& name, QWidget* owner);
    /// Opens below the button; if the button belongs to a bar, below the bar, so that it covers none of it.
    void openBeneath(const QWidget& button);
};

/// Chooses the clients that judge the rows.
class ClientsPopover : public Popover
{
    Q_OBJECT
public:
    ClientsPopover(std::vector<ChoosablePolicy> policies, QWidget* owner);
    [[nodiscard]] PolicyChecklist& checklist() { return *m_checklist; }

private:
    PolicyChecklist* m_checklist;
};

/// Settings of the requests.
class RequestsPopover : public Popover
{
    Q_OBJECT
public:
    explicit RequestsPopover(QWidget* owner);

    [[nodiscard]] int repeat() const;
    [[nodiscard]] Duration patience() const;
    /// On failure, the error names the line that is not a header, and the popover marks that line.
    [[nodiscard]] io::Result<Headers> headers();
    /// Opens with the cursor in the invalid line.
    void openAtProblem(const QWidget& button);

Q_SIGNALS:
    void edited();

private:
    void displayProblem(const QString& problem, int line);

    QSpinBox* m_repeat;
    DurationBox* m_patience;
    QPlainTextEdit* m_headers;
    QLabel* m_problem; ///< of the headers
};

/// Searches for the origin responses that reach a client as a given response.
class ResponsePopover : public Popover
{
    Q_OBJECT
public:
    explicit ResponsePopover(QWidget* owner);

    /// Clears the search, for another probe result.
    void clear();
    /// Repeats the search in the probe result shown now.
    void refresh();
    /// Shows the result of the search.
    void displayFound(const QString& text);

Q_SIGNALS:
    /// The pasted response, as far as it could be read; without a response: the field is empty.
    void sought(const retryscope::AttemptFacts& facts);

private:
    void read();

    QPlainTextEdit* m_text;
    QLabel* m_found;
};

/// Configurations that put a proxy between client and origin.
class ConfigurationPopover : public Popover
{
    Q_OBJECT
public:
    explicit ConfigurationPopover(QWidget* owner);
    [[nodiscard]] ConfigurationView& view() { return *m_view; }

private:
    ConfigurationView* m_view;
};

} // namespace retryscope::ui
