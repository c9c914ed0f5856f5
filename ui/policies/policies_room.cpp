// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policies/policies_room.h"

#include "core/explain/policy_summary.h"
#include "core/io/files/library.h"
#include "ui/affected/affected_page.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/library_items.h"
#include "ui/parts/panes.h"
#include "ui/parts/settings.h"
#include "ui/parts/stack.h"
#include "ui/parts/text_space.h"
#include "ui/policies/import_page.h"
#include "ui/policies/policy_list.h"
#include "ui/policies/presets_page.h"
#include "ui/policies/two_policies_page.h"
#include "ui/policy/policy_panel.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kLeastListCharacters = 40;
constexpr int kListCharacters = 70; ///< what most policies need in one line

} // namespace

PoliciesRoom::PoliciesRoom(const Services& services, PolicyPanel* panel, QWidget* parent)
    : QWidget(parent)
    , m_library(services.library)
    , m_settings(services.settings)
    , m_retrySettings(services.retrySettings)
    , m_panel(panel)
    , m_list(new PolicyList(this))
    , m_all(makeQuietButton(tr("Compare all"), QStringLiteral("policiesTableButton"), this))
    , m_affectedLink(
          makeQuietButton(tr("Am I affected by 2026?"), QStringLiteral("policiesAffectedButton"), this))
    , m_importLink(
          makeQuietButton(tr("Paste a configuration…"), QStringLiteral("policiesImportButton"), this))
    , m_compareLink(makeQuietButton(tr("Compare two…"), QStringLiteral("policiesCompareButton"), this))
    , m_pages(new Stack(this))
    , m_unreadable(makeHint({}, this))
{
    setObjectName(QStringLiteral("policiesRoom"));
    setAccessibleName(tr("Policies"));
    m_panel->setObjectName(QStringLiteral("policyPanel"));
    m_pages->addWidget(m_panel);
    m_panel->setPresets([this] { return builtInPolicies(m_library); });
    auto* splitter = makeSplitter(Qt::Horizontal, QStringLiteral("policiesSplitter"), this);
    splitter->addWidget(buildSide());
    splitter->addWidget(m_pages);
    splitter->setStretchFactor(1, 1);
    const int list = kListCharacters * fontMetrics().averageCharWidth();
    splitter->setSizes({list, 2 * list});
    auto* layout = columnIn(this);
    layout->addWidget(new Panes(splitter, {tr("Policies"), tr("Policy")}, this));
    setFocusProxy(m_list);
    connect(m_list, &PolicyList::picked, this, &PoliciesRoom::display);
    connect(m_list, &PolicyList::chosen, this, &PoliciesRoom::policyChosen);
    connect(m_list, &PolicyList::favouriteToggled, this, &PoliciesRoom::toggleFavourite);
    connect(m_list, &PolicyList::compareRequested, this, &PoliciesRoom::showDifferences);
    connect(m_list, &PolicyList::renameRequested, this, &PoliciesRoom::renameRequested);
    connect(m_list, &PolicyList::removeRequested, this, &PoliciesRoom::removeRequested);
    connect(m_list, &PolicyList::configurationPasted, this, &PoliciesRoom::showImport);
    connect(m_list, &PolicyList::clicked, this, [this](const QString& key) {
        if (m_pages->currentWidget() != m_panel && m_pages->currentWidget() != m_reader) {
            display(key); // the one that is selected already
        }
        Panes::reveal(m_pages->currentWidget());
    });
    connect(m_pages, &QStackedWidget::currentChanged, this, &PoliciesRoom::pageChanged);
    connect(m_all, &QPushButton::clicked, this, &PoliciesRoom::showLibrary);
    connect(m_affectedLink, &QPushButton::clicked, this, &PoliciesRoom::showAffected);
    connect(m_compareLink, &QPushButton::clicked, this, &PoliciesRoom::showDifferences);
    connect(m_importLink, &QPushButton::clicked, this, [this] { showImport(); });
    connect(m_panel, &PolicyPanel::policyEdited, this, &PoliciesRoom::displayMark);
    connect(m_panel, &PolicyPanel::noteFound, this, &PoliciesRoom::noteFound);
}

QWidget* PoliciesRoom::buildSide()
{
    auto* side = new QWidget(this);
    side->setAutoFillBackground(true);
    side->setBackgroundRole(QPalette::Window);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(12, 12, 12, 8);
    layout->setSpacing(8);
    setLeastCharacters(m_list, kLeastListCharacters);
    layout->addWidget(m_list, 1);
    m_unreadable->setObjectName(QStringLiteral("policiesUnreadable"));
    m_unreadable->setProperty("mark", QStringLiteral("warning"));
    m_unreadable->hide();
    layout->addWidget(m_unreadable);
    auto* links = new FlowLayout(nullptr, 4);
    links->addWidget(m_all);
    links->addWidget(m_affectedLink);
    links->addWidget(m_importLink);
    links->addWidget(m_compareLink);
    layout->addLayout(links);
    return side;
}

void PoliciesRoom::showEvent(QShowEvent* event)
{
    fillList();
    QWidget::showEvent(event);
}

void PoliciesRoom::fillList()
{
    if (!m_isFilled) {
        m_isFilled = true;
        m_list->setItems(policyItems(m_library, &m_settings), m_settings.favouritePolicies);
        displayUnreadable();
    }
}

/// They stand in no list, and nobody would know why.
void PoliciesRoom::displayUnreadable()
{
    QStringList problems;
    for (const io::Library::Entry& entry : m_library.policyEntries()) {
        if (entry.isBuiltIn) {
            continue;
        }
        if (const io::Result<Policy> policy = m_library.policy(entry.path); !policy) {
            problems += policy.error().text().replace(entry.path, QFileInfo(entry.path).fileName());
        }
    }
    m_unreadable->setText(problems.size() == 1
                              ? tr("Cannot read a policy of your own: %1").arg(shortened(problems.front()))
                              : tr("Cannot read %1 policies of your own.").arg(problems.size()));
    m_unreadable->setToolTip(plainToolTip(problems.join(QLatin1Char('\n'))));
    m_unreadable->setVisible(!problems.isEmpty());
}

bool PoliciesRoom::showsEditor() const
{
    return m_pages->currentWidget() == m_panel;
}

void PoliciesRoom::leavePage()
{
    const QWidget* page = m_pages->currentWidget();
    if (page != m_panel && page != m_reader) {
        m_pages->setCurrentWidget(m_panel); // display() reads on beside the left one while two are compared
        showPolicy(m_list->selected().isEmpty() ? m_inUse : m_list->selected());
        m_list->setFocus();
    }
}

void PoliciesRoom::showPage(QWidget* page)
{
    m_pages->setCurrentWidget(page);
    Panes::reveal(page);
}

void PoliciesRoom::showEditor(int part)
{
    m_list->select(m_inUse);
    m_panel->showPart(part);
    showPage(m_panel);
}

void PoliciesRoom::showLibrary()
{
    if (m_table == nullptr) {
        m_table = new PresetsPage(m_library, this);
        m_pages->addWidget(m_table);
        inheritPalette(m_table);
        connect(m_table, &PresetsPage::presetChosen, this, &PoliciesRoom::showPolicy);
    }
    m_table->select(m_list->selected());
    showPage(m_table);
}

void PoliciesRoom::showAffected()
{
    if (m_affected == nullptr) {
        m_affected = new AffectedPage(m_library, m_retrySettings, this);
        m_pages->addWidget(m_affected);
        inheritPalette(m_affected);
        connect(m_affected, &AffectedPage::policyRequested, this, &PoliciesRoom::showPolicy);
        connect(m_affected, &AffectedPage::noteFound, this, &PoliciesRoom::noteFound);
    }
    showPage(m_affected);
    m_affected->setFocus();
}

TwoPoliciesPage* PoliciesRoom::twoPolicies()
{
    if (m_two == nullptr) {
        m_two = new TwoPoliciesPage([this] { return policyItems(m_library, &m_settings); },
                                    [this](const QString& key) -> io::Result<Policy> {
                                        return key == m_inUse ? io::Result<Policy>(m_panel->edited())
                                                              : m_library.policy(key);
                                    },
                                    this);
        connect(m_two, &TwoPoliciesPage::backRequested, this, &PoliciesRoom::leavePage);
        m_pages->addWidget(m_two);
        inheritPalette(m_two);
    }
    return m_two;
}

void PoliciesRoom::showDifferences()
{
    const QString selected = m_list->selected();
    // The one in use beside itself says nothing: its nearest relative stands there, to be exchanged.
    const QString other = selected.isEmpty() || selected == m_inUse ? neighbourOf(m_inUse) : selected;
    twoPolicies()->display(m_inUse, other);
    showPage(m_two);
    m_two->setFocus();
}

/// Another preset of the same client, else any other.
QString PoliciesRoom::neighbourOf(const QString& key) const
{
    const Policy own = m_panel->edited();
    QString any;
    for (const ChoosablePolicy& choice : choosablePolicies(m_library)) {
        if (choice.key == key) {
            continue;
        }
        if (areNeighbours(choice.policy, own)) {
            return choice.key;
        }
        any = any.isEmpty() ? choice.key : any;
    }
    return any;
}

void PoliciesRoom::showImport(const QString& text)
{
    if (m_import == nullptr) {
        m_import = new ImportPage(this);
        m_pages->addWidget(m_import);
        inheritPalette(m_import);
        connect(m_import, &ImportPage::policyMade, this, &PoliciesRoom::policyMade);
    }
    if (!text.isEmpty()) {
        m_import->setText(text);
    }
    showPage(m_import);
    m_import->setFocus();
}

void PoliciesRoom::showPolicy(const QString& key)
{
    m_list->select(key);
    display(key);
    Panes::reveal(m_pages->currentWidget());
}

void PoliciesRoom::reload()
{
    if (m_isFilled) {
        m_list->setItems(policyItems(m_library, &m_settings), m_settings.favouritePolicies);
        displayUnreadable();
    }
    if (m_table != nullptr) {
        m_table->reload();
    }
    if (m_two != nullptr) {
        m_two->reload();
    }
}

void PoliciesRoom::select(const QString& key)
{
    m_inUse = key;
    displayMark();
    m_list->select(key);
    display(key);
}

void PoliciesRoom::setInUse(const QString& key)
{
    if (key == m_inUse) {
        displayMark();
    } else {
        select(key);
    }
}

void PoliciesRoom::displayMark()
{
    m_list->setInUse(m_inUse, m_panel->isEdited() ? tr("In use · edited") : tr("In use"));
}

void PoliciesRoom::toggleFavourite(const QString& key)
{
    if (m_settings.favouritePolicies.removeAll(key) == 0) {
        m_settings.favouritePolicies.append(key);
    }
    Q_EMIT favouritesChanged();
    m_list->setItems(policyItems(m_library, &m_settings), m_settings.favouritePolicies);
}

PolicyPanel* PoliciesRoom::reader()
{
    if (m_reader == nullptr) {
        // What the environment asks for is the same for all policies: it is shown with the one in use.
        m_reader = new PolicyPanel({}, this, PolicyPanel::Purpose::Read);
        m_reader->setObjectName(QStringLiteral("policyReader"));
        m_reader->setPresets([this] { return builtInPolicies(m_library); });
        m_pages->addWidget(m_reader);
        inheritPalette(m_reader);
        connect(m_reader, &PolicyPanel::useRequested, this,
                [this] { Q_EMIT policyChosen(m_list->selected()); });
        connect(m_reader, &PolicyPanel::noteFound, this, &PoliciesRoom::noteFound);
    }
    return m_reader;
}

/// The same part of the other policy, so that one reads on where one was.
void PoliciesRoom::display(const QString& key)
{
    const int part =
        m_pages->currentWidget() == m_reader && m_reader != nullptr ? m_reader->part() : m_panel->part();
    if (m_two != nullptr && m_pages->currentWidget() == m_two && key != m_two->left()) {
        m_two->display(m_two->left(), key); // one reads on: the next one beside the same
        return;
    }
    if (key == m_inUse) {
        m_panel->showPart(part);
        m_pages->setCurrentWidget(m_panel);
    } else if (const io::Result<Policy> policy = m_library.policy(key)) {
        reader()->setPolicy(policy.value());
        m_reader->showPart(part);
        m_pages->setCurrentWidget(m_reader);
    }
}

} // namespace retryscope::ui
