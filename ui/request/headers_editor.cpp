// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/headers_editor.h"

#include "core/io/text/utf8.h"
#include "ui/parts/form.h"
#include "ui/request/field_table.h"

#include <QAction>
#include <QScopedValueRollback>

#include <utility>

namespace retryscope::ui {

namespace {

/// A line break would end the header on the wire, so it never gets into one. A header whose name is cleared
/// loses its value, too. False: nothing changes.
template <std::string Header::*Part>
bool setPart(Header& header, const QVariant& value)
{
    std::string text = fromQString(value.toString().simplified());
    if (text == header.*Part) {
        return false;
    }
    header.*Part = std::move(text);
    header.value = header.name.empty() && Part == &Header::name ? std::string() : header.value;
    return true;
}

bool isBlank(const Header& header)
{
    return header.name.empty() && header.value.empty();
}

} // namespace

HeadersEditor::HeadersEditor(const QString& name, const QString& label, QWidget* parent)
    : QWidget(parent)
    , m_model(new EditableTable<Header>({}, this))
    , m_table(new FieldTable(name, label, this))
    , m_remove(new QAction(m_table))
{
    m_table->setModel(m_model);
    m_remove->setShortcut(QKeySequence::Delete);
    m_remove->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(m_remove);
    connect(m_remove, &QAction::triggered, this, &HeadersEditor::removeSelected);
    m_model->userEdited = [this] {
        onEdited();
    };
    setWords(tr("Header"), tr("Type here to add a header"), tr("Remove header"));
    auto* layout = columnIn(this);
    layout->addWidget(m_table);
    setHeaders({});
}

QTableView* HeadersEditor::table() const
{
    return m_table;
}

void HeadersEditor::setWords(const QString& nameTitle, const QString& addHint, const QString& removeTitle)
{
    m_nameTitle = nameTitle;
    m_addHint = addHint;
    m_remove->setText(removeTitle);
    setNotKept({});
}

void HeadersEditor::setNotKept(const QStringList& names)
{
    const auto isNotKept = [names](const Header& header) {
        return header.value.empty() && names.contains(toQString(header.name), Qt::CaseInsensitive);
    };
    const auto name = [](const Header& header) {
        return toQString(header.name);
    };
    const auto value = [isNotKept](const Header& header) {
        return isNotKept(header) ? tr("not saved: type it again") : toQString(header.value);
    };
    const auto tip = [hint = m_addHint](const auto& text) {
        return [text, hint](const Header& header) {
            return isBlank(header) ? hint : text(header);
        };
    };
    m_model->setTable(
        {{.id = "name",
          .title = m_nameTitle,
          .text = name,
          .toolTip = tip(name),
          .whenNarrow = WhenNarrow::Shorten,
          .set = setPart<&Header::name>},
         {.id = "value",
          .title = tr("Value"),
          .text = value,
          .toolTip = tip(value),
          .tone =
              [isNotKept](const Header& header) { return isNotKept(header) ? Tone::Warning : Tone::Plain; },
          .whenNarrow = WhenNarrow::Shorten,
          .set = setPart<&Header::value>,
          .edited =
              [](const Header& header) {
                  return QVariant(toQString(header.value));
              }}},
        m_model->rows());
}

Headers HeadersEditor::headers() const
{
    const std::vector<Header>& rows = m_model->rows();
    return {{rows.begin(), rows.end() - 1}};
}

void HeadersEditor::setHeaders(Headers headers)
{
    headers.add({}, {}); // the row that adds one
    m_model->setRows(std::move(headers.entries));
}

/// The last row stays empty, to add a header; other empty rows go, once the editor of their cell is closed.
void HeadersEditor::onEdited()
{
    if (m_isTidying) {
        return;
    }
    {
        const QScopedValueRollback<bool> tidying(m_isTidying, true);
        if (!isBlank(m_model->rows().back())) {
            m_model->insert(m_model->rowCount(), {});
        }
    }
    QMetaObject::invokeMethod(this, &HeadersEditor::removeBlank, Qt::QueuedConnection);
    Q_EMIT edited();
}

void HeadersEditor::removeBlank()
{
    for (int row = m_model->rowCount() - 2; row >= 0; --row) {
        if (isBlank(m_model->at(row))) {
            m_model->removeRows(row, 1);
        }
    }
}

/// Never the last row, which adds a header.
void HeadersEditor::removeSelected()
{
    const QModelIndex current = m_table->currentIndex();
    if (current.isValid() && current.row() + 1 < m_model->rowCount()) {
        m_model->removeRows(current.row(), 1);
    }
}

} // namespace retryscope::ui
