// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/expect/expectation.h"
#include "core/io/json/json_units.h"
#include "core/io/redact/redact.h"
#include "core/io/text/suggestions.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <array>
#include <limits>

namespace retryscope::io {

namespace {

enum class ValueKind { Number, Duration, Word, Any };
enum class Argument { None, Header, Pointer };

struct MeasureForm
{
    const char* name;
    Measure measure;
    ValueKind value;
    bool hasAttempt; ///< `[n]` can follow
    Argument argument;
    const char* meaning;
};

constexpr std::array<MeasureForm, 15> kForms{
    {{"attempts", Measure::Attempts, ValueKind::Number, false, Argument::None, "attempts of each call"},
     {"verdict", Measure::Verdict, ValueKind::Word, false, Argument::None,
      "verdict of each call: succeeded, failed or cancelled"},
     {"total", Measure::Total, ValueKind::Duration, false, Argument::None,
      "duration of each call, delays included"},
     {"delay", Measure::Delay, ValueKind::Duration, true, Argument::None, "delay after attempt n"},
     {"kind", Measure::Kind, ValueKind::Word, true, Argument::None, "kind of error of attempt n"},
     {"status", Measure::Status, ValueKind::Number, true, Argument::None, "HTTP status of attempt n"},
     {"errorName", Measure::ErrorName, ValueKind::Word, true, Argument::None, "error name of attempt n"},
     {"header", Measure::Header, ValueKind::Any, true, Argument::Header, "response header of attempt n"},
     {"json", Measure::Json, ValueKind::Any, true, Argument::Pointer,
      "value at a JSON pointer in the body of attempt n"},
     {"duration", Measure::Duration, ValueKind::Duration, true, Argument::None, "duration of attempt n"},
     {"calls.failed", Measure::CallsFailed, ValueKind::Number, false, Argument::None, "failed calls"},
     {"calls.succeeded", Measure::CallsSucceeded, ValueKind::Number, false, Argument::None,
      "succeeded calls"},
     {"p50", Measure::P50, ValueKind::Duration, false, Argument::None, "median duration of calls"},
     {"p90", Measure::P90, ValueKind::Duration, false, Argument::None, "90th percentile of call durations"},
     {"p99", Measure::P99, ValueKind::Duration, false, Argument::None, "99th percentile of call durations"}}};

struct ComparisonForm
{
    QLatin1String sign;
    Comparison comparison;
};

/// Longer signs come before those that they begin with.
constexpr std::array<ComparisonForm, 10> kComparisons{{{QLatin1String("=="), Comparison::Equal},
                                                       {QLatin1String("!="), Comparison::NotEqual},
                                                       {QLatin1String("<="), Comparison::AtMost},
                                                       {QLatin1String(">="), Comparison::AtLeast},
                                                       {QLatin1String("<"), Comparison::Less},
                                                       {QLatin1String(">"), Comparison::More},
                                                       {QLatin1String("contains"), Comparison::Contains},
                                                       {QLatin1String("exists"), Comparison::Exists},
                                                       {QLatin1String("matches"), Comparison::Matches},
                                                       {QLatin1String("in"), Comparison::Within}}};

bool isOrder(Comparison comparison)
{
    return comparison == Comparison::Less || comparison == Comparison::AtMost ||
           comparison == Comparison::More || comparison == Comparison::AtLeast ||
           comparison == Comparison::Within;
}

bool isOfText(Comparison comparison)
{
    return comparison == Comparison::Contains || comparison == Comparison::Matches;
}

template <WordedEnum Enum>
QStringList wordsOf()
{
    QStringList words;
    for (const auto& [value, word] : EnumWords<Enum>::kWords) {
        words += QLatin1String(word);
    }
    return words;
}

/// Reads an expectation from left to right.
class ExpectationReader
{
public:
    ExpectationReader(const QString& text, const QString& place) : m_text(text), m_place(place) {}

    Result<Expectation> read()
    {
        m_expectation.text = toQString(redactedText(fromQString(m_text.trimmed())));
        constexpr qsizetype kLongest = 1000; // characters
        if (m_text.size() > kLongest) {
            fail(0, QStringLiteral("the expectation is longer than %1 characters").arg(kLongest));
        }
        readMeasure();
        readAttempt();
        readArgument();
        readComparison();
        hideSecret();
        readValue();
        if (m_problem.isEmpty()) {
            return m_expectation;
        }
        return Error{.kind = Error::Kind::BadUsage,
                     .message = m_problem,
                     .place = QStringLiteral("%1, column %2").arg(m_place).arg(m_column + 1)};
    }

    /// What stands before the value, which may be a secret.
    QString beginning()
    {
        readMeasure();
        readAttempt();
        readArgument();
        readComparison();
        const QString text = m_text.left(m_problem.isEmpty() ? m_at : m_column).trimmed();
        return text.size() == m_text.trimmed().size() ? text : text + QStringLiteral(" …");
    }

private:
    void fail(qsizetype column, const QString& problem)
    {
        if (m_problem.isEmpty()) {
            m_column = column;
            m_problem = problem;
        }
    }

    void skipBlanks()
    {
        while (m_at < m_text.size() && m_text[m_at].isSpace()) {
            ++m_at;
        }
    }

    /// The word or the signs that come next; what follows them may be a secret.
    [[nodiscard]] QString found() const
    {
        constexpr qsizetype kMostShown = 20;
        if (m_at >= m_text.size()) {
            return QStringLiteral("the end");
        }
        const auto isOfWord = [](QChar sign) {
            return sign.isLetterOrNumber() || sign == QLatin1Char('.');
        };
        const auto isOfSign = [&isOfWord](QChar sign) {
            return !isOfWord(sign) && !sign.isSpace() && sign != QLatin1Char('"') &&
                   sign != QLatin1Char('\'');
        };
        const bool isWord = isOfWord(m_text[m_at]);
        qsizetype end = m_at + 1;
        while (end < m_text.size() && end - m_at < kMostShown &&
               (isWord ? isOfWord(m_text[end]) : isOfSign(m_text[end]))) {
            ++end;
        }
        const QString next = m_text.mid(m_at, end - m_at);
        return isWord ? shown(next) : QStringLiteral("\"%1\"").arg(next);
    }

    /// That of a header or a member with a secret.
    [[nodiscard]] bool isOfSecret() const
    {
        const std::string& argument = m_expectation.argument;
        return !argument.empty() && (m_form.argument == Argument::Header
                                         ? isSecretHeader(argument)
                                         : isSecretMember(argument.substr(argument.rfind('/') + 1)));
    }

    void readMeasure()
    {
        skipBlanks();
        const qsizetype begin = m_at;
        while (m_at < m_text.size() &&
               (m_text[m_at].isLetterOrNumber() || m_text[m_at] == QLatin1Char('.'))) {
            ++m_at;
        }
        const QString name = m_text.mid(begin, m_at - begin);
        const auto form = std::ranges::find_if(
            kForms, [&name](const MeasureForm& known) { return name == QLatin1String(known.name); });
        if (form == kForms.end()) {
            QStringList names;
            for (const MeasureForm& known : kForms) {
                names += QLatin1String(known.name);
            }
            m_at = begin;
            fail(begin, QStringLiteral("expected one of %1; found %2")
                            .arg(names.join(QStringLiteral(", ")), found()));
            m_at = m_text.size();
            return;
        }
        m_form = *form;
        m_expectation.measure = form->measure;
    }

    void readAttempt()
    {
        if (m_at >= m_text.size() || m_text[m_at] != QLatin1Char('[')) {
            return;
        }
        const qsizetype end = m_text.indexOf(QLatin1Char(']'), m_at);
        bool isNumber = false;
        const int number = m_text.mid(m_at + 1, end - m_at - 1).trimmed().toInt(&isNumber);
        if (!m_form.hasAttempt) {
            fail(m_at, QStringLiteral("%1 has no number of an attempt").arg(QLatin1String(m_form.name)));
        } else if (end < 0 || !isNumber || number < 1) {
            fail(m_at, QStringLiteral("expected the number of an attempt from 1, as in %1[2]; found %2")
                           .arg(QLatin1String(m_form.name), found()));
        }
        m_expectation.attempt = number;
        m_at = end < 0 ? m_text.size() : end + 1;
    }

    void readArgument()
    {
        if (m_form.argument == Argument::None) {
            return;
        }
        const qsizetype begin = m_at;
        const qsizetype end = m_text.indexOf(QLatin1Char(')'), m_at);
        const bool isHeader = m_form.argument == Argument::Header;
        if (m_at >= m_text.size() || m_text[m_at] != QLatin1Char('(') || end < m_at + 2) {
            fail(begin, isHeader
                            ? QStringLiteral("expected the name of a header, as in header[1](Retry-After); "
                                             "found %1")
                                  .arg(found())
                            : QStringLiteral("expected a JSON pointer, as in json[1](/error/code); found %1")
                                  .arg(found()));
            return;
        }
        const QString argument = m_text.mid(begin + 1, end - begin - 1).trimmed();
        if (!isHeader && !argument.startsWith(QLatin1Char('/'))) {
            fail(begin + 1, QStringLiteral("a JSON pointer begins with /, as in /error/code"));
        }
        m_expectation.argument = fromQString(argument);
        m_at = end + 1;
    }

    void readComparison()
    {
        skipBlanks();
        const auto form = std::ranges::find_if(kComparisons, [this](const ComparisonForm& known) {
            const bool isWord = QChar(known.sign[0]).isLetter();
            const qsizetype end = m_at + known.sign.size();
            return QStringView(m_text).mid(m_at).startsWith(known.sign) &&
                   (!isWord || end >= m_text.size() || !m_text[end].isLetterOrNumber());
        });
        if (form == kComparisons.end()) {
            QStringList signs;
            for (const ComparisonForm& known : kComparisons) {
                signs += known.sign;
            }
            fail(m_at, QStringLiteral("expected one of %1; found %2")
                           .arg(signs.join(QStringLiteral(", ")), found()));
            return;
        }
        m_expectation.comparison = form->comparison;
        const bool isText = m_form.value == ValueKind::Word || m_form.value == ValueKind::Any;
        if (isOfText(form->comparison) && !isText) {
            fail(m_at, QStringLiteral("%1 needs a text, and %2 is a %3")
                           .arg(form->sign, QLatin1String(m_form.name),
                                m_form.value == ValueKind::Number ? QStringLiteral("number")
                                                                  : QStringLiteral("duration")));
        } else if (isOrder(form->comparison) && m_form.value == ValueKind::Word) {
            fail(m_at, QStringLiteral("%1 needs a number, and %2 is a word")
                           .arg(form->sign, QLatin1String(m_form.name)));
        }
        m_at += form->sign.size();
        skipBlanks();
    }

    /// Behind the comparison.
    void hideSecret()
    {
        if (isOfSecret() && m_at < m_text.size()) {
            m_expectation.text = m_text.left(m_at).trimmed() + QLatin1Char(' ') +
                                 QLatin1String(kRedacted.data(), static_cast<qsizetype>(kRedacted.size()));
        }
    }

    void readValue()
    {
        const QString rest = m_text.mid(m_at).trimmed();
        switch (m_expectation.comparison) {
        case Comparison::Exists:
            if (!rest.isEmpty()) {
                fail(m_at, QStringLiteral("nothing follows exists"));
            }
            return;
        case Comparison::Matches:
            readPattern(rest);
            return;
        case Comparison::Within: {
            const qsizetype dots = rest.indexOf(QStringLiteral(".."));
            if (dots < 0) {
                fail(m_at, QStringLiteral("expected a range, as in 0s..2s; found %1").arg(found()));
                return;
            }
            m_expectation.value = valueOf(rest.left(dots).trimmed(), m_at);
            m_expectation.upper = valueOf(rest.mid(dots + 2).trimmed(), m_at + dots + 2);
            return;
        }
        default:
            m_expectation.value = valueOf(rest, m_at);
        }
    }

    void readPattern(const QString& rest)
    {
        if (rest.size() < 2 || !rest.startsWith(QLatin1Char('/')) || !rest.endsWith(QLatin1Char('/'))) {
            fail(m_at,
                 QStringLiteral("expected a regular expression between slashes, as in /Slow.*/; found %1")
                     .arg(found()));
            return;
        }
        m_expectation.pattern.setPattern(rest.mid(1, rest.size() - 2));
        if (!m_expectation.pattern.isValid()) {
            fail(m_at + 1 + m_expectation.pattern.patternErrorOffset(),
                 QStringLiteral("invalid regular expression: %1").arg(m_expectation.pattern.errorString()));
        }
    }

    ExpectedValue valueOf(const QString& text, qsizetype column)
    {
        bool isNumber = false;
        const double number = text.toDouble(&isNumber);
        const bool needsNumber = m_form.value == ValueKind::Number ||
                                 (m_form.value == ValueKind::Any && isOrder(m_expectation.comparison));
        if (needsNumber) {
            if (!isNumber) {
                fail(column, QStringLiteral("expected a number; found %1").arg(shown(text)));
            }
            return number;
        }
        if (m_form.value == ValueKind::Duration) {
            const std::optional<retryscope::Duration> duration = durationFromText(text);
            if (!duration) {
                fail(column, QStringLiteral("expected %1; found %2")
                                 .arg(QString::fromUtf16(kDurationForms), shown(text)));
            }
            return duration.value_or(retryscope::Duration::zero());
        }
        return textOf(text, column);
    }

    [[nodiscard]] QString shown(const QString& text) const
    {
        const std::string value = isOfSecret() ? std::string(kRedacted) : redactedText(fromQString(text));
        return text.isEmpty() ? QStringLiteral("the end") : QStringLiteral("\"%1\"").arg(toQString(value));
    }

    /// A word, or a JSON string.
    std::string textOf(const QString& text, qsizetype column)
    {
        QString value = text;
        if (text.startsWith(QLatin1Char('"'))) {
            const QJsonDocument json = QJsonDocument::fromJson("[" + text.toUtf8() + "]");
            if (json.array().size() != 1 || !json.array().first().isString()) {
                fail(column, QStringLiteral("expected a JSON string; found %1").arg(shown(text)));
            }
            value = json.array().first().toString();
        } else if (text.isEmpty() || text.contains(QLatin1Char(' '))) {
            fail(column, QStringLiteral("expected a word or a JSON string; found %1").arg(shown(text)));
        }
        const bool isName =
            m_expectation.comparison == Comparison::Equal || m_expectation.comparison == Comparison::NotEqual;
        const QStringList allowed = !isName                                     ? QStringList()
                                    : m_expectation.measure == Measure::Verdict ? wordsOf<CallVerdict>()
                                    : m_expectation.measure == Measure::Kind    ? wordsOf<ErrorKind>()
                                                                                : QStringList();
        if (!allowed.isEmpty() && !allowed.contains(value)) {
            fail(column, QStringLiteral("expected one of %1; found %2")
                             .arg(allowed.join(QStringLiteral(", ")), shown(text)));
        }
        return fromQString(value);
    }

    const QString& m_text;
    const QString& m_place;
    qsizetype m_at = 0;
    MeasureForm m_form = kForms.front();
    Expectation m_expectation;
    QString m_problem;
    qsizetype m_column = 0;
};

} // namespace

Result<Expectation> readExpectation(const QString& text, const QString& place)
{
    return ExpectationReader(text, place).read();
}

QString expectationBeginning(const QString& text)
{
    return ExpectationReader(text, {}).beginning();
}

QString expectationWithoutSecrets(const QString& text)
{
    const Result<Expectation> expectation = readExpectation(text, {});
    if (expectation) {
        return expectation.value().text;
    }
    static const QRegularExpression kNotOfNames(QStringLiteral("[^A-Za-z0-9_-]+"));
    const QStringList words = text.split(kNotOfNames, Qt::SkipEmptyParts);
    const bool namesSecret = std::ranges::any_of(words, [](const QString& word) {
        return isSecretMember(fromQString(word)) || isSecretHeader(fromQString(word));
    });
    return namesSecret ? expectationBeginning(text) : toQString(redactedText(fromQString(text)));
}

QStringList expectationForms()
{
    QStringList lines;
    for (const MeasureForm& form : kForms) {
        const QString argument = form.argument == Argument::Header    ? QStringLiteral("(NAME)")
                                 : form.argument == Argument::Pointer ? QStringLiteral("(/POINTER)")
                                                                      : QString();
        lines += QStringLiteral("%1%2%3: %4")
                     .arg(QLatin1String(form.name), form.hasAttempt ? QStringLiteral("[n]") : QString(),
                          argument, QLatin1String(form.meaning));
    }
    return lines;
}

} // namespace retryscope::io
