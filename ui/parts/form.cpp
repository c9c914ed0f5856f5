// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/form.h"

#include "ui/parts/term.h"

#include "ui/parts/foreign_text.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kSlimCharacters = 14;

/// As wide at least as its content, which scrolls upwards and downwards only, and sideways only where the
/// window is narrower than that.
class ScrollArea : public QScrollArea
{
public:
    using QScrollArea::QScrollArea;

    [[nodiscard]] QSize minimumSizeHint() const override
    {
        constexpr int kLines = 3;
        const int content =
            widget() == nullptr ? 0 : std::max(widget()->minimumSizeHint().width(), widget()->minimumWidth());
        return {content + verticalScrollBar()->sizeHint().width(), kLines * fontMetrics().lineSpacing()};
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest) {
            updateGeometry();
        }
        return QScrollArea::eventFilter(watched, event);
    }
};

} // namespace

void nameInput(QWidget* input, const QString& objectName, const QString& accessibleName)
{
    input->setObjectName(objectName);
    input->setAccessibleName(accessibleName);
}

QFormLayout* makeForm(QWidget* parent)
{
    auto* form = new QFormLayout(parent);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setLabelAlignment(Qt::AlignLeft);
    form->setVerticalSpacing(6);
    return form;
}

QLabel* makeLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel* makeHeading(const QString& text, QWidget* parent)
{
    QLabel* heading = makeLabel(text, parent);
    setTextStyle(heading, TextStyle::Strong);
    return heading;
}

QLabel* makePlainLabel(const QString& objectName, QWidget* parent)
{
    QLabel* label = makeLabel({}, parent);
    label->setObjectName(objectName);
    return label;
}

QLabel* makeSentence(const QString& objectName, QWidget* parent)
{
    QLabel* label = makePlainLabel(objectName, parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel* makeHint(const QString& text, QWidget* parent)
{
    QLabel* hint = makeSentence({}, parent);
    hint->setText(text);
    hint->setProperty("muted", true);
    return hint;
}

void addHeading(QFormLayout* form, const QString& text)
{
    QLabel* heading = makeHeading(text, form->parentWidget());
    heading->setContentsMargins(0, form->rowCount() == 0 ? 0 : 10, 0, 0);
    form->addRow(heading);
}

void makeSlim(QWidget* input)
{
    if (qobject_cast<QComboBox*>(input) != nullptr || qobject_cast<QAbstractSpinBox*>(input) != nullptr) {
        return; // words and numbers are shown whole
    }
    setLeastCharacters(input, kSlimCharacters);
}

QLabel* addField(QFormLayout* form, const QString& label, QWidget* input, const QString& objectName)
{
    nameInput(input, objectName, label);
    makeSlim(input);
    QLabel* caption = makeLabel(label, form->parentWidget());
    caption->setBuddy(input);
    setTermOfInput(input, caption);
    form->addRow(caption, input);
    return caption;
}

QPushButton* makeQuietButton(const QString& text, const QString& objectName, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setProperty("quiet", true);
    button->setCursor(Qt::PointingHandCursor);
    nameInput(button, objectName, text);
    return button;
}

QToolButton* makeIconButton(const QString& name, const QString& objectName, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(plainToolTip(name));
    nameInput(button, objectName, name);
    return button;
}

void inheritPalette(QWidget* made)
{
    made->setPalette(made->parentWidget()->palette()); // reaches all that is in it
    made->setPalette({});                              // and follows the parent from now on
}

QVBoxLayout* columnIn(QWidget* widget, int spacing)
{
    auto* layout = new QVBoxLayout(widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing);
    return layout;
}

QHBoxLayout* rowIn(QWidget* widget, int spacing)
{
    auto* layout = new QHBoxLayout(widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing);
    return layout;
}

QWidget* makeColumn(std::initializer_list<QWidget*> widgets, int spacing, QWidget* parent)
{
    auto* column = new QWidget(parent);
    QVBoxLayout* layout = columnIn(column, spacing);
    for (QWidget* widget : widgets) {
        layout->addWidget(widget);
    }
    return column;
}

QSplitter* makeSplitter(Qt::Orientation orientation, const QString& objectName, QWidget* parent)
{
    auto* splitter = new QSplitter(orientation, parent);
    splitter->setObjectName(objectName);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    return splitter;
}

void scrollToFocus(QScrollArea* area)
{
    area->setFocusPolicy(Qt::NoFocus);
    QObject::connect(qApp, &QApplication::focusChanged, area, [area](QWidget* /*old*/, QWidget* now) {
        if (now != nullptr && area->widget()->isAncestorOf(now)) {
            area->ensureWidgetVisible(now);
        }
    });
}

void wrapRows(QListView* list)
{
    list->setResizeMode(QListView::Adjust);
    list->setWordWrap(true); // else a list whose height stays the same keeps its rows
}

QScrollArea* makeScrollArea(QWidget* content, QWidget* parent)
{
    auto* area = new ScrollArea(parent);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(content);
    scrollToFocus(area);
    content->setAutoFillBackground(false); // the card behind shows through
    area->viewport()->setAutoFillBackground(false);
    return area;
}

} // namespace retryscope::ui
