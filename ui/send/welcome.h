// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// What the Send room shows before the first run: three ready samples, each one click away, and other ways to
/// start.
class Welcome : public QWidget
{
    Q_OBJECT
public:
    enum class Sample { TestAnEndpoint, SeeABackoff, WhyNotRetried };

    explicit Welcome(QWidget* parent = nullptr);

Q_SIGNALS:
    void sampleRequested(retryscope::ui::Welcome::Sample sample);
    void pasteRequested();
    void openRequested();
    /// The user wants to set up request, policy and endpoint first.
    void setupRequested();
    /// id: the room, `record` or `proxy`.
    void roomRequested(const QString& id);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeCard(Sample sample, const QString& title, const QString& text, const QString& action);
    QWidget* makePasteStrip();
    QWidget* makeOthersStrip();
    void applyTheme();

    QLabel* m_title;
    QLabel* m_promise;
    QList<QWidget*> m_samples;
    QList<QPushButton*> m_buttons;
};

} // namespace retryscope::ui
