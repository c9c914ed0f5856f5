// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/group_inputs.h"

#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/policy/members_editor.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

constexpr int kIndent = 12;
constexpr int kSpacing = 6;

} // namespace

GroupsInput::GroupsInput(const io::SchemaNode& node, const QString& path, QWidget* parent)
    : ValueInput(parent)
    , m_node(node)
    , m_path(path)
    , m_layout(columnIn(this, kSpacing))
    , m_add(makeQuietButton(tr("Add: %1").arg(node.item().title()), path + QStringLiteral(".add"), this))
{
    m_layout->addWidget(m_add, 0, Qt::AlignLeft);
    setFocusProxy(m_add);
    connect(m_add, &QPushButton::clicked, this, [this] {
        m_values.append(QJsonObject());
        displayEntries();
        m_entries[static_cast<std::size_t>(m_values.size() - 1)].words->setFocus();
    });
}

void GroupsInput::addEntry()
{
    const auto index = static_cast<qsizetype>(m_entries.size());
    const QString path = QStringLiteral("%1[%2]").arg(m_path).arg(index);
    Entry entry{.content = new QWidget(this), .words = nullptr};
    auto* layout = columnIn(entry.content, kSpacing);
    layout->setContentsMargins(kIndent, 0, 0, 4);
    entry.words = new MembersEditor(m_node.item(), path, {}, entry.content);
    auto* take = makeQuietButton(tr("Remove: %1").arg(m_node.item().title()),
                                 path + QStringLiteral(".remove"), entry.content);
    layout->addWidget(entry.words);
    layout->addWidget(take, 0, Qt::AlignLeft);
    if (m_isReadOnly) {
        entry.words->setReadOnly();
        take->hide();
    }
    connect(entry.words, &ValueInput::edited, this, [this, index] {
        m_values.replace(index, m_entries[static_cast<std::size_t>(index)].words->value().toObject());
        Q_EMIT edited();
    });
    connect(take, &QPushButton::clicked, this, [this, index] {
        m_add->setFocus(); // the button that was pressed may vanish
        m_values.removeAt(index);
        displayEntries();
        Q_EMIT edited();
    });
    m_layout->insertWidget(m_layout->indexOf(m_add), entry.content);
    m_entries.push_back(entry);
}

void GroupsInput::display(const QJsonValue& value)
{
    if (value != this->value() || m_values.isEmpty()) { // entries that are still empty stay
        m_values = value.toArray();
    }
    displayEntries();
}

void GroupsInput::displayEntries()
{
    const auto count = static_cast<std::size_t>(m_values.size());
    while (m_entries.size() < count) {
        addEntry();
    }
    for (std::size_t index = 0; index < m_entries.size(); ++index) {
        m_entries[index].content->setVisible(index < count);
        if (index < count) {
            m_entries[index].words->display(m_values.at(static_cast<qsizetype>(index)));
        }
    }
}

QJsonValue GroupsInput::value() const
{
    QJsonArray values;
    for (const auto& value : m_values) {
        if (!value.toObject().isEmpty()) {
            values.append(value);
        }
    }
    return values.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(values);
}

void GroupsInput::forget()
{
    m_values = {};
    for (const Entry& entry : m_entries) {
        entry.words->forget();
    }
}

void GroupsInput::setReadOnly()
{
    m_isReadOnly = true;
    m_add->hide();
}

NamedInput::NamedInput(const io::SchemaNode& node, const QString& path, QWidget* parent)
    : ValueInput(parent)
    , m_node(node)
    , m_path(path)
    , m_layout(columnIn(this, kSpacing))
    , m_foot(new QWidget(this))
    , m_name(new QLineEdit)
{
    auto* foot = rowIn(m_foot);
    auto* button = makeQuietButton(tr("Add"), path + QStringLiteral(".add"), m_foot);
    nameInput(m_name, path + QStringLiteral(".name"), tr("Name: %1").arg(node.title()));
    m_name->setPlaceholderText(tr("name"));
    makeSlim(m_name);
    foot->addWidget(m_name, 1);
    foot->addWidget(button);
    m_layout->addWidget(m_foot);
    setFocusProxy(m_name);
    connect(button, &QPushButton::clicked, this, &NamedInput::add);
    connect(m_name, &QLineEdit::returnPressed, this, &NamedInput::add);
}

void NamedInput::add()
{
    const QString name = m_name->text().trimmed();
    if (name.isEmpty() || m_values.contains(name)) {
        return;
    }
    m_name->clear();
    const bool isGroup = m_node.item().sort() == io::SchemaNode::Sort::Group;
    m_values.insert(name, isGroup ? QJsonValue(QJsonObject()) : QJsonValue(QString()));
    display(m_values);
    entryOf(name).input->setFocus();
    Q_EMIT edited();
}

NamedInput::Entry& NamedInput::entryOf(const QString& name)
{
    Entry& entry = m_entries[name];
    if (entry.content != nullptr) {
        return entry;
    }
    const QString path = m_path + QLatin1Char('.') + name;
    entry.content = new QWidget(this);
    auto* layout = columnIn(entry.content, kSpacing);
    auto* head = new QHBoxLayout;
    QLabel* title = makeHeading(shortened(name, 80), entry.content);
    auto* take = makeQuietButton(tr("Remove"), path + QStringLiteral(".remove"), entry.content);
    take->setVisible(!m_isReadOnly);
    head->addWidget(title, 1);
    head->addWidget(take);
    layout->addLayout(head);
    entry.input = makeValueInput(m_node.item(), path, entry.content);
    entry.input->setContentsMargins(kIndent, 0, 0, 0);
    if (m_isReadOnly) {
        entry.input->setReadOnly();
    }
    layout->addWidget(entry.input);
    connect(entry.input, &ValueInput::edited, this, [this, name] {
        const QJsonValue value = m_entries[name].input->value();
        const bool isGroup = m_node.item().sort() == io::SchemaNode::Sort::Group;
        m_values.insert(name, value.isUndefined() && isGroup ? QJsonValue(QJsonObject()) : value);
        Q_EMIT edited();
    });
    connect(take, &QPushButton::clicked, this, [this, name] {
        m_name->setFocus(); // the button that was pressed vanishes
        m_values.remove(name);
        m_entries[name].content->hide();
        Q_EMIT edited();
    });
    m_layout->insertWidget(m_layout->indexOf(m_foot), entry.content);
    return entry;
}

void NamedInput::display(const QJsonValue& value)
{
    m_values = value.toObject();
    for (const auto& [name, entry] : m_entries) {
        entry.content->setVisible(m_values.contains(name));
    }
    for (const QString& name : m_values.keys()) {
        const Entry& entry = entryOf(name);
        entry.content->show();
        entry.input->display(m_values.value(name));
    }
}

QJsonValue NamedInput::value() const
{
    return m_values.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(m_values);
}

void NamedInput::forget()
{
    for (const auto& [name, entry] : m_entries) {
        entry.input->forget();
    }
}

void NamedInput::setReadOnly()
{
    m_isReadOnly = true;
    m_foot->hide();
}

ByKindInput::ByKindInput(const io::SchemaNode& node, const QString& path, Shows shows, QWidget* parent)
    : ValueInput(parent)
    , m_shows(shows)
    , m_words(new MembersEditor(
          node.kinds(), path,
          {.elsewhere = QStringList{QStringLiteral("none"), QStringLiteral("permanent")} + // never retried
                        (shows == Shows::KindsOnly ? QStringList{QStringLiteral("default")} : QStringList()),
           .more = tr("Kind…")},
          this))
{
    columnIn(this, kSpacing)->addWidget(m_words);
    setFocusProxy(m_words);
    connect(m_words, &ValueInput::edited, this, &ValueInput::edited);
}

void ByKindInput::display(const QJsonValue& value)
{
    QJsonObject kinds = value.isObject() ? value.toObject() : QJsonObject();
    m_general = value.isObject() ? kinds.value(QStringLiteral("default")) : value;
    if (m_shows == Shows::KindsOnly) {
        kinds.remove(QStringLiteral("default"));
    } else if (!m_general.isUndefined()) {
        kinds.insert(QStringLiteral("default"), m_general);
    }
    m_words->display(kinds);
}

QJsonValue ByKindInput::value() const
{
    QJsonObject kinds = m_words->value().toObject();
    const QJsonValue general =
        m_shows == Shows::KindsOnly ? m_general : kinds.value(QStringLiteral("default"));
    kinds.remove(QStringLiteral("default"));
    if (kinds.isEmpty()) {
        return general;
    }
    kinds.insert(QStringLiteral("default"), general);
    return kinds;
}

void ByKindInput::forget()
{
    m_words->forget();
}

FoldedInput::FoldedInput(const io::SchemaNode& node, const QString& path, QWidget* parent)
    : ValueInput(parent)
    , m_node(node)
    , m_path(path)
    , m_button(makeQuietButton({}, path + QStringLiteral(".unfold"), this))
{
    auto* layout = columnIn(this, kSpacing);
    layout->addWidget(m_button, 0, Qt::AlignLeft);
    setFocusProxy(m_button);
    m_button->setCheckable(true);
    m_button->setToolTip(plainToolTip(node.description()));
    connect(m_button, &QPushButton::toggled, this, [this](bool isOpen) {
        if (isOpen && m_inside == nullptr) {
            m_inside = makeValueInput(m_node, m_path, this);
            this->layout()->addWidget(m_inside);
            connect(m_inside, &ValueInput::edited, this, [this] {
                m_value = m_inside->value();
                Q_EMIT edited();
            });
            m_inside->display(m_value);
        }
        if (m_inside != nullptr) {
            m_inside->setVisible(isOpen);
        }
        displayButton();
    });
    displayButton();
}

void FoldedInput::unfold()
{
    m_button->setChecked(true);
}

void FoldedInput::displayButton()
{
    const bool isGroup = m_node.sort() == io::SchemaNode::Sort::Group;
    const auto count = m_value.isArray() ? m_value.toArray().size() : m_value.toObject().size();
    m_button->setText(m_button->isChecked() ? tr("Hide") : isGroup ? tr("Show…") : tr("Show %1…").arg(count));
    m_button->setAccessibleName(tr("%1: %2").arg(m_node.title(), m_button->text()));
}

void FoldedInput::display(const QJsonValue& value)
{
    m_value = value;
    displayButton();
    if (m_inside != nullptr) {
        m_inside->display(value);
    }
}

QJsonValue FoldedInput::value() const
{
    return m_value;
}

void FoldedInput::forget()
{
    if (m_inside != nullptr) {
        m_inside->forget();
    }
}

} // namespace retryscope::ui
