// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/elsewhere_list.h"

#include "core/io/text/utf8.h"
#include "ui/explanation/changes_list.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace retryscope::ui {

ElsewhereList::ElsewhereList(QWidget* parent) : QWidget(parent)
{
    nameInput(this, QStringLiteral("elsewhereList"), tr("Same answer elsewhere"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 0, 4, 0);
}

void ElsewhereList::display(const std::vector<ElsewhereLine>& lines)
{
    if (lines == m_lines) {
        return;
    }
    m_lines = lines;
    delete m_content;
    m_content = new QWidget(this);
    auto* grid = new QGridLayout(m_content);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    for (std::size_t row = 0; row < lines.size(); ++row) {
        addLine(static_cast<int>(row), lines[row]);
    }
    layout()->addWidget(m_content);
}

void ElsewhereList::addLine(int row, const ElsewhereLine& line)
{
    auto* grid = qobject_cast<QGridLayout*>(m_content->layout());
    QStringList titles;
    for (const std::string& title : line.titles) {
        titles += toQString(title);
    }
    auto* who = new QLabel(toQString(line.who), m_content);
    who->setObjectName(QStringLiteral("elsewhereWho%1").arg(row));
    who->setTextFormat(Qt::PlainText);
    who->setWordWrap(true);
    who->setProperty("plain", true);
    who->setToolTip(plainToolTip(titles.join(QLatin1Char('\n'))));
    auto* verdict = new QLabel(signedVerdict(line.verdict), m_content);
    verdict->setObjectName(QStringLiteral("elsewhereVerdict%1").arg(row));
    verdict->setProperty("mark", QString::fromLatin1(markOf(line.verdict)));
    grid->addWidget(who, row, 0);
    grid->addWidget(verdict, row, 1, Qt::AlignLeft | Qt::AlignTop);
}

} // namespace retryscope::ui
