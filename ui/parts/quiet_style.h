// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace retryscope::ui {

/// Fusion style that underlines access keys only while Alt is held; the keys always work. Icons grow with the
/// text, and drop-down lists are as wide as their longest word at every
/// text size. The wheel scrolls past a field that does not have the focus.
class QuietStyle : public QProxyStyle
{
    Q_OBJECT
public:
    QuietStyle();

    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                                QStyleHintReturn* data) const override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option,
                                  const QWidget* widget) const override;
    using QProxyStyle::polish;
    void polish(QWidget* widget) override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showKeys(bool isShown);

    bool m_showsKeys = false;
};

} // namespace retryscope::ui
