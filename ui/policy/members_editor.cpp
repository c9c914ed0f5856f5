// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/members_editor.h"

#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/text_space.h"
#include "ui/policy/group_inputs.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

/// Every group has one, and few want to see it: it opens like a word that is not set.
constexpr QLatin1String kSource{"source"};
/// As wide as most labels of forms, so that the inputs stand beneath one another.
constexpr int kCaptionCharacters = 14;

} // namespace

MembersEditor::MembersEditor(const io::SchemaNode& node, const QString& path, Options options,
                             QWidget* parent)
    : ValueInput(parent)
    , m_node(node)
    , m_path(path)
    , m_options(std::move(options))
    , m_keys(node.keys())
    , m_required(node.requiredKeys())
    , m_form(nullptr)
    , m_problem(makeHint({}, this))
    , m_more(makeQuietButton(m_options.more.isEmpty() ? tr("More…") : m_options.more,
                             path + QStringLiteral(".more"), this))
    , m_menu(new QMenu(this))
{
    m_keys.erase(std::remove_if(m_keys.begin(), m_keys.end(),
                                [this](const QString& key) { return m_options.elsewhere.contains(key); }),
                 m_keys.end());
    // What must be there comes first, then by what people read.
    std::sort(m_keys.begin(), m_keys.end(), [this](const QString& left, const QString& right) {
        const auto rank = [this](const QString& key) {
            return key == kSource ? 2 : m_required.contains(key) ? 0 : 1;
        };
        return rank(left) != rank(right) ? rank(left) < rank(right)
                                         : titleOf(left).localeAwareCompare(titleOf(right)) < 0;
    });
    m_problem->setObjectName(path + QStringLiteral(".problem"));
    m_problem->setProperty("mark", QStringLiteral("danger"));
    m_problem->hide();
    m_menu->setToolTipsVisible(true);
    m_more->setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &MembersEditor::fillMenu);
    auto* rows = new QWidget(this);
    m_form = makeForm(rows);
    m_form->setContentsMargins(0, 0, 0, 0);
    auto* layout = columnIn(this, 4);
    layout->addWidget(rows);
    layout->addWidget(m_problem);
    layout->addWidget(m_more, 0, Qt::AlignLeft);
}

bool MembersEditor::isShown(const QString& key) const
{
    if (m_added.contains(key)) {
        return true;
    }
    if (key == kSource) {
        return false;
    }
    const QJsonValue value = m_value.value(key);
    if (m_options.byKind.contains(key)) {
        return value.isObject();
    }
    // In a change for one service the usual value differs from what holds for all others.
    const bool isChange = m_path.startsWith(u"services.") || m_path.startsWith(u"operations.");
    return m_required.contains(key) ||
           (!value.isUndefined() && !value.isNull() && (isChange || value != m_node.at(key).usual()));
}

ValueInput* MembersEditor::makeInput(const QString& key)
{
    using Sort = io::SchemaNode::Sort;
    const io::SchemaNode node = m_node.at(key);
    const QString path = pathOf(key);
    const bool isGroup = node.sort() == Sort::Group || node.sort() == Sort::Map ||
                         (node.sort() == Sort::List && node.item().sort() == Sort::Group);
    if (isGroup && m_options.folds) {
        return new FoldedInput(node, path, this);
    }
    if (node.sort() == Sort::ByKind) {
        const bool isKindsOnly = m_options.byKind.contains(key);
        return new ByKindInput(node, path,
                               isKindsOnly ? ByKindInput::Shows::KindsOnly : ByKindInput::Shows::All, this);
    }
    return makeValueInput(node, path, this);
}

QString MembersEditor::pathOf(const QString& key) const
{
    return m_path.isEmpty() ? key : m_path + QLatin1Char('.') + key;
}

QString MembersEditor::titleOf(const QString& key) const
{
    const QString title = m_node.at(key).title();
    if (title.isEmpty()) { // of a kind
        return key == QLatin1String("default") ? tr("others") : wordTitle(key);
    }
    return m_options.byKind.contains(key) ? tr("%1, by kind").arg(title) : title;
}

void MembersEditor::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
    ValueInput::changeEvent(event);
}

void MembersEditor::showEvent(QShowEvent* event)
{
    applyTheme();
    ValueInput::showEvent(event);
}

/// Rows are made after their window, whose palette reaches them late.
void MembersEditor::applyTheme()
{
    const QIcon icon = Theme::forPalette(window()->palette()).icon(QStringLiteral("remove"));
    for (const auto& [key, row] : m_rows) {
        if (row.take != nullptr) {
            row.take->setIcon(icon);
        }
    }
}

MembersEditor::Row& MembersEditor::rowOf(const QString& key)
{
    Row& row = m_rows[key];
    if (row.content != nullptr) {
        return row;
    }
    const io::SchemaNode node = m_node.at(key);
    row.input = makeInput(key);
    row.content = new QWidget(this);
    auto* layout = rowIn(row.content, 4);
    layout->addWidget(row.input, 1);
    if (!m_required.contains(key)) {
        row.take = makeIconButton(tr("Remove: %1").arg(titleOf(key)), pathOf(key) + QStringLiteral(".remove"),
                                  row.content);
        row.take->setVisible(!m_isReadOnly);
        layout->addWidget(row.take, 0, Qt::AlignTop);
        connect(row.take, &QToolButton::clicked, this, [this, key] { remove(key); });
    }
    if (m_isReadOnly) {
        row.input->setReadOnly();
    }
    row.caption = makeLabel(titleOf(key), this);
    row.caption->setToolTip(plainToolTip(node.description()));
    row.caption->setBuddy(row.input);
    setLeastCharacters(row.caption, kCaptionCharacters);
    row.caption->hide();
    row.content->hide();
    connect(row.input, &ValueInput::edited, this, [this, key] { store(key); });
    return row;
}

/// A row that is not there is taken out: the layout forgets how high other rows are where a hidden one wraps
/// its text (Qt 6.4).
void MembersEditor::put(const QString& key, bool isThere)
{
    Row& row = rowOf(key);
    const bool wasThere = m_form->indexOf(row.content) >= 0;
    if (wasThere && !isThere) {
        const QFormLayout::TakeRowResult taken = m_form->takeRow(row.content);
        delete taken.labelItem;
        delete taken.fieldItem;
    } else if (!wasThere && isThere) {
        const auto before =
            std::count_if(m_keys.begin(), m_keys.begin() + m_keys.indexOf(key), [this](const QString& other) {
                const auto there = m_rows.find(other);
                return there != m_rows.end() && m_form->indexOf(there->second.content) >= 0;
            });
        m_form->insertRow(static_cast<int>(before), row.caption, row.content);
    }
    row.caption->setVisible(isThere);
    row.content->setVisible(isThere);
}

void MembersEditor::display(const QJsonValue& value)
{
    m_value = value.toObject();
    setProblem({});
    displayRows();
}

void MembersEditor::displayRows()
{
    bool isAnyLeft = false;
    for (const QString& key : std::as_const(m_keys)) {
        const bool isThere = isShown(key);
        isAnyLeft = isAnyLeft || !isThere;
        if (isThere || m_rows.count(key) != 0) {
            const Row& row = rowOf(key);
            put(key, isThere);
            if (isThere) {
                row.input->display(m_value.value(key));
            }
        }
    }
    m_more->setVisible(isAnyLeft && !m_isReadOnly);
    applyTheme();
}

QJsonValue MembersEditor::value() const
{
    return m_value.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(m_value);
}

void MembersEditor::forget()
{
    m_added.clear();
    for (const auto& [key, row] : m_rows) {
        row.input->forget();
    }
}

void MembersEditor::setReadOnly()
{
    m_isReadOnly = true;
    m_more->hide();
}

void MembersEditor::setProblem(const QString& problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void MembersEditor::store(const QString& key)
{
    const QJsonValue value = rowOf(key).input->value();
    m_added.insert(key); // the row stays while it is edited
    if (value.isUndefined()) {
        m_value.remove(key);
    } else {
        m_value.insert(key, value);
    }
    Q_EMIT edited();
}

void MembersEditor::remove(const QString& key)
{
    m_added.remove(key);
    if (m_options.byKind.contains(key)) {
        m_value.insert(key, m_value.value(key).toObject().value(QStringLiteral("default")));
    } else {
        m_value.remove(key);
    }
    m_more->setVisible(true);
    m_more->setFocus(); // the button that was pressed vanishes
    displayRows();
    Q_EMIT edited();
}

void MembersEditor::add(const QString& key)
{
    m_added.insert(key);
    const QJsonValue first = firstValueOf(m_node.at(key));
    const bool isSet = !first.isUndefined() && !m_options.byKind.contains(key);
    if (isSet) {
        m_value.insert(key, first);
    }
    displayRows();
    if (auto* folded = qobject_cast<FoldedInput*>(rowOf(key).input)) {
        folded->unfold();
    }
    rowOf(key).input->setFocus();
    if (isSet) {
        Q_EMIT edited();
    }
}

void MembersEditor::fillMenu()
{
    m_menu->clear();
    for (const QString& key : std::as_const(m_keys)) {
        if (isShown(key)) {
            continue;
        }
        const io::SchemaNode node = m_node.at(key);
        QAction* action = m_menu->addAction(titleOf(key));
        action->setObjectName(key);
        action->setToolTip(plainToolTip(node.description()));
        connect(action, &QAction::triggered, this, [this, key] { add(key); });
    }
}

} // namespace retryscope::ui
