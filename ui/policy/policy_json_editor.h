// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/policy/policy.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
QT_END_NAMESPACE

namespace retryscope::ui {

class LongText;

/// The whole policy as its file would be, read anew with every keystroke.
class PolicyJsonEditor : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyJsonEditor(QWidget* parent = nullptr);

    void display(const Policy& policy);
    [[nodiscard]] QString text() const;
    /// As if it had been typed, but told to no one.
    void setText(const QString& text);
    void setReadOnly(bool isReadOnly);
    /// What the text says, or why it is no policy.
    [[nodiscard]] const io::Result<Policy>& policy() const { return m_policy; }

Q_SIGNALS:
    void edited();

private:
    void read();

    io::Result<Policy> m_policy = Policy{};
    bool m_isDisplaying = false;
    QString m_read;
    LongText* m_text;
};

} // namespace retryscope::ui
