// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/hints_editor.h"

#include "core/io/documents/policy_json.h"
#include "core/io/documents/policy_schema.h"
#include "ui/parts/form.h"
#include "ui/policy/members_editor.h"
#include "ui/policy/rule_text.h"

#include <QFormLayout>
#include <QLabel>
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

} // namespace

struct HintsEditor::Row
{
    QWidget* content;
    std::vector<std::pair<QString, ValueInput*>> members;
    MembersEditor* words; ///< everything else
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
    const io::SchemaNode node = io::SchemaNode::policy().at(QStringLiteral("hints")).item();
    const QString path = QStringLiteral("hints[%1]").arg(index);
    QStringList keys;
    const auto add = [&](const char* key, const QString& label, WordLook look) {
        keys += QLatin1String(key);
        look.name += suffix;
        ValueInput* input =
            makeValueInput(node.at(keys.back()), path + QLatin1Char('.') + keys.back(), row->content, look);
        addField(form, label, input, look.name + QStringLiteral("Row"));
        input->focusProxy()->setAccessibleName(input->accessibleName());
        connect(input, &ValueInput::edited, this, [this, index, key = keys.back(), input] {
            QJsonObject hint = io::hintToJson(m_hints[index]);
            hint.insert(key, input->value()); // undefined: none
            store(index, hint);
        });
        row->members.emplace_back(keys.back(), input);
    };
    add("header", tr("Header %1").arg(suffix), {.name = QStringLiteral("hintHeaderEdit")});
    add("unit", tr("Format"),
        {.name = QStringLiteral("hintUnitBox"),
         .titles = {{QStringLiteral("seconds"), tr("seconds")},
                    {QStringLiteral("date"), tr("a date")},
                    {QStringLiteral("secondsOrDate"), tr("seconds or a date")},
                    {QStringLiteral("milliseconds"), tr("milliseconds")},
                    {QStringLiteral("duration"), tr("a duration such as 6m0s")},
                    {QStringLiteral("epochSeconds"), tr("seconds since 1970")},
                    {QStringLiteral("timestamp"), tr("a timestamp")},
                    {QStringLiteral("secondsDateOrEpoch"), tr("seconds, date or epoch")}}});
    add("bounds", tr("Counts as"),
        {.name = QStringLiteral("hintBoundsBox"),
         .titles = {{QStringLiteral("lowerBound"), tr("minimum delay")},
                    {QStringLiteral("replace"), tr("exact delay")},
                    {QStringLiteral("within5s"), tr("backoff + up to 5 s")}}});
    add("cap", tr("Obeyed up to"), {.name = QStringLiteral("hintCapBox"), .whenNone = tr("no limit")});
    row->words = new MembersEditor(node, path, {.elsewhere = keys}, row->content);
    form->addRow(row->words);
    connect(row->words, &ValueInput::edited, this,
            [this, index, words = row->words] { store(index, words->value().toObject()); });
    auto* removeButton =
        makeQuietButton(tr("Remove header"), QStringLiteral("hintRemoveButton") + suffix, row->content);
    form->addRow(removeButton);
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
    const io::SchemaNode node = io::SchemaNode::policy().at(QStringLiteral("hints")).item();
    for (std::size_t index = 0; index < m_rows.size(); ++index) {
        const Row& row = *m_rows[index];
        row.content->setVisible(index < hints.size());
        if (index < hints.size()) {
            const QJsonObject hint = io::hintToJson(hints[index]);
            for (const auto& [key, input] : row.members) {
                const QJsonValue value = hint.value(key);
                input->display(value.isUndefined() ? node.at(key).usual() : value);
            }
            row.words->display(hint);
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
    m_rows[hints.size() - 1]->members.front().second->setFocus();
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

void HintsEditor::store(std::size_t row, const QJsonObject& json)
{
    if (m_isDisplaying) {
        return;
    }
    const io::Result<HintSpec> hint = io::hintFromJson(json);
    m_rows[row]->words->setProblem(hint ? QString() : hint.error().text());
    if (hint) {
        m_hints[row] = hint.value();
        Q_EMIT edited();
    }
}

} // namespace retryscope::ui
