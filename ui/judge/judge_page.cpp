// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/judge_page.h"

#include "ui/form.h"
#include "ui/judge/request_fields.h"
#include "ui/judge/response_editor.h"
#include "ui/judge/samples.h"
#include "ui/judge/verdict_panel.h"
#include "ui/judge/verdicts_view.h"
#include "ui/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

constexpr QSize kFirstSize{1360, 860};

QFrame* makeCard(QWidget* parent)
{
    auto* card = new QFrame(parent);
    card->setProperty("card", true);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(12, 10, 12, 10);
    return card;
}

QSplitter* makeSplitter(Qt::Orientation orientation, const QString& name, QWidget* parent)
{
    auto* splitter = new QSplitter(orientation, parent);
    splitter->setObjectName(name);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    return splitter;
}

} // namespace

JudgePage::JudgePage(const io::Library& library, QWidget* parent)
    : QDialog(parent)
    , m_presets(library)
    , m_response(new ResponseEditor(this))
    , m_request(new RequestFields(this))
    , m_caption(makeHint({}, this))
    , m_verdicts(new VerdictsView(this))
    , m_why(new VerdictPanel(this))
{
    setObjectName(QStringLiteral("judgePage"));
    setWindowTitle(tr("Judge a response"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    layOut();
    connect(m_response, &ResponseEditor::edited, this, &JudgePage::judgeAll);
    connect(m_response, &ResponseEditor::methodFound, m_request, &RequestFields::setMethod);
    connect(m_request, &RequestFields::edited, this, [this] {
        m_response->setMethod(m_request->method());
        judgeAll();
    });
    connect(m_verdicts, &VerdictsView::selectionChanged, this, &JudgePage::displaySelected);
    resize(kFirstSize);
    display(famousSamples().front().given);
    m_verdicts->select(0);
}

QWidget* JudgePage::buildInput()
{
    QFrame* card = makeCard(this);
    auto* samples = makeQuietButton(tr("&Try a sample"), QStringLiteral("samplesButton"), card);
    samples->setAutoDefault(false);
    samples->setMenu(makeSamplesMenu(samples, [this](const Sample& sample) { display(sample.given); }));
    auto* top = new QHBoxLayout;
    top->addWidget(makeHeading(tr("What came back"), card), 1);
    top->addWidget(samples);
    m_caption->setObjectName(QStringLiteral("judgeCaption"));
    auto* layout = qobject_cast<QVBoxLayout*>(card->layout());
    layout->addLayout(top);
    layout->addWidget(m_response, 1);
    layout->addWidget(m_caption);
    layout->addWidget(m_request);
    return card;
}

QWidget* JudgePage::buildDetail()
{
    QFrame* why = makeCard(this);
    why->layout()->addWidget(m_why);
    return why;
}

void JudgePage::layOut()
{
    QFrame* grid = makeCard(this);
    grid->layout()->addWidget(m_verdicts);
    QSplitter* right = makeSplitter(Qt::Vertical, QStringLiteral("judgeRightSplitter"), this);
    right->addWidget(grid);
    right->addWidget(buildDetail());
    right->setSizes({1, 1});
    QSplitter* all = makeSplitter(Qt::Horizontal, QStringLiteral("judgeSplitter"), this);
    all->addWidget(buildInput());
    all->addWidget(right);
    all->setStretchFactor(0, 2);
    all->setStretchFactor(1, 5);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(all);
}

void JudgePage::display(const GivenAttempt& given)
{
    m_request->display(given);
    m_response->setMethod(m_request->method());
    m_response->display(given.facts);
    judgeAll();
}

GivenAttempt JudgePage::given() const
{
    GivenAttempt given = m_request->given();
    given.facts = m_response->facts();
    return given;
}

void JudgePage::judgeAll()
{
    std::vector<VerdictRow> rows;
    if (!m_response->isBlank()) {
        m_presets.judge(given());
        for (const JudgedPreset& preset : m_presets.all()) {
            rows.push_back(preset.row);
        }
    }
    m_verdicts->display(std::move(rows));
    displaySelected();
}

void JudgePage::displaySelected()
{
    const int row = m_verdicts->selectedRow();
    if (row < 0) {
        m_why->clear();
        m_response->clearMark();
        m_caption->hide();
        return;
    }
    const JudgedPreset& preset = m_presets.all()[static_cast<std::size_t>(row)];
    m_why->display(preset, m_request->given().attempt);
    m_response->mark(preset.situation.policy.reading, preset.row);
    const QString where = preset.row.name.state == NameState::Absent
                              ? shown(preset.row.whyNoName)
                              : tr("Marked: the error name as %1 reads it, in %2")
                                    .arg(shown(preset.row.title), shown(preset.row.name.origin));
    m_caption->setText(where);
    m_caption->setVisible(!where.isEmpty());
}

} // namespace retryscope::ui
