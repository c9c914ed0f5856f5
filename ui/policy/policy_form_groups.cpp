// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The groups of the policy form: which value stands where, and in which words.

#include "core/io/documents/policy_schema.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/term.h"
#include "ui/policy/hints_editor.h"
#include "ui/policy/policy_form.h"
#include "ui/policy/rule_text.h"

#include <QCheckBox>
#include <QFormLayout>

namespace retryscope::ui {

template <typename Group>
void PolicyForm::addGroupSwitch(const QString& path, const QString& label, const QString& name,
                                std::optional<Group> Policy::*group)
{
    auto* box = new QCheckBox(label);
    nameInput(box, name, label);
    setTermOfInput(box);
    box->setToolTip(plainToolTip(io::SchemaNode::policy().at(path).description()));
    m_form->addRow(box);
    beginFields(); // those that come and go
    m_switches[path] = [this, group] {
        return (m_policy.*group).has_value();
    };
    const std::size_t field = m_fields.size();
    connect(box, &QCheckBox::toggled, this, [this, field] { changed(field); });
    m_fields.push_back({[this, box, path] { box->setChecked(isOn(path)); },
                        [this, box, group] {
                            (m_policy.*group).reset();
                            if (box->isChecked()) {
                                (m_policy.*group).emplace().source = kOwnSource;
                            }
                        }});
}

void PolicyForm::buildAttempts()
{
    beginGroup(tr("Attempts"));
    addMember(QStringLiteral("attempts.max"), tr("Maximum"), {.name = QStringLiteral("attemptsMaxBox")});
    addMember(QStringLiteral("attempts.countsFirst"), tr("What counts"),
              {.name = QStringLiteral("attemptsCountBox"),
               .titles = {{true, tr("every attempt")}, {false, tr("retries only")}}});
    addMember(QStringLiteral("attempts.maxElapsed"), tr("Time limit"),
              {.name = QStringLiteral("attemptsElapsedBox"), .whenNone = tr("no limit")});
    addWords(QStringLiteral("attempts"),
             {.elsewhere = {QStringLiteral("countsFirst"), QStringLiteral("maxElapsed")},
              .byKind = {QStringLiteral("max")}});
}

void PolicyForm::buildBackoff()
{
    const auto isAny = [](const Policy& policy) {
        return policy.backoff.type != BackoffType::None;
    };
    const auto isType = [](BackoffType type) {
        return [type](const Policy& policy) {
            return policy.backoff.type == type;
        };
    };
    beginGroup(tr("Delay"));
    addMember(QStringLiteral("backoff.type"), tr("Growth"),
              {.name = QStringLiteral("backoffTypeBox"),
               .titles = {{QStringLiteral("none"), tr("no delay")},
                          {QStringLiteral("exponential"), tr("exponential")},
                          {QStringLiteral("linear"), tr("linear")},
                          {QStringLiteral("listed"), tr("listed delays")}}});
    // The shape of the delays says which numbers there are.
    showWhen(addMember(QStringLiteral("backoff.delays"), tr("Delays"),
                       {.name = QStringLiteral("backoffDelaysEdit")}),
             isType(BackoffType::Listed));
    showWhen(
        addMember(QStringLiteral("backoff.base"), tr("Base"), {.name = QStringLiteral("backoffBaseBox")}),
        [](const Policy& policy) {
            return policy.backoff.type == BackoffType::Exponential ||
                   policy.backoff.type == BackoffType::Linear;
        });
    showWhen(addMember(QStringLiteral("backoff.factor"), tr("Factor"),
                       {.name = QStringLiteral("backoffFactorBox")}),
             isType(BackoffType::Exponential));
    showWhen(addMember(QStringLiteral("backoff.cap"), tr("Cap"),
                       {.name = QStringLiteral("backoffCapBox"), .whenNone = tr("no limit")}),
             isAny);
    showWhen(addMember(QStringLiteral("backoff.jitter"), tr("Jitter"),
                       {.name = QStringLiteral("backoffJitterBox"),
                        .titles = {{QStringLiteral("none"), tr("none")},
                                   {QStringLiteral("full"), tr("full: 0 to delay")},
                                   {QStringLiteral("equal"), tr("equal: half to full delay")},
                                   {QStringLiteral("decorrelated"), tr("decorrelated")},
                                   {QStringLiteral("decorrelatedV2"), tr("decorrelated, version 2")},
                                   {QStringLiteral("around"), tr("around: ± spread")},
                                   {QStringLiteral("above"), tr("above: up to + spread")},
                                   {QStringLiteral("below"), tr("below: down to − spread")},
                                   {QStringLiteral("plus"), tr("plus: up to added time")}}}),
             isAny);
    showWhen(addMember(QStringLiteral("backoff.spread"), tr("Spread"),
                       {.name = QStringLiteral("backoffSpreadBox")}),
             [isAny](const Policy& policy) {
                 const Jitter jitter = policy.backoff.jitter;
                 return isAny(policy) &&
                        (jitter == Jitter::Around || jitter == Jitter::Above || jitter == Jitter::Below);
             });
    showWhen(
        addMember(QStringLiteral("backoff.noise"), tr("Added time"),
                  {.name = QStringLiteral("backoffNoiseBox")}),
        [isAny](const Policy& policy) { return isAny(policy) && policy.backoff.jitter == Jitter::Plus; });
    addWords(QStringLiteral("backoff"),
             {.elsewhere = {QStringLiteral("type"), QStringLiteral("factor"), QStringLiteral("delays"),
                            QStringLiteral("cap"), QStringLiteral("jitter"), QStringLiteral("spread"),
                            QStringLiteral("noise")},
              .byKind = {QStringLiteral("base")}});
}

void PolicyForm::buildQuota()
{
    beginGroup(tr("Retry quota (tokens)"));
    addGroupSwitch(QStringLiteral("quota"), tr("A token bucket limits retries"),
                   QStringLiteral("quotaSwitch"), &Policy::quota);
    addMember(QStringLiteral("quota.capacity"), tr("Capacity"), {.name = QStringLiteral("quotaCapacityBox")});
    addMember(QStringLiteral("quota.cost"), tr("Cost of a retry"), {.name = QStringLiteral("quotaCostBox")});
    addMember(QStringLiteral("quota.giveBack"), tr("Success returns"),
              {.name = QStringLiteral("quotaGiveBackBox"),
               .titles = {{QStringLiteral("nothing"), tr("nothing")},
                          {QStringLiteral("one"), tr("one token")},
                          {QStringLiteral("lastCost"), tr("last cost, else 1")},
                          {QStringLiteral("lastCostAndOne"), tr("last cost and 1")},
                          {QStringLiteral("lastCostOnly"), tr("last cost, else nothing")}}});
    addMember(QStringLiteral("quota.scope"), tr("Bucket per"),
              {.name = QStringLiteral("quotaScopeBox"),
               .titles = {{QStringLiteral("client"), tr("client")}, {QStringLiteral("call"), tr("call")}}});
    addMember(QStringLiteral("quota.whenEmpty"), tr("When empty"),
              {.name = QStringLiteral("quotaWhenEmptyBox"),
               .titles = {{QStringLiteral("refuse"), tr("reject the retry")},
                          {QStringLiteral("takeWhatIsLeft"), tr("use what is left")},
                          {QStringLiteral("chargeAnyway"), tr("charge anyway")}}});
    addWords(QStringLiteral("quota"),
             {.elsewhere = {QStringLiteral("type"), QStringLiteral("capacity"), QStringLiteral("giveBack"),
                            QStringLiteral("scope"), QStringLiteral("whenEmpty")},
              .byKind = {QStringLiteral("cost")}});
}

void PolicyForm::buildLimiter()
{
    beginGroup(tr("Adaptive send rate"));
    addGroupSwitch(QStringLiteral("limiter"), tr("Throttling lowers the send rate"),
                   QStringLiteral("limiterSwitch"), &Policy::limiter);
    addMember(QStringLiteral("limiter.minFillRatePerSecond"), tr("Minimum per s"),
              {.name = QStringLiteral("limiterMinRateBox")});
    addMember(QStringLiteral("limiter.scope"), tr("Send rate per"),
              {.name = QStringLiteral("limiterScopeBox"),
               .titles = {{QStringLiteral("client"), tr("client")}, {QStringLiteral("call"), tr("call")}}});
    addWords(QStringLiteral("limiter"),
             {.elsewhere = {QStringLiteral("type"), QStringLiteral("minFillRatePerSecond"),
                            QStringLiteral("scope")}});
}

void PolicyForm::buildHint()
{
    beginGroup(tr("Server's delay hints"));
    auto* hints = new HintsEditor;
    m_column->addWidget(hints);
    m_hints = hints;
    const std::size_t field = m_fields.size();
    connect(hints, &HintsEditor::edited, this, [this, field] { changed(field); });
    m_fields.push_back({[this, hints] { hints->display(m_policy.hints); },
                        [this, hints] {
                            m_policy.hints = hints->hints();
                        }});
}

void PolicyForm::buildClock()
{
    beginGroup(tr("Clock"));
    addGroupSwitch(QStringLiteral("clock"), tr("Correct for the server's clock"),
                   QStringLiteral("clockSwitch"), &Policy::clock);
    addMember(QStringLiteral("clock.tolerance"), tr("Skew from"),
              {.name = QStringLiteral("clockToleranceBox")});
    addMember(QStringLiteral("clock.learns"), tr("Remember the skew"),
              {.name = QStringLiteral("clockLearnsBox"), .titles = {{true, tr("yes")}, {false, tr("no")}}});
    addWords(QStringLiteral("clock"), {.elsewhere = {QStringLiteral("tolerance"), QStringLiteral("learns")}});
}

void PolicyForm::buildClassification()
{
    beginGroup(tr("Classification"));
    addMember(QStringLiteral("success.statusIn"), tr("Success statuses"),
              {.name = QStringLiteral("successStatusEdit")});
    addMember(QStringLiteral("ruleOrder"), tr("Deciding rule"),
              {.name = QStringLiteral("matchOrderBox"),
               .titles = {{QStringLiteral("firstMatch"), tr("first match")},
                          {QStringLiteral("lastMatch"), tr("last match")}}});
    WordLook look{.name = QStringLiteral("otherwiseBox")};
    for (const ErrorKind kind : ruleKinds()) {
        look.titles.emplace_back(toQString(toString(kind)), kindTitle(kind));
    }
    addMember(QStringLiteral("otherwise.kind"), tr("No match"), look);
}

/// What few policies say, and what the other pages show: folded.
void PolicyForm::buildRest()
{
    beginGroup(tr("Other settings"));
    addWords({},
             {.elsewhere = {QStringLiteral("$schema"), QStringLiteral("format"), QStringLiteral("extends"),
                            QStringLiteral("ruleOrder"), QStringLiteral("attempts"),
                            QStringLiteral("backoff"), QStringLiteral("quota"), QStringLiteral("limiter"),
                            QStringLiteral("hints"), QStringLiteral("rules"), QStringLiteral("clock")},
              .folds = true});
}

} // namespace retryscope::ui
