// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace retryscope::ui {

/// Fusion, with the keys of labels and buttons underlined only while Alt is held: they work all the time.
class QuietStyle : public QProxyStyle
{
    Q_OBJECT
public:
    QuietStyle();

    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                                QStyleHintReturn* data) const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showKeys(bool isShown);

    bool m_showsKeys = false;
};

} // namespace retryscope::ui
