// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policies/import_page.h"

#include "core/explain/phrases.h"
#include "core/io/text/input_file.h"
#include "core/io/text/utf8.h"
#include "ui/parts/beside.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/file_dialogs.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/long_text.h"
#include "ui/parts/panes.h"
#include "ui/parts/report_rows.h"
#include "ui/parts/table.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>
#include <QTextBlock>
#include <QTextCursor>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace retryscope::ui {

namespace {

constexpr std::chrono::milliseconds kTypingPause{120};
constexpr int kInputHeight = 240;

QString sentenceOf(const QString& statement)
{
    return statement.left(1).toUpper() + statement.mid(1);
}

/// The part that is wished for, or the first one of a text that has no such part.
io::Result<io::ImportedPolicy> importedFrom(const QByteArray& text, io::ImportWish wish)
{
    io::Result<io::ImportedPolicy> imported = io::importPolicy(text, wish, {});
    if (imported || wish.part.isEmpty()) {
        return imported;
    }
    wish.part.clear();
    return io::importPolicy(text, wish, {});
}

std::string lineText(int line)
{
    return line > 0 ? std::to_string(line) : "–";
}

} // namespace

ImportPage::ImportPage(QWidget* parent)
    : QWidget(parent)
    , m_text(new LongText(this))
    , m_kind(new ChoiceBox(this))
    , m_part(new ChoiceBox(this))
    , m_open(makeQuietButton(tr("Open…"), QStringLiteral("importOpenButton"), this))
    , m_paste(makeQuietButton(tr("&Paste"), QStringLiteral("importPasteButton"), this))
    , m_state(makePlainLabel(QStringLiteral("importState"), this))
    , m_model(new ReportRows(this))
    , m_table(new QTableView(this))
    , m_name(new QLineEdit(this))
    , m_use(new QPushButton(tr("Use this policy"), this))
    , m_pause(new QTimer(this))
{
    setObjectName(QStringLiteral("importPage"));
    setAccessibleName(tr("Paste a configuration"));
    m_pause->setSingleShot(true);
    m_pause->setInterval(kTypingPause);
    auto* splitter = makeSplitter(Qt::Vertical, QStringLiteral("importSplitter"), this);
    splitter->addWidget(buildInput());
    splitter->addWidget(buildResult());
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({kInputHeight, 2 * kInputHeight});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 8, 20, 12);
    layout->addWidget(new Panes(splitter, {tr("Configuration"), tr("Settings")}, this));
    setFocusProxy(m_text);
    connect(m_text, &QPlainTextEdit::textChanged, m_pause, qOverload<>(&QTimer::start));
    connect(m_pause, &QTimer::timeout, this, &ImportPage::read);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &ImportPage::read);
    connect(m_part, &QComboBox::currentIndexChanged, this, &ImportPage::read);
    connect(m_open, &QPushButton::clicked, this, &ImportPage::open);
    connect(m_paste, &QPushButton::clicked, this, &ImportPage::paste);
    connect(m_use, &QPushButton::clicked, this, &ImportPage::use);
    connect(m_table, &QTableView::clicked, this, &ImportPage::toggleUnimportant);
    auto* enter = new QShortcut(Qt::Key_Return, m_table, nullptr, nullptr, Qt::WidgetShortcut);
    connect(enter, &QShortcut::activated, this, [this] { toggleUnimportant(m_table->currentIndex()); });
    read();
}

QWidget* ImportPage::buildInput()
{
    nameInput(m_text, QStringLiteral("importText"), tr("Configuration"));
    setTextStyle(m_text, TextStyle::Code);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    m_text->setPlaceholderText(tr(
        "Paste retry settings, best the whole file: a gRPC service config, an Envoy, Istio or Envoy Gateway "
        "retry policy, nginx, HAProxy or ingress-nginx configuration, urllib3's Retry(…), botocore's "
        "Config(retries=…), axios-retry options, resilience4j settings or an AWS profile."));
    nameInput(m_kind, QStringLiteral("importKind"), tr("Kind of configuration"));
    m_kind->addItem(tr("Detect the kind"));
    for (const auto& [kind, word] : EnumWords<ConfigurationKind>::kWords) {
        m_kind->addItem(io::titleOf(kind), toQString(word));
    }
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(18);
    nameInput(m_part, QStringLiteral("importPart"), tr("Part of the configuration"));
    m_part->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_part->setMinimumContentsLength(18);
    auto* heading = makeHeading(tr("Paste a configuration"), this);
    auto* top = new FlowLayout(nullptr, 6);
    top->addWidget(heading, 1);
    top->addWidget(m_part);
    top->addWidget(m_kind);
    m_paste->setToolTip(tr("Replaces the text below with the clipboard contents"));
    top->addWidget(m_paste);
    top->addWidget(m_open);
    auto* input = new QWidget(this);
    auto* layout = new QVBoxLayout(input);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->addLayout(top);
    layout->addWidget(m_text, 1);
    return input;
}

QWidget* ImportPage::buildResult()
{
    m_state->setWordWrap(true);
    prepareTable(m_table, QStringLiteral("importTable"), tr("Settings, imported and not imported"));
    m_table->setModel(m_model);
    nameInput(m_name, QStringLiteral("importName"), tr("Name of the policy"));
    nameInput(m_use, QStringLiteral("importUse"), tr("Use this policy"));
    m_use->setProperty("primary", true);
    m_use->setToolTip(tr("Saves this policy among your own and uses it for sending"));
    auto* label = makeLabel(tr("&Name"), this);
    label->setBuddy(m_name);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(label);
    bottom->addWidget(m_name, 1);
    bottom->addWidget(m_use);
    auto* result = new QWidget(this);
    auto* layout = new QVBoxLayout(result);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(m_state);
    layout->addWidget(m_table, 1);
    layout->addLayout(bottom);
    return result;
}

void ImportPage::setText(const QString& text)
{
    m_text->setText(text);
    read();
    showProblem();
}

/// Selects the line that cannot be imported. Not while somebody types.
void ImportPage::showProblem()
{
    const QTextBlock block = m_text->document()->findBlockByNumber(m_problemLine - 1);
    if (m_problemLine > 0 && block.isValid()) {
        QTextCursor cursor(block);
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        m_text->setTextCursor(cursor);
        m_text->centerCursor();
    }
}

/// As by hand, with the same limit and the same undo.
void ImportPage::paste()
{
    m_text->selectAll();
    m_text->paste();
    m_text->setFocus();
    read();
    showProblem();
}

void ImportPage::open()
{
    QFileDialog* dialog = makeOpenDialog(this, tr("Open a configuration"), tr("All files (*)"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        const io::Result<QByteArray> content = io::readFile(file, io::kMostDocumentBytes);
        if (content) {
            setText(QString::fromUtf8(content.value()));
        } else {
            displayNothing(content.error().text(), true);
        }
    });
    dialog->open();
}

void ImportPage::read()
{
    m_pause->stop();
    ++m_reading;
    m_problemLine = 0; // that of the text before
    const QByteArray text = m_text->text().toUtf8();
    if (text.trimmed().isEmpty()) {
        m_part->hide();
        displayNothing(
            tr("The text stays on this machine. Retryscope runs no code and follows no file references."),
            false);
        return;
    }
    io::ImportWish wish;
    wish.kind = fromWord<ConfigurationKind>(fromQString(m_kind->currentData().toString()));
    wish.part = m_part->isHidden() ? QString() : m_part->currentData().toString();
    if (text.size() < kReadAtOnce) {
        display(importedFrom(text, wish));
        return;
    }
    m_use->setEnabled(false);
    m_state->setText(tr("Retryscope reads the text …"));
    runBeside(
        this, [text, wish] { return importedFrom(text, wish); },
        [this, reading = m_reading](const io::Result<io::ImportedPolicy>& imported) {
            if (reading == m_reading) { // no other text was read since
                display(imported);
            }
        });
}

void ImportPage::display(const io::Result<io::ImportedPolicy>& imported)
{
    m_problemLine = imported ? 0 : imported.error().line;
    if (!imported) {
        m_part->hide(); // that of the text before
        displayNothing(imported.error().text(), true);
        return;
    }
    displayParts(imported.value());
    displayPolicy(imported.value());
}

void ImportPage::displayParts(const io::ImportedPolicy& imported)
{
    const QSignalBlocker blocker(m_part);
    constexpr qsizetype kMostShown = 200;
    m_part->clear();
    for (const QString& part : imported.parts.mid(0, kMostShown)) {
        m_part->addItem(part, part);
    }
    m_part->setCurrentIndex(std::max(0, m_part->findData(imported.part)));
    m_part->setVisible(imported.parts.size() > 1);
}

void ImportPage::displayPolicy(const io::ImportedPolicy& imported)
{
    m_policy = imported.policy;
    struct Row
    {
        int line;
        bool isUnderstood;
        QString setting;
        QString meaning;
    };
    std::vector<Row> rows;
    for (const io::SkippedSetting& one : imported.notUnderstood) {
        rows.push_back({one.line, false, one.setting, tr("Not imported: %1").arg(one.reasonAndEffect())});
    }
    for (const io::UnderstoodSetting& one : imported.understood) {
        rows.push_back({one.line, true, one.setting, sentenceOf(one.became)});
    }
    // As the text goes; defaults, which stand nowhere in it, at the end.
    std::stable_sort(rows.begin(), rows.end(), [](const Row& left, const Row& right) {
        return std::pair(left.line == 0, left.line) < std::pair(right.line == 0, right.line);
    });
    m_settings = {{{fromQString(tr("Line"))},
                   {fromQString(tr("Setting")), WhenNarrow::Fold},
                   {fromQString(tr("Meaning for retries")), WhenNarrow::Fold}},
                  {}};
    for (const Row& row : rows) {
        m_settings.add({{lineText(row.line)},
                        {fromQString(row.setting), row.isUnderstood ? Tone::Plain : Tone::Warning},
                        {fromQString(row.meaning)}});
    }
    m_unimportant = imported.unimportant;
    std::ranges::stable_sort(m_unimportant, {}, &io::UnimportantSetting::line);
    displaySettings();
    const QString origin =
        imported.guessedBy.isEmpty()
            ? tr("Read as %1").arg(io::titleOf(imported.kind))
            : tr("Read as %1, recognised by %2").arg(io::titleOf(imported.kind), imported.guessedBy);
    m_state->setProperty("mark", QVariant());
    m_state->setText(tr("%1: %2 imported, %3 not. All other values come from the preset %4. %5")
                         .arg(origin)
                         .arg(imported.understood.size())
                         .arg(imported.notUnderstood.size())
                         .arg(imported.base, io::whatWasRead(imported)));
    restyle(m_state);
    const QString title = toQString(imported.policy.title);
    if (m_name->text().isEmpty() || m_name->text() == m_proposed) {
        m_name->setText(title);
        m_name->setCursorPosition(0);
    }
    m_proposed = title;
    m_use->setEnabled(true);
}

/// What was read, then the group of what does not matter, open or closed.
void ImportPage::displaySettings()
{
    ReportTable table = m_settings;
    m_groupRow = m_unimportant.empty() ? -1 : static_cast<int>(table.rows.size());
    if (m_groupRow >= 0) {
        const QString count = toQString(counted(static_cast<int>(m_unimportant.size()), "setting"));
        const QString title = m_isGroupOpen ? tr("▾ Does not matter: %1") : tr("▸ Does not matter: %1");
        table.addLine(fromQString(title.arg(count)));
    }
    for (std::size_t i = 0; m_isGroupOpen && i < m_unimportant.size(); ++i) {
        const io::UnimportantSetting& one = m_unimportant[i];
        table.add({{lineText(one.line)}, {fromQString(one.setting)}, {fromQString(sentenceOf(one.why))}});
    }
    m_table->clearSpans();
    m_model->display(std::move(table));
    if (m_groupRow >= 0) {
        m_table->setSpan(m_groupRow, 0, 1, m_model->columnCount());
    }
}

void ImportPage::toggleUnimportant(const QModelIndex& index)
{
    if (m_groupRow >= 0 && index.row() == m_groupRow) {
        m_isGroupOpen = !m_isGroupOpen;
        displaySettings();
        m_table->setCurrentIndex(m_model->index(m_groupRow, 0));
    }
}

void ImportPage::displayNothing(const QString& why, bool isProblem)
{
    m_table->clearSpans();
    m_model->clear();
    m_groupRow = -1;
    m_state->setText(why);
    m_state->setProperty("mark", isProblem ? QVariant(QStringLiteral("danger")) : QVariant());
    restyle(m_state);
    m_use->setEnabled(false);
    if (m_name->text() == m_proposed) { // that of the text before; a name of the user's own stays
        m_name->clear();
    }
}

void ImportPage::use()
{
    if (m_pause->isActive()) {
        read(); // what was typed just now counts, too
    }
    if (m_use->isEnabled()) {
        Policy policy = m_policy;
        policy.title =
            fromQString(m_name->text().trimmed().isEmpty() ? m_proposed : m_name->text().trimmed());
        Q_EMIT policyMade(policy);
    }
}

} // namespace retryscope::ui
