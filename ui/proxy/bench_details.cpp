// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/bench_details.h"

#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "ui/parts/form.h"
#include "ui/parts/panes.h"
#include "ui/parts/text_space.h"
#include "ui/proxy/side_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>

namespace retryscope::ui {

namespace {

constexpr int kLeastCharacters = 58; ///< in which two columns of headers can be read

QString sizeOf(const AttemptFacts& facts)
{
    return facts.response ? toQString(bytesText(facts.response->bodyBytes)) : QString();
}

} // namespace

BenchDetails::BenchDetails(QWidget* parent)
    : QFrame(parent)
    , m_origin(new SideText(QLatin1Char('-'), true, this))
    , m_client(new SideText(QLatin1Char('+'), false, this))
    , m_originSize(makeLabel({}, this))
    , m_clientSize(makeLabel({}, this))
    , m_alike(makeQuietButton(tr("Similar rows"), QStringLiteral("proxyAlike"), this))
    , m_advice(new ChangeAdvice(this))
    , m_sides(makeSplitter(Qt::Horizontal, {}, this))
{
    setProperty("surface", QStringLiteral("side"));
    nameInput(m_origin, QStringLiteral("proxyOriginSent"), tr("What the origin sent"));
    nameInput(m_client, QStringLiteral("proxyClientGot"), tr("What the client got"));
    m_sides->addWidget(buildSide(tr("The origin sent"), nullptr, m_originSize, m_origin));
    m_sides->addWidget(buildSide(tr("The client got"), m_alike, m_clientSize, m_client));
    setLeastCharacters(m_sides, kLeastCharacters);
    QSplitter* splitter = makeSplitter(Qt::Horizontal, QStringLiteral("proxyDetailSplitter"), this);
    splitter->addWidget(m_sides);
    splitter->addWidget(m_advice);
    splitter->setSizes({2000, 1000});
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 1);
    auto* layout = columnIn(this, 0);
    layout->addWidget(new Panes(splitter, {tr("Both sides"), tr("What to change")}, this), 1);
    m_alike->setToolTip(tr("Shows which other origin responses reach the client like this"));
    connect(m_alike, &QPushButton::clicked, this, &BenchDetails::alikeRequested);
    // Lines stand beside each other, so they move together.
    connect(m_origin->verticalScrollBar(), &QScrollBar::valueChanged, m_client->verticalScrollBar(),
            &QScrollBar::setValue);
    connect(m_client->verticalScrollBar(), &QScrollBar::valueChanged, m_origin->verticalScrollBar(),
            &QScrollBar::setValue);
}

QWidget* BenchDetails::buildSide(const QString& title, QWidget* more, QLabel* size, SideText* text)
{
    auto* side = new QWidget(this);
    size->setProperty("muted", true);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(16, 2, 12, 2);
    head->addStrut(m_alike->sizeHint().height()); // both sides begin at one height
    head->addWidget(makeHeading(title, side), 1);
    if (more != nullptr) {
        head->addWidget(more);
    }
    head->addWidget(size);
    auto* layout = columnIn(side, 0);
    layout->addLayout(head);
    layout->addWidget(text, 1);
    return side;
}

void BenchDetails::display(const ChangeAdvice::Given& given)
{
    const QStringList sent = given.isOriginReached
                                 ? interimLines(given.row.originInterim) + sideLines(given.row.origin)
                                 : QStringList(tr("(the proxy did not contact the origin)"));
    const AlignedTexts texts = alignedLines(sent, interimLines(given.row.clientInterim) +
                                                      sideLines(given.row.client, &given.row.origin));
    m_origin->display(texts.left);
    m_client->display(texts.right);
    m_originSize->setText(given.isOriginReached ? sizeOf(given.row.origin) : QString());
    m_clientSize->setText(sizeOf(given.row.client));
    m_alike->setEnabled(given.row.outcome != RowOutcome::NotSent);
    m_advice->display(given);
}

void BenchDetails::clear()
{
    m_origin->display({});
    m_client->display({});
    m_originSize->clear();
    m_clientSize->clear();
    m_alike->setEnabled(false);
    m_advice->clear();
}

} // namespace retryscope::ui
