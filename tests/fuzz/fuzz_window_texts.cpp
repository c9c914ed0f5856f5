// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts of others in the window, without a window: bodies laid out for reading, texts cut for a label, tool
// tips, and the file of the settings. The first byte picks which.

#include "tests/fuzz/fuzz_check.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/settings.h"
#include "ui/response/pretty_body.h"

#include <QFile>
#include <QJsonDocument>
#include <QSettings>
#include <QTemporaryDir>
#include <QTextDocument>

namespace {

using namespace retryscope;

void layOut(const QString& body)
{
    const ui::PrettyBody pretty = ui::prettyBodyOf(body);
    require(pretty.problem.isEmpty() || pretty.text == body, "what cannot be laid out stays as it is");
    require(pretty.text.size() <= std::max(qsizetype{65536}, 16 * body.size()) + 64,
            "it grows in proportion");
    for (const ui::TextPlace& place : pretty.places) {
        require(place.begin >= 0 && place.length >= 0 && place.begin + place.length <= pretty.text.size(),
                "a value is in the text");
    }
    if (!pretty.problem.isEmpty()) {
        return;
    }
    const QJsonDocument before = QJsonDocument::fromJson(body.trimmed().toUtf8());
    if (!before.isNull() && !body.trimmed().startsWith(u'<')) {
        require(QJsonDocument::fromJson(pretty.text.toUtf8()) == before, "JSON says the same when laid out");
    }
    require(ui::prettyBodyOf(pretty.text).problem.isEmpty(), "what was laid out can be laid out");
}

void show(const QString& text)
{
    const QString brief = ui::shortened(text, 100);
    require(brief.size() < 200 && (text.size() > 100 || brief == text),
            "a text is shortened when it is long");
    const QByteArray utf8 = text.toUtf8();
    require(
        ui::shortened(std::string_view(utf8.constData(), static_cast<std::size_t>(utf8.size())), 100).size() <
            200,
        "so is UTF-8");
    const QString tip = ui::plainToolTip(text);
    require(!tip.contains(QStringLiteral("<img")) || !Qt::mightBeRichText(tip),
            "no tool tip draws a picture");
}

void configure(const QByteArray& bytes)
{
    static const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("settings.ini"));
    QFile file(path);
    require(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size(), "a file is written");
    file.close();
    ui::Settings settings;
    {
        const QSettings store(path, QSettings::IniFormat);
        settings.load(store);
    }
    require(settings.zoom >= -ui::Settings::kLargestZoom && settings.zoom <= ui::Settings::kLargestZoom,
            "the zoom has bounds");
    require(settings.runsKept >= 1 && settings.runsMebibytes >= 1, "some runs are kept");
    QSettings store(path, QSettings::IniFormat);
    settings.save(store);
    ui::Settings again;
    again.load(store);
    require(again.zoom == settings.zoom && again.runsKept == settings.runsKept &&
                again.theme == settings.theme,
            "settings read back");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const unsigned reader = input.byte() % 4;
    const QByteArray bytes(input.rest().data(), static_cast<qsizetype>(input.rest().size()));
    if (reader == 3) {
        configure(bytes);
    } else if (reader == 2) {
        show(QString::fromUtf8(bytes));
    } else {
        layOut(QString::fromUtf8(bytes));
    }
    return 0;
}
