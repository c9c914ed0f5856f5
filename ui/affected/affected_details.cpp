// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/affected/affected_details.h"

#include "core/affected/affected_text.h"
#include "core/io/text/utf8.h"
#include "ui/parts/form.h"
#include "ui/parts/text_room.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QEvent>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

constexpr int kVersionCharacters = 22;

QString bulleted(const std::vector<std::string>& sentences)
{
    QStringList lines;
    for (const std::string& sentence : sentences) {
        lines += QStringLiteral("• ") + toQString(sentence);
    }
    return lines.join(QLatin1Char('\n'));
}

/// Hidden while there is nothing to say.
void displayIn(QLabel* label, const QString& text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

} // namespace

AffectedDetails::AffectedDetails(QWidget* parent)
    : QWidget(parent)
    , m_title(makeSentence(QStringLiteral("affectedSdk"), this))
    , m_version(new QLineEdit(this))
    , m_today(makeSide(QStringLiteral("affectedToday")))
    , m_after(makeSide(QStringLiteral("affectedAfter")))
    , m_problems(makeSentence(QStringLiteral("affectedSdkProblems"), this))
    , m_changes(makeSentence(QStringLiteral("affectedChanges"), this))
    , m_keep(makeSentence(QStringLiteral("affectedKeep"), this))
    , m_keepAlso(makeHint({}, this))
    , m_remarks(makeHint({}, this))
{
    setObjectName(QStringLiteral("affectedDetails"));
    m_problems->setProperty("mark", QStringLiteral("danger"));
    m_keepAlso->setObjectName(QStringLiteral("affectedKeepAlso"));
    m_remarks->setObjectName(QStringLiteral("affectedRemarks"));
    nameInput(m_version, QStringLiteral("affectedVersion"), tr("Version"));
    m_version->setPlaceholderText(tr("newest known"));
    m_version->setToolTip(tr("Version of this SDK, for example 1.43.67"));
    m_version->setClearButtonEnabled(true);
    static const QRegularExpression version(QStringLiteral("(?:\\d[0-9A-Za-z.+-]{0,39})?"));
    m_version->setValidator(new QRegularExpressionValidator(version, m_version));
    layOut();
    setTextStyle(m_title, TextStyle::Strong);
    setTextStyle(m_keep, TextStyle::Code);
    setCharacters(m_version, kVersionCharacters);
    connect(m_version, &QLineEdit::editingFinished, this, [this] {
        if (m_version->text() != m_shownVersion) {
            m_shownVersion = m_version->text();
            Q_EMIT versionChosen(m_shownVersion);
        }
    });
}

AffectedDetails::Side AffectedDetails::makeSide(const QString& name)
{
    Side side{.text = makePlainLabel(name, this),
              .policy = makeQuietButton({}, name + QStringLiteral("Policy"), this)};
    connect(side.policy, &QPushButton::clicked, this,
            [this, policy = side.policy] { Q_EMIT policyRequested(policy->text()); });
    return side;
}

void AffectedDetails::layOut()
{
    auto* head = new QHBoxLayout;
    auto* caption = makeLabel(tr("&Version"), this);
    caption->setProperty("muted", true);
    caption->setBuddy(m_version);
    head->addWidget(m_title, 1);
    head->addWidget(caption);
    head->addWidget(m_version);
    auto* sides = new QGridLayout;
    sides->setHorizontalSpacing(12);
    sides->setVerticalSpacing(2);
    sides->setColumnStretch(2, 1);
    int row = 0;
    for (const auto& [name, side] : {std::pair{tr("Today"), m_today}, std::pair{tr("After"), m_after}}) {
        auto* label = makeLabel(name, this);
        label->setProperty("muted", true);
        auto* line = new QHBoxLayout;
        line->setSpacing(8);
        line->addWidget(side.text);
        line->addWidget(side.policy, 1, Qt::AlignLeft);
        sides->addWidget(label, row, 0);
        sides->addLayout(line, row++, 1, 1, 2);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 12, 12);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addLayout(sides);
    layout->addWidget(m_problems);
    layout->addWidget(m_changes);
    layout->addWidget(buildKeep());
    layout->addWidget(m_remarks);
    layout->addStretch(1);
}

QWidget* AffectedDetails::buildKeep()
{
    m_keepArea = new QWidget(this);
    m_keep->setWordWrap(false); // settings are short, and broken lines would be copied wrongly by hand
    m_keep->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    auto* copy = makeQuietButton(tr("Copy"), QStringLiteral("affectedKeepCopy"), m_keepArea);
    copy->setAccessibleName(tr("Copy the settings that keep today's behaviour"));
    connect(copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_keep->text());
        Q_EMIT noteFound(tr("Copied: %1").arg(m_keep->text()));
    });
    auto* line = new QHBoxLayout;
    line->setSpacing(12);
    line->addWidget(m_keep);
    line->addWidget(copy, 1, Qt::AlignLeft);
    auto* layout = new QVBoxLayout(m_keepArea);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(makeHeading(tr("To keep today's behaviour"), m_keepArea));
    layout->addLayout(line);
    layout->addWidget(m_keepAlso);
    return m_keepArea;
}

void AffectedDetails::display(const AffectedClient& client)
{
    m_title->setText(toQString(client.sdk->title));
    m_shownVersion = toQString(client.version);
    m_version->setText(m_shownVersion);
    displaySide(m_today, client.today);
    displaySide(m_after, client.after);
    displayIn(m_problems, bulleted(client.problems));
    const std::vector<std::string> changes = changesOf(client);
    displayIn(m_changes, client.today == client.after ? toQString(changes.front()) : bulleted(changes));
    const std::string keep = keepOf(client);
    m_keepArea->setVisible(!keep.empty());
    m_keep->setText(toQString(keep));
    displayIn(m_keepAlso, bulleted(keepAlsoOf(client)));
    displayIn(m_remarks, bulleted(client.remarks));
}

void AffectedDetails::displaySide(const Side& side, const AffectedSide& facts)
{
    const bool isPreset = !facts.policy.empty();
    side.text->setText(isPreset ? tr("%1 mode").arg(toQString(facts.mode)) : toQString(sideText(facts)));
    side.text->setWordWrap(!isPreset);
    side.text->setSizePolicy(isPreset ? QSizePolicy::Maximum : QSizePolicy::Expanding,
                             QSizePolicy::Preferred);
    side.policy->setText(toQString(facts.policy));
    side.policy->setAccessibleName(tr("Show policy %1").arg(toQString(facts.policy)));
    side.policy->setVisible(isPreset);
}

} // namespace retryscope::ui
