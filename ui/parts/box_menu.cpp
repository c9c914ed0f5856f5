// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/box_menu.h"

#include "core/io/files/bench_files.h"
#include "ui/parts/form.h"

#include <QCoreApplication>
#include <QMenu>
#include <QPushButton>

namespace retryscope::ui {

QPushButton* makeBoxButton(QWidget* parent, const std::function<void(const Bench&)>& chosen)
{
    const auto tr = [](const char* text) {
        return QCoreApplication::translate("BoxMenu", text);
    };
    QPushButton* button = makeQuietButton(tr("Be&hind"), QStringLiteral("behindButton"), parent);
    button->setAutoDefault(false);
    button->setToolTip(tr("What a proxy, gateway or load balancer would make of it"));
    auto* menu = new QMenu(button);
    QObject::connect(menu, &QMenu::aboutToShow, menu, [menu, chosen] {
        if (!menu->isEmpty()) {
            return;
        }
        for (const QString& name : io::benchNames()) {
            QAction* action = menu->addAction(name);
            action->setObjectName(QStringLiteral("behind-") + name);
            QObject::connect(action, &QAction::triggered, menu, [name, chosen] {
                if (const io::Result<Bench> bench = io::benchNamed(name); bench) {
                    chosen(bench.value());
                }
            });
        }
    });
    button->setMenu(menu);
    return button;
}

} // namespace retryscope::ui
