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

/// The whole policy as a JSON file; parsed again at every keystroke.
class PolicyJsonEditor : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyJsonEditor(QWidget* parent = nullptr);

    void display(const Policy& policy);
    [[nodiscard]] QString text() const;
    /// Sets the text as if typed, but emits no signal.
    void setText(const QString& text);
    void setReadOnly(bool isReadOnly);
    /// The policy in the text, or the error that makes it invalid.
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
