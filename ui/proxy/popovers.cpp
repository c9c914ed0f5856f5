// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/popovers.h"

#include "core/io/http/pasted_response.h"
#include "core/io/text/utf8.h"
#include "ui/compare/policy_checklist.h"
#include "ui/parts/duration_box.h"
#include "ui/parts/form.h"
#include "ui/parts/plain_edit.h"
#include "ui/parts/text_space.h"
#include "ui/proxy/configuration_view.h"
#include "ui/theme/theme.h"

#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScreen>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTextBlock>
#include <QTextCursor>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

using namespace std::chrono_literals;

constexpr int kChecklistCharacters = 70;
constexpr int kChecklistLines = 26;
constexpr int kRequestsCharacters = 56;
constexpr int kResponseCharacters = 84;
constexpr int kConfigurationCharacters = 116;
constexpr int kMostRepeated = 100; ///< as the command line has it

} // namespace

Popover::Popover(const QString& name, QWidget* owner) : QFrame(owner, Qt::Popup)
{
    setObjectName(name);
    setProperty("popup", true);
    setAttribute(Qt::WA_WindowPropagation);
}

void Popover::openBeneath(const QWidget& button)
{
    const QRect screen = button.screen()->availableGeometry();
    ensurePolished();
    layout()->activate();
    const QSize size = sizeHint().expandedTo(minimumSize()).boundedTo(screen.size());
    const QWidget* bar = button.parentWidget();
    const int under = bar == nullptr || bar->isWindow() ? button.height()
                                                        : button.mapFrom(bar, QPoint(0, bar->height())).y();
    const QPoint left = button.mapToGlobal(QPoint(0, std::max(button.height(), under) + 2));
    const int x = std::clamp(left.x(), screen.left(), std::max(screen.left(), screen.right() - size.width()));
    const int y = std::max(screen.top(), std::min(left.y(), screen.bottom() - size.height()));
    setGeometry(QRect(QPoint(x, y), size));
    show();
    focusNextChild();
}

ClientsPopover::ClientsPopover(std::vector<ChoosablePolicy> policies, QWidget* owner)
    : Popover(QStringLiteral("proxyClientsPopover"), owner)
    , m_checklist(new PolicyChecklist(std::move(policies), this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->addWidget(makeHeading(tr("Clients that judge each response"), this));
    layout->addWidget(m_checklist->groupButtons());
    layout->addWidget(m_checklist, 1);
    setLeastCharacters(this, kChecklistCharacters);
    setLeastLines(this, kChecklistLines);
}

RequestsPopover::RequestsPopover(QWidget* owner)
    : Popover(QStringLiteral("proxyRequestsPopover"), owner)
    , m_repeat(new QSpinBox(this))
    , m_patience(new DurationBox({}, this))
    , m_headers(new PlainEdit(this))
    , m_problem(makeHint({}, this))
{
    m_repeat->setRange(1, kMostRepeated);
    m_patience->setDuration(Duration(10s));
    m_patience->setHelp(tr("How long Retryscope waits for the next byte before it gives up on a row."));
    m_headers->setPlaceholderText(tr("Authorization: Bearer …"));
    m_headers->setTabChangesFocus(true);
    setTextStyle(m_headers, TextStyle::Code);
    setLines(m_headers, 5);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->addWidget(makeHeading(tr("Requests"), this));
    layout->addWidget(makeHint(tr("Retryscope sends one marked request per row and retries none. If the "
                                  "origin receives a request twice, the proxy sent it again."),
                               this));
    auto* form = makeForm(nullptr);
    addField(form, tr("&Requests per row"), m_repeat, QStringLiteral("proxyRepeat"));
    addField(form, tr("Read &timeout"), m_patience, QStringLiteral("proxyPatience"));
    addField(form, tr("&Headers for every request"), m_headers, QStringLiteral("proxyHeaders"));
    layout->addLayout(form);
    m_problem->setObjectName(QStringLiteral("proxyHeadersProblem"));
    m_problem->setProperty("mark", QStringLiteral("danger"));
    m_problem->hide();
    layout->addWidget(m_problem);
    setLeastCharacters(this, kRequestsCharacters);
    connect(m_repeat, &QSpinBox::valueChanged, this, &RequestsPopover::edited);
    connect(m_patience, &QDoubleSpinBox::valueChanged, this, &RequestsPopover::edited);
    connect(m_headers, &QPlainTextEdit::textChanged, this, [this] {
        displayProblem({}, 0);
        Q_EMIT edited();
    });
}

int RequestsPopover::repeat() const
{
    return m_repeat->value();
}

Duration RequestsPopover::patience() const
{
    return std::max(m_patience->duration(), Duration(1ms));
}

io::Result<Headers> RequestsPopover::headers()
{
    displayProblem({}, 0);
    Headers headers;
    int number = 0;
    for (const QString& line : m_headers->toPlainText().split(QLatin1Char('\n'))) {
        ++number;
        if (line.trimmed().isEmpty()) {
            continue;
        }
        const qsizetype colon = line.indexOf(QLatin1Char(':'));
        if (colon <= 0) { // the line is not quoted: it may be a secret
            const io::Error error{io::Error::Kind::BadUsage, tr("not a header; write it as Name: value"),
                                  tr("Headers for every request, line %1").arg(number)};
            displayProblem(error.text(), number);
            return error;
        }
        headers.add(line.left(colon).trimmed().toStdString(), line.mid(colon + 1).trimmed().toStdString());
    }
    return headers;
}

/// line: from 1 on
void RequestsPopover::displayProblem(const QString& problem, int line)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_headers->setProperty("mark", problem.isEmpty() ? QString() : QStringLiteral("danger"));
    m_headers->setAccessibleDescription(problem);
    restyle(m_headers);
    if (!problem.isEmpty()) {
        QTextCursor cursor(m_headers->document()->findBlockByNumber(line - 1));
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        m_headers->setTextCursor(cursor);
    }
}

void RequestsPopover::openAtProblem(const QWidget& button)
{
    openBeneath(button);
    m_headers->setFocus();
}

ResponsePopover::ResponsePopover(QWidget* owner)
    : Popover(QStringLiteral("proxyResponsePopover"), owner)
    , m_text(new PlainEdit(this))
    , m_found(makeHint({}, this))
{
    nameInput(m_text, QStringLiteral("proxySought"), tr("Response that a client got"));
    m_text->setPlaceholderText(tr("HTTP/1.1 502 Bad Gateway …"));
    m_text->setTabChangesFocus(true);
    setTextStyle(m_text, TextStyle::Code);
    setLines(m_text, 12);
    m_found->setObjectName(QStringLiteral("proxyFound"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->addWidget(makeHeading(tr("Which origin responses come out like this?"), this));
    layout->addWidget(
        makeHint(tr("Paste what the client got: a status, the output of curl -i or an error page."), this));
    layout->addWidget(m_text);
    layout->addWidget(m_found);
    setLeastCharacters(this, kResponseCharacters);
    connect(m_text, &QPlainTextEdit::textChanged, this, &ResponsePopover::read);
}

void ResponsePopover::clear()
{
    const QSignalBlocker blocker(m_text);
    m_text->clear();
    m_found->clear();
}

void ResponsePopover::refresh()
{
    if (!m_text->toPlainText().isEmpty()) {
        read();
    }
}

void ResponsePopover::displayFound(const QString& text)
{
    m_found->setText(text);
}

void ResponsePopover::read()
{
    constexpr qsizetype kMostRead = 1 << 20; // characters
    const std::string text = fromQString(m_text->toPlainText().left(kMostRead));
    Q_EMIT sought(io::factsAsPasted(io::readPastedResponse(text, "GET")));
}

ConfigurationPopover::ConfigurationPopover(QWidget* owner)
    : Popover(QStringLiteral("proxyConfigurationPopover"), owner)
    , m_view(new ConfigurationView(QStringLiteral("proxyConfiguration"), this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->addWidget(makeHeading(tr("Put a proxy in between"), this));
    layout->addWidget(m_view);
    setLeastCharacters(this, kConfigurationCharacters);
}

} // namespace retryscope::ui
