// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/value_input.h"

#include "core/io/json/json_units.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/duration_box.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/long_words.h"
#include "ui/parts/plain_edit.h"
#include "ui/parts/text_space.h"
#include "ui/policy/group_inputs.h"
#include "ui/policy/members_editor.h"

#include <QComboBox>
#include <QJsonArray>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace retryscope::ui {

namespace {

using Sort = io::SchemaNode::Sort;

constexpr double kLongestMilliseconds = 1e12; ///< 31 years; timers that overflow are at 24.8 days
constexpr int kMostLines = 5;
constexpr int kMostLineLength = 4096; ///< of a text in a policy

void fill(ValueInput* input, QWidget* inside, const QString& path, const io::SchemaNode& node)
{
    auto* layout = columnIn(input);
    layout->addWidget(inside);
    nameInput(inside, path, node.title());
    makeSlim(inside);
    input->setFocusProxy(inside);
    if (inside->toolTip().isEmpty()) {
        inside->setToolTip(plainToolTip(node.description()));
    }
}

void editWhenLeft(ValueInput* input, QLineEdit* edit)
{
    QObject::connect(edit, &QLineEdit::editingFinished, input, [input, edit] {
        if (edit->isModified()) {
            edit->setModified(false);
            Q_EMIT input->edited();
        }
    });
}

/// One of some words.
class ChoiceInput : public ValueInput
{
public:
    ChoiceInput(const io::SchemaNode& node, const QString& path, QWidget* parent)
        : ValueInput(parent), m_box(new ChoiceBox), m_isFlag(node.sort() == Sort::Flag)
    {
        m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        if (m_isFlag) {
            m_box->addItem(tr("yes"), true);
            m_box->addItem(tr("no"), false);
        }
        for (const QString& word : node.words()) {
            m_box->addItem(wordTitle(word), word);
        }
        fill(this, m_box, path, node);
        connect(m_box, &QComboBox::activated, this, &ValueInput::edited);
    }
    void display(const QJsonValue& value) override
    {
        m_box->setCurrentIndex(m_box->findData(value.toVariant()));
    }
    [[nodiscard]] QJsonValue value() const override
    {
        return m_box->currentIndex() < 0 ? QJsonValue(QJsonValue::Undefined)
                                         : QJsonValue::fromVariant(m_box->currentData());
    }

private:
    QComboBox* m_box;
    bool m_isFlag;
};

/// Accepts a typed minus even where the minimum is 0, so that -5 is rejected and does not become 5.
class WholeBox : public QSpinBox
{
public:
    using QSpinBox::QSpinBox;

protected:
    QValidator::State validate(QString& text, int& position) const override
    {
        return minimum() >= 0 && text.trimmed().startsWith(QLatin1Char('-'))
                   ? QValidator::Intermediate
                   : QSpinBox::validate(text, position);
    }
};

class WholeInput : public ValueInput
{
public:
    WholeInput(const io::SchemaNode& node, const QString& path, QWidget* parent)
        : ValueInput(parent), m_box(new WholeBox)
    {
        m_box->setRange(static_cast<int>(node.minimum(std::numeric_limits<int>::min())),
                        static_cast<int>(node.maximum(std::numeric_limits<int>::max())));
        m_box->setKeyboardTracking(false);
        fill(this, m_box, path, node);
        connect(m_box, &QSpinBox::valueChanged, this, &ValueInput::edited);
    }
    void display(const QJsonValue& value) override
    {
        const QSignalBlocker quiet(m_box);
        m_box->setValue(value.toInt(m_box->minimum()));
    }
    [[nodiscard]] QJsonValue value() const override { return m_box->value(); }

private:
    QSpinBox* m_box;
};

/// Shows no zeros that say nothing: 2 and 0.25.
class DecimalBox : public QDoubleSpinBox
{
public:
    [[nodiscard]] QString textFromValue(double value) const override
    {
        QLocale numbers = locale();
        numbers.setNumberOptions(QLocale::OmitGroupSeparator);
        return numbers.toString(value, 'f', QLocale::FloatingPointShortest);
    }
};

class NumberInput : public ValueInput
{
public:
    NumberInput(const io::SchemaNode& node, const QString& path, QWidget* parent)
        : ValueInput(parent), m_box(new DecimalBox)
    {
        constexpr double kLargest = 1e12;
        m_box->setDecimals(3);
        m_box->setRange(node.minimum(-kLargest), node.maximum(kLargest));
        m_box->setSingleStep(0.1);
        m_box->setKeyboardTracking(false);
        fill(this, m_box, path, node);
        connect(m_box, &QDoubleSpinBox::valueChanged, this, &ValueInput::edited);
    }
    void display(const QJsonValue& value) override
    {
        const QSignalBlocker quiet(m_box);
        m_box->setValue(value.toDouble(std::max(0.0, m_box->minimum())));
    }
    [[nodiscard]] QJsonValue value() const override { return m_box->value(); }

private:
    QDoubleSpinBox* m_box;
};

class DurationInput : public ValueInput
{
public:
    DurationInput(const io::SchemaNode& node, const QString& path, QWidget* parent, const QString& whenNone)
        : ValueInput(parent), m_box(new DurationBox(whenNone)), m_isOptional(!whenNone.isEmpty())
    {
        m_box->setMaximum(kLongestMilliseconds);
        m_box->setHelp(node.description());
        fill(this, m_box, path, node);
        connect(m_box, &QDoubleSpinBox::valueChanged, this, &ValueInput::edited);
        // A zero that is typed into an empty field changes no number, and yet it is one.
        const auto* line = m_box->findChild<QLineEdit*>();
        connect(line, &QLineEdit::textEdited, this, [this] { m_isTyped = true; });
        connect(m_box, &QDoubleSpinBox::editingFinished, this, [this] {
            if (m_isEmpty && m_isTyped) {
                Q_EMIT edited();
            }
        });
    }
    void display(const QJsonValue& value) override
    {
        const QSignalBlocker quiet(m_box);
        m_isEmpty = value.isUndefined();
        m_isTyped = false;
        m_box->setDuration(io::durationFromText(value.toString()).value_or(Duration::zero()));
    }
    [[nodiscard]] QJsonValue value() const override
    {
        return m_isOptional && !m_box->optionalDuration() ? QJsonValue(QJsonValue::Undefined)
                                                          : io::durationToText(m_box->duration());
    }

private:
    DurationBox* m_box;
    bool m_isOptional;
    bool m_isEmpty = true;
    bool m_isTyped = false;
};

class TextInput : public ValueInput
{
public:
    TextInput(const io::SchemaNode& node, const QString& path, QWidget* parent)
        : ValueInput(parent), m_edit(new QLineEdit)
    {
        m_edit->setMaxLength(kMostLineLength);
        fill(this, m_edit, path, node);
        editWhenLeft(this, m_edit);
    }
    void display(const QJsonValue& value) override
    {
        if (value.toString() != m_edit->text()) {
            m_edit->setText(value.toString());
            m_edit->setCursorPosition(0);
        }
    }
    [[nodiscard]] QJsonValue value() const override
    {
        return m_edit->text().isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(m_edit->text());
    }

private:
    QLineEdit* m_edit;
};

/// Statuses, spans of time: what is short, separated by commas.
class CommaInput : public ValueInput
{
public:
    CommaInput(const io::SchemaNode& node, const QString& path, QWidget* parent)
        : ValueInput(parent), m_edit(new QLineEdit), m_isWhole(node.item().sort() == Sort::Whole)
    {
        const bool isStatus = node.item().sort() == Sort::Status || m_isWhole;
        m_edit->setPlaceholderText(isStatus ? tr("503, 5xx, 500-599") : tr("1s, 4s, 9s"));
        fill(this, m_edit, path, node);
        editWhenLeft(this, m_edit);
    }
    void display(const QJsonValue& value) override
    {
        QStringList parts;
        for (const auto& part : value.toArray()) {
            parts += part.isDouble() ? QString::number(part.toInt()) : part.toString();
        }
        const QString text = parts.join(QStringLiteral(", "));
        if (text != m_edit->text()) {
            m_edit->setText(text);
        }
    }
    [[nodiscard]] QJsonValue value() const override
    {
        QJsonArray parts;
        for (const QString& part : m_edit->text().split(QLatin1Char(','))) {
            bool isNumber = false;
            const int number = part.toInt(&isNumber);
            if (!part.trimmed().isEmpty()) {
                parts.append(isNumber ? QJsonValue(number) : QJsonValue(part.trimmed()));
            }
        }
        return parts.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(parts);
    }

private:
    QLineEdit* m_edit;
    bool m_isWhole;
};

/// Texts, one in a line.
class LinesInput : public ValueInput
{
public:
    LinesInput(const io::SchemaNode& node, const QString& path, QWidget* parent)
        : ValueInput(parent), m_edit(new PlainEdit)
    {
        m_edit->setTabChangesFocus(true);
        wrapLongWordsAnywhere(m_edit);
        m_edit->setPlaceholderText(tr("one per line"));
        fill(this, m_edit, path, node);
        followText(m_edit, [this] { fit(); });
        connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
            fit();
            if (!m_isDisplaying) {
                Q_EMIT edited();
            }
        });
    }
    void display(const QJsonValue& value) override
    {
        if (value == this->value() || (value.isUndefined() && m_edit->document()->isEmpty())) {
            return;
        }
        QStringList lines;
        bool isPlain = true;
        for (const auto& line : value.toArray()) {
            lines += line.toString();
            isPlain = isPlain && !lines.last().contains(QLatin1Char('\n')) && !lines.last().isEmpty();
        }
        m_isDisplaying = true;
        m_edit->setPlainText(lines.join(QLatin1Char('\n')));
        m_edit->setReadOnly(!isPlain); // a line break within a text stands in JSON only
        m_isDisplaying = false;
    }
    [[nodiscard]] QJsonValue value() const override
    {
        QJsonArray lines;
        for (const QString& line : m_edit->toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
            lines.append(line);
        }
        return lines.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(lines);
    }

private:
    /// As high as its text, within reason.
    void fit()
    {
        const int lines = std::clamp(m_edit->blockCount(), 1, kMostLines);
        constexpr int kAround = 14;
        m_edit->setFixedHeight(lines * m_edit->fontMetrics().lineSpacing() + kAround);
    }

    QPlainTextEdit* m_edit;
    bool m_isDisplaying = false;
};

/// Several of some words. Those that are there keep their order.
class ChoicesInput : public ValueInput
{
public:
    ChoicesInput(const io::SchemaNode& node, const QString& path, QWidget* parent)
        : ValueInput(parent), m_list(new QListWidget)
    {
        for (const QString& word : node.item().words()) {
            auto* item = new QListWidgetItem(wordTitle(word), m_list);
            item->setData(Qt::UserRole, word);
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsSelectable);
            item->setCheckState(Qt::Unchecked);
        }
        fill(this, m_list, path, node);
        followText(m_list, [this] {
            constexpr int kAround = 6;
            constexpr int kMostChoices = 14; // a list that scrolls would cut its last row
            const int row = std::max(m_list->sizeHintForRow(0), m_list->fontMetrics().height());
            m_list->setFixedHeight(std::min(m_list->count(), kMostChoices) * row + kAround);
        });
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
        connect(m_list, &QListWidget::itemChanged, this, &ValueInput::edited);
    }
    void display(const QJsonValue& value) override
    {
        const QSignalBlocker quiet(m_list);
        m_before = value.toArray();
        for (int row = 0; row < m_list->count(); ++row) {
            const bool isThere = m_before.contains(m_list->item(row)->data(Qt::UserRole).toString());
            m_list->item(row)->setCheckState(isThere ? Qt::Checked : Qt::Unchecked);
        }
    }
    [[nodiscard]] QJsonValue value() const override
    {
        QStringList checked;
        for (int row = 0; row < m_list->count(); ++row) {
            if (m_list->item(row)->checkState() == Qt::Checked) {
                checked.append(m_list->item(row)->data(Qt::UserRole).toString());
            }
        }
        QJsonArray words;
        for (const auto& word : m_before) {
            if (checked.removeAll(word.toString()) > 0) {
                words.append(word);
            }
        }
        for (const QString& word : checked) {
            words.append(word);
        }
        return words.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(words);
    }

private:
    QListWidget* m_list;
    QJsonArray m_before;
};

ValueInput* makeListInput(const io::SchemaNode& node, const QString& path, QWidget* parent)
{
    switch (node.item().sort()) {
    case Sort::Group:
        return new GroupsInput(node, path, parent);
    case Sort::Choice:
        return new ChoicesInput(node, path, parent);
    case Sort::Status:
    case Sort::Whole:
    case Sort::Duration:
        return new CommaInput(node, path, parent);
    default:
        return new LinesInput(node, path, parent);
    }
}

ValueInput* makeInputFor(const io::SchemaNode& node, const QString& path, QWidget* parent,
                         const QString& whenNone)
{
    switch (node.sort()) {
    case Sort::Flag:
    case Sort::Choice:
        return new ChoiceInput(node, path, parent);
    case Sort::Whole:
        return new WholeInput(node, path, parent);
    case Sort::Number:
        return new NumberInput(node, path, parent);
    case Sort::Duration:
        return new DurationInput(node, path, parent, whenNone);
    case Sort::List:
        return makeListInput(node, path, parent);
    case Sort::Group:
        return new MembersEditor(node, path, {}, parent);
    case Sort::Map:
        return new NamedInput(node, path, parent);
    case Sort::ByKind:
        return new ByKindInput(node, path, ByKindInput::Shows::All, parent);
    case Sort::Status:
    case Sort::Text:
    case Sort::Unknown:
        break;
    }
    return new TextInput(node, path, parent);
}

} // namespace

ValueInput* makeValueInput(const io::SchemaNode& node, const QString& path, QWidget* parent,
                           const WordLook& look)
{
    ValueInput* input = makeInputFor(node, path, parent, look.whenNone);
    if (!look.name.isEmpty()) {
        input->focusProxy()->setObjectName(look.name);
    }
    if (auto* box = qobject_cast<QComboBox*>(input->focusProxy()); box != nullptr && !look.titles.empty()) {
        box->clear();
        for (const auto& [value, title] : look.titles) {
            box->addItem(title, value);
        }
    }
    return input;
}

QJsonValue firstValueOf(const io::SchemaNode& node)
{
    if (node.sort() == Sort::Flag) {
        return !node.usual().toBool();
    }
    for (const QString& word : node.words()) {
        if (word != node.usual().toString()) {
            return word;
        }
    }
    const bool isNumber = node.sort() == Sort::Whole || node.sort() == Sort::Number;
    return isNumber ? QJsonValue(std::max(node.sort() == Sort::Whole ? 1.0 : 0.0, node.minimum(0)))
                    : QJsonValue(QJsonValue::Undefined);
}

QString wordTitle(const QString& word)
{
    QString title;
    for (const QChar letter : word) {
        if (letter.isUpper() && !title.isEmpty()) {
            title += QLatin1Char(' ');
        }
        title += letter.toLower();
    }
    return title;
}

} // namespace retryscope::ui
