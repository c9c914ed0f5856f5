// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/proxy_bar.h"

#include "core/explain/policy_summary.h"
#include "core/io/documents/record_json.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/files/behaviour_files.h"
#include "core/io/files/library.h"
#include "core/io/http/pasted_address.h"
#include "core/io/text/utf8.h"
#include "ui/compare/policy_checklist.h"
#include "ui/parts/chooser_button.h"
#include "ui/parts/elided_label.h"
#include "ui/parts/file_dialogs.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/text_space.h"
#include "ui/proxy/bench_words.h"
#include "ui/proxy/configuration_view.h"
#include "ui/proxy/popovers.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

namespace {

/// What QLineEdit puts before its text, which stands under a label here.
constexpr int kInsideEdit = -2;
constexpr int kNarrowBar = 1200;
constexpr auto kFromFile = "file…";
constexpr auto kToFile = "edit…";

std::vector<ChooserItem> behaviourItems()
{
    std::vector<ChooserItem> items;
    for (const QString& name : io::behaviourNames()) {
        if (const io::Result<Scenario> set = io::behavioursNamed(name)) {
            items.push_back({.group = {},
                             .title = name,
                             .id = name,
                             .summary = ProxyBar::tr("%1 responses: %2")
                                            .arg(set.value().steps.size())
                                            .arg(toQString(set.value().title))});
        }
    }
    items.push_back({.group = {},
                     .title = ProxyBar::tr("From a file…"),
                     .id = QString::fromUtf8(kFromFile),
                     .summary = ProxyBar::tr("A scenario; each step becomes a row")});
    items.push_back({.group = {},
                     .title = ProxyBar::tr("Edit these as a file…"),
                     .id = QString::fromUtf8(kToFile),
                     .summary = ProxyBar::tr("Saves the chosen responses; each probe reads the file again")});
    return items;
}

QFrame* makeField(QWidget* parent)
{
    auto* field = new QFrame(parent);
    field->setProperty("look", QStringLiteral("field"));
    return field;
}

} // namespace

ProxyBar::ProxyBar(std::vector<ChoosablePolicy> policies, QWidget* parent)
    : QFrame(parent)
    , m_client(new TwoLineButton(this))
    , m_boxField(makeField(this))
    , m_through(new QLineEdit(QStringLiteral("http://127.0.0.1:8080"), this))
    , m_boxName(new ElidedLabel(this))
    , m_originField(makeField(this))
    , m_originCaption(makeLabel(tr("Retryscope as origin"), this))
    , m_listen(new QLineEdit(QStringLiteral("127.0.0.1:9000"), this))
    , m_copy(makeIconButton(tr("Copy the origin's address"), QStringLiteral("proxyCopyOrigin"), this))
    , m_configuration(makeQuietButton(tr("Configuration"), QStringLiteral("proxyConfigurationButton"), this))
    , m_clients(new TwoLineButton(this))
    , m_behaviours(new ChooserButton(behaviourItems, tr("Find a set of responses"), this))
    , m_go(new QPushButton(this))
    , m_clientsPopover(new ClientsPopover(std::move(policies), this))
    , m_requestsPopover(new RequestsPopover(this))
    , m_configurationPopover(new ConfigurationPopover(this))
    , m_chosen(io::behavioursNamed(QStringLiteral("common")))
{
    setObjectName(QStringLiteral("proxyBar"));
    setProperty("surface", QStringLiteral("bar"));
    layOut();
    connectParts();
    displayBehaviours();
    displayPolicies();
    displayBox({});
    displayRequest({});
    for (QLabel* label : {static_cast<QLabel*>(m_boxName), m_originCaption}) {
        setTextStyle(label, TextStyle::Small);
        label->setProperty("muted", true);
    }
    applyTheme();
}

void ProxyBar::layOut()
{
    nameInput(m_client, QStringLiteral("proxyRequestsButton"), tr("Request settings"));
    nameInput(m_clients, QStringLiteral("proxyClientsButton"), tr("Clients that judge"));
    nameInput(m_behaviours, QStringLiteral("proxyBehaviours"), tr("Origin responses to probe"));
    nameInput(m_go, QStringLiteral("proxyGo"), tr("Probe"));
    m_go->setProperty("primary", true);
    m_go->setAutoDefault(false);
    setBarHeight(m_go);
    auto* layout = new FlowLayout(this, 8);
    layout->setContentsMargins(16, 8, 16, 8);
    const auto addArrow = [this, layout] {
        m_arrows.push_back(makeLabel(QStringLiteral("→"), this));
        m_arrows.back()->setProperty("muted", true);
        layout->addWidget(m_arrows.back());
    };
    layout->addWidget(m_client);
    addArrow();
    layout->addWidget(buildBoxField(), 1);
    addArrow();
    layout->addWidget(buildOriginField());
    layout->addWidget(m_clients);
    layout->addWidget(m_behaviours);
    layout->addWidget(m_go);
}

QFrame* ProxyBar::buildBoxField()
{
    nameInput(m_through, QStringLiteral("proxyThrough"), tr("URL of the proxy"));
    m_through->setPlaceholderText(tr("http://127.0.0.1:8080"));
    setLeastCharacters(m_through, 16);
    m_through->setTextMargins(kInsideEdit, 0, 0, 0);
    m_through->installEventFilter(this);
    setFocusProxy(m_through);
    m_boxName->setObjectName(QStringLiteral("proxyBoxName"));
    m_boxName->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* lines = new QVBoxLayout(m_boxField);
    lines->setContentsMargins(12, 2, 8, 2);
    lines->setSpacing(0);
    lines->addWidget(m_through);
    lines->addWidget(m_boxName);
    return m_boxField;
}

QFrame* ProxyBar::buildOriginField()
{
    nameInput(m_listen, QStringLiteral("proxyListen"), tr("Host and port of the origin"));
    m_listen->setToolTip(tr("Address where Retryscope responds as the origin during a probe. The proxy must "
                            "send its requests there."));
    setLeastCharacters(m_listen, 17);
    m_listen->setTextMargins(kInsideEdit, 0, 0, 0);
    m_listen->installEventFilter(this);
    m_configuration->setAutoDefault(false);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(m_originCaption);
    texts->addWidget(m_listen);
    auto* layout = new QHBoxLayout(m_originField);
    layout->setContentsMargins(12, 2, 4, 2);
    layout->setSpacing(2);
    layout->addLayout(texts);
    layout->addWidget(m_copy);
    layout->addWidget(m_configuration);
    return m_originField;
}

void ProxyBar::connectParts()
{
    connect(m_client, &QPushButton::clicked, this, [this] { m_requestsPopover->openBeneath(*m_client); });
    connect(m_clients, &QPushButton::clicked, this, [this] { m_clientsPopover->openBeneath(*m_clients); });
    connect(m_requestsPopover, &RequestsPopover::edited, this, [this] { displayRequest(m_request); });
    connect(&m_clientsPopover->checklist(), &PolicyChecklist::checkedChanged, this, [this] {
        displayPolicies();
        Q_EMIT policiesChanged();
    });
    connect(m_behaviours, &ChooserButton::chosen, this, &ProxyBar::chooseBehaviours);
    connect(m_through, &QLineEdit::textEdited, this, [this] {
        displayBox({});
        m_isOtherBox = true;
    });
    for (QLineEdit* edit : {m_through, m_listen}) {
        connect(edit, &QLineEdit::textEdited, this, [this] {
            unmark();
            Q_EMIT addressEdited();
        });
    }
    for (QLineEdit* edit : {m_through, m_listen}) {
        connect(edit, &QLineEdit::returnPressed, m_go, &QPushButton::click);
    }
    connect(m_copy, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(listen());
        Q_EMIT noteFound(tr("Copied the origin's address."));
    });
    connect(m_configuration, &QPushButton::clicked, this, &ProxyBar::openConfiguration);
    connect(&m_configurationPopover->view(), &ConfigurationView::noteFound, this, &ProxyBar::noteFound);
    connect(m_go, &QPushButton::clicked, this,
            [this] { m_isRunning ? Q_EMIT stopRequested() : Q_EMIT probeRequested(); });
}

io::Result<io::ProbePlan> ProxyBar::plan()
{
    if (!m_file.isEmpty()) { // it may have been edited
        io::Result<Scenario> read = io::behavioursNamed(m_file);
        if (!read) {
            markWrongBehaviours(read.error().text());
            return read.error();
        }
        m_chosen = std::move(read);
        displayBehaviours();
    }
    if (!m_chosen) {
        return m_chosen.error();
    }
    const io::Result<io::ListenAddress> address = io::listenAddressFrom(listen());
    const io::Result<io::PastedAddress> box = io::readAddress(fromQString(through()));
    if (!address) {
        markWrongOrigin(address.error().text());
        return address.error();
    }
    if (!box) {
        markWrongBox(box.error().text());
        return box.error();
    }
    io::Result<Headers> headers = m_requestsPopover->headers();
    if (!headers) {
        m_client->setFocus(); // here it is when the list is closed again
        m_requestsPopover->openAtProblem(*m_client);
        return headers.error();
    }
    io::ProbePlan plan;
    plan.through = box.value().url;
    plan.listen = address.value();
    plan.behaviours = m_chosen.value();
    plan.headers = std::move(headers).value();
    if (!box.value().authorization.empty() && !plan.headers.contains("Authorization")) {
        plan.headers.add("Authorization", box.value().authorization);
    }
    plan.repeat = m_requestsPopover->repeat();
    plan.patience = m_requestsPopover->patience();
    io::Result<io::ProbePlan> checked = io::checkedPlan(std::move(plan));
    if (!checked) {
        checked.error().kind == io::Error::Kind::BadInput ? markWrongBehaviours(checked.error().text())
                                                          : markWrongBox(checked.error().text());
    }
    return checked;
}

QString ProxyBar::through() const
{
    return m_through->text().trimmed();
}

QString ProxyBar::listen() const
{
    return m_listen->text().trimmed();
}

std::vector<Policy> ProxyBar::policies() const
{
    return m_clientsPopover->checklist().checkedPolicies();
}

void ProxyBar::choosePolicies(const QStringList& ids)
{
    const QSignalBlocker blocker(m_clientsPopover->checklist());
    m_clientsPopover->checklist().check(ids);
    displayPolicies();
}

void ProxyBar::setPolicies(std::vector<ChoosablePolicy> policies)
{
    m_clientsPopover->checklist().setPolicies(std::move(policies));
}

void ProxyBar::setAddresses(const QString& through, const QString& listen)
{
    m_through->setText(through);
    m_through->setCursorPosition(0);
    m_listen->setText(listen);
    m_isOtherBox = false;
}

void ProxyBar::displayBox(const QString& box)
{
    m_boxName->setText(box.isEmpty() || m_isOtherBox ? tr("your proxy, gateway or load balancer")
                                                     : tr("your proxy: %1").arg(box));
}

void ProxyBar::displayRequest(const QString& request)
{
    m_request = request;
    QString summary = request.isEmpty() ? tr("one request per row") : request;
    if (const int times = m_requestsPopover->repeat(); times > 1) {
        summary = tr("%1, %2 times").arg(summary).arg(times);
    }
    m_client->display(width() < Theme::scaled(kNarrowBar, font()) ? tr("Client") : tr("Retryscope as client"),
                      summary);
}

void ProxyBar::setRunning(bool isRunning)
{
    m_isRunning = isRunning;
    for (QWidget* input : std::initializer_list<QWidget*>{m_client, m_through, m_listen, m_behaviours}) {
        input->setEnabled(!isRunning);
    }
    m_go->setProperty("primary", !isRunning);
    m_go->setProperty("stops", isRunning);
    restyle(m_go);
    displayBehaviours();
}

void ProxyBar::markWrongBox(const QString& problem)
{
    markWrong(m_boxField, m_through, problem);
    m_through->selectAll();
}

void ProxyBar::markWrongOrigin(const QString& problem)
{
    markWrong(m_originField, m_listen, problem);
    m_listen->selectAll();
}

void ProxyBar::markWrongBehaviours(const QString& problem)
{
    unmark();
    m_behaviours->setProperty("mark", QStringLiteral("danger"));
    m_behaviours->setToolTip(plainToolTip(problem));
    m_behaviours->setAccessibleDescription(problem);
    restyle(m_behaviours);
    m_behaviours->setFocus();
}

/// The words stay at the field when the message has gone.
void ProxyBar::markWrong(QFrame* field, QWidget* input, const QString& problem)
{
    unmark();
    field->setProperty("mark", QStringLiteral("danger"));
    field->setToolTip(plainToolTip(problem));
    restyle(field);
    input->setAccessibleDescription(problem);
    input->setFocus();
}

void ProxyBar::unmark()
{
    for (QFrame* field : {m_boxField, m_originField}) {
        field->setProperty("mark", QString());
        field->setToolTip(plainToolTip({}));
        restyle(field);
    }
    m_behaviours->setProperty("mark", QString());
    restyle(m_behaviours);
    displayBehaviours();
    m_through->setAccessibleDescription({});
    m_listen->setAccessibleDescription({});
}

void ProxyBar::chooseBehaviours(const QString& id)
{
    if (id == QString::fromUtf8(kFromFile)) {
        askForBehaviours();
        return;
    }
    if (id == QString::fromUtf8(kToFile)) {
        askToSaveBehaviours();
        return;
    }
    io::Result<Scenario> chosen = io::behavioursNamed(id);
    if (!chosen) {
        markWrongBehaviours(chosen.error().text());
        Q_EMIT problemFound(chosen.error().text());
        return;
    }
    m_chosen = std::move(chosen);
    unmark();
    m_file = io::behaviourNames().contains(id) ? QString() : id;
    displayBehaviours();
}

void ProxyBar::chooseSet(const QString& name)
{
    if (io::behaviourNames().contains(name)) {
        chooseBehaviours(name);
    }
}

void ProxyBar::askForBehaviours()
{
    QFileDialog* dialog = makeOpenDialog(this, tr("Choose a scenario of origin responses"),
                                         tr("Scenario (*.json);;All files (*)"));
    connect(dialog, &QFileDialog::fileSelected, this, &ProxyBar::chooseBehaviours);
    dialog->open();
}

/// Under a name of its own, so that it is not taken for the set that it was made from.
void ProxyBar::askToSaveBehaviours()
{
    if (!m_chosen) {
        Q_EMIT problemFound(m_chosen.error().text());
        return;
    }
    QFileDialog* dialog =
        makeSaveDialog(this, tr("Save the origin responses for editing"),
                       {{tr("Scenario"), QStringLiteral("json")}}, QStringLiteral("my-errors"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        static const QRegularExpression kOther(QStringLiteral("[^a-z0-9]+"));
        Scenario saved = m_chosen.value();
        const QString id = QFileInfo(file).completeBaseName().toLower().replace(kOther, QStringLiteral("-"));
        saved.id = fromQString(id == QLatin1String("-") ? QStringLiteral("my-errors") : id);
        const QByteArray text = io::documentBytes(io::scenarioToJson(saved));
        if (const io::Result<io::Done> written = io::writeFile(file, text); !written) {
            Q_EMIT problemFound(written.error().text());
            return;
        }
        chooseBehaviours(file);
        Q_EMIT noteFound(tr("Saved %1. Edit the file: each probe reads it again.").arg(file));
    });
    dialog->open();
}

void ProxyBar::displayBehaviours()
{
    const qsizetype count = m_chosen ? static_cast<qsizetype>(m_chosen.value().steps.size()) : 0;
    if (m_chosen) {
        const QString id = toQString(m_chosen.value().id);
        m_behaviours->display(id, shortened(id, 40), tr("%1 responses").arg(count));
    }
    const QString probe = tr("Probe %1 responses").arg(count);
    const bool isNarrow = width() < Theme::scaled(kNarrowBar, font());
    m_go->setText(m_isRunning ? tr("Stop") : isNarrow ? tr("Probe %1").arg(count) : probe);
    m_go->setAccessibleName(m_isRunning ? m_go->text() : probe);
    m_go->setToolTip(plainToolTip(
        m_isRunning ? tr("Stop (Esc)") : tr("Send each origin response through the proxy (Ctrl+Enter)")));
}

void ProxyBar::displayPolicies()
{
    const std::vector<Policy> chosen = policies();
    if (!chosen.empty()) {
        m_clientsPopover->checklist().setCurrent(chosen.front());
    }
    QStringList clients;
    for (const Policy& policy : chosen) {
        clients += toQString(clientOf(policy));
    }
    clients.removeDuplicates();
    m_clients->display(chosen.size() == 1 ? tr("1 client") : tr("%1 clients").arg(chosen.size()),
                       shortened(clients.join(QStringLiteral(", ")), 200));
}

void ProxyBar::openConfiguration()
{
    m_configurationPopover->view().display(listen(), through());
    m_configurationPopover->openBeneath(*m_configuration);
}

/// The frame shows that its input has the focus.
bool ProxyBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        QFrame* field = watched == m_through ? m_boxField : m_originField;
        field->setProperty("focused", event->type() == QEvent::FocusIn);
        restyle(field);
    }
    return QFrame::eventFilter(watched, event);
}

void ProxyBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    const bool isNarrow = width() < Theme::scaled(kNarrowBar, font());
    for (QLabel* arrow : m_arrows) {
        arrow->setVisible(!isNarrow);
    }
    displayRequest(m_request);
    displayBehaviours();
    m_client->setCharacters(isNarrow ? 18 : 24, 9);
    m_clients->setCharacters(isNarrow ? 11 : 44, 9);
    m_behaviours->setCharacters(isNarrow ? 13 : 24, 13);
}

void ProxyBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
}

void ProxyBar::applyTheme()
{
    m_copy->setIcon(Theme::forPalette(palette()).icon(QStringLiteral("copy")));
}

} // namespace retryscope::ui
