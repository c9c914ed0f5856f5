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

/// A frame that opens beneath a button, and closes with Esc and with a click elsewhere.
class Popover : public QFrame
{
    Q_OBJECT
public:
    explicit Popover(const QString& name, QWidget* owner);
    /// Beneath what the button belongs to, where that is a bar: nothing of the bar is covered.
    void openBeneath(const QWidget& button);
};

/// Which clients decide about the rows.
class ClientsPopover : public Popover
{
    Q_OBJECT
public:
    ClientsPopover(std::vector<ChoosablePolicy> policies, QWidget* owner);
    [[nodiscard]] PolicyChecklist& checklist() { return *m_checklist; }

private:
    PolicyChecklist* m_checklist;
};

/// How the requests are sent.
class RequestsPopover : public Popover
{
    Q_OBJECT
public:
    explicit RequestsPopover(QWidget* owner);

    [[nodiscard]] int repeat() const;
    [[nodiscard]] Duration patience() const;
    /// An error names the line that is no header; it is marked, and says so beneath.
    [[nodiscard]] io::Result<Headers> headers();
    /// With the cursor in the line that is wrong.
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

/// A response that somebody got, to be read backwards.
class ResponsePopover : public Popover
{
    Q_OBJECT
public:
    explicit ResponsePopover(QWidget* owner);

    /// Another bench is shown: nothing is sought in it yet.
    void clear();
    /// Looks for what stands there in the bench that is shown now.
    void refresh();
    /// What was found for it.
    void displayFound(const QString& text);

Q_SIGNALS:
    /// As far as it can be read; without a response: nothing stands there.
    void sought(const retryscope::AttemptFacts& facts);

private:
    void read();

    QPlainTextEdit* m_text;
    QLabel* m_found;
};

/// The configuration that puts a box between client and origin.
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
