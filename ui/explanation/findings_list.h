// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>

namespace retryscope::ui {

/// A list as high as its rows, for panels that scroll as a whole.
class FindingsList : public QListView
{
    Q_OBJECT
public:
    explicit FindingsList(QWidget* parent = nullptr);

    /// Call it after the rows have changed.
    void fit();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
};

} // namespace retryscope::ui
