// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/hints_editor.h"

#include "core/io/documents/policy_json.h"
#include "core/io/documents/policy_schema.h"
#include "core/io/text/utf8.h"
#include "ui/parts/duration_box.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/policy/rule_text.h"
#include "ui/policy/words_editor.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

/// Of a header that is added: the common one, and the one of AWS services where that is there already.
HintSpec freshHint(const std::vector<HintSpec>& others)
{
    const bool hasCommon = std::any_of(others.begin(), others.end(),
                                       [](const HintSpec& hint) { return hint.header == "retry-after"; });
    return {.header = hasCommon ? "x-amz-retry-after" : "retry-after",
            .unit = hasCommon ? HintUnit::Milliseconds : HintUnit::SecondsOrDate,
            .bounds = HintBounds::LowerBound,
            .cap = std::nullopt,
            .source = kOwnSource};
}

template <typename Enum>
QComboBox* makeChoice(const std::vector<std::pair<QString, Enum>>& choices)
{
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const auto& [title, value] : choices) {
        box->addItem(title, static_cast<int>(value));
    }
    return box;
}

} // namespace

struct HintsEditor::Row
{
    QWidget* content;
    QLineEdit* header;
    QComboBox* unit;
    QComboBox* bounds;
    DurationBox* cap;
    WordsEditor* words; ///< everything else
};

HintsEditor::HintsEditor(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
    , m_add(makeQuietButton(tr("Add header"), QStringLiteral("hintAddButton"), this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->addWidget(makeHint(tr("Headers with a delay hint that the client obeys. The client uses the "
                                    "first one that is present and readable."),
                                 this));
    m_layout->addWidget(m_add, 0, Qt::AlignLeft);
    connect(m_add, &QPushButton::clicked, this, &HintsEditor::add);
}

HintsEditor::~HintsEditor() = default;

void HintsEditor::addRow()
{
    const std::size_t index = m_rows.size();
    const QString suffix = QString::number(index + 1);
    auto row = std::make_unique<Row>();
    row->content = new QWidget(this);
    auto* form = makeForm(row->content);
    form->setContentsMargins(0, 4, 0, 4);
    row->header = new QLineEdit;
    row->unit = makeChoice<HintUnit>({{tr("seconds"), HintUnit::Seconds},
                                      {tr("a date"), HintUnit::Date},
                                      {tr("seconds or a date"), HintUnit::SecondsOrDate},
                                      {tr("milliseconds"), HintUnit::Milliseconds},
                                      {tr("a duration such as 6m0s"), HintUnit::TimeSpan},
                                      {tr("seconds since 1970"), HintUnit::EpochSeconds},
                                      {tr("a timestamp"), HintUnit::Timestamp},
                                      {tr("seconds, date or epoch"), HintUnit::SecondsDateOrEpoch}});
    row->bounds = makeChoice<HintBounds>({{tr("minimum delay"), HintBounds::LowerBound},
                                          {tr("exact delay"), HintBounds::Replace},
                                          {tr("backoff + up to 5 s"), HintBounds::Within5s}});
    row->cap = new DurationBox(tr("no limit"));
    addField(form, tr("Header %1").arg(suffix), row->header, QStringLiteral("hintHeaderEdit") + suffix);
    addField(form, tr("Format"), row->unit, QStringLiteral("hintUnitBox") + suffix);
    addField(form, tr("Counts as"), row->bounds, QStringLiteral("hintBoundsBox") + suffix);
    addField(form, tr("Obeyed up to"), row->cap, QStringLiteral("hintCapBox") + suffix);
    const io::SchemaNode node = io::SchemaNode::policy().at(QStringLiteral("hints")).item();
    const auto explain = [&node](QWidget* input, const char* key) {
        input->setToolTip(plainToolTip(node.at(QLatin1String(key)).description()));
    };
    explain(row->header, "header");
    explain(row->unit, "unit");
    explain(row->bounds, "bounds");
    row->cap->setHelp(node.at(QStringLiteral("cap")).description());
    row->words = new WordsEditor(node, QStringLiteral("hints[%1]").arg(index),
                                 {.elsewhere = {QStringLiteral("header"), QStringLiteral("unit"),
                                                QStringLiteral("bounds"), QStringLiteral("cap")}},
                                 row->content);
    form->addRow(row->words);
    connect(row->words, &WordInput::edited, this, [this, index] { storeWords(index); });
    auto* removeButton =
        makeQuietButton(tr("Remove header"), QStringLiteral("hintRemoveButton") + suffix, row->content);
    form->addRow(removeButton);
    connect(row->header, &QLineEdit::editingFinished, this, [this, index, edit = row->header] {
        if (edit->isModified()) {
            store(index);
        }
    });
    for (const QComboBox* box : {row->unit, row->bounds}) {
        connect(box, &QComboBox::activated, this, [this, index] { store(index); });
    }
    connect(row->cap, &DurationBox::valueChanged, this, [this, index] { store(index); });
    connect(removeButton, &QPushButton::clicked, this, [this, index] { remove(index); });
    m_layout->insertWidget(m_layout->indexOf(m_add), row->content);
    m_rows.push_back(std::move(row));
}

void HintsEditor::display(const std::vector<HintSpec>& hints)
{
    m_hints = hints;
    while (m_rows.size() < hints.size()) {
        addRow();
    }
    m_isDisplaying = true;
    for (std::size_t index = 0; index < m_rows.size(); ++index) {
        const Row& row = *m_rows[index];
        row.content->setVisible(index < hints.size());
        if (index < hints.size()) {
            const HintSpec& hint = hints[index];
            row.header->setText(toQString(hint.header));
            row.unit->setCurrentIndex(row.unit->findData(static_cast<int>(hint.unit)));
            row.bounds->setCurrentIndex(row.bounds->findData(static_cast<int>(hint.bounds)));
            row.cap->setDuration(hint.cap);
            row.words->display(io::hintToJson(hint));
        }
    }
    m_isDisplaying = false;
}

void HintsEditor::forget()
{
    for (const std::unique_ptr<Row>& row : m_rows) {
        row->words->forget();
    }
}

void HintsEditor::add()
{
    std::vector<HintSpec> hints = m_hints;
    hints.push_back(freshHint(hints));
    display(hints);
    m_rows[hints.size() - 1]->header->setFocus();
    Q_EMIT edited();
}

void HintsEditor::remove(std::size_t row)
{
    std::vector<HintSpec> hints = m_hints;
    hints.erase(hints.begin() + static_cast<std::ptrdiff_t>(row));
    forget();          // the rows move up
    m_add->setFocus(); // the button that was pressed may vanish
    display(hints);
    Q_EMIT edited();
}

void HintsEditor::storeWords(std::size_t row)
{
    if (m_isDisplaying) {
        return;
    }
    WordsEditor& words = *m_rows[row]->words;
    const io::Result<HintSpec> hint = io::hintFromJson(words.value().toObject());
    words.setProblem(hint ? QString() : hint.error().text());
    if (hint) {
        m_hints[row] = hint.value();
        Q_EMIT edited();
    }
}

void HintsEditor::store(std::size_t row)
{
    if (m_isDisplaying) {
        return;
    }
    const Row& inputs = *m_rows[row];
    HintSpec& hint = m_hints[row];
    hint.header = fromQString(inputs.header->text().trimmed());
    hint.unit = static_cast<HintUnit>(inputs.unit->currentData().toInt());
    hint.bounds = static_cast<HintBounds>(inputs.bounds->currentData().toInt());
    hint.cap = inputs.cap->optionalDuration();
    Q_EMIT edited();
}

} // namespace retryscope::ui
