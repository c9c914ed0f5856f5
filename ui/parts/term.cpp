// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/term.h"

#include "core/explain/terms.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"

#include <QVariant>
#include <QWidget>

#include <algorithm>
#include <iterator>
#include <string>

namespace retryscope::ui {

namespace {

constexpr char kProperty[] = "term";

struct InputTerm
{
    const char* input; ///< its object name begins so
    const char* term;
};

constexpr InputTerm kInputs[] = {{"attempts", "attempt"},     {"backoffBase", "base"},
                                 {"backoffFactor", "factor"}, {"backoffCap", "cap"},
                                 {"backoffJitter", "jitter"}, {"backoff", "backoff"},
                                 {"quotaC", "tokens"},        {"quota", "quota"},
                                 {"limiter", "send-rate"},    {"hint", "hint"},
                                 {"clock", "clock"},          {"matchOrder", "rule"},
                                 {"otherwise", "kind"},       {"ruleKind", "kind"},
                                 {"ruleNames", "error-name"}, {"calls", "call"},
                                 {"clients", "quota"},        {"seed", "seed"},
                                 {"tokens", "tokens"},        {"scenarioBox", "scenario"},
                                 {"policyBox", "policy"},     {"serviceBox", "judged-as"},
                                 {"operation", "judged-as"},  {"protocol", "judged-as"},
                                 {"deadline", "deadline"}};

} // namespace

void setTerm(QWidget* widget, std::string_view term, OnHover onHover)
{
    const Term* found = termOf(term);
    if (found == nullptr) {
        qWarning("there is no term \"%s\"", std::string(term).c_str()); // which fails the tests
        return;
    }
    widget->setProperty(kProperty, toQString(term));
    if (onHover == OnHover::TellTerm && widget->toolTip().isEmpty()) {
        widget->setToolTip(plainToolTip(toQString(found->sentence)));
    }
}

void setTermOfInput(QWidget* input, QWidget* caption)
{
    const QString name = input->objectName();
    const auto* found = std::find_if(std::begin(kInputs), std::end(kInputs), [&name](const InputTerm& entry) {
        return name.startsWith(QLatin1String(entry.input));
    });
    if (found != std::end(kInputs)) {
        setTerm(input, found->term);
        if (caption != nullptr) {
            setTerm(caption, found->term);
        }
    }
}

QString termAt(const QWidget* widget)
{
    for (; widget != nullptr; widget = widget->parentWidget()) {
        if (const QString term = widget->property(kProperty).toString(); !term.isEmpty()) {
            return term;
        }
    }
    return {};
}

} // namespace retryscope::ui
