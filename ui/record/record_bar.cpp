// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/record_bar.h"

#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/chooser_button.h"
#include "ui/parts/elided_label.h"
#include "ui/parts/file_dialogs.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/library_items.h"
#include "ui/parts/segments.h"
#include "ui/parts/term.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kNarrowRecordBar = 1100;
constexpr auto kScenarioFile = "file…";
constexpr auto kFirstScenario = "s3-slowdown-then-ok";

std::vector<ChooserItem> withFile(std::vector<ChooserItem> items)
{
    items.push_back({.group = {},
                     .title = RecordBar::tr("From a file…"),
                     .id = QString::fromUtf8(kScenarioFile),
                     .summary = {}});
    return items;
}

std::vector<ChooserItem> overlayItems(const io::Library& library)
{
    std::vector<ChooserItem> items{
        {.group = {}, .title = RecordBar::tr("No fault injection"), .id = {}, .summary = {}}};
    for (ChooserItem& item : withFile(scenarioItems(library))) {
        items.push_back(std::move(item));
    }
    return items;
}

} // namespace

RecordBar::RecordBar(const io::Library& library, QWidget* parent)
    : QFrame(parent)
    , m_library(library)
    , m_dot(makeLabel(QStringLiteral("●"), this))
    , m_state(makeHeading({}, this))
    , m_time(makePlainLabel(QStringLiteral("recordTime"), this))
    , m_arrow(makeLabel(QStringLiteral("→"), this))
    , m_listen(makeTyped("recordListen", tr("Host and port that clients connect to")))
    , m_upstream(makeTyped("recordUpstream", tr("URL of the server to forward to")))
    , m_scenario(new ChooserButton([&library] { return withFile(scenarioItems(library)); },
                                   tr("Find a scenario"), this))
    , m_proxyText(makeLabel(tr("to the server that each request names: HTTP, and CONNECT for HTTPS"), this))
    , m_read(makeIconButton(tr("How it was read"), QStringLiteral("recordImportNotes"), this))
    , m_save(new QPushButton(tr("Save"), this))
    , m_go(new QPushButton(this))
    , m_mode(new Segments(QStringLiteral("recordMode"), tr("What responds to the client"),
                          {tr("Forward"), tr("Respond from a scenario"), tr("Forward proxy")}, this))
    , m_host(new ChoiceBox(this))
    , m_overlay(new ChooserButton([&library] { return overlayItems(library); }, tr("Find a scenario"), this))
    , m_intercept(new QCheckBox(tr("Decrypt HTTPS"), this))
    , m_remark(new ElidedLabel(this))
    , m_whole(makePlainLabel(QStringLiteral("recordProblem"), this))
{
    setObjectName(QStringLiteral("recordBar"));
    setProperty("surface", QStringLiteral("bar"));
    m_listen.edit->setText(QStringLiteral("127.0.0.1:8899"));
    layOut();
    connectParts();
    showChosen(*m_scenario, QString::fromUtf8(kFirstScenario));
    showChosen(*m_overlay, {});
    setRecording(false);
    displayMode();
    for (QLabel* label : {static_cast<QLabel*>(m_remark), m_whole, static_cast<QLabel*>(m_listen.caption),
                          static_cast<QLabel*>(m_upstream.caption)}) {
        setTextStyle(label, TextStyle::Small);
    }
    m_listen.caption->setProperty("muted", true);
    m_upstream.caption->setProperty("muted", true);
    applyTheme();
}

RecordBar::TypedField RecordBar::makeTyped(const char* name, const QString& accessibleName)
{
    TypedField field{new QFrame(this), nullptr, nullptr};
    field.frame->setProperty("look", QStringLiteral("field"));
    field.edit = new QLineEdit(field.frame);
    field.caption = new ElidedLabel(field.frame);
    nameInput(field.edit, QString::fromLatin1(name), accessibleName);
    field.edit->setTextMargins(-2, 0, 0, 0); // what QLineEdit puts before its text, which stands over a label
    setLeastCharacters(field.edit, 21);
    field.edit->installEventFilter(this);
    field.caption->setObjectName(QString::fromLatin1(name) + QStringLiteral("Caption"));
    field.caption->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* lines = new QVBoxLayout(field.frame);
    lines->setContentsMargins(12, 2, 8, 2);
    lines->setSpacing(0);
    lines->addWidget(field.edit);
    lines->addWidget(field.caption);
    return field;
}

void RecordBar::layOut()
{
    m_state->setObjectName(QStringLiteral("recordState"));
    m_time->setProperty("muted", true);
    m_arrow->setProperty("muted", true);
    m_proxyText->setProperty("muted", true);
    m_remark->setObjectName(QStringLiteral("recordRemark"));
    m_whole->setWordWrap(true);
    m_whole->setProperty("mark", QStringLiteral("danger"));
    m_whole->hide();
    m_upstream.edit->setPlaceholderText(tr("URL of the real server, for example https://s3.example.com"));
    nameInput(m_scenario, QStringLiteral("recordScenarioChooser"), tr("Scenario that responds"));
    nameInput(m_overlay, QStringLiteral("recordOverlay"),
              tr("Scenario that injects faults into the server's responses"));
    nameInput(m_host, QStringLiteral("recordHost"), tr("Host header that the server gets"));
    nameInput(m_intercept, QStringLiteral("recordIntercept"),
              tr("Decrypt HTTPS with Retryscope's certificate authority"));
    nameInput(m_save, QStringLiteral("recordSave"), tr("Save the recording"));
    nameInput(m_go, QStringLiteral("recordGo"), tr("Start"));
    m_host->addItems({tr("Host header: kept"), tr("Host header: rewritten")});
    m_overlay->setToolTip(tr("Fails, delays or truncates some responses on their way to the client. Where "
                             "the scenario plays a success, the client gets the server's own response."));
    m_intercept->setToolTip(
        tr("Decrypts CONNECT tunnels with a certificate authority that Retryscope creates on first use; the "
           "client must trust it. When this is off, Retryscope only counts the tunnels' bytes."));
    m_save->setToolTip(tr("Save the recording (Ctrl+S) with secrets redacted"));
    for (QPushButton* button : {m_save, m_go}) {
        button->setAutoDefault(false);
        setBarHeight(button);
    }
    setTerm(m_state, "recording");
    setTerm(m_upstream.edit, "upstream", OnHover::TellNothing);
    setFocusProxy(m_upstream.edit);
    auto* above = new FlowLayout(nullptr, 8);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_dot, m_state, m_time, m_listen.frame, m_arrow}) {
        above->addWidget(widget);
    }
    above->addWidget(m_upstream.frame, 1);
    above->addWidget(m_scenario, 1);
    above->addWidget(m_proxyText, 1);
    m_read->hide();
    above->addWidget(m_read);
    above->addWidget(m_save);
    above->addWidget(m_go);
    setBarHeight(m_mode); // whatever is chosen, nothing below moves
    auto* below = new FlowLayout(nullptr, 8);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_mode, m_host, m_intercept, m_overlay}) {
        below->addWidget(widget);
    }
    below->addWidget(m_remark, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(8);
    layout->addLayout(above);
    layout->addLayout(below);
    layout->addWidget(m_whole);
}

void RecordBar::connectParts()
{
    connect(m_mode, &Segments::chosen, this, [this] {
        setProblem(Field::Scenario, {});
        displayMode();
        Q_EMIT wayChanged();
        Q_EMIT choicesChanged();
    });
    connect(m_intercept, &QCheckBox::toggled, this, [this] {
        displayCaptions();
        Q_EMIT wayChanged();
    });
    connect(m_host, &QComboBox::currentIndexChanged, this, [this] {
        displayCaptions();
        Q_EMIT choicesChanged();
    });
    for (ChooserButton* chooser : {m_scenario, m_overlay}) {
        connect(chooser, &ChooserButton::chosen, this,
                [this, chooser](const QString& id) { choose(*chooser, id); });
    }
    for (TypedField* field : {&m_listen, &m_upstream}) {
        connect(field->edit, &QLineEdit::textEdited, this, [this, field] {
            mark(*field, {});
            displayCaptions();
            Q_EMIT wayChanged();
        });
        connect(field->edit, &QLineEdit::returnPressed, m_go, &QPushButton::click);
    }
    connect(m_read, &QToolButton::clicked, this, &RecordBar::importNotesRequested);
    connect(m_save, &QPushButton::clicked, this, &RecordBar::saveRequested);
    connect(m_go, &QPushButton::clicked, this,
            [this] { m_isRecording ? Q_EMIT stopRequested() : Q_EMIT startRequested(); });
}

void RecordBar::setProblem(Field field, const QString& problem)
{
    if (field == Field::Listen || field == Field::Upstream) {
        mark(field == Field::Listen ? m_listen : m_upstream, problem);
        if (!problem.isEmpty()) {
            QLineEdit* edit = field == Field::Listen ? m_listen.edit : m_upstream.edit;
            edit->setFocus();
            edit->selectAll();
        }
    } else {
        m_scenarioProblem = problem;
    }
    displayCaptions();
}

void RecordBar::mark(TypedField& field, const QString& problem)
{
    field.isWrong = !problem.isEmpty();
    field.frame->setProperty("mark", field.isWrong ? QStringLiteral("danger") : QString());
    field.caption->setProperty("mark", field.isWrong ? QStringLiteral("danger") : QString());
    field.caption->setProperty("muted", !field.isWrong);
    field.edit->setAccessibleDescription(problem);
    if (field.isWrong) {
        field.caption->setText(shortened(problem));
    }
    field.caption->setToolTip(plainToolTip(problem));
    field.edit->setToolTip(plainToolTip(problem));
    restyle(field.frame);
    restyle(field.caption);
}

void RecordBar::setAddresses(const QString& listen, const QString& upstream)
{
    m_listen.edit->setText(listen);
    m_upstream.edit->setText(upstream);
    Q_EMIT wayChanged();
}

QString RecordBar::listen() const
{
    return m_listen.edit->text().trimmed();
}

QString RecordBar::upstream() const
{
    return m_upstream.edit->text().trimmed();
}

RecordMode RecordBar::mode() const
{
    return static_cast<RecordMode>(m_mode->current());
}

ClientWay RecordBar::way() const
{
    return mode() != RecordMode::ForwardProxy ? ClientWay::Endpoint
           : m_intercept->isChecked()         ? ClientWay::OpenedProxy
                                              : ClientWay::Proxy;
}

void RecordBar::setRecording(bool isRecording)
{
    m_isRecording = isRecording;
    for (QLineEdit* edit : {m_listen.edit, m_upstream.edit}) {
        edit->setReadOnly(isRecording); // what goes on stays to be read and copied
    }
    for (QWidget* input :
         std::initializer_list<QWidget*>{m_scenario, m_mode, m_host, m_overlay, m_intercept}) {
        input->setEnabled(!isRecording);
    }
    m_listen.caption->setProperty("muted", !m_listen.isWrong);
    m_upstream.caption->setProperty("muted", !m_upstream.isWrong);
    m_dot->setVisible(isRecording);
    m_dot->setProperty("mark", QStringLiteral("danger"));
    m_time->setVisible(isRecording);
    m_read->hide(); // until a file is opened
    m_state->setText(isRecording ? tr("Recording") : tr("Not recording"));
    m_go->setText(isRecording ? tr("Stop") : tr("Start"));
    m_go->setAccessibleName(m_go->text());
    m_go->setToolTip(plainToolTip(isRecording ? tr("Stop (Esc)") : tr("Listen and record (Ctrl+Enter)")));
    m_go->setProperty("primary", !isRecording);
    m_go->setProperty("stops", isRecording);
    restyle(m_dot);
    restyle(m_go);
    m_time->setToolTip(plainToolTip({}));
    displayTime(std::chrono::seconds{0});
}

void RecordBar::displayOpened(const QString& name, bool isImport)
{
    m_read->setVisible(isImport);
    constexpr qsizetype kMostOfName = 32;
    m_state->setText(tr("Opened"));
    m_time->setText(shortened(name.simplified(), kMostOfName));
    m_time->setToolTip(plainToolTip(tr("Opened: %1. Start begins a new recording.").arg(name)));
    m_time->show();
}

void RecordBar::displayTime(std::chrono::seconds since)
{
    const auto two = [](auto number) {
        return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0'));
    };
    const auto minutes = since.count() / 60;
    m_time->setText(minutes < 60 ? two(minutes) + QLatin1Char(':') + two(since.count() % 60)
                                 : QString::number(minutes / 60) + QLatin1Char(':') + two(minutes % 60) +
                                       QLatin1Char(':') + two(since.count() % 60));
}

void RecordBar::setCanSave(bool canSave)
{
    m_save->setEnabled(canSave);
}

void RecordBar::choose(ChooserButton& chooser, const QString& id)
{
    if (id == QString::fromUtf8(kScenarioFile)) {
        askForFile(chooser);
        return;
    }
    setProblem(Field::Scenario, {});
    showChosen(chooser, id);
    Q_EMIT choicesChanged();
}

void RecordBar::askForFile(ChooserButton& chooser)
{
    QFileDialog* dialog =
        makeOpenDialog(this, tr("Choose a scenario"), tr("Scenario (*.json);;All files (*)"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, &chooser](const QString& file) { choose(chooser, file); });
    dialog->open();
}

/// A scenario that cannot be read says so at once.
void RecordBar::showChosen(ChooserButton& chooser, const QString& id)
{
    const bool isOverlay = &chooser == m_overlay;
    if (id.isEmpty()) {
        chooser.display({}, tr("No fault injection"), tr("or choose a scenario"));
        return;
    }
    const io::Result<Scenario> scenario = m_library.scenario(id);
    if (!scenario) {
        setProblem(Field::Scenario, scenario.error().text());
    }
    chooser.display(
        id, scenario ? shortened(shortNameOf(scenario.value()), 80) : shortened(QFileInfo(id).fileName(), 80),
        isOverlay ? tr("fails some; the server sends the rest") : tr("responds in place of the server"));
}

void RecordBar::displayMode()
{
    const RecordMode chosen = mode();
    m_upstream.frame->setVisible(chosen == RecordMode::Forward);
    m_scenario->setVisible(chosen == RecordMode::Scenario);
    m_proxyText->setVisible(chosen == RecordMode::ForwardProxy);
    m_host->setVisible(chosen == RecordMode::Forward);
    m_intercept->setVisible(chosen == RecordMode::ForwardProxy);
    m_overlay->setVisible(chosen != RecordMode::Scenario);
    setFocusProxy(chosen == RecordMode::Forward ? static_cast<QWidget*>(m_upstream.edit) : m_go);
    displayCaptions();
}

void RecordBar::displayCaptions()
{
    if (!m_listen.isWrong) {
        m_listen.caption->setText(tr("this machine only"));
    }
    const bool isKept = m_host->currentIndex() == 0;
    if (!m_upstream.isWrong) {
        m_upstream.caption->setText(isKept ? tr("forwards with the client's Host header")
                                           : tr("forwards with the server's Host header"));
    }
    QString remark = m_scenarioProblem;
    if (remark.isEmpty() && mode() == RecordMode::Forward) {
        remark = isKept ? tr("Signatures stay valid if the server accepts the client's Host header")
                        : tr("Invalidates signatures that cover Host (AWS SigV4)");
    } else if (remark.isEmpty() && mode() == RecordMode::ForwardProxy) {
        remark =
            m_intercept->isChecked()
                ? tr("Host and signatures stay unchanged; the client must trust the certificate authority")
                : tr("HTTPS passes unread: Retryscope only counts its bytes");
    }
    displayWholeProblem();
    m_remark->setText(shortened(remark));
    m_remark->setToolTip(plainToolTip(remark));
    m_remark->setProperty("mark", m_scenarioProblem.isEmpty() ? QString() : QStringLiteral("danger"));
    m_remark->setProperty("muted", m_scenarioProblem.isEmpty());
    restyle(m_remark);
}

/// What a field has no room for stands beneath, so that nothing of it is cut.
void RecordBar::displayWholeProblem()
{
    QString problem;
    for (const TypedField* field : {&m_listen, &m_upstream}) {
        const QString text = field->edit->accessibleDescription();
        const QLabel* caption = field->caption;
        if (field->isWrong && caption->fontMetrics().horizontalAdvance(text) > caption->width()) {
            problem = text;
        }
    }
    m_whole->setText(shortened(problem));
    m_whole->setVisible(!problem.isEmpty());
}

/// The frame shows that its input has the focus.
bool RecordBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        QFrame* frame = watched == m_listen.edit ? m_listen.frame : m_upstream.frame;
        frame->setProperty("focused", event->type() == QEvent::FocusIn);
        restyle(frame);
    }
    return QFrame::eventFilter(watched, event);
}

void RecordBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    const bool isNarrow = width() < Theme::scaled(kNarrowRecordBar, font());
    m_overlay->setCharacters(isNarrow ? 22 : 36, 9);
    m_scenario->setCharacters(isNarrow ? 22 : 40, 9);
    displayWholeProblem();
}

void RecordBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
}

void RecordBar::applyTheme()
{
    m_read->setIcon(Theme::forPalette(palette()).icon(QStringLiteral("info")));
    m_save->setIcon(Theme::forPalette(palette()).icon(QStringLiteral("save")));
}

} // namespace retryscope::ui
