// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/code_block.h"

#include "ui/parts/code_highlighter.h"
#include "ui/parts/form.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kMostCodeLines = 40;
constexpr int kCodeFrame = 20;

/// Long lines wrap in slim panels; what is copied has them whole.
QPlainTextEdit* makeCodeText(const QString& text, QWidget* parent)
{
    auto* edit = new QPlainTextEdit(text.trimmed(), parent);
    edit->setReadOnly(true);
    edit->setTabChangesFocus(true);
    edit->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTextStyle(edit, TextStyle::Code);
    const auto fit = [edit] {
        const int lines = std::min(static_cast<int>(edit->document()->size().height()), kMostCodeLines) + 1;
        edit->setFixedHeight(lines * edit->fontMetrics().lineSpacing() + kCodeFrame);
    };
    followText(edit, fit);
    QObject::connect(edit->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged,
                     edit, fit);
    (void)new CodeHighlighter(edit);
    return edit;
}

} // namespace

CodeBlock::CodeBlock(const QString& title, const QString& text, const Names& names, QWidget* parent)
    : QWidget(parent)
{
    QLabel* heading = makeHeading(title, this);
    heading->setWordWrap(true);
    QPushButton* copy = makeQuietButton(tr("Copy"), names.copy, this);
    copy->setAccessibleName(tr("Copy: %1").arg(title));
    copy->setAutoDefault(false);
    QPlainTextEdit* code = makeCodeText(text, this);
    nameInput(code, names.text, title);
    connect(copy, &QPushButton::clicked, this, [this, code, title] {
        QGuiApplication::clipboard()->setText(code->toPlainText() + QLatin1Char('\n'));
        Q_EMIT noteFound(tr("Copied: %1").arg(title));
    });
    auto* head = new QHBoxLayout;
    head->addWidget(heading, 1);
    head->addWidget(copy);
    auto* layout = columnIn(this);
    layout->addLayout(head);
    layout->addWidget(code);
}

} // namespace retryscope::ui
