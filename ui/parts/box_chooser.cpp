// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/box_chooser.h"

#include "core/io/files/bench_files.h"
#include "ui/parts/file_dialogs.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"

#include <QFileInfo>
#include <QMenu>

namespace retryscope::ui {

BoxChooser::BoxChooser(const QString& objectName, QWidget* parent) : QPushButton(parent)
{
    nameInput(this, objectName, tr("Proxy between client and origin"));
    setProperty("quiet", true);
    setCursor(Qt::PointingHandCursor);
    setAutoDefault(false);
    setToolTip(tr("Passes the response through a proxy, according to its probe result"));
    auto* menu = new QMenu(this);
    menu->setObjectName(objectName + QStringLiteral("Menu"));
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, &BoxChooser::fillMenu);
    setCurrent({});
}

void BoxChooser::setCurrent(const QString& box)
{
    constexpr qsizetype kMost = 14; // panels are narrow
    m_current = box;
    const QString name = shortened(QFileInfo(box).completeBaseName(), kMost);
    setText(box.isEmpty()
                ? tr("Behind a proxy…")
                : tr("Behind: %1").arg(QString(name).replace(QLatin1Char('&'), QStringLiteral("&&"))));
}

void BoxChooser::fillMenu()
{
    menu()->clear();
    const auto add = [this](const QString& text, const QString& box) {
        QAction* action = menu()->addAction(text);
        action->setObjectName(QStringLiteral("behind-") + box);
        action->setCheckable(true);
        action->setChecked(box == m_current);
        connect(action, &QAction::triggered, this, [this, box] { Q_EMIT chosen(box); });
    };
    add(tr("No proxy"), {});
    menu()->addSeparator();
    for (const QString& name : io::benchNames()) {
        add(io::benchTitle(name), name);
    }
    menu()->addSeparator();
    QAction* file = menu()->addAction(tr("Your own probe result…"));
    connect(file, &QAction::triggered, this, &BoxChooser::askForFile);
}

void BoxChooser::askForFile()
{
    QFileDialog* dialog =
        makeOpenDialog(this, tr("Open a saved probe result"), tr("Probe result (*.json);;All files (*)"));
    connect(dialog, &QFileDialog::fileSelected, this, &BoxChooser::chosen);
    dialog->open();
}

} // namespace retryscope::ui
