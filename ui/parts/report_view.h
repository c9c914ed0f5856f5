// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "ui/parts/text_page.h"

namespace retryscope::ui {

/// A report in the window, as one text that can be selected and copied. Every text in it is plain: nothing is
/// read as markup.
class ReportView : public TextPage
{
    Q_OBJECT
public:
    explicit ReportView(QWidget* parent = nullptr);

    void display(Report report);

protected:
    void changeEvent(QEvent* event) override;

private:
    void displayReport();

    Report m_report;
};

/// Opens a dialog that shows a report; it can be copied, and deletes itself when it is closed.
void showReport(QWidget* parent, const QString& title, Report report);

} // namespace retryscope::ui
