// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/client_code_view.h"

#include "core/io/text/utf8.h"
#include "ui/parts/form.h"
#include "ui/policy/code_highlighter.h"
#include "ui/theme/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kMostLines = 40;
constexpr int kTextFrame = 20;

} // namespace

ClientCodeView::ClientCodeView(QWidget* parent)
    : QWidget(parent), m_layout(new QVBoxLayout(this)), m_notes(makeHint({}, this))
{
    m_notes->setObjectName(QStringLiteral("clientCodeNotes"));
    m_layout->setContentsMargins(0, 12, 8, 12);
    m_layout->setSpacing(12);
    m_layout->addWidget(
        makeHint(tr("What to write so that the real client behaves like this policy. Edit the "
                    "attempts, the delays or the mappings, and the text follows."),
                 this));
    m_layout->addWidget(m_notes);
    m_layout->addStretch(1);
}

void ClientCodeView::display(const ClientCode& code)
{
    if (code == m_code && m_content != nullptr) {
        return;
    }
    m_code = code;
    delete m_content;
    m_content = new QWidget(this);
    m_content->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* snippets = new QVBoxLayout(m_content);
    snippets->setContentsMargins(0, 0, 0, 0);
    snippets->setSpacing(8);
    for (std::size_t i = 0; i < code.snippets.size(); ++i) {
        addSnippet(code.snippets[i], static_cast<int>(i));
    }
    m_layout->insertWidget(1, m_content);
    QStringList notes;
    for (const std::string& note : code.notes) {
        notes += QStringLiteral("• ") + toQString(note);
    }
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
}

void ClientCodeView::addSnippet(const CodeSnippet& snippet, int number)
{
    const QString suffix = QString::number(number);
    QLabel* title = makeHeading(toQString(snippet.title), m_content);
    title->setWordWrap(true);
    QPushButton* copy = makeQuietButton(tr("Copy"), QStringLiteral("clientCodeCopy") + suffix, m_content);
    copy->setAccessibleName(tr("Copy: %1").arg(title->text()));
    auto* text = new QPlainTextEdit(toQString(snippet.text).trimmed(), m_content);
    nameInput(text, QStringLiteral("clientCode") + suffix, title->text());
    text->setReadOnly(true);
    text->setTabChangesFocus(true);
    // Long lines wrap in slim panels; what is copied has them whole.
    text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    text->setFont(Theme::fixedFont(font()));
    const auto fit = [text](const QSizeF& size) { // in lines
        const int lines = std::min(static_cast<int>(size.height()), kMostLines) + 1;
        text->setFixedHeight(lines * QFontMetrics(text->font()).lineSpacing() + kTextFrame);
    };
    fit(text->document()->size());
    connect(text->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, text, fit);
    connect(copy, &QPushButton::clicked, this, [this, text, name = title->text()] {
        QGuiApplication::clipboard()->setText(text->toPlainText() + QLatin1Char('\n'));
        Q_EMIT noteFound(tr("Copied: %1").arg(name));
    });
    (void)new CodeHighlighter(text);
    auto* head = new QHBoxLayout;
    head->addWidget(title, 1);
    head->addWidget(copy);
    auto* layout = qobject_cast<QVBoxLayout*>(m_content->layout());
    layout->addLayout(head);
    layout->addWidget(text);
}

} // namespace retryscope::ui
