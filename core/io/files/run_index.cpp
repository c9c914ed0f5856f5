// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/run_index.h"

#include "core/io/documents/record_json.h"
#include "core/io/files/library.h"
#include "core/io/files/private_file.h"
#include "core/io/json/json_parse.h"
#include "core/io/text/input_file.h"
#include "core/io/text/utf8.h"

#include <QBuffer>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <numeric>
#include <utility>

namespace retryscope::io {

namespace {

constexpr auto kIndexFormat = "retryscope.runs/1";
const QString kIndexName = QStringLiteral("index.json");

} // namespace

QString runFileName(const QString& id, bool isPinned)
{
    return id + (isPinned ? QStringLiteral(".pinned.json") : QStringLiteral(".run.json"));
}

std::optional<RunFileName> runFileNamed(const QString& fileName)
{
    static const QRegularExpression pattern(QStringLiteral("\\A(\\d{13,15})\\.(run|pinned)\\.json\\z"));
    const auto match = pattern.match(fileName);
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    return RunFileName{.id = match.captured(1), .isPinned = match.captured(2) == u"pinned"};
}

bool isRunId(const QString& id)
{
    return runFileNamed(runFileName(id, false)).has_value();
}

RunIndex RunIndex::of(const QString& folder)
{
    RunIndex index(folder);
    index.readFile();
    index.reconcile();
    return index;
}

QString RunIndex::pathIn(const QString& folder)
{
    return QDir(folder).filePath(kIndexName);
}

/// Whatever is wrong with it, it is made anew from the files.
void RunIndex::readFile()
{
    const QString path = pathIn(m_folder);
    if (!QFile::exists(path)) {
        return;
    }
    JsonTree tree;
    JsonProblem problem;
    const auto file = openToRead(path, kMostFileBytes);
    const bool isJson = file && parseJson(*file.value(), path, tree).ok();
    const JsonCursor root(tree, isJson ? JsonTree::kRoot : JsonTree::kNone, problem);
    m_isChanged = true;
    if (!isJson || root.at("format").string() != QLatin1String(kIndexFormat)) {
        return;
    }
    std::map<QString, RunSummary> read;
    for (const JsonCursor& item : root.at("runs").items()) {
        RunSummary summary = readSummary(item);
        const QString id = summary.id;
        read.emplace(id, std::move(summary));
    }
    std::map<QString, Skipped> skipped;
    for (const JsonCursor& item : root.at("skipped").items()) {
        skipped.emplace(
            item.at("name").string(),
            Skipped{.bytes = item.at("bytes").integer(0, std::numeric_limits<qint64>::max()),
                    .modified = item.at("modified").integer(0, std::numeric_limits<qint64>::max()),
                    .why = item.at("why").string()});
    }
    if (!problem.isSet) {
        runs = std::move(read);
        m_skipped = std::move(skipped);
        m_isChanged = false;
    }
}

void RunIndex::reconcile()
{
    std::map<QString, RunSummary> known = std::exchange(runs, {});
    std::map<QString, Skipped> skipped = std::exchange(m_skipped, {});
    const QFileInfoList files = QDir(m_folder).entryInfoList(
        {QStringLiteral("*.json")}, QDir::Files | QDir::NoSymLinks | QDir::Hidden, QDir::Name);
    for (const QFileInfo& file : files) {
        if (file.fileName() == kIndexName) {
            continue;
        }
        const std::optional<RunFileName> name = runFileNamed(file.fileName());
        const auto run = name ? known.find(name->id) : known.end();
        const qint64 modified = file.lastModified().toMSecsSinceEpoch();
        if (run != known.end() && run->second.bytes == file.size()) {
            run->second.isPinned = name->isPinned; // its name says it, the index does not
            runs.insert(known.extract(run));
            continue;
        }
        const auto old = skipped.find(file.fileName());
        if (old != skipped.end() && old->second.bytes == file.size() && old->second.modified == modified) {
            m_skipped.insert(skipped.extract(old));
            continue;
        }
        m_isChanged = true;
        if (name) {
            readRun(file.fileName(), *name, file.size(), modified);
        } else {
            m_skipped[file.fileName()] = {.bytes = file.size(),
                                          .modified = modified,
                                          .why = QStringLiteral("not a file of the history")};
        }
    }
    m_isChanged = m_isChanged || !known.empty() || !skipped.empty();
}

void RunIndex::readRun(const QString& fileName, const RunFileName& name, qint64 bytes, qint64 modified)
{
    const QString path = QDir(m_folder).filePath(fileName);
    const Result<std::unique_ptr<QIODevice>> device = openToRead(path);
    const Result<RunRecord> record =
        device ? readRecord(*device.value(), path) : Result<RunRecord>(device.error());
    if (!record || record.value().isEmpty()) {
        m_skipped[fileName] = {.bytes = bytes,
                               .modified = modified,
                               .why =
                                   record ? QStringLiteral("the record is empty") : record.error().message};
        return;
    }
    RunSummary summary = summarized(record.value());
    summary.id = name.id;
    summary.storedAt = WallTime(name.id.toLongLong());
    summary.bytes = bytes;
    summary.isPinned = name.isPinned;
    runs.insert_or_assign(name.id, std::move(summary));
}

Result<Done> RunIndex::write() const
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    JsonWriter writer(buffer, JsonWriter::Layout::Compact);
    writer.beginObject();
    writer.text("format", kIndexFormat);
    writer.key("runs");
    writer.beginArray();
    for (const auto& [id, summary] : runs) {
        writeSummary(writer, summary);
    }
    writer.endArray();
    writer.key("skipped");
    writer.beginArray();
    for (const auto& [name, skipped] : m_skipped) {
        writer.beginObject();
        writer.integer("bytes", skipped.bytes);
        writer.integer("modified", skipped.modified);
        writer.text("name", fromQString(name));
        writer.text("why", fromQString(skipped.why));
        writer.endObject();
    }
    writer.endArray();
    writer.endObject();
    writer.finish();
    return writePrivateFile(pathIn(m_folder), buffer.data());
}

QStringList RunIndex::problems() const
{
    QStringList problems;
    for (const auto& [name, skipped] : m_skipped) {
        problems += QDir(m_folder).filePath(name) + QStringLiteral(": ") + skipped.why;
    }
    return problems;
}

qint64 RunIndex::bytes() const
{
    return std::accumulate(runs.begin(), runs.end(), qint64{0},
                           [](qint64 sum, const auto& run) { return sum + run.second.bytes; });
}

} // namespace retryscope::io
