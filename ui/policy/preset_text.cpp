// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/preset_text.h"

#include "core/explain/explain.h"
#include "core/explain/policy_summary.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

#include <QStringList>

namespace retryscope::ui {

namespace {

/// Text in which no character means anything to Markdown.
QString plain(const std::string& text)
{
    static const QString special = QStringLiteral("\\`*_{}[]<>#|~");
    QString result;
    for (const QChar character : toQString(text)) {
        result += special.contains(character) ? QString(QLatin1Char('\\')) + character : QString(character);
    }
    return result;
}

QString sourced(const QString& text, const std::string& source)
{
    return source.empty() ? text : text + QStringLiteral(" — *%1*").arg(plain(source));
}

QString heading(const QString& text)
{
    return QStringLiteral("\n## %1\n\n").arg(text);
}

QString item(const QString& text)
{
    return QStringLiteral("- ") + text + QLatin1Char('\n');
}

QString originLines(const Policy& preset)
{
    QString lines;
    for (const EmulatedClient& client : preset.emulates) {
        lines += item(tr("Behaves like %1 %2 in %3 mode; checked against recordings of this client")
                          .arg(plain(client.client), plain(client.version), plain(client.mode)));
    }
    if (!preset.document.empty()) {
        lines += item(tr("Follows a document: %1").arg(plain(preset.document)));
    }
    return lines.isEmpty() ? item(tr("Read from source code, not recorded")) : lines;
}

QString noteLines(const Policy& preset)
{
    QString lines;
    for (const PolicyNote& note : preset.notes) {
        lines += item(sourced(plain(note.text), note.source));
    }
    return lines.isEmpty() ? lines : heading(tr("Notes")) + lines;
}

QString factLines(const Policy& preset)
{
    QString lines;
    for (const PolicyFact& fact : factsOf(preset)) {
        lines +=
            item(sourced(QStringLiteral("**%1:** %2").arg(plain(fact.name), plain(fact.value)), fact.source));
    }
    return heading(tr("Values")) + lines;
}

QString ruleLines(const std::vector<Rule>& rules, const QString& title)
{
    QString lines;
    for (const Rule& rule : rules) {
        lines += item(sourced(
            QStringLiteral("**%1:** %2").arg(plain(ruleTitle(rule)), plain(ruleSummary(rule))), rule.source));
    }
    return lines.isEmpty() ? lines : heading(title) + lines;
}

QString differenceLines(const Policy& preset, const std::vector<Policy>& all)
{
    QString lines;
    for (const Policy& other : all) {
        if (!areNeighbours(preset, other)) {
            continue;
        }
        lines += QStringLiteral("\n**%1**\n\n").arg(plain(titleOf(other)));
        const std::vector<PolicyDifference> differences = differencesBetween(preset, other);
        for (const PolicyDifference& difference : differences) {
            lines += item(plain(differenceText(difference)));
        }
        lines += differences.empty() ? item(tr("No difference in values and rules")) : QString();
    }
    return lines.isEmpty() ? lines : heading(tr("Differences from similar presets")) + lines;
}

} // namespace

QString presetMarkdown(const Policy& preset, const std::vector<Policy>& all)
{
    QString text = QStringLiteral("# %1\n\n").arg(plain(titleOf(preset)));
    text += originLines(preset) + noteLines(preset) + factLines(preset) + differenceLines(preset, all) +
            ruleLines(preset.rules, tr("Rules"));
    for (const auto& [service, change] : preset.services) {
        text += ruleLines(change.rules, tr("Rules for %1, checked first").arg(plain(service)));
    }
    return text;
}

} // namespace retryscope::ui
