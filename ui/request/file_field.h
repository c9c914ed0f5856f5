// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

QT_BEGIN_NAMESPACE
class QLineEdit;
QT_END_NAMESPACE

namespace retryscope::ui {

/// A file name that can be typed or picked.
class FileField : public QWidget
{
    Q_OBJECT
public:
    FileField(const QString& objectName, const QString& label, QWidget* parent = nullptr);

    [[nodiscard]] QString file() const;
    void setFile(const QString& file);

Q_SIGNALS:
    void edited();

private:
    void pick();

    QLineEdit* m_edit;
    QString m_label;
};

} // namespace retryscope::ui
