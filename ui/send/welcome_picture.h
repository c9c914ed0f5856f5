// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace retryscope::ui {

/// A small timeline that shows what a sample will look like. Decoration: it says nothing that the text beside
/// it does not say.
class WelcomePicture : public QWidget
{
    Q_OBJECT
public:
    /// sample: 1 to 3.
    explicit WelcomePicture(int sample, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_sample;
};

} // namespace retryscope::ui
