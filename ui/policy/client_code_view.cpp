// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/client_code_view.h"

#include "core/io/text/utf8.h"
#include "ui/parts/code_block.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

/// The code is never said to do more than it does.
QString intentOf(const ClientCode& code)
{
    if (code.snippets.empty()) {
        return ClientCodeView::tr("Write this in your code to make the real client behave like this policy.");
    }
    if (code.gaps.empty()) {
        return ClientCodeView::tr("Write this in your code to make the real client behave like this policy. "
                                  "The text follows your edits of the policy.");
    }
    const int gaps = static_cast<int>(code.gaps.size());
    return code.way == CodeWay::None
               ? ClientCodeView::tr("This client has no setting for your change. With the code below it "
                                    "still differs from this policy; the notes say where.")
           : gaps == 1 ? ClientCodeView::tr("Write this in your code. The real client still differs from "
                                            "this policy in one point; the notes say which.")
                       : ClientCodeView::tr("Write this in your code. The real client still differs from "
                                            "this policy in %1 points; the notes say which.")
                             .arg(gaps);
}

} // namespace

ClientCodeView::ClientCodeView(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
    , m_intent(makeHint({}, this))
    , m_notes(makeHint({}, this))
{
    m_notes->setObjectName(QStringLiteral("clientCodeNotes"));
    m_layout->setContentsMargins(0, 12, 8, 12);
    m_layout->setSpacing(12);
    m_intent->setObjectName(QStringLiteral("clientCodeIntent"));
    m_layout->addWidget(m_intent);
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
    auto* snippets = columnIn(m_content, 8);
    for (std::size_t i = 0; i < code.snippets.size(); ++i) {
        const QString suffix = QString::number(i);
        auto* block = new CodeBlock(
            toQString(code.snippets[i].title), toQString(code.snippets[i].text),
            {QStringLiteral("clientCode") + suffix, QStringLiteral("clientCodeCopy") + suffix}, m_content);
        connect(block, &CodeBlock::noteFound, this, &ClientCodeView::noteFound);
        snippets->addWidget(block);
    }
    m_layout->insertWidget(1, m_content);
    m_intent->setText(intentOf(code));
    m_intent->setProperty("mark", code.gaps.empty() ? QVariant() : QVariant(QStringLiteral("warning")));
    restyle(m_intent);
    QStringList notes;
    for (const std::string& note : code.notes) {
        notes += QStringLiteral("• ") + toQString(note);
    }
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
}

} // namespace retryscope::ui
