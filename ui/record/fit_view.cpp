// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/fit_view.h"

#include "core/explain/inference_report.h"
#include "core/explain/inference_text.h"
#include "core/explain/phrases.h"
#include "core/io/text/utf8.h"
#include "ui/parts/elided_label.h"
#include "ui/parts/fitted_text.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/long_words.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kFitGap = 10;
constexpr int kFitMargin = 6;
constexpr int kFitCharacters = 30; ///< that the head line has room for

QPushButton* makeAction(const QString& text, const char* name, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setAutoDefault(false);
    nameInput(button, QString::fromLatin1(name), text);
    return button;
}

} // namespace

FitButton::FitButton(QWidget* parent) : QPushButton(parent)
{
    setCheckable(true);
    setAutoDefault(false);
    setAccessibleName(tr("Preset")); // until there is one
}

void FitButton::display(const PresetFit& fit)
{
    const QString title = toQString(fit.title);
    m_title = toQString(fit.name);
    if (fit.attempts) {
        m_title += tr(", %1 attempts").arg(*fit.attempts);
    }
    m_count = toQString(agreementCount(fit));
    m_share = std::clamp(fit.score, 0.0, 1.0);
    setAccessibleName(m_count.isEmpty() ? title : tr("%1, matches %2").arg(title, m_count));
    setToolTip(plainToolTip(title));
    updateGeometry();
    update();
}

int FitButton::numberWidth() const
{
    return QFontMetrics(Theme::boldFont(font())).horizontalAdvance(QStringLiteral("100 of 100"));
}

QSize FitButton::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 44, fontMetrics().height() + 9};
}

/// Room for the title and the number, which are never cut.
QSize FitButton::minimumSizeHint() const
{
    const int title = QFontMetrics(Theme::boldFont(font())).horizontalAdvance(m_title);
    return {title + kFitGap + numberWidth() + 2 * kFitMargin, sizeHint().height()};
}

void FitButton::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    painter.fillRect(rect(), isChecked() ? theme.selection : underMouse() ? theme.raised : theme.card);
    painter.setFont(isChecked() ? Theme::boldFont(font()) : font());
    painter.setPen(theme.text);
    QRect room = rect().adjusted(kFitMargin, 0, -kFitMargin, 0);
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, m_count);
    room.setRight(room.right() - numberWidth() - kFitGap);
    const int width = 2 * fontMetrics().height();
    const int title = painter.fontMetrics().horizontalAdvance(m_title);
    if (title + kFitGap + width <= room.width()) { // the number beside it says the same
        QRect bar(room.right() - width, room.center().y() - 2, width, 6);
        painter.fillRect(bar, theme.grid);
        bar.setWidth(static_cast<int>(bar.width() * m_share));
        painter.fillRect(bar, isChecked() ? theme.accent : theme.muted);
        room.setRight(room.right() - width - kFitGap);
    }
    drawFitted(painter, room, Qt::AlignLeft | Qt::AlignVCenter, m_title, {.loss = Loss::Nothing});
    if (hasFocus()) {
        painter.setPen(QPen(theme.focus, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

FitView::FitView(QWidget* parent)
    : QFrame(parent)
    , m_caption(new ElidedLabel(this))
    , m_headline(makePlainLabel(QStringLiteral("fitHeadline"), this))
    , m_sentence(makePlainLabel(QStringLiteral("fitSentence"), this))
    , m_more(makePlainLabel(QStringLiteral("fitMore"), this))
    , m_use(makeAction(tr("Use this preset"), "fitUse", this))
    , m_judge(makeAction(tr("Judge under all presets"), "fitJudge", this))
    , m_compare(makeAction(tr("Compare"), "fitCompare", this))
    , m_saveOwn(makeAction(tr("Save as own policy…"), "fitSaveOwn", this))
    , m_copy(makeIconButton(tr("Copy the report as Markdown"), QStringLiteral("fitCopy"), this))
{
    setObjectName(QStringLiteral("fitView"));
    setProperty("surface", QStringLiteral("bar"));
    m_use->setProperty("primary", true);
    m_judge->setToolTip(tr("Shows how each preset judges the last failure of the selected call"));
    m_compare->setToolTip(tr("Compares several policies on the recorded calls"));
    layOut();
    connect(m_use, &QPushButton::clicked, this, &FitView::useRequested);
    connect(m_judge, &QPushButton::clicked, this, &FitView::judgeRequested);
    connect(m_compare, &QPushButton::clicked, this, &FitView::compareRequested);
    connect(m_saveOwn, &QPushButton::clicked, this, &FitView::saveOwnRequested);
    connect(m_copy, &QToolButton::clicked, this, &FitView::copyRequested);
    display(nullptr, 0);
    setTextStyle(m_headline, TextStyle::Heading);
    setTextStyle(m_caption, TextStyle::Small);
    applyTheme();
}

void FitView::layOut()
{
    m_caption->setObjectName(QStringLiteral("fitClient"));
    m_caption->setProperty("muted", true);
    m_headline->setWordWrap(true);
    m_sentence->setWordWrap(true);
    m_sentence->setProperty("muted", true);
    m_more->setProperty("muted", true);
    auto* buttons = new FlowLayout(nullptr, 8);
    for (QPushButton* button : {m_use, m_judge, m_compare, m_saveOwn}) {
        buttons->addWidget(button);
    }
    buttons->addStretch();
    buttons->addWidget(m_copy);
    auto* presets = new QWidget(this);
    auto* fits = columnIn(presets, 0);
    m_group = new QButtonGroup(this);
    for (std::size_t index = 0; index < kShown; ++index) {
        m_fits[index] = new FitButton(this);
        m_fits[index]->setObjectName(QStringLiteral("fit%1").arg(index));
        m_group->addButton(m_fits[index], static_cast<int>(index));
        fits->addWidget(m_fits[index]);
    }
    fits->addWidget(m_more);
    fits->addStretch();
    connect(m_group, &QButtonGroup::idClicked, this, &FitView::choose);
    auto* texts = new QWidget(this);
    setLeastCharacters(texts, kFitCharacters);
    auto* lines = columnIn(texts, 2);
    lines->addWidget(m_caption);
    lines->addWidget(m_headline);
    lines->addStretch();
    auto* above = new FlowLayout(nullptr, 24);
    above->addWidget(texts, 1);
    above->addWidget(presets, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 12, 16, 10);
    layout->setSpacing(8);
    layout->addLayout(above);
    layout->addWidget(m_sentence);
    layout->addLayout(buttons);
}

void FitView::display(const InferredClient* client, int others)
{
    // A document is no client; that it would do the same says nothing here.
    std::vector<const PresetFit*> fits;
    const bool isTied = client != nullptr && client->naming() == Naming::Tied;
    // Of presets that explain it equally well, the list has as many as the sentence says.
    const std::size_t most = isTied ? client->named : kShown;
    for (std::size_t index = 0; client != nullptr && index < client->fits.size() && fits.size() < most;
         ++index) {
        if (!client->fits[index].isDocument) {
            fits.push_back(&client->fits[index]);
        }
    }
    m_more->setVisible(fits.size() > kShown);
    m_more->setText(tr("and %n other(s)", nullptr, static_cast<int>(fits.size() - kShown)));
    fits.resize(std::min(fits.size(), kShown));
    const std::size_t count = fits.size();
    std::size_t current = 0;
    bool isKept = false;
    for (std::size_t index = 0; index < kShown; ++index) {
        m_fits[index]->setVisible(index < count);
        m_ids[index] = index < count ? fits[index]->policy : std::string();
        if (index < count) {
            m_fits[index]->display(*fits[index]);
            if (m_isChosen && m_ids[index] == m_preset) {
                current = index;
                isKept = true;
            }
        }
    }
    m_isChosen = isKept;
    // Where no preset is named, none is offered before it was chosen.
    const bool isNamed = client != nullptr && client->naming() != Naming::Unknown;
    const bool isShown = count > 0 && (isKept || isNamed);
    m_preset = isShown ? m_ids[current] : std::string();
    m_group->setExclusive(false);
    for (std::size_t index = 0; index < kShown; ++index) {
        m_fits[index]->setChecked(isShown && index == current);
    }
    m_group->setExclusive(true);
    m_isOfOne = client != nullptr && client->naming() == Naming::Known;
    if (client == nullptr) {
        m_caption->setText(tr("Which client is this?"));
        m_headline->setText(tr("No call has ended yet."));
        m_sentence->setText(
            tr("Presets differ in what they retry, how often, and after which delays. To tell them apart, "
               "provoke failures: respond from a scenario, or inject faults."));
    } else {
        const QString agent = toQString(clientText(*client));
        // Before the user agent, which is long.
        m_caption->setText(others == 0 ? agent : tr("One of %1 clients: %2").arg(others + 1).arg(agent));
        m_headline->setText(withUnitsKept(shortened(fitTitle(*client))));
        m_sentence->setText(
            shortened(toQString(prose({prose(fitRemarks(*client)), prose(seenTexts(client->seen))}))));
    }
    m_caption->setToolTip(plainToolTip(m_caption->text()));
    m_hasClient = client != nullptr;
    displayActions();
}

bool FitView::savesMeasured() const
{
    return !m_isOfOne && !m_isChosen;
}

void FitView::displayActions()
{
    m_use->setEnabled(!m_preset.empty());
    m_saveOwn->setText(m_hasClient && savesMeasured() ? tr("Save measured policy…")
                                                      : tr("Save as own policy…"));
    m_saveOwn->setEnabled(m_hasClient);
    m_judge->setEnabled(m_hasClient);
    m_compare->setEnabled(m_hasClient);
    m_copy->setEnabled(m_hasClient);
}

void FitView::choose(int button)
{
    m_preset = m_ids[static_cast<std::size_t>(button)];
    m_isChosen = true;
    displayActions();
    Q_EMIT presetChosen();
}

void FitView::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
}

void FitView::applyTheme()
{
    m_copy->setIcon(Theme::forPalette(palette()).icon(QStringLiteral("copy")));
}

} // namespace retryscope::ui
