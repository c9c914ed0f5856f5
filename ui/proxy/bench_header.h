// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace retryscope::ui {

class BenchModel;

/// The table's header: the group of columns, and each column's name. Names of clients wrap.
class BenchHeader : public QHeaderView
{
    Q_OBJECT
public:
    explicit BenchHeader(const BenchModel& model, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;

private:
    void paintGroup(QPainter& painter, int first, const QString& title, const QString& more) const;
    [[nodiscard]] int lineHeight() const;
    /// 1 to 4: what the longest name of a client needs at its width.
    [[nodiscard]] int linesOfNames() const;

    const BenchModel& m_model;
};

} // namespace retryscope::ui
