// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/advice_list.h"

#include "core/io/text/utf8.h"
#include "ui/parts/form.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

QString buttonText(FaultRemedy remedy)
{
    switch (remedy) {
    case FaultRemedy::None:
        return {};
    case FaultRemedy::TrustCertificate:
        return AdviceList::tr("Trust this certificate");
    case FaultRemedy::DoNotVerify:
        return AdviceList::tr("Do not verify");
    case FaultRemedy::EditLimits:
        return AdviceList::tr("Edit the limits");
    case FaultRemedy::EditAddress:
        return AdviceList::tr("Edit the address");
    case FaultRemedy::EditAuthorization:
        return AdviceList::tr("Set credentials");
    }
    return {};
}

} // namespace

AdviceList::AdviceList(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    nameInput(this, QStringLiteral("adviceList"), tr("What helps"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    hide();
}

void AdviceList::display(const std::vector<FaultAdvice>& advice)
{
    if (advice == m_advice) {
        return;
    }
    m_advice = advice;
    if (m_content != nullptr) {
        m_content->hide();
        m_content->deleteLater(); // one of its buttons may be what brought us here
    }
    m_content = new QWidget(this);
    auto* rows = new QVBoxLayout(m_content);
    rows->setContentsMargins(0, 4, 0, 8);
    rows->setSpacing(3);
    for (std::size_t row = 0; row < advice.size(); ++row) {
        addRow(static_cast<int>(row), advice[row]);
    }
    m_layout->addWidget(m_content);
    setVisible(!advice.empty());
}

void AdviceList::addRow(int row, const FaultAdvice& advice)
{
    auto* rows = qobject_cast<QVBoxLayout*>(m_content->layout());
    const QString suffix = QString::number(row);
    auto* title = makeHeading(toQString(advice.title), m_content);
    title->setObjectName(QStringLiteral("adviceTitle") + suffix);
    title->setWordWrap(true);
    rows->addWidget(title);
    if (!advice.text.empty()) {
        auto* text = makeHint(toQString(advice.text), m_content);
        text->setObjectName(QStringLiteral("adviceText") + suffix);
        rows->addWidget(text);
    }
    if (advice.remedy != FaultRemedy::None) {
        auto* button = new QPushButton(buttonText(advice.remedy), m_content);
        nameInput(button, QStringLiteral("adviceButton") + suffix, button->text());
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this,
                [this, remedy = advice.remedy] { Q_EMIT remedyRequested(remedy); });
        rows->addWidget(button, 0, Qt::AlignLeft);
    }
    rows->addSpacing(8);
}

} // namespace retryscope::ui
