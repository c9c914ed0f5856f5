// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The groups of the policy form: which value stands where, and in which words.

#include "core/io/text/utf8.h"
#include "ui/parts/duration_box.h"
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
            box->setEnabled(value != nullptr);
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
    addHeading(m_form, tr("Attempts"));
    addCount(tr("At most"), QStringLiteral("attemptsMaxBox"), 0, kMostAttempts,
             [](Policy& policy) { return &policy.attempts.max; });
    addChoice<bool>(tr("Counts"), QStringLiteral("attemptsCountBox"),
                    {{tr("every attempt"), true}, {tr("retries only"), false}},
                    [](Policy& policy) { return &policy.attempts.countsFirst; });
    addLimit(tr("No retry from"), QStringLiteral("attemptsElapsedBox"), tr("no limit"),
             [](Policy& policy) { return &policy.attempts.maxElapsed; });
}

void PolicyForm::buildBackoff()
{
    addHeading(m_form, tr("Delay"));
    addChoice<BackoffType>(tr("Grows"), QStringLiteral("backoffTypeBox"),
                           {{tr("no delay"), BackoffType::None},
                            {tr("exponential"), BackoffType::Exponential},
                            {tr("linear"), BackoffType::Linear},
                            {tr("as listed in JSON"), BackoffType::Listed}},
                           [](Policy& policy) { return &policy.backoff.type; });
    addDuration(tr("Base"), QStringLiteral("backoffBaseBox"),
                [](Policy& policy) { return &policy.backoff.base.byDefault; });
    addNumber(tr("Factor"), QStringLiteral("backoffFactorBox"), 1.0,
              [](Policy& policy) { return &policy.backoff.factor; });
    addCount(tr("First exponent"), QStringLiteral("backoffExponentBox"), -10, 30,
             [](Policy& policy) { return &policy.backoff.exponentStart; });
    addLimit(tr("Cap"), QStringLiteral("backoffCapBox"), tr("no limit"),
             [](Policy& policy) { return &policy.backoff.cap; });
    addChoice<CapApplies>(
        tr("Cap applies"), QStringLiteral("backoffCapAppliesBox"),
        {{tr("before jitter"), CapApplies::BeforeJitter}, {tr("after jitter"), CapApplies::AfterJitter}},
        [](Policy& policy) { return &policy.backoff.capApplies; });
    addChoice<Jitter>(tr("Jitter"), QStringLiteral("backoffJitterBox"),
                      {{tr("none"), Jitter::None},
                       {tr("full: 0 … delay"), Jitter::Full},
                       {tr("equal: upper half"), Jitter::Equal},
                       {tr("decorrelated"), Jitter::Decorrelated},
                       {tr("around the delay"), Jitter::Around},
                       {tr("part of it on top"), Jitter::Above},
                       {tr("part of it off"), Jitter::Below},
                       {tr("a time on top"), Jitter::Plus}},
                      [](Policy& policy) { return &policy.backoff.jitter; });
    addNumber(tr("Part"), QStringLiteral("backoffSpreadBox"), 0,
              [](Policy& policy) { return &policy.backoff.spread; });
    addDuration(tr("Time on top"), QStringLiteral("backoffNoiseBox"),
                [](Policy& policy) { return &policy.backoff.noise; });
    addLimit(tr("At least"), QStringLiteral("backoffFloorBox"), tr("any"),
             [](Policy& policy) { return &policy.backoff.floor; });
    addChoice<BackoffWhen>(
        tr("Waits"), QStringLiteral("backoffWhenBox"),
        {{tr("after failures"), BackoffWhen::AfterFailure}, {tr("before attempts"), BackoffWhen::BeforeEach}},
        [](Policy& policy) { return &policy.backoff.when; });
    addSwitch(tr("First retry without delay"), QStringLiteral("backoffAtOnceBox"),
              [](Policy& policy) { return &policy.backoff.firstRetryAtOnce; });
    addSwitch(tr("Delays once more before giving up"), QStringLiteral("backoffBeforeGivingUpBox"),
              [](Policy& policy) { return &policy.backoff.beforeGivingUp; });
}

void PolicyForm::buildBackoffByKind()
{
    const std::vector<std::pair<QString, ErrorKind>> kinds{{tr("Base, transient"), ErrorKind::Transient},
                                                           {tr("Base, timeout"), ErrorKind::Timeout},
                                                           {tr("Base, server"), ErrorKind::Server},
                                                           {tr("Base, throttling"), ErrorKind::Throttling}};
    for (const auto& [label, kind] : kinds) {
        auto* box = new DurationBox(tr("as above"));
        const std::size_t field = m_fields.size();
        connect(box, &QDoubleSpinBox::valueChanged, this, [this, field] { changed(field); });
        addField(
            label, QStringLiteral("backoffBase-") + toQString(toString(kind)), box,
            [box, kind = kind](Policy& policy) {
                const auto own = policy.backoff.base.byKind.find(kind);
                box->setDuration(own == policy.backoff.base.byKind.end() ? Duration::zero() : own->second);
            },
            [box, kind = kind](Policy& policy) {
                policy.backoff.base.byKind.erase(kind);
                if (box->optionalDuration()) {
                    policy.backoff.base.byKind[kind] = box->duration();
                }
            });
    }
}

void PolicyForm::buildQuota()
{
    addHeading(m_form, tr("Retry tokens"));
    addGroupSwitch<QuotaSpec>(tr("A bucket limits retries"), QStringLiteral("quotaSwitch"), &Policy::quota);
    const auto in = [](auto QuotaSpec::*member) {
        return [member](Policy& policy) {
            return policy.quota ? &((*policy.quota).*member) : nullptr;
        };
    };
    addCount(tr("Bucket holds"), QStringLiteral("quotaCapacityBox"), 1, kMostTokens,
             in(&QuotaSpec::capacity));
    addCount(tr("A retry costs"), QStringLiteral("quotaCostBox"), 0, kMostTokens, in(&QuotaSpec::cost));
    for (const auto& [label, kind] : std::vector<std::pair<QString, ErrorKind>>{
             {tr("After a timeout"), ErrorKind::Timeout}, {tr("After throttling"), ErrorKind::Throttling}}) {
        auto* box = new QSpinBox;
        box->setRange(-1, kMostTokens);
        box->setSpecialValueText(tr("the same"));
        box->setKeyboardTracking(false);
        const std::size_t field = m_fields.size();
        connect(box, &QSpinBox::valueChanged, this, [this, field] { changed(field); });
        addField(
            label, QStringLiteral("quotaCost-") + toQString(toString(kind)), box,
            [box, kind = kind](Policy& policy) {
                box->setEnabled(policy.quota.has_value());
                const bool hasOwn = policy.quota && policy.quota->costByKind.count(kind) != 0;
                box->setValue(hasOwn ? policy.quota->costByKind.at(kind) : -1);
            },
            [box, kind = kind](Policy& policy) {
                policy.quota->costByKind.erase(kind);
                if (box->value() >= 0) {
                    policy.quota->costByKind[kind] = box->value();
                }
            });
    }
    addChoice<GiveBack>(tr("Success returns"), QStringLiteral("quotaGiveBackBox"),
                        {{tr("nothing"), GiveBack::Nothing},
                         {tr("one token"), GiveBack::One},
                         {tr("the last cost"), GiveBack::LastCost},
                         {tr("last cost and 1"), GiveBack::LastCostAndOne}},
                        in(&QuotaSpec::giveBack));
    addChoice<QuotaScope>(tr("One bucket per"), QStringLiteral("quotaScopeBox"),
                          {{tr("client"), QuotaScope::Client}, {tr("call"), QuotaScope::Call}},
                          in(&QuotaSpec::scope));
    addChoice<WhenQuotaEmpty>(tr("When empty"), QStringLiteral("quotaWhenEmptyBox"),
                              {{tr("no retry"), WhenQuotaEmpty::Refuse},
                               {tr("takes the rest"), WhenQuotaEmpty::TakeWhatIsLeft},
                               {tr("charges all the same"), WhenQuotaEmpty::ChargeAnyway}},
                              in(&QuotaSpec::whenEmpty));
}

void PolicyForm::buildLimiter()
{
    addHeading(m_form, tr("Adaptive send rate"));
    addGroupSwitch<LimiterSpec>(tr("Throttling slows sending down"), QStringLiteral("limiterSwitch"),
                                &Policy::limiter);
    const auto in = [](auto LimiterSpec::*member) {
        return [member](Policy& policy) {
            return policy.limiter ? &((*policy.limiter).*member) : nullptr;
        };
    };
    addNumber(tr("Slowest per s"), QStringLiteral("limiterMinRateBox"), 0,
              in(&LimiterSpec::minFillRatePerSecond));
    addNumber(tr("Smallest bucket"), QStringLiteral("limiterMinCapacityBox"), 0,
              in(&LimiterSpec::minCapacity));
    addNumber(tr("Smoothing"), QStringLiteral("limiterSmoothBox"), 0, in(&LimiterSpec::smooth));
    addNumber(tr("Falls to (beta)"), QStringLiteral("limiterBetaBox"), 0, in(&LimiterSpec::beta));
    addNumber(tr("Growth (scale)"), QStringLiteral("limiterScaleBox"), 0, in(&LimiterSpec::scale));
    addNumber(tr("Measured, in s"), QStringLiteral("limiterTimeBucketBox"), 0,
              in(&LimiterSpec::timeBucketSeconds));
    addNumber(tr("× measured"), QStringLiteral("limiterCapFactorBox"), 0, in(&LimiterSpec::rateCapFactor));
    addNumber(tr("An attempt costs"), QStringLiteral("limiterCostBox"), 0, in(&LimiterSpec::costPerAttempt));
    addNumber(tr("Tokens at first"), QStringLiteral("limiterStartBox"), 0, in(&LimiterSpec::startTokens));
    addChoice<QuotaScope>(tr("One rate per"), QStringLiteral("limiterScopeBox"),
                          {{tr("client"), QuotaScope::Client}, {tr("call"), QuotaScope::Call}},
                          in(&LimiterSpec::scope));
}

void PolicyForm::buildHint()
{
    addHeading(m_form, tr("Server hints"));
    auto* hints = new HintsEditor;
    m_form->addRow(hints);
    const std::size_t field = m_fields.size();
    connect(hints, &HintsEditor::edited, this, [this, field] { changed(field); });
    m_fields.push_back({[hints](Policy& policy) { hints->display(policy.hints); },
                        [hints](Policy& policy) {
                            policy.hints = hints->hints();
                        }});
}

void PolicyForm::buildClock()
{
    addHeading(m_form, tr("Clock"));
    addGroupSwitch<ClockSpec>(tr("Compares the server's clock"), QStringLiteral("clockSwitch"),
                              &Policy::clock);
    const auto in = [](auto ClockSpec::*member) {
        return [member](Policy& policy) {
            return policy.clock ? &((*policy.clock).*member) : nullptr;
        };
    };
    addDuration(tr("Off from"), QStringLiteral("clockToleranceBox"), in(&ClockSpec::tolerance));
    addSwitch(tr("Remembers the difference"), QStringLiteral("clockLearnsBox"), in(&ClockSpec::learns));
}

void PolicyForm::buildClassification()
{
    addHeading(m_form, tr("Classification"));
    addStatuses();
    addChoice<bool>(tr("Deciding rule"), QStringLiteral("matchOrderBox"),
                    {{tr("first match"), false}, {tr("last match"), true}},
                    [](Policy& policy) { return &policy.lastMatchWins; });
    std::vector<std::pair<QString, ErrorKind>> kinds;
    for (const ErrorKind kind : ruleKinds()) {
        kinds.emplace_back(kindTitle(kind), kind);
    }
    addChoice<ErrorKind>(tr("Otherwise"), QStringLiteral("otherwiseBox"), kinds,
                         [](Policy& policy) { return &policy.otherwise; });
}

} // namespace retryscope::ui
