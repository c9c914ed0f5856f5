// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/architecture/source_rules.h"

#include <QFileInfo>
#include <QLibraryInfo>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace retryscope::test {

namespace {

/// Who may include whom: one row per room, lower rooms before higher ones, each naming rooms above it in the
/// table only; so no two rooms can include each other, directly or round a third. A room may always include
/// itself; `tests` may include everything.
struct Room
{
    const char* path;
    QStringList mayInclude;
};

const QList<Room>& rooms()
{
    static const QList<Room> table = [] {
        const auto list = [](const char* names) {
            return QString::fromLatin1(names).split(u' ', Qt::SkipEmptyParts);
        };
        const QStringList engine =
            list("core/facts core/policy core/decide core/run core/recording core/read core/change "
                 "core/simulate core/probe core/explain core/recipes core/affected");
        // Readers and writers of values: what the window may know of the outer world,
        // beside the few of kFacades.
        const QStringList values =
            list("core/io/text core/io/http core/io/curl core/io/json core/io/redact "
                 "core/io/documents core/io/export core/io/traffic core/io/expect core/io/files");
        const QStringList panel = engine + values + list("ui/theme ui/parts");
        return QList<Room>{
            {"core/facts", {}},
            {"core/policy", list("core/facts")},
            {"core/decide", list("core/facts core/policy")},
            {"core/run", list("core/facts core/policy core/decide")},
            {"core/recording", list("core/facts core/policy core/decide core/run")},
            {"core/read", list("core/facts core/policy core/decide core/run")},
            {"core/change", list("core/facts core/policy core/decide core/run")},
            {"core/simulate", list("core/facts core/policy core/decide core/run core/read core/change")},
            {"core/probe", list("core/facts core/policy core/decide core/run core/change")},
            {"core/explain", list("core/facts core/policy core/decide core/run core/recording core/read "
                                  "core/change core/probe")},
            {"core/recipes",
             list("core/facts core/policy core/decide core/run core/read core/change core/explain")},
            // Until the retry rules of 2026 are history.
            {"core/affected", list("core/facts core/policy core/decide core/run core/read core/change "
                                   "core/simulate core/explain")},
            {"core/io/text", {}},
            {"core/io/http", list("core/facts core/policy core/change core/io/text")},
            {"core/io/curl", list("core/facts core/io/text core/io/http")},
            {"core/io/json", list("core/facts core/policy core/io/text")},
            {"core/io/redact", list("core/facts core/run core/simulate core/io/text core/io/http")},
            {"core/io/expect",
             list("core/facts core/run core/explain core/io/text core/io/json core/io/redact")},
            {"core/io/documents",
             engine + list("core/io/text core/io/http core/io/json core/io/redact core/io/expect")},
            {"core/io/export",
             list("core/facts core/run core/read core/change core/explain core/recipes core/io/text "
                  "core/io/http core/io/json core/io/redact core/io/documents")},
            {"core/io/traffic",
             list(
                 "core/facts core/run core/recording core/io/text core/io/http core/io/json core/io/redact")},
            {"core/io/files", engine + list("core/io/text core/io/http core/io/json core/io/redact "
                                            "core/io/documents core/io/traffic")},
            {"core/io/import", engine + list("core/io/text core/io/json core/io/redact core/io/documents "
                                             "core/io/files")},
            {"core/io/wire",
             list("core/facts core/policy core/run core/io/text core/io/http core/io/redact")},
            {"core/io/endpoint", list("core/facts core/run core/simulate core/io/text core/io/http")},
            {"core/io/live", list("core/facts core/policy core/run core/simulate core/io/text core/io/http "
                                  "core/io/wire core/io/endpoint")},
            {"core/io/probe", engine + list("core/io/text core/io/http core/io/documents core/io/wire "
                                            "core/io/endpoint core/io/live")},
            {"core/io/upstream",
             list("core/facts core/recording core/simulate core/io/http core/io/wire core/io/endpoint")},
            {"core/io/recorder", engine + list("core/io/text core/io/http core/io/files core/io/wire "
                                               "core/io/endpoint core/io/upstream")},
            {"ui/theme", {}},
            {"ui/parts", engine + values + list("ui/theme")},
            {"ui/timeline/rows", panel},
            {"ui/timeline/sight", panel + list("ui/timeline/rows")},
            {"ui/timeline/table", panel + list("ui/timeline/rows")},
            {"ui/timeline/strips", panel + list("ui/timeline/rows")},
            {"ui/timeline/chart", panel + list("ui/timeline/rows ui/timeline/sight")},
            {"ui/timeline/comparison", panel + list("ui/timeline/rows ui/timeline/chart")},
            {"ui/timeline/export", panel + list("ui/timeline/rows ui/timeline/strips ui/timeline/chart")},
            {"ui/timeline",
             panel + list("ui/timeline/rows ui/timeline/sight ui/timeline/table ui/timeline/strips "
                          "ui/timeline/chart ui/timeline/export")},
            {"ui/response", panel},
            {"ui/request", panel + list("ui/response")},
            {"ui/endpoint", panel + list("ui/request ui/response")},
            {"ui/policy", panel},
            {"ui/affected", panel},
            {"ui/policies", panel + list("ui/policy ui/affected")},
            {"ui/explanation", panel},
            {"ui/judge", panel + list("ui/explanation")},
            {"ui/compare", panel + list("ui/timeline/rows ui/timeline/comparison")},
            {"ui/bounds", panel + list("ui/timeline/rows")},
            {"ui/record", panel + list("ui/timeline/rows")},
            {"ui/proxy", panel + list("ui/response ui/explanation ui/compare")},
            {"ui/send",
             panel + list("ui/timeline/rows ui/timeline/table ui/timeline/strips ui/timeline/chart "
                          "ui/timeline/export ui/timeline ui/response ui/request ui/endpoint ui/policy "
                          "ui/explanation")},
            {"ui/runs", panel + list("ui/timeline/rows ui/timeline/comparison")},
            {"ui/window",
             panel +
                 list("ui/timeline/rows ui/timeline/table ui/timeline/strips ui/timeline/chart "
                      "ui/timeline/comparison ui/timeline/export ui/timeline ui/response ui/request "
                      "ui/policy ui/policies ui/explanation ui/judge ui/compare ui/bounds ui/record ui/proxy "
                      "ui/endpoint ui/send ui/runs")},
            {"app/version", {}},
            {"app/cli", engine + values +
                            list("core/io/import core/io/wire core/io/endpoint core/io/live core/io/probe "
                                 "core/io/recorder app/version")},
            {"app/gui",
             engine + values +
                 list("core/io/wire core/io/endpoint core/io/live ui/theme ui/parts ui/timeline/export "
                      "ui/window app/version")},
        };
    }();
    return table;
}

const Room* roomNamed(const QString& path)
{
    const auto found = std::find_if(rooms().begin(), rooms().end(),
                                    [&](const Room& room) { return path == QLatin1String(room.path); });
    return found == rooms().end() ? nullptr : &*found;
}

/// The objects through which the window imports, runs, serves, probes and records; of their rooms it knows
/// nothing else.
const QStringList kFacades{
    QStringLiteral("core/io/live/run_controller.h"), QStringLiteral("core/io/endpoint/fault_endpoint.h"),
    QStringLiteral("core/io/import/import.h"),       QStringLiteral("core/io/import/client_readers.h"),
    QStringLiteral("core/io/probe/behind_box.h"),    QStringLiteral("core/io/probe/probe_run.h"),
    QStringLiteral("core/io/recorder/recorder.h")};

bool isInWindow(const SourceFile& file)
{
    return file.path.startsWith(QStringLiteral("ui/"));
}

bool isAtTheEdge(const SourceFile& file)
{
    return file.path.startsWith(QStringLiteral("core/io/"));
}

bool mayInclude(const SourceFile& file, const QString& target)
{
    const Room* room = roomNamed(file.room());
    return room->mayInclude.contains(roomOf(target)) || (isInWindow(file) && kFacades.contains(target));
}

/// Qt modules by floor. The engine has none; Qt Charts belongs to ui/timeline.
QStringList qtModulesOf(const SourceFile& file)
{
    const QStringList console{QStringLiteral("QtCore"), QStringLiteral("QtNetwork")};
    const QStringList window{QStringLiteral("QtCore"), QStringLiteral("QtGui"), QStringLiteral("QtWidgets"),
                             QStringLiteral("QtSvg"), QStringLiteral("QtSvgWidgets")};
    if (file.path.startsWith(QStringLiteral("ui/timeline/"))) {
        return window + QStringList{QStringLiteral("QtCharts")};
    }
    if (isInWindow(file)) {
        return window;
    }
    return file.room() == QStringLiteral("app/gui") ? window + console : console;
}

bool isEngine(const SourceFile& file)
{
    return file.path.startsWith(QStringLiteral("core/")) && !isAtTheEdge(file);
}

bool isProgram(const SourceFile& file)
{
    return file.isCpp() && roomNamed(file.room()) != nullptr;
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
    const bool isFree = file.path.startsWith(QStringLiteral("tests/"));
    if (!isFree && !isProgram(file)) {
        return {finding(file, 0, QStringLiteral("%1 is no room of the table").arg(file.room()))};
    }
    const QString root = QStringLiteral(RETRYSCOPE_SOURCE_DIR "/");
    QStringList findings;
    for (const auto& [index, target] : includesOf(file, u'"', u'"')) {
        if (target.endsWith(QStringLiteral(".moc"))) {
            continue;
        }
        if (!target.contains(u'/') || !QFileInfo::exists(root + target)) {
            findings += finding(
                file, index, QStringLiteral("includes \"%1\", which is no path from the root").arg(target));
        } else if (!isFree && roomOf(target) != file.room() && !mayInclude(file, target)) {
            findings +=
                finding(file, index, QStringLiteral("%1 must not include %2").arg(file.room(), target));
        }
    }
    return findings;
}

QStringList roomsOutOfOrder()
{
    QStringList findings;
    QStringList below;
    for (const Room& room : rooms()) {
        for (const QString& other : room.mayInclude) {
            if (!below.contains(other)) {
                findings += QStringLiteral("%1 may include %2, which is not below it")
                                .arg(QLatin1String(room.path), other);
            }
        }
        below += QLatin1String(room.path);
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
        } else if (!module.isEmpty() && !qtModulesOf(file).contains(module)) {
            findings += finding(file, index,
                                QStringLiteral("<%1> of %2 is not for %3").arg(target, module, file.room()));
        } else if (target.startsWith(QStringLiteral("boost/")) && !isAtTheEdge(file)) {
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
    const bool isWindow = isInWindow(file) || file.room() == QStringLiteral("app/gui");
    if (!isWindow || !file.isCpp() || file.path.startsWith(QStringLiteral("ui/theme/"))) {
        return {};
    }
    static const QRegularExpression inCode(
        QStringLiteral("(QColor(?:\\s+\\w+)?\\s*[({]\\s*[\"\\d]|QColor::fromRgb|\\bqRgba?\\(|QColorConstants|"
                       "Qt::(?:dark)?(?:white|black|red|green|blue|cyan|magenta|yellow|gray|lightGray|Red|"
                       "Green|Blue|Cyan|Magenta|"
                       "Yellow|Gray)\\b)"));
    static const QRegularExpression inText(QStringLiteral("\"[^\"]*(#[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?)\\b"));
    const QString sentence = QStringLiteral("%1: colours belong to ui/theme/theme");
    return matches(file, file.codeOnly, inCode, sentence) + matches(file, file.lines, inText, sentence);
}

QStringList toolTipsOfOthers(const SourceFile& file)
{
    if (!isInWindow(file) || !file.isCpp()) {
        return {};
    }
    static const QRegularExpression unmade(
        QStringLiteral("\\bsetToolTip\\((?:\\d+, )?+(?!$|tr\\(|plainToolTip\\()(.*)"));
    return matches(file, file.codeOnly, unmade,
                   QStringLiteral("%1: a tool tip is tr() or goes through plainToolTip()"));
}

QStringList labelsOfOthers(const SourceFile& file)
{
    if (!isInWindow(file) || !file.isCpp()) {
        return {};
    }
    QStringList findings;
    if (file.path != QStringLiteral("ui/parts/form.cpp")) {
        static const QRegularExpression labels(QStringLiteral("\\bnew (QLabel)\\b"));
        findings += matches(file, file.codeOnly, labels,
                            QStringLiteral("%1: makeLabel() of ui/parts/form makes labels, which are plain"));
    }
    if (file.path != QStringLiteral("ui/parts/text_page.h")) {
        static const QRegularExpression pages(QStringLiteral("\\b(QTextBrowser)\\b"));
        findings += matches(file, file.codeOnly, pages,
                            QStringLiteral("%1: a page is a ui/parts/text_page, which reads no files"));
    }
    static const QRegularExpression rich(
        QStringLiteral("(setTextFormat\\(Qt::(?:RichText|AutoText|MarkdownText)\\))(?!;.*// escaped)"));
    return findings + matches(file, file.lines, rich,
                              QStringLiteral("%1: needs the remark \"escaped: …\" that says why it is safe"));
}

QStringList reportsOfTheCommandLine(const SourceFile& file)
{
    // What an option means, and how a report is drawn.
    static const QStringList free{QStringLiteral("app/cli/help.cpp"),
                                  QStringLiteral("app/cli/report_text.cpp"),
                                  QStringLiteral("app/cli/report_text.h")};
    if (file.room() != QStringLiteral("app/cli") || !file.isCpp() || free.contains(file.path)) {
        return {};
    }
    static const QRegularExpression parts(QStringLiteral("\\b(ReportTable|ReportText)\\b"));
    static const QRegularExpression texts(
        QStringLiteral("\\.(say|item|detail|title|section|headline|field|code|addLine)\\((?:filled\\()?\""));
    const QString sentence = QStringLiteral("%1: reports are made in core/explain, for the window too");
    return matches(file, file.codeOnly, parts, sentence) + matches(file, file.lines, texts, sentence);
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
