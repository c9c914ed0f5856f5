// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/duration_box.h"

#include "ui/parts/foreign_text.h"

#include <QLineEdit>
#include <QRegularExpression>

namespace retryscope::ui {

namespace {

constexpr double kLargestMilliseconds = 1e9;

const QRegularExpression& durationPattern()
{
    static const QRegularExpression pattern(QStringLiteral("^\\s*(\\d+(?:[.,]\\d+)?)\\s*(ms|s|min)?\\s*$"));
    return pattern;
}

double factorOf(const QString& unit)
{
    if (unit == QStringLiteral("s")) {
        return 1000.0;
    }
    return unit == QStringLiteral("min") ? 60000.0 : 1.0;
}

} // namespace

DurationBox::DurationBox(const QString& whenZero, QWidget* parent) : QDoubleSpinBox(parent)
{
    setDecimals(3);
    setRange(0, kLargestMilliseconds);
    setSpecialValueText(whenZero);
    setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    setKeyboardTracking(false);
    explainClearing();
}

void DurationBox::setHelp(const QString& purpose)
{
    m_purpose = purpose;
    explainClearing();
}

void DurationBox::setWhenCleared(Duration duration)
{
    m_whenCleared = toMilliseconds(duration);
    explainClearing();
}

/// The placeholder says what an empty field will be, before it is left.
void DurationBox::explainClearing()
{
    const QString cleared =
        m_whenCleared > 0 || specialValueText().isEmpty() ? textFromValue(m_whenCleared) : specialValueText();
    lineEdit()->setPlaceholderText(cleared);
    const QString help =
        tr("For example 500 ms, 20 s or 2 min. A bare number keeps the unit shown; an empty field means %1.")
            .arg(cleared);
    setToolTip(plainToolTip(m_purpose.isEmpty() ? help : m_purpose + QLatin1Char('\n') + help));
}

/// Zero that stands for "not set" shows no unit; limits of that kind are seconds.
double DurationBox::shownUnit() const
{
    constexpr double kSecond = 1000.0;
    const bool isNotSet = value() <= 0 && !specialValueText().isEmpty();
    return value() >= kSecond || isNotSet ? kSecond : 1.0;
}

Duration DurationBox::duration() const
{
    return fromMilliseconds(value());
}

std::optional<Duration> DurationBox::optionalDuration() const
{
    return duration() > Duration::zero() ? std::optional(duration()) : std::nullopt;
}

void DurationBox::setDuration(Duration duration)
{
    setValue(toMilliseconds(duration));
}

void DurationBox::setDuration(std::optional<Duration> duration)
{
    setDuration(duration.value_or(Duration::zero()));
}

QString DurationBox::textFromValue(double value) const
{
    if (value >= 1000.0) {
        return tr("%1 s").arg(QString::number(value / 1000.0, 'g', 10));
    }
    return tr("%1 ms").arg(QString::number(value, 'g', 10));
}

double DurationBox::valueFromText(const QString& text) const
{
    const QRegularExpressionMatch match = durationPattern().match(text);
    if (text.trimmed().isEmpty()) {
        return m_whenCleared;
    }
    if (!match.hasMatch()) {
        return text == specialValueText() ? minimum() : value();
    }
    QString number = match.captured(1);
    const double unit = match.captured(2).isEmpty() ? shownUnit() : factorOf(match.captured(2));
    return number.replace(QLatin1Char(','), QLatin1Char('.')).toDouble() * unit;
}

QValidator::State DurationBox::validate(QString& text, int& position) const
{
    Q_UNUSED(position)
    if (text.trimmed().isEmpty() || durationPattern().match(text).hasMatch() || text == specialValueText()) {
        return QValidator::Acceptable;
    }
    return QValidator::Intermediate;
}

} // namespace retryscope::ui
