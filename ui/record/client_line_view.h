// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/record/client_lines.h"

#include <QFrame>

QT_BEGIN_NAMESPACE
class QLineEdit;
class QPushButton;
class QTabBar;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Shows, for each client, the line of code that points it at the recorder, with a copy button.
class ClientLineView : public QFrame
{
    Q_OBJECT
public:
    explicit ClientLineView(QWidget* parent = nullptr);

    void display(ClientWay way, const QString& url, const QString& authority);
    /// Selects the client by its index in clientLines(); ignores an invalid index.
    void setClient(int client);

Q_SIGNALS:
    void noteFound(const QString& note);
    void clientChosen(int client);

protected:
    void changeEvent(QEvent* event) override;

private:
    void displayLine();
    void applyTheme();

    QTabBar* m_tabs;
    QLineEdit* m_line;
    QPushButton* m_copy;
    ClientWay m_way = ClientWay::Endpoint;
    QString m_url;
    QString m_authority;
};

} // namespace retryscope::ui
