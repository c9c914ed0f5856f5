// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The groups of the policy form: which value stands where, and in which words.

#include "core/io/documents/policy_schema.h"
#include "core/io/text/utf8.h"
#include "ui/parts/duration_box.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/term.h"
#include "ui/policy/hints_editor.h"
#include "ui/policy/policy_form.h"
#include "ui/policy/rule_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>

namespace retryscope::ui {

namespace {

constexpr int kMostAttempts = 1000000;
constexpr int kMostTokens = 1000000;

} // namespace

template <typename Enum>
void PolicyForm::addChoice(const QString& label, const QString& name,
                           const std::vector<std::pair<QString, Enum>>& choices, Place<Enum> place)
{
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const auto& [title, value] : choices) {
        box->addItem(title, static_cast<int>(value));
    }
    const std::size_t field = m_fields.size();
    connect(box, &QComboBox::activated, this, [this, field] { changed(field); });
    addField(
        label, name, box,
        [box, place](Policy& policy) {
            const Enum* value = place(policy);
            showRow(box, value != nullptr);
            box->setCurrentIndex(value != nullptr ? box->findData(static_cast<int>(*value)) : 0);
        },
        [box, place](Policy& policy) { *place(policy) = static_cast<Enum>(box->currentData().toInt()); });
}

template <typename Group>
void PolicyForm::addGroupSwitch(const QString& label, const QString& name,
                                std::optional<Group> Policy::*group)
{
    auto* box = new QCheckBox(label);
    nameInput(box, name, label);
    setTermOfInput(box);
    m_form->addRow(box);
    beginFields(); // those that come and go
    const std::size_t field = m_fields.size();
    connect(box, &QCheckBox::toggled, this, [this, field] { changed(field); });
    m_fields.push_back({[box, group](Policy& policy) { box->setChecked((policy.*group).has_value()); },
                        [box, group](Policy& policy) {
                            (policy.*group).reset();
                            if (box->isChecked()) {
                                (policy.*group).emplace().source = kOwnSource;
                            }
                        }});
}

void PolicyForm::buildAttempts()
{
    beginGroup(tr("Attempts"));
    addCount(tr("Maximum"), QStringLiteral("attemptsMaxBox"), 0, kMostAttempts,
             [](Policy& policy) { return &policy.attempts.max; });
    addChoice<bool>(tr("What counts"), QStringLiteral("attemptsCountBox"),
                    {{tr("every attempt"), true}, {tr("retries only"), false}},
                    [](Policy& policy) { return &policy.attempts.countsFirst; });
    addLimit(tr("Time limit"), QStringLiteral("attemptsElapsedBox"), tr("no limit"),
             [](Policy& policy) { return &policy.attempts.maxElapsed; });
    addWords(QStringLiteral("attempts"),
             {.elsewhere = {QStringLiteral("countsFirst"), QStringLiteral("maxElapsed")},
              .byKind = {QStringLiteral("max")}});
}

void PolicyForm::buildBackoff()
{
    beginGroup(tr("Delay"));
    addChoice<BackoffType>(tr("Growth"), QStringLiteral("backoffTypeBox"),
                           {{tr("no delay"), BackoffType::None},
                            {tr("exponential"), BackoffType::Exponential},
                            {tr("linear"), BackoffType::Linear},
                            {tr("listed delays"), BackoffType::Listed}},
                           [](Policy& policy) { return &policy.backoff.type; });
    addDelays();
    addDuration(tr("Base"), QStringLiteral("backoffBaseBox"),
                [](Policy& policy) { return &policy.backoff.base.byDefault; });
    addNumber(tr("Factor"), QStringLiteral("backoffFactorBox"), 0.01,
              [](Policy& policy) { return &policy.backoff.factor; });
    addLimit(tr("Cap"), QStringLiteral("backoffCapBox"), tr("no limit"),
             [](Policy& policy) { return &policy.backoff.cap; });
    addChoice<Jitter>(tr("Jitter"), QStringLiteral("backoffJitterBox"),
                      {{tr("none"), Jitter::None},
                       {tr("full: 0 to delay"), Jitter::Full},
                       {tr("equal: half to full delay"), Jitter::Equal},
                       {tr("decorrelated"), Jitter::Decorrelated},
                       {tr("decorrelated, version 2"), Jitter::DecorrelatedV2},
                       {tr("around: ± spread"), Jitter::Around},
                       {tr("above: up to + spread"), Jitter::Above},
                       {tr("below: down to − spread"), Jitter::Below},
                       {tr("plus: up to added time"), Jitter::Plus}},
                      [](Policy& policy) { return &policy.backoff.jitter; });
    addNumber(tr("Spread"), QStringLiteral("backoffSpreadBox"), 0,
              [](Policy& policy) { return &policy.backoff.spread; });
    addDuration(tr("Added time"), QStringLiteral("backoffNoiseBox"),
                [](Policy& policy) { return &policy.backoff.noise; });
    showBackoffRows();
    addWords(QStringLiteral("backoff"),
             {.elsewhere = {QStringLiteral("type"), QStringLiteral("factor"), QStringLiteral("delays"),
                            QStringLiteral("cap"), QStringLiteral("jitter"), QStringLiteral("spread"),
                            QStringLiteral("noise")},
              .byKind = {QStringLiteral("base")}});
}

/// The shape of the delays says which numbers there are.
void PolicyForm::showBackoffRows()
{
    const auto isPart = [](const Policy& policy) {
        const Jitter jitter = policy.backoff.jitter;
        return jitter == Jitter::Around || jitter == Jitter::Above || jitter == Jitter::Below;
    };
    const auto row = [this](const char* name) {
        return findChild<QWidget*>(QLatin1String(name));
    };
    const auto isAny = [](const Policy& policy) {
        return policy.backoff.type != BackoffType::None;
    };
    const auto grows = [](const Policy& policy) {
        return policy.backoff.type == BackoffType::Exponential || policy.backoff.type == BackoffType::Linear;
    };
    showWhen(row("backoffBaseBox"), grows);
    showWhen(row("backoffFactorBox"),
             [](const Policy& policy) { return policy.backoff.type == BackoffType::Exponential; });
    showWhen(row("backoffDelaysRow"),
             [](const Policy& policy) { return policy.backoff.type == BackoffType::Listed; });
    showWhen(row("backoffCapBox"), isAny);
    showWhen(row("backoffJitterBox"), isAny);
    showWhen(row("backoffSpreadBox"),
             [isAny, isPart](const Policy& policy) { return isAny(policy) && isPart(policy); });
    showWhen(row("backoffNoiseBox"), [isAny](const Policy& policy) {
        return isAny(policy) && policy.backoff.jitter == Jitter::Plus;
    });
}

void PolicyForm::buildQuota()
{
    beginGroup(tr("Retry quota (tokens)"));
    addGroupSwitch<QuotaSpec>(tr("A token bucket limits retries"), QStringLiteral("quotaSwitch"),
                              &Policy::quota);
    const auto in = [](auto QuotaSpec::*member) {
        return [member](Policy& policy) {
            return policy.quota ? &((*policy.quota).*member) : nullptr;
        };
    };
    addCount(tr("Capacity"), QStringLiteral("quotaCapacityBox"), 0, kMostTokens, in(&QuotaSpec::capacity));
    addCount(tr("Cost of a retry"), QStringLiteral("quotaCostBox"), 0, kMostTokens, in(&QuotaSpec::cost));
    addChoice<GiveBack>(tr("Success returns"), QStringLiteral("quotaGiveBackBox"),
                        {{tr("nothing"), GiveBack::Nothing},
                         {tr("one token"), GiveBack::One},
                         {tr("last cost, else 1"), GiveBack::LastCost},
                         {tr("last cost and 1"), GiveBack::LastCostAndOne},
                         {tr("last cost, else nothing"), GiveBack::LastCostOnly}},
                        in(&QuotaSpec::giveBack));
    addChoice<QuotaScope>(tr("Bucket per"), QStringLiteral("quotaScopeBox"),
                          {{tr("client"), QuotaScope::Client}, {tr("call"), QuotaScope::Call}},
                          in(&QuotaSpec::scope));
    addChoice<WhenQuotaEmpty>(tr("When empty"), QStringLiteral("quotaWhenEmptyBox"),
                              {{tr("reject the retry"), WhenQuotaEmpty::Refuse},
                               {tr("use what is left"), WhenQuotaEmpty::TakeWhatIsLeft},
                               {tr("charge anyway"), WhenQuotaEmpty::ChargeAnyway}},
                              in(&QuotaSpec::whenEmpty));
    addWords(QStringLiteral("quota"),
             {.elsewhere = {QStringLiteral("type"), QStringLiteral("capacity"), QStringLiteral("giveBack"),
                            QStringLiteral("scope"), QStringLiteral("whenEmpty")},
              .byKind = {QStringLiteral("cost")}});
}

void PolicyForm::buildLimiter()
{
    beginGroup(tr("Adaptive send rate"));
    addGroupSwitch<LimiterSpec>(tr("Throttling lowers the send rate"), QStringLiteral("limiterSwitch"),
                                &Policy::limiter);
    const auto in = [](auto LimiterSpec::*member) {
        return [member](Policy& policy) {
            return policy.limiter ? &((*policy.limiter).*member) : nullptr;
        };
    };
    addNumber(tr("Minimum per s"), QStringLiteral("limiterMinRateBox"), 0,
              in(&LimiterSpec::minFillRatePerSecond));
    addChoice<QuotaScope>(tr("Send rate per"), QStringLiteral("limiterScopeBox"),
                          {{tr("client"), QuotaScope::Client}, {tr("call"), QuotaScope::Call}},
                          in(&LimiterSpec::scope));
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
    m_fields.push_back({[hints](Policy& policy) { hints->display(policy.hints); },
                        [hints](Policy& policy) {
                            policy.hints = hints->hints();
                        }});
}

void PolicyForm::buildClock()
{
    beginGroup(tr("Clock"));
    addGroupSwitch<ClockSpec>(tr("Correct for the server's clock"), QStringLiteral("clockSwitch"),
                              &Policy::clock);
    const auto in = [](auto ClockSpec::*member) {
        return [member](Policy& policy) {
            return policy.clock ? &((*policy.clock).*member) : nullptr;
        };
    };
    addDuration(tr("Skew from"), QStringLiteral("clockToleranceBox"), in(&ClockSpec::tolerance));
    addSwitch(tr("Remember the skew"), QStringLiteral("clockLearnsBox"), in(&ClockSpec::learns));
    addWords(QStringLiteral("clock"), {.elsewhere = {QStringLiteral("tolerance"), QStringLiteral("learns")}});
}

void PolicyForm::buildClassification()
{
    beginGroup(tr("Classification"));
    addStatuses();
    addChoice<bool>(tr("Deciding rule"), QStringLiteral("matchOrderBox"),
                    {{tr("first match"), false}, {tr("last match"), true}},
                    [](Policy& policy) { return &policy.lastMatchWins; });
    std::vector<std::pair<QString, ErrorKind>> kinds;
    for (const ErrorKind kind : ruleKinds()) {
        kinds.emplace_back(kindTitle(kind), kind);
    }
    addChoice<ErrorKind>(tr("No match"), QStringLiteral("otherwiseBox"), kinds,
                         [](Policy& policy) { return &policy.otherwise; });
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

void PolicyForm::explainFields()
{
    const std::pair<const char*, const char*> fields[] = {
        {"attemptsMaxBox", "attempts.max"},
        {"attemptsCountBox", "attempts.countsFirst"},
        {"attemptsElapsedBox", "attempts.maxElapsed"},
        {"backoffTypeBox", "backoff.type"},
        {"backoffDelaysEdit", "backoff.delays"},
        {"backoffBaseBox", "backoff.base"},
        {"backoffFactorBox", "backoff.factor"},
        {"backoffCapBox", "backoff.cap"},
        {"backoffJitterBox", "backoff.jitter"},
        {"backoffSpreadBox", "backoff.spread"},
        {"backoffNoiseBox", "backoff.noise"},
        {"quotaSwitch", "quota"},
        {"quotaCapacityBox", "quota.capacity"},
        {"quotaCostBox", "quota.cost"},
        {"quotaGiveBackBox", "quota.giveBack"},
        {"quotaScopeBox", "quota.scope"},
        {"quotaWhenEmptyBox", "quota.whenEmpty"},
        {"limiterSwitch", "limiter"},
        {"limiterMinRateBox", "limiter.minFillRatePerSecond"},
        {"limiterScopeBox", "limiter.scope"},
        {"clockSwitch", "clock"},
        {"clockToleranceBox", "clock.tolerance"},
        {"clockLearnsBox", "clock.learns"},
        {"successStatusEdit", "success.statusIn"},
        {"matchOrderBox", "ruleOrder"},
        {"otherwiseBox", "otherwise.kind"}};
    for (const auto& [name, path] : fields) {
        auto* input = findChild<QWidget*>(QLatin1String(name));
        const QString help = io::SchemaNode::policy().at(QLatin1String(path)).description();
        if (auto* duration = qobject_cast<DurationBox*>(input)) {
            duration->setHelp(help);
        } else {
            input->setToolTip(plainToolTip(help));
        }
    }
}

} // namespace retryscope::ui
