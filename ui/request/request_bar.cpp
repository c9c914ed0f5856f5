// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/request_bar.h"

#include "core/io/curl/curl_command.h"
#include "core/io/text/utf8.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/segments.h"
#include "ui/parts/stack.h"
#include "ui/parts/term.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QPushButton>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace retryscope::ui {

namespace {

/// Where the address has not so many letters more than it needs, the switch of targets is a menu.
constexpr int kAddressCharacters = 30;
constexpr int kBubbleCharacters = 48;
constexpr int kPathCharacters = 10;
constexpr int kLongPathCharacters = 36; ///< of which a longer one has its beginning
constexpr int kRunCharacters = 22;
constexpr int kNarrowRunCharacters = 15;
constexpr int kLeastRunCharacters = 11;

} // namespace

RequestBar::RequestBar(ChooserButton::Items policies, ChooserButton::Items scenarios,
                       std::function<std::uint64_t()> newSeed, QWidget* parent)
    : QFrame(parent)
    , m_targets(new Segments(QStringLiteral("targetSwitch"), tr("Who responds"),
                             {tr("Endpoint under test"), tr("Built-in endpoint")}, this))
    , m_narrowTargets(new ChoiceBox(this))
    , m_method(new ChoiceBox(this))
    , m_address(new Stack(this))
    , m_url(new ChoiceBox)
    , m_unverified(makeLabel())
    , m_scenario(new ChooserButton(std::move(scenarios), tr("Search scenarios")))
    , m_path(new QLineEdit)
    , m_policy(new ChooserButton(std::move(policies), tr("Search by client, version or mode"), this))
    , m_runButton(new TwoLineButton(this))
    , m_run(new RunPopover(std::move(newSeed), this))
    , m_send(new QPushButton(this))
    , m_bubble(new QFrame(this))
    , m_problem(makeLabel({}, m_bubble))
    , m_bubbleAction(makeQuietButton({}, QStringLiteral("addressAction"), m_bubble))
{
    setObjectName(QStringLiteral("requestBar"));
    setProperty("surface", QStringLiteral("bar"));
    buildAddress();
    layOut();
    connectParts();
    applyTheme();
    setTarget(Target::BuiltIn);
    displayRun();
}

void RequestBar::buildAddress()
{
    setTerm(m_targets->button(0), "under-test");
    setTerm(m_targets->button(1), "built-in");
    nameInput(m_narrowTargets, QStringLiteral("targetBox"), tr("Who responds"));
    m_narrowTargets->addItems({tr("Under test"), tr("Built-in")});
    nameInput(m_method, QStringLiteral("methodBox"), tr("Method"));
    for (const char* method : {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}) {
        m_method->addItem(QString::fromLatin1(method));
    }
    m_method->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_method->setMinimumContentsLength(3);
    nameInput(m_url, QStringLiteral("urlBox"), tr("Address of the endpoint under test"));
    m_url->setEditable(true);
    m_url->setInsertPolicy(QComboBox::NoInsert);
    m_url->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_url->setMinimumContentsLength(12);
    m_url->setMaxVisibleItems(12);
    m_url->lineEdit()->setPlaceholderText(tr("Address, bare host or curl command"));
    m_url->installEventFilter(this); // gets the keys, and hands them to its line without an event
    m_url->lineEdit()->installEventFilter(this);
    m_unverified->setObjectName(QStringLiteral("unverifiedBadge"));
    m_unverified->setProperty("mark", QStringLiteral("warning"));
    m_unverified->setToolTip(tr("Retryscope does not verify the server's certificate: anyone between you and "
                                "the server can read and change the traffic."));
    m_unverified->setAccessibleName(tr("Certificate not verified"));
    m_unverified->hide();
    nameInput(m_scenario, QStringLiteral("scenarioBox"), tr("Scenario of the built-in endpoint"));
    setTerm(m_scenario, "scenario", OnHover::TellNothing);
    m_scenario->setCharacters(40, 10);
    nameInput(m_path, QStringLiteral("pathEdit"), tr("Path and query"));
    m_path->setPlaceholderText(tr("/path?query"));
    m_path->installEventFilter(this);
    nameInput(m_policy, QStringLiteral("policyBox"), tr("Retry policy"));
    setTerm(m_policy, "policy", OnHover::TellNothing);
    m_policy->setCharacters(52, 12);
    nameInput(m_runButton, QStringLiteral("runButton"),
              tr("Run settings: number of calls, live or virtual time, seed"));
    m_runButton->setCharacters(kRunCharacters, kLeastRunCharacters);
    nameInput(m_send, QStringLiteral("sendButton"), tr("Send"));
    m_send->setProperty("primary", true);
    m_problem->setObjectName(QStringLiteral("addressProblem"));
    m_problem->setWordWrap(true);
    m_bubble->setProperty("bubble", true);
    m_bubbleAction->setAccessibleName(tr("Follow the note"));
    auto* lines = new QVBoxLayout(m_bubble);
    lines->setContentsMargins(10, 6, 10, 6);
    lines->addWidget(m_problem);
    lines->addWidget(m_bubbleAction, 0, Qt::AlignLeft);
    m_bubble->hide();
    connect(m_bubbleAction, &QPushButton::clicked, this, [this] {
        hideProblem();
        Q_EMIT addressActionTriggered();
    });
}

void RequestBar::layOut()
{
    auto* underTest = new QWidget;
    auto* urlRow = rowIn(underTest, 6);
    urlRow->addWidget(m_url, 1);
    urlRow->addWidget(m_unverified);
    auto* builtIn = new QWidget;
    auto* scenarioRow = rowIn(builtIn, 6);
    scenarioRow->addWidget(m_scenario);
    scenarioRow->addWidget(m_path, 1);
    m_address->addWidget(underTest);
    m_address->addWidget(builtIn);
    m_address->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);

    auto* layout = new FlowLayout(this, 8);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->addWidget(m_targets);
    layout->addWidget(m_narrowTargets);
    layout->addWidget(m_method);
    layout->addWidget(m_address, 1);
    layout->addWidget(m_policy);
    layout->addWidget(m_runButton);
    layout->addWidget(m_send);
    for (QWidget* control : std::initializer_list<QWidget*>{m_targets, m_narrowTargets, m_method, m_url,
                                                            m_path, m_policy, m_runButton, m_send}) {
        setBarHeight(control);
    }
}

void RequestBar::connectParts()
{
    const auto choose = [this](int choice) {
        const Target target = choice == 0 ? Target::UnderTest : Target::BuiltIn;
        setTarget(target);
        Q_EMIT targetChosen(target);
    };
    connect(m_targets, &Segments::chosen, this, choose);
    connect(m_narrowTargets, &QComboBox::activated, this, choose);
    connect(m_method, &QComboBox::activated, this, &RequestBar::edited);
    connect(m_url, &QComboBox::editTextChanged, this, &RequestBar::hideProblem);
    connect(m_url->lineEdit(), &QLineEdit::textEdited, this, &RequestBar::edited);
    connect(m_url, &QComboBox::activated, this, &RequestBar::edited);
    for (QLineEdit* line : {m_url->lineEdit(), m_path}) {
        connect(line, &QLineEdit::returnPressed, this, &RequestBar::enter);
    }
    connect(m_url->lineEdit(), &QLineEdit::editingFinished, this, &RequestBar::addressLeft);
    connect(m_path, &QLineEdit::textEdited, this, &RequestBar::edited);
    connect(m_path, &QLineEdit::textChanged, this, &RequestBar::fitToWidth);
    connect(m_scenario, &ChooserButton::chosen, this, &RequestBar::scenarioChosen);
    connect(m_policy, &ChooserButton::chosen, this, &RequestBar::policyChosen);
    connect(m_runButton, &QPushButton::clicked, this, &RequestBar::openRun);
    connect(m_run, &RunPopover::edited, this, [this] {
        displayRun();
        Q_EMIT edited();
    });
    connect(m_run, &RunPopover::sendRequested, this, &RequestBar::sendRequested);
    m_run->installEventFilter(this);
    connect(m_send, &QPushButton::clicked, this, [this] {
        if (m_isRunning) {
            Q_EMIT stopRequested();
        } else {
            Q_EMIT sendRequested();
        }
    });
}

void RequestBar::setTarget(Target target)
{
    m_target = target;
    const int choice = target == Target::UnderTest ? 0 : 1;
    m_targets->setCurrent(choice);
    m_narrowTargets->setCurrentIndex(choice);
    m_address->setCurrentIndex(choice);
    m_run->setVirtualIsPossible(target == Target::BuiltIn);
    hideProblem();
    displayRun();
}

QString RequestBar::method() const
{
    return m_method->currentText();
}

void RequestBar::setMethod(const QString& method)
{
    if (m_method->findText(method) < 0) {
        m_method->addItem(method);
    }
    m_method->setCurrentText(method);
}

QString RequestBar::url() const
{
    return m_url->currentText().trimmed();
}

void RequestBar::setUrl(const QString& url)
{
    if (m_url->currentText() != url) {
        m_url->setEditText(url);
        m_url->lineEdit()->setCursorPosition(0);
    }
}

void RequestBar::setUrlHistory(const QStringList& urls)
{
    const QString kept = m_url->currentText();
    const int cursor = m_url->lineEdit()->cursorPosition();
    m_url->clear();
    m_url->addItems(urls);
    m_url->setCurrentIndex(-1);
    m_url->setEditText(kept);
    m_url->lineEdit()->setCursorPosition(cursor);
}

QString RequestBar::path() const
{
    const QString path = m_path->text().trimmed();
    return path.startsWith(QLatin1Char('/')) ? path : QLatin1Char('/') + path;
}

void RequestBar::setPath(const QString& path)
{
    if (m_path->text() != path) {
        m_path->setText(path.isEmpty() ? QStringLiteral("/") : path);
        m_path->setCursorPosition(0);
    }
}

void RequestBar::displayScenario(const QString& id, const QString& title, const QString& summary)
{
    m_scenario->display(id, title, summary);
    fitToWidth();
}

void RequestBar::forgetScenarios()
{
    m_scenario->forget();
}

void RequestBar::displayPolicy(const QString& id, const QString& title, const QString& summary)
{
    m_policy->display(id, title, summary);
    fitToWidth();
}

void RequestBar::forgetPolicies()
{
    m_policy->forget();
}

void RequestBar::setUnverified(bool isUnverified)
{
    m_unverified->setVisible(isUnverified);
}

void RequestBar::setRunning(bool isRunning)
{
    m_isRunning = isRunning;
    displayRun();
}

void RequestBar::displayRun()
{
    const RunSettings& run = m_run->settings();
    const QString calls = run.calls > 1 ? tr("%L1 calls").arg(run.calls) : tr("1 call");
    QStringList summary{run.clients > 1 ? tr("%L1 × %2").arg(run.clients).arg(calls) : calls};
    summary += run.isVirtual ? tr("virtual") : tr("live"); // before the seed: narrow windows cut the end
    summary += run.keepsSeed ? tr("seed %1").arg(run.seed) : tr("new seed");
    m_runButton->display(tr("Run"), summary.join(QStringLiteral(" · ")));

    const int allCalls = run.allCalls();
    const QString verb = run.isVirtual ? tr("Simulate") : tr("Send");
    const QString text = m_isRunning    ? tr("Stop")
                         : allCalls > 1 ? tr("%1 %L2 calls").arg(verb).arg(allCalls)
                                        : verb;
    m_send->setText(text);
    m_send->setAccessibleName(text);
    m_send->setToolTip(
        plainToolTip(m_isRunning ? tr("Stop at once (Esc)") : tr("%1 (Ctrl+Enter)").arg(text)));
    m_send->setProperty("primary", !m_isRunning);
    m_send->setProperty("stops", m_isRunning);
    restyle(m_send);
    applyTheme();
}

void RequestBar::focusSend()
{
    m_send->setFocus();
}

void RequestBar::focusAddress()
{
    if (m_target == Target::UnderTest) {
        m_url->setFocus(Qt::ShortcutFocusReason);
        m_url->lineEdit()->selectAll();
    } else {
        m_path->setFocus(Qt::ShortcutFocusReason);
        m_path->selectAll();
    }
}

void RequestBar::openPolicies()
{
    m_policy->openList();
}

void RequestBar::openRun()
{
    m_run->openBeneath(*m_runButton);
}

void RequestBar::showAddressProblem(const QString& text)
{
    showBubble(text, QStringLiteral("danger"));
}

void RequestBar::showAddressNote(const QString& text, const QString& action)
{
    showBubble(text, QStringLiteral("warning"), action);
}

QString RequestBar::addressNote() const
{
    return !m_hasBubble || m_isProblem ? QString() : m_problem->text();
}

void RequestBar::showBubble(const QString& text, const QString& mark, const QString& action)
{
    m_isProblem = mark == QStringLiteral("danger");
    m_bubble->setParent(window());
    constexpr qsizetype kMostShown = 2000; // characters: it may quote what was pasted
    m_problem->setText(shortened(text, kMostShown));
    m_problem->setProperty("mark", m_isProblem ? QVariant(mark) : QVariant());
    m_bubble->setProperty("mark", mark);
    m_bubbleAction->setText(action);
    m_bubbleAction->setAccessibleName(action);
    m_bubbleAction->setVisible(!action.isEmpty());
    m_url->setProperty("mark", m_isProblem ? QVariant(mark) : QVariant());
    m_url->setAccessibleDescription(m_problem->text());
    restyle(m_problem);
    restyle(m_bubble);
    restyle(m_url);
    m_hasBubble = true;
    placeBubble();
    applyTheme();
}

/// It lies over the window, so it comes and goes with the room that the line is in.
void RequestBar::placeBubble()
{
    if (!m_hasBubble || !isVisible()) {
        m_bubble->hide();
        return;
    }
    const QPoint beneath = m_url->mapTo(window(), QPoint(0, m_url->height() + 4));
    // As wide as the field, but never so narrow that a sentence becomes a column.
    const int least = kBubbleCharacters * fontMetrics().averageCharWidth();
    const int wide = std::min(std::max(m_url->width(), least), window()->width() - beneath.x() - 16);
    m_bubble->setGeometry(QRect(beneath, QSize(wide, m_bubble->heightForWidth(wide))));
    m_bubble->show();
    m_bubble->raise();
}

void RequestBar::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    placeBubble();
}

void RequestBar::hideEvent(QHideEvent* event)
{
    QFrame::hideEvent(event);
    m_bubble->hide();
}

QString RequestBar::addressProblem() const
{
    return !m_hasBubble || !m_isProblem ? QString() : m_problem->text();
}

void RequestBar::hideProblem()
{
    if (!std::exchange(m_hasBubble, false)) {
        return;
    }
    m_bubble->hide();
    m_url->setProperty("mark", {});
    m_url->setAccessibleDescription({});
    restyle(m_url);
}

/// A line of a list passes the key on to the list, which gives it to the line a second time.
void RequestBar::enter()
{
    if (std::exchange(m_hasEntered, true)) {
        return;
    }
    QMetaObject::invokeMethod(
        this, [this] { m_hasEntered = false; }, Qt::QueuedConnection);
    Q_EMIT sendRequested();
}

bool RequestBar::handOn(const QString& text)
{
    const QString trimmed = text.trimmed();
    constexpr qsizetype kLongestAddress = qsizetype{16} * 1024; // characters
    // Files of one line begin with a brace.
    const bool isMore = trimmed.contains(QLatin1Char('\n')) || trimmed.size() > kLongestAddress ||
                        trimmed.startsWith(QLatin1Char('{')) || io::isCurlCommand(fromQString(trimmed)) ||
                        trimmed.startsWith(QStringLiteral("HTTP/"));
    if (isMore) {
        Q_EMIT pasted(text);
    }
    return isMore;
}

/// What is pasted or dropped and is more than a URL is a request or a response that someone copied.
bool RequestBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_run) {
        // A click outside closes it; one on Send means Send, although the popup has taken it.
        if (event->type() == QEvent::MouseButtonPress) {
            const QPoint at = static_cast<QMouseEvent*>(event)->globalPosition().toPoint();
            if (!m_run->rect().contains(m_run->mapFromGlobal(at)) &&
                m_send->rect().contains(m_send->mapFromGlobal(at))) {
                QMetaObject::invokeMethod(m_send, &QPushButton::click, Qt::QueuedConnection);
            }
        }
        return QFrame::eventFilter(watched, event);
    }
    if (event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Paste)) {
            return handOn(QGuiApplication::clipboard()->text());
        }
        if (key->key() == Qt::Key_Escape && m_hasBubble) {
            hideProblem();
            return true;
        }
    } else if (event->type() == QEvent::Drop) {
        return handOn(static_cast<QDropEvent*>(event)->mimeData()->text());
    }
    return QFrame::eventFilter(watched, event);
}

void RequestBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fitToWidth();
    hideProblem();
}

int RequestBar::widthOfParts() const
{
    const QMargins around = layout()->contentsMargins();
    int width = around.left() + around.right();
    for (const QWidget* part : std::initializer_list<const QWidget*>{m_narrowTargets, m_method, m_address,
                                                                     m_policy, m_runButton, m_send}) {
        width += part->minimumSizeHint().width() + layout()->spacing();
    }
    return width;
}

void RequestBar::fitToWidth()
{
    const int character = fontMetrics().averageCharWidth();
    const int path = fontMetrics().horizontalAdvance(m_path->text()) / character + 5; // its margins, too
    const auto keep = [&](bool hasTitles, bool hasPath) {
        m_scenario->keepTitle(hasTitles);
        m_policy->keepTitle(hasTitles);
        const int characters =
            hasPath ? std::clamp(path, kPathCharacters, kLongPathCharacters) : kPathCharacters;
        m_path->setMinimumWidth(characters * character);
        return widthOfParts();
    };
    const int whole = keep(true, true);
    if (whole > width() && keep(true, false) > width()) {
        keep(false, false);
    }
    const int atEase = whole + m_targets->sizeHint().width() - m_narrowTargets->sizeHint().width() +
                       (m_target == Target::BuiltIn ? 0 : kAddressCharacters * character);
    const bool isNarrow = width() < atEase;
    m_runButton->setCharacters(isNarrow ? kNarrowRunCharacters : kRunCharacters, kLeastRunCharacters);
    m_targets->setVisible(!isNarrow);
    m_narrowTargets->setVisible(isNarrow);
}

void RequestBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyTheme();
        fitToWidth();
    }
    QFrame::changeEvent(event);
}

void RequestBar::applyTheme()
{
    const Theme& theme = Theme::forPalette(palette());
    const bool isVirtual = m_run->settings().isVirtual;
    const int lock = Theme::scaled(18, font());
    m_unverified->setPixmap(theme.iconOn(theme.warning, QStringLiteral("lock-open")).pixmap(lock, lock));
    m_send->setIcon(
        theme.iconOn(m_isRunning ? theme.text : theme.onAccent, m_isRunning ? QStringLiteral("stop")
                                                                : isVirtual ? QStringLiteral("play")
                                                                            : QStringLiteral("send")));
}

} // namespace retryscope::ui
