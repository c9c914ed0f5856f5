// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/welcome.h"

#include "ui/parts/flow_layout.h"
#include "ui/parts/form.h"
#include "ui/parts/text_space.h"
#include "ui/send/welcome_picture.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

constexpr int kCardCharacters = 34; ///< that a card has room for
constexpr int kWidest = 1088;

/// Buttons follow.
FlowLayout* beginStrip(QWidget* strip, QLabel* heading, QLabel* words)
{
    QWidget* texts = makeColumn({heading, words}, 2, strip);
    setLeastCharacters(texts, kCardCharacters);
    auto* layout = new FlowLayout(strip, 8);
    layout->setContentsMargins(24, 14, 24, 14);
    layout->addWidget(texts, 1);
    return layout;
}

} // namespace

Welcome::Welcome(QWidget* parent)
    : QWidget(parent)
    , m_title(makeHeading(tr("See why a client retries a request, or does not."), this))
    , m_promise(makeHint(tr("Retryscope sends requests with the retry policy of your client, shows each "
                            "attempt and delay, and names the rule behind every decision."),
                         this))
{
    setObjectName(QStringLiteral("welcome"));
    m_title->setObjectName(QStringLiteral("welcomeTitle"));
    m_title->setWordWrap(true);
    m_samples = {makeCard(Sample::TestAnEndpoint, tr("Test an endpoint"),
                          tr("Send one GET to a sample service inside Retryscope. Then replace the sample "
                             "with your own address."),
                          tr("Send sample")),
                 makeCard(Sample::SeeABackoff, tr("See a backoff"),
                          tr("A service responds with Slow Down twice, then succeeds. The timeline shows "
                             "each random delay of boto3 since 1.44 within its range."),
                          tr("Play sample")),
                 makeCard(Sample::WhyNotRetried, tr("Why was it not retried?"),
                          tr("A proxy responds with 429, and the C\u2060+\u2060+ SDK gives up. Read the "
                             "reason, and try what "
                             "would change it."),
                          tr("Explain sample"))};
    m_buttons.front()->setProperty("primary", true);

    auto* column = new QVBoxLayout;
    column->setSpacing(12);
    column->addWidget(m_title);
    column->addWidget(m_promise);
    column->addSpacing(8);
    auto* cards = new FlowLayout(nullptr, 16);
    for (QWidget* sample : m_samples) {
        setLeastCharacters(sample, kCardCharacters);
        cards->addWidget(sample, 1);
    }
    column->addLayout(cards);
    column->addWidget(makePasteStrip());
    column->addWidget(makeOthersStrip());
    auto* promises =
        makeHint(tr("One request per attempt: no hidden retries. · Same seed, same delays: you can reproduce "
                    "every run. · Nothing leaves this machine except the requests that you send."),
                 this);
    column->addWidget(promises);
    auto* content = new QWidget;
    auto* row = new QHBoxLayout(content);
    row->setContentsMargins(24, 32, 24, 24);
    auto* middle = new QWidget;
    middle->setLayout(column);
    column->setContentsMargins(0, 0, 0, 0);
    followText(middle, [middle] { middle->setMaximumWidth(Theme::scaled(kWidest, middle->font())); });
    row->addStretch(1);
    row->addWidget(middle, 100, Qt::AlignTop);
    row->addStretch(1);
    auto* layout = columnIn(this);
    layout->addWidget(makeScrollArea(content, this));
    setTextStyle(m_title, TextStyle::Display);
    applyTheme();
}

QWidget* Welcome::makeCard(Sample sample, const QString& title, const QString& text, const QString& action)
{
    auto* card = new QFrame(this);
    card->setProperty("card", true);
    auto* heading = makeHeading(title, card);
    setTextStyle(heading, TextStyle::Heading);
    auto* words = makeHint(text, card);
    auto* button = new QPushButton(action, card);
    const int number = static_cast<int>(sample) + 1;
    nameInput(button, QStringLiteral("sampleButton%1").arg(number),
              QStringLiteral("%1: %2").arg(title, action));
    button->setToolTip(tr("Alt+%1").arg(number));
    button->setShortcut(QKeySequence(QStringLiteral("Alt+%1").arg(number)));
    connect(button, &QPushButton::clicked, this, [this, sample] { Q_EMIT sampleRequested(sample); });
    m_buttons += button;
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(24, 20, 24, 20);
    layout->setSpacing(8);
    layout->addWidget(new WelcomePicture(number, card));
    layout->addWidget(heading);
    layout->addWidget(words);
    layout->addStretch();
    auto* row = new QHBoxLayout;
    row->addWidget(button);
    row->addStretch();
    layout->addLayout(row);
    return card;
}

QWidget* Welcome::makePasteStrip()
{
    auto* strip = new QFrame(this);
    strip->setProperty("card", true);
    auto* heading = makeHeading(tr("Paste or drop anything here"), strip);
    auto* words = makeHint(tr("A URL, a curl command, a response, a HAR file, trace or debug log, a saved "
                              "run, scenario or policy, or a retry configuration. Retryscope opens the "
                              "right page."),
                           strip);
    auto* paste = new QPushButton(tr("Paste"), strip);
    nameInput(paste, QStringLiteral("welcomePasteButton"), tr("Paste"));
    auto* open = new QPushButton(tr("Open a file…"), strip);
    nameInput(open, QStringLiteral("welcomeOpenButton"), tr("Open a file"));
    auto* setUp = makeQuietButton(tr("Set up a request"), QStringLiteral("welcomeSetupButton"), strip);
    connect(paste, &QPushButton::clicked, this, &Welcome::pasteRequested);
    connect(open, &QPushButton::clicked, this, &Welcome::openRequested);
    connect(setUp, &QPushButton::clicked, this, &Welcome::setupRequested);
    FlowLayout* layout = beginStrip(strip, heading, words);
    layout->addWidget(paste);
    layout->addWidget(open);
    layout->addWidget(setUp);
    return strip;
}

/// What other programs do: a client of the user's own, a box of the user's own.
QWidget* Welcome::makeOthersStrip()
{
    auto* strip = new QFrame(this);
    strip->setProperty("card", true);
    auto* heading = makeHeading(tr("Watch other programs"), strip);
    auto* words = makeHint(tr("Record the calls of a real client and how it retries, or send each error "
                              "through your proxy and see what the proxy does with it. Or see what the retry "
                              "rules of 2026 changed in your AWS SDK."),
                           strip);
    FlowLayout* layout = beginStrip(strip, heading, words);
    const auto addButton = [&](const QString& text, const QString& room) {
        auto* button = new QPushButton(text, strip);
        nameInput(button, QStringLiteral("welcome-") + room, text);
        connect(button, &QPushButton::clicked, this, [this, room] { Q_EMIT roomRequested(room); });
        layout->addWidget(button);
    };
    addButton(tr("Record a client"), QStringLiteral("record"));
    addButton(tr("Probe a proxy"), QStringLiteral("proxy"));
    addButton(tr("AWS rules of 2026"), QStringLiteral("affected"));
    return strip;
}

void Welcome::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
    QWidget::changeEvent(event);
}

void Welcome::applyTheme()
{
    const Theme& theme = Theme::forPalette(palette());
    for (int i = 0; i < m_buttons.size(); ++i) {
        const QString icon = i == 0 ? QStringLiteral("send") : QStringLiteral("play");
        m_buttons[i]->setIcon(i == 0 ? theme.iconOn(theme.onAccent, icon) : theme.icon(icon));
    }
}

} // namespace retryscope::ui
