// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/affected/affected_details.h"

#include "core/affected/affected_text.h"
#include "core/io/text/utf8.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/form.h"
#include "ui/parts/text_space.h"
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
    , m_standing(makeSentence(QStringLiteral("affectedStanding"), this))
    , m_version(makeVersion(QStringLiteral("affectedVersion"), tr("Version")))
    , m_toVersion(makeVersion(QStringLiteral("affectedToVersion"), tr("Compare with version")))
    , m_left(makeSide(QStringLiteral("affectedLeft")))
    , m_right(makeSide(QStringLiteral("affectedRight")))
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
    m_version->setPlaceholderText(tr("newest known"));
    m_version->setToolTip(tr("Version of this SDK that you use, for example 1.43.67"));
    m_toVersion->setPlaceholderText(tr("automatic"));
    m_toVersion->setToolTip(
        tr("Version to compare with, newer or older. Empty: the rules before or after the "
           "2026 rules became the default."));
    layOut();
    setTextStyle(m_title, TextStyle::Strong);
    setTextStyle(m_keep, TextStyle::Code);
}

QLineEdit* AffectedDetails::makeVersion(const QString& name, const QString& title)
{
    auto* edit = new QLineEdit(this);
    nameInput(edit, name, title);
    edit->setClearButtonEnabled(true);
    static const QRegularExpression version(QStringLiteral("(?:\\d[0-9A-Za-z.+-]{0,39})?"));
    edit->setValidator(new QRegularExpressionValidator(version, edit));
    setCharacters(edit, kVersionCharacters);
    connect(edit, &QLineEdit::editingFinished, this, &AffectedDetails::chooseVersions);
    return edit;
}

void AffectedDetails::chooseVersions()
{
    if (m_version->text() != m_shownVersion || m_toVersion->text() != m_shownToVersion) {
        m_shownVersion = m_version->text();
        m_shownToVersion = m_toVersion->text();
        Q_EMIT versionChosen(m_shownVersion, m_shownToVersion);
    }
}

AffectedDetails::Side AffectedDetails::makeSide(const QString& name)
{
    Side side{.title = makeLabel({}, this),
              .text = makePlainLabel(name, this),
              .policy = makeQuietButton({}, name + QStringLiteral("Policy"), this)};
    side.title->setProperty("muted", true);
    connect(side.policy, &QPushButton::clicked, this,
            [this, policy = side.policy] { Q_EMIT policyRequested(policy->text()); });
    return side;
}

void AffectedDetails::layOut()
{
    auto* versions = new FlowLayout(nullptr, 8);
    for (const auto& [text, edit] :
         {std::pair{tr("&Version"), m_version}, {tr("&Compare with"), m_toVersion}}) {
        auto* field = new QWidget(this);
        auto* line = rowIn(field, 8);
        auto* caption = makeLabel(text, field);
        caption->setProperty("muted", true);
        caption->setBuddy(edit);
        line->addWidget(caption);
        line->addWidget(edit);
        versions->addWidget(field);
    }
    auto* sides = new QGridLayout;
    sides->setHorizontalSpacing(12);
    sides->setVerticalSpacing(2);
    sides->setColumnStretch(2, 1);
    int row = 0;
    for (const Side& side : {m_left, m_right}) {
        auto* line = new QHBoxLayout;
        line->setSpacing(8);
        line->addWidget(side.text);
        line->addWidget(side.policy, 1, Qt::AlignLeft);
        sides->addWidget(side.title, row, 0);
        sides->addLayout(line, row++, 1, 1, 2);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_standing);
    layout->addLayout(versions);
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
    m_keepCopy = makeQuietButton(tr("Copy"), QStringLiteral("affectedKeepCopy"), m_keepArea);
    m_keepCopy->setAccessibleName(tr("Copy the setting that keeps the old rules"));
    connect(m_keepCopy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_keep->text());
        Q_EMIT noteFound(tr("Copied: %1").arg(m_keep->text()));
    });
    auto* line = new QHBoxLayout;
    line->setSpacing(12);
    line->addWidget(m_keep);
    line->addWidget(m_keepCopy, 1, Qt::AlignLeft);
    auto* layout = new QVBoxLayout(m_keepArea);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(makeHeading(tr("To keep the old rules"), m_keepArea));
    layout->addLayout(line);
    layout->addWidget(m_keepAlso);
    return m_keepArea;
}

void AffectedDetails::display(const AffectedClient& client)
{
    m_title->setText(toQString(client.sdk->title));
    m_standing->setText(toQString(standingText(client)));
    m_shownVersion = toQString(client.version);
    m_shownToVersion = toQString(client.toVersion);
    m_version->setText(m_shownVersion);
    m_toVersion->setText(m_shownToVersion);
    displaySide(m_left, toQString(sideTitle(client, true)), client.left());
    displaySide(m_right, toQString(sideTitle(client, false)), client.right());
    displayIn(m_problems, bulleted(client.problems));
    const std::vector<std::string> changes = changesOf(client);
    displayIn(m_changes, client.isChanged() ? bulleted(changes) : toQString(changes.front()));
    const std::vector<std::string> keepAlso = keepAlsoOf(client);
    m_keepArea->setVisible(!client.keep.empty() || !keepAlso.empty());
    m_keep->setText(toQString(client.keep));
    m_keep->setVisible(!client.keep.empty());
    m_keepCopy->setVisible(!client.keep.empty());
    displayIn(m_keepAlso, bulleted(keepAlso));
    std::vector<std::string> remarks = partsText(client);
    remarks.insert(remarks.end(), client.remarks.begin(), client.remarks.end());
    displayIn(m_remarks, bulleted(remarks));
}

void AffectedDetails::displaySide(const Side& side, const QString& title, const AffectedSide& facts)
{
    side.title->setText(title);
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
