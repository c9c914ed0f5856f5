// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/run_popover.h"

#include "ui/parts/choice_box.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/segments.h"
#include "ui/parts/term.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QScreen>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kMostCalls = 100000;
constexpr int kMostClients = 1000;
constexpr int kWidthInCharacters = 52;

enum Clock { Live, Virtual };
enum Tokens { Full, CarriedOver };

QSpinBox* makeCount(int most, QWidget* parent)
{
    auto* box = new QSpinBox(parent);
    box->setRange(1, most);
    box->setGroupSeparatorShown(true);
    return box;
}

} // namespace

RunPopover::RunPopover(std::function<std::uint64_t()> newSeed, QWidget* owner)
    : QFrame(owner, Qt::Popup)
    , m_newSeed(std::move(newSeed))
    , m_clock(new Segments(QStringLiteral("clockSwitch"), tr("Live or virtual time"),
                           {tr("Live"), tr("Virtual time")}, this))
    , m_calls(makeCount(kMostCalls, this))
    , m_clients(makeCount(kMostClients, this))
    , m_seed(new QLineEdit(this))
    , m_keepSeed(makeIconButton(tr("Keep this seed"), QStringLiteral("keepSeedButton"), this))
    , m_drawSeed(makeIconButton(tr("New seed"), QStringLiteral("newSeedButton"), this))
    , m_tokens(new ChoiceBox(this))
    , m_refill(makeQuietButton(tr("Refill quota"), QStringLiteral("resetTokensButton"), this))
    , m_waits(new QCheckBox(tr("Wait for the delays"), this))
    , m_note(makeHint({}, this))
{
    setObjectName(QStringLiteral("runPopover"));
    setProperty("popup", true);
    setAttribute(Qt::WA_WindowPropagation);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    auto* top = new QHBoxLayout;
    top->addWidget(makeHeading(tr("Run"), this));
    top->addStretch();
    top->addWidget(m_clock);
    layout->addLayout(top);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    buildCounts(form);
    buildSeed(form);
    buildTokens(form);
    layout->addLayout(form);
    layout->addWidget(m_note);
    setTerm(m_clock->button(Virtual), "virtual");
    setTerm(m_keepSeed, "seed");
    setTerm(m_seed, "seed");
    setTerm(m_tokens, "tokens");
    connect(m_clock, &Segments::chosen, this, [this](int choice) {
        storeClock(choice == Virtual);
        display();
        Q_EMIT edited();
    });
    applyTheme();
    display();
}

void RunPopover::buildCounts(QFormLayout* form)
{
    m_calls->setToolTip(tr("Calls that one client makes one after another; they share its retry quota"));
    addField(form, tr("Calls in a row"), m_calls, QStringLiteral("callsBox"));
    m_clients->setToolTip(tr("Clients that run in parallel, each with its own retry quota"));
    addField(form, tr("Parallel clients"), m_clients, QStringLiteral("clientsBox"));
    connect(m_calls, &QSpinBox::valueChanged, this, &RunPopover::store);
    connect(m_clients, &QSpinBox::valueChanged, this, &RunPopover::store);
}

void RunPopover::buildSeed(QFormLayout* form)
{
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("\\d{1,19}")), m_seed));
    m_seed->setToolTip(
        tr("The same seed gives the same random delays. Retryscope keeps a seed that you type."));
    m_keepSeed->setCheckable(true);
    m_keepSeed->setFocusPolicy(Qt::TabFocus);
    m_keepSeed->setToolTip(tr("Locked: every run uses this seed. Unlocked: every run gets a new seed."));
    m_drawSeed->setFocusPolicy(Qt::TabFocus);
    auto* row = new QWidget(this);
    auto* layout = rowIn(row, 4);
    layout->addWidget(m_seed, 1);
    layout->addWidget(m_keepSeed);
    layout->addWidget(m_drawSeed);
    nameInput(m_seed, QStringLiteral("seedEdit"), tr("Seed"));
    auto* label = makeLabel(tr("Seed"), this);
    label->setBuddy(m_seed);
    form->addRow(label, row);
    connect(m_seed, &QLineEdit::textEdited, this, [this] {
        m_keepSeed->setChecked(true); // who types a seed wants it
        store();
    });
    connect(m_keepSeed, &QToolButton::toggled, this, [this] {
        applyTheme();
        store();
    });
    connect(m_drawSeed, &QToolButton::clicked, this, [this] {
        m_seed->setText(QString::number(m_newSeed()));
        store();
    });
}

void RunPopover::buildTokens(QFormLayout* form)
{
    m_tokens->addItem(tr("Full"));
    m_tokens->addItem(tr("Carried over"));
    m_tokens->setToolTip(tr("Carried over: the next run starts with the tokens that the last run left, as in "
                            "one long-lived client. Virtual runs always start full."));
    auto* row = new QWidget(this);
    auto* layout = rowIn(row, 4);
    layout->addWidget(m_tokens, 1);
    layout->addWidget(m_refill);
    nameInput(m_tokens, QStringLiteral("tokensBox"), tr("Retry tokens at the start"));
    auto* label = makeLabel(tr("Retry tokens"), this);
    label->setBuddy(m_tokens);
    form->addRow(label, row);
    nameInput(m_waits, QStringLiteral("waitsBox"), m_waits->text());
    m_waits->setToolTip(tr("Turn off to plan and record the delays without waiting for them"));
    form->addRow(m_waits);
    connect(m_tokens, &QComboBox::activated, this, &RunPopover::store);
    connect(m_refill, &QPushButton::clicked, this, &RunPopover::refillRequested);
    connect(m_waits, &QCheckBox::toggled, this, &RunPopover::store);
}

void RunPopover::setSettings(const RunSettings& settings)
{
    m_settings = settings;
    display();
}

void RunPopover::renewSeed()
{
    if (!m_settings.keepsSeed) {
        m_settings.seed = m_newSeed();
        display();
    }
}

void RunPopover::setVirtualIsPossible(bool isPossible)
{
    m_clock->button(Virtual)->setEnabled(isPossible);
    const QString tip = isPossible ? tr("Compute the run at once with the built-in endpoint's responses")
                                   : tr("Only the built-in endpoint can respond in virtual time");
    m_clock->button(Virtual)->setToolTip(plainToolTip(tip));
    if (!isPossible && m_settings.isVirtual) {
        storeClock(false);
    }
    display();
}

void RunPopover::displayTokens(const QString& carriedOver)
{
    m_tokens->setItemText(CarriedOver, carriedOver.isEmpty() ? tr("Carried over")
                                                             : tr("Carried over, %1").arg(carriedOver));
}

void RunPopover::store()
{
    m_settings.calls = m_calls->value();
    m_settings.clients = m_clients->value();
    m_settings.seed = m_seed->text().toULongLong();
    m_settings.keepsSeed = m_keepSeed->isChecked();
    m_settings.waits = m_waits->isChecked();
    if (!m_settings.isVirtual) {
        m_settings.keepsTokens = m_tokens->currentIndex() == CarriedOver;
    }
    display();
    Q_EMIT edited();
}

/// A number of calls that was meant for virtual time never leaves for a real server.
void RunPopover::storeClock(bool isVirtual)
{
    if (m_settings.isVirtual && !isVirtual) {
        m_settings.calls = 1;
        m_settings.clients = 1;
    }
    m_settings.isVirtual = isVirtual;
}

void RunPopover::display()
{
    const QSignalBlocker calls(m_calls);
    const QSignalBlocker clients(m_clients);
    const QSignalBlocker keep(m_keepSeed);
    const QSignalBlocker waits(m_waits);
    m_clock->setCurrent(m_settings.isVirtual ? Virtual : Live);
    m_calls->setValue(m_settings.calls);
    m_clients->setValue(m_settings.clients);
    if (const QString seed = QString::number(m_settings.seed);
        m_seed->text() != seed && !m_seed->hasFocus()) {
        m_seed->setText(seed);
        m_seed->setCursorPosition(0);
    }
    m_keepSeed->setChecked(m_settings.keepsSeed);
    m_waits->setChecked(m_settings.waits);
    m_waits->setVisible(!m_settings.isVirtual); // virtual time waits for nothing
    const bool carries = m_settings.keepsTokens && !m_settings.isVirtual;
    m_tokens->setCurrentIndex(carries ? CarriedOver : Full);
    m_tokens->setEnabled(!m_settings.isVirtual);
    m_refill->setEnabled(carries);
    m_note->setText(
        !m_clock->button(Virtual)->isEnabled()
            ? tr("A real server responds in real time only; virtual time plays the built-in endpoint.")
        : m_settings.isVirtual
            ? tr("Nothing is sent: Retryscope computes the run. A change to Live sets calls and clients back "
                 "to 1.")
            : tr("Retryscope asks once before it sends more than 20 calls to another machine."));
    applyTheme();
}

void RunPopover::openBeneath(const QWidget& button)
{
    const QRect screen = button.screen()->availableGeometry();
    for (QWidget* part : findChildren<QWidget*>()) { // the text size may have changed while nothing was shown
        part->ensurePolished();
    }
    for (QLayout* nested : findChildren<QLayout*>()) {
        nested->invalidate();
    }
    QSize size = sizeHint();
    size.setWidth(std::min(screen.width(),
                           std::max(size.width(), kWidthInCharacters * fontMetrics().averageCharWidth())));
    size.setHeight(std::max(size.height(), layout()->heightForWidth(size.width())));
    const QPoint right = button.mapToGlobal(QPoint(button.width(), button.height() + 2));
    const int x = std::clamp(right.x() - size.width(), screen.left(),
                             std::max(screen.left(), screen.right() - size.width()));
    const int y = std::max(screen.top(), std::min(right.y(), screen.bottom() - size.height()));
    setGeometry(QRect(QPoint(x, y), size));
    show();
    m_calls->setFocus(Qt::PopupFocusReason);
    m_calls->selectAll();
}

void RunPopover::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        close();
        Q_EMIT sendRequested();
        return;
    }
    QFrame::keyPressEvent(event);
}

void RunPopover::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
    QFrame::changeEvent(event);
}

void RunPopover::applyTheme()
{
    const Theme& theme = Theme::forPalette(palette());
    m_drawSeed->setIcon(theme.icon(QStringLiteral("dice")));
    m_keepSeed->setIcon(
        theme.icon(m_keepSeed->isChecked() ? QStringLiteral("lock") : QStringLiteral("lock-open")));
}

} // namespace retryscope::ui
