// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/architecture/source_rules.h"

#include <QFileInfo>
#include <QLibraryInfo>
#include <QMap>
#include <QRegularExpression>
#include <QSet>

namespace retryscope::test {

namespace {

/// Who may include whom: the table of rooms. A room may always include itself; `tests` may include
/// everything.
const QMap<QString, QSet<QString>>& includeTable()
{
    static const QMap<QString, QSet<QString>> table = [] {
        const QString facts = QStringLiteral("core/facts");
        const QString policy = QStringLiteral("core/policy");
        const QString decide = QStringLiteral("core/decide");
        const QString run = QStringLiteral("core/run");
        const QString simulate = QStringLiteral("core/simulate");
        const QString explain = QStringLiteral("core/explain");
        const QString io = QStringLiteral("core/io");
        const QString ui = QStringLiteral("ui");
        const QSet<QString> engine{facts, policy, decide, run, simulate, explain};
        return QMap<QString, QSet<QString>>{
            {facts, {}},
            {policy, {facts}},
            {decide, {facts, policy}},
            {run, {facts, policy, decide}},
            {simulate, {facts, policy, decide, run}},
            {explain, {facts, policy, decide, run}},
            {io, engine},
            {ui, engine},
            {QStringLiteral("app/cli"), engine + QSet<QString>{io}},
            {QStringLiteral("app/gui"), engine + QSet<QString>{io, ui}},
        };
    }();
    return table;
}

/// What the window may know of the edges: facades and readers and writers of values, never sockets, timers or
/// dice.
const QSet<QString>& facadesForUi()
{
    static const QSet<QString> facades{
        QStringLiteral("core/io/network/body_place.h"),
        QStringLiteral("core/io/network/changed_response.h"),
        QStringLiteral("core/io/network/error_body.h"),
        QStringLiteral("core/io/network/pasted_response.h"),
        QStringLiteral("core/io/network/run_controller.h"),
        QStringLiteral("core/io/server/fault_endpoint.h"),
        QStringLiteral("core/io/storage/json_units.h"),
        QStringLiteral("core/io/storage/library.h"),
        QStringLiteral("core/io/storage/opened_file.h"),
        QStringLiteral("core/io/storage/policy_json.h"),
        QStringLiteral("core/io/storage/record_json.h"),
        QStringLiteral("core/io/storage/redact.h"),
        QStringLiteral("core/io/storage/result.h"),
        QStringLiteral("core/io/storage/scenario_json.h"),
        QStringLiteral("core/io/storage/shared_config.h"),
        QStringLiteral("core/io/storage/step_templates.h"),
    };
    return facades;
}

/// Qt modules by room. Rooms of the engine are absent: they have none.
const QMap<QString, QSet<QString>>& qtModules()
{
    static const QMap<QString, QSet<QString>> modules = [] {
        const QSet<QString> console{QStringLiteral("QtCore"), QStringLiteral("QtNetwork")};
        const QSet<QString> window{QStringLiteral("QtCore"), QStringLiteral("QtGui"),
                                   QStringLiteral("QtWidgets"), QStringLiteral("QtSvg"),
                                   QStringLiteral("QtSvgWidgets")};
        return QMap<QString, QSet<QString>>{{QStringLiteral("core/io"), console},
                                            {QStringLiteral("app/cli"), console},
                                            {QStringLiteral("ui"), window},
                                            {QStringLiteral("app/gui"), window + console}};
    }();
    return modules;
}

bool isEngine(const SourceFile& file)
{
    return file.path.startsWith(QStringLiteral("core/")) && file.room() != QStringLiteral("core/io");
}

bool isProgram(const SourceFile& file)
{
    return file.isCpp() && includeTable().contains(file.room());
}

QString finding(const SourceFile& file, qsizetype index, const QString& sentence)
{
    return QStringLiteral("%1:%2: %3").arg(file.path).arg(index + 1).arg(sentence);
}

/// One finding per line of `lines` in which the pattern occurs; %1 of the sentence is what was matched.
QStringList matches(const SourceFile& file, const QStringList& lines, const QRegularExpression& pattern,
                    const QString& sentence)
{
    QStringList findings;
    for (qsizetype index = 0; index < lines.size(); ++index) {
        if (const auto match = pattern.match(lines.at(index)); match.hasMatch()) {
            findings += finding(file, index, sentence.arg(match.captured(match.lastCapturedIndex())));
        }
    }
    return findings;
}

struct Include
{
    qsizetype index = 0; ///< of the line
    QString target;
};

QList<Include> includesOf(const SourceFile& file, QChar open, QChar close)
{
    const QRegularExpression pattern(
        QStringLiteral("^\\s*#\\s*include\\s*%1([^%2]+)%2").arg(QString(open), QString(close)));
    QList<Include> includes;
    for (qsizetype index = 0; index < file.lines.size(); ++index) {
        if (const auto match = pattern.match(file.lines.at(index)); match.hasMatch()) {
            includes += Include{.index = index, .target = match.captured(1)};
        }
    }
    return includes;
}

/// Qt module of an include such as `QString`, `qglobal.h` or `QtWidgets/QLabel`; empty when it is not Qt's.
QString qtModuleOf(const QString& target)
{
    if (const qsizetype slash = target.indexOf(u'/'); slash > 0) {
        return target.startsWith(QStringLiteral("Qt")) ? target.left(slash) : QString();
    }
    static const QStringList known{QStringLiteral("QtCore"),       QStringLiteral("QtNetwork"),
                                   QStringLiteral("QtGui"),        QStringLiteral("QtWidgets"),
                                   QStringLiteral("QtSvg"),        QStringLiteral("QtSvgWidgets"),
                                   QStringLiteral("QtCharts"),     QStringLiteral("QtTest"),
                                   QStringLiteral("QtConcurrent"), QStringLiteral("QtPrintSupport")};
    const QString headers = QLibraryInfo::path(QLibraryInfo::HeadersPath);
    for (const QString& module : known) {
        if (QFileInfo::exists(QStringLiteral("%1/%2/%3").arg(headers, module, target))) {
            return module;
        }
    }
    const bool looksLikeQt = target.size() > 1 && target.at(0) == u'Q' && target.at(1).isUpper();
    return looksLikeQt ? QStringLiteral("an unknown Qt module") : QString();
}

} // namespace

QStringList forbiddenProjectIncludes(const SourceFile& file)
{
    if (!file.isCpp()) {
        return {};
    }
    const QString root = QStringLiteral(RETRYSCOPE_SOURCE_DIR "/");
    QStringList findings;
    for (const auto& [index, target] : includesOf(file, u'"', u'"')) {
        if (target.endsWith(QStringLiteral(".moc"))) {
            continue;
        }
        const QString to = roomOf(target);
        const bool tableApplies = includeTable().contains(file.room()) && to != file.room();
        if (!target.contains(u'/') || !QFileInfo::exists(root + target)) {
            findings += finding(
                file, index, QStringLiteral("includes \"%1\", which is no path from the root").arg(target));
        } else if (tableApplies && file.room() == QStringLiteral("ui") && to == QStringLiteral("core/io")) {
            if (!facadesForUi().contains(target)) {
                findings += finding(file, index,
                                    QStringLiteral("ui includes %1, which is no facade of io").arg(target));
            }
        } else if (tableApplies && !includeTable().value(file.room()).contains(to)) {
            findings +=
                finding(file, index, QStringLiteral("%1 must not include %2").arg(file.room(), target));
        }
    }
    return findings;
}

QStringList forbiddenLibraryIncludes(const SourceFile& file)
{
    if (!isProgram(file)) {
        return {};
    }
    static const QSet<QString> impure{
        QStringLiteral("thread"),  QStringLiteral("mutex"),    QStringLiteral("condition_variable"),
        QStringLiteral("future"),  QStringLiteral("random"),   QStringLiteral("filesystem"),
        QStringLiteral("fstream"), QStringLiteral("iostream"), QStringLiteral("ctime"),
        QStringLiteral("ranges"),  QStringLiteral("format")};
    QStringList findings;
    for (const auto& [index, target] : includesOf(file, u'<', u'>')) {
        const QString module = qtModuleOf(target);
        const bool isForeign = target.contains(u'/') || target.endsWith(QStringLiteral(".h"));
        if (isEngine(file) && (!module.isEmpty() || isForeign || impure.contains(target))) {
            findings += finding(file, index, QStringLiteral("the engine must not include <%1>").arg(target));
        } else if (module == QStringLiteral("QtCharts")) {
            if (!file.path.startsWith(QStringLiteral("ui/timeline/"))) {
                findings += finding(file, index,
                                    QStringLiteral("<%1>: Qt Charts belongs to ui/timeline").arg(target));
            }
        } else if (!module.isEmpty() && !qtModules().value(file.room()).contains(module)) {
            findings += finding(file, index,
                                QStringLiteral("<%1> of %2 is not for %3").arg(target, module, file.room()));
        } else if (target.startsWith(QStringLiteral("boost/")) && file.room() != QStringLiteral("core/io")) {
            findings += finding(file, index, QStringLiteral("<%1>: Boost belongs to core/io").arg(target));
        }
    }
    return findings;
}

QStringList forbiddenEngineNames(const SourceFile& file)
{
    if (!isEngine(file)) {
        return {};
    }
    static const QRegularExpression names(
        QStringLiteral("\\b(steady_clock|system_clock|high_resolution_clock|random_device|mt19937(?:_64)?|"
                       "thread|jthread|this_thread|"
                       "mutex|fstream|ifstream|ofstream)\\b"));
    static const QRegularExpression calls(QStringLiteral(
        "(?:^|[^\\w.>:])(?:std::|::)?(getenv|time|rand|srand|clock|printf|fopen|puts)\\s*\\("));
    return matches(file, file.codeOnly, names, QStringLiteral("the engine must not name %1")) +
           matches(file, file.codeOnly, calls, QStringLiteral("the engine must not call %1()"));
}

QStringList nestedLoopsAndSleeps(const SourceFile& file)
{
    static const QRegularExpression loops(QStringLiteral("\\b(processEvents|QEventLoop)\\b"));
    static const QRegularExpression sleeps(
        QStringLiteral("\\b(qSleep|qWait|sleep_for|sleep_until|QThread::[mu]?sleep|usleep)\\s*\\("));
    QStringList findings = matches(file, file.codeOnly, sleeps, QStringLiteral("%1(): no fixed sleeps"));
    if (isProgram(file)) {
        findings += matches(file, file.codeOnly, loops, QStringLiteral("%1: no nested event loops"));
    }
    return findings;
}

QStringList coloursOutsideTheme(const SourceFile& file)
{
    const bool isWindow = file.room() == QStringLiteral("ui") || file.room() == QStringLiteral("app/gui");
    if (!isWindow || !file.isCpp() || file.path.startsWith(QStringLiteral("ui/theme"))) {
        return {};
    }
    static const QRegularExpression inCode(
        QStringLiteral("(QColor(?:\\s+\\w+)?\\s*[({]\\s*[\"\\d]|QColor::fromRgb|\\bqRgba?\\(|QColorConstants|"
                       "Qt::(?:dark)?(?:white|black|red|green|blue|cyan|magenta|yellow|gray|lightGray|Red|"
                       "Green|Blue|Cyan|Magenta|"
                       "Yellow|Gray)\\b)"));
    static const QRegularExpression inText(QStringLiteral("\"[^\"]*(#[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?)\\b"));
    const QString sentence = QStringLiteral("%1: colours belong to ui/theme");
    return matches(file, file.codeOnly, inCode, sentence) + matches(file, file.lines, inText, sentence);
}

QStringList toolTipsOfOthers(const SourceFile& file)
{
    if (file.room() != QStringLiteral("ui") || !file.isCpp()) {
        return {};
    }
    static const QRegularExpression unmade(
        QStringLiteral("\\bsetToolTip\\((?:\\d+, )?+(?!$|tr\\(|plainToolTip\\()(.*)"));
    return matches(file, file.codeOnly, unmade,
                   QStringLiteral("%1: a tool tip is tr() or goes through plainToolTip()"));
}

QStringList missingFileHead(const SourceFile& file)
{
    const bool hasComments = file.isCpp() || file.path.endsWith(QStringLiteral("CMakeLists.txt")) ||
                             file.path.endsWith(QStringLiteral(".py")) ||
                             file.path == QStringLiteral("dev") || file.path == QStringLiteral(".ci/run");
    if (!hasComments) {
        return {};
    }
    QStringList findings;
    const QString head = file.lines.mid(0, 3).join(u'\n');
    for (const QString& tag : {QStringLiteral("SPDX-FileCopyrightText: "),
                               QStringLiteral("SPDX-License-Identifier: GPL-3.0-or-later")}) {
        if (!head.contains(tag)) {
            findings += finding(file, 0, QStringLiteral("no %1 line at the top").arg(tag.trimmed()));
        }
    }
    if (file.isHeader() && !file.codeOnly.contains(QStringLiteral("#pragma once"))) {
        findings += finding(file, 0, QStringLiteral("a header needs #pragma once"));
    }
    return findings;
}

QStringList machinePaths(const SourceFile& file)
{
    // Spelled so that this line does not find itself.
    static const QRegularExpression pattern(
        QStringLiteral("((?:^|[\\s\"'(=:`])/(?:home|[r]oot|[t]mp|[w]ork|Users)/\\w|\\.\\./[s]hared)"));
    return matches(file, file.lines, pattern, QStringLiteral("%1: a path of one machine"));
}

} // namespace retryscope::test
