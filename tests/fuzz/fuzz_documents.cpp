// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files that are no policy, scenario or record. The first byte picks the reader: session, SDK, responses,
// requests, recipe, AWS profile, row of the history, JSON as such, or a value that is set in a policy.

#include "core/io/documents/default_request.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/documents/session_json.h"
#include "core/io/documents/step_templates.h"
#include "core/io/files/shared_config.h"
#include "core/io/json/json_parse.h"
#include "core/io/json/json_patch.h"
#include "core/io/json/json_repeated_key.h"
#include "core/policy/check.h"
#include "core/recipes/recipe.h"
#include "tests/fuzz/fuzz_check.h"

#include <QBuffer>
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>

#include <array>

namespace {

using namespace retryscope;

const QString kPlace = QStringLiteral("input");

void requireMessage(const io::Error& error)
{
    require(!error.message.isEmpty(), "an error says what is wrong");
    require(error.text().size() < 4000, "an error is a sentence, whatever the file holds");
}

void readSession(const QByteArray& bytes)
{
    const auto first = io::sessionFromJson(bytes, kPlace);
    if (!first) {
        requireMessage(first.error());
        return;
    }
    const QByteArray written = io::sessionBytes(first.value().session);
    const auto second = io::sessionFromJson(written, kPlace);
    require(second && second.value().problems.isEmpty(), "a session that was written has no problems");
    require(io::sessionBytes(second.value().session) == written, "a session that was written stays");
}

template <typename Read>
void readStrictly(const QByteArray& bytes, Read&& read)
{
    const auto result = read(bytes, kPlace);
    if (!result) {
        requireMessage(result.error());
    }
}

void readRecipe(const QByteArray& bytes)
{
    Recipes recipes;
    recipes["fuzz"] = bytes.toStdString();
    recipes["part"] = "%title Part\n{names}\n";
    ClientWishes wishes;
    wishes.names = {"SlowDown", "429"};
    wishes.statuses = {429};
    const FollowedRecipe followed = followRecipe(recipes, "fuzz", wishes);
    for (const std::string& problem : followed.problems) {
        require(!problem.empty(), "a problem of a recipe has words");
    }
    static_cast<void>(recipeForFamily(recipes, "fuzz"));
}

void readProfile(const QByteArray& bytes)
{
    static const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("config"));
    QFile file(path);
    require(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size(), "a file is written");
    file.close();
    const auto result = io::profileSettings(path, QStringLiteral("default"), false);
    if (!result) {
        requireMessage(result.error());
    }
}

void readJson(const QByteArray& bytes)
{
    QBuffer device;
    device.setData(bytes);
    device.open(QIODevice::ReadOnly);
    io::JsonTree tree;
    const auto result = io::parseJson(device, kPlace, tree);
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    if (!result) {
        requireMessage(result.error());
        return;
    }
    if (!document.isObject()) {
        return; // Qt's own limits are narrower
    }
    require(!io::repeatedKeyIn(bytes), "both readers know repeated keys");
    const QJsonObject object = document.object();
    require(io::mergePatch(QJsonObject{}, io::patchBetween({}, object)).isObject(),
            "a patch makes an object");
}

void setValue(const QByteArray& bytes)
{
    static const Policy policy = io::presetPolicy(QStringLiteral("sdk-reference-standard")).value();
    const qsizetype equals = bytes.indexOf('=');
    const auto result =
        io::withOverride(policy, QString::fromUtf8(bytes.left(equals)),
                         QString::fromUtf8(equals < 0 ? QByteArray() : bytes.mid(equals + 1)));
    if (!result) {
        requireMessage(result.error());
        return;
    }
    require(problemsOf(result.value()).empty(), "a policy with a value set passes all checks");
    const auto again = io::policyFromJson(io::policyToJson(result.value()), kPlace);
    require(again && again.value() == result.value(), "a policy with a value set reads back");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const unsigned reader = input.byte() % 8;
    const QByteArray bytes(input.rest().data(), static_cast<qsizetype>(input.rest().size()));
    static const std::array<void (*)(const QByteArray&), 8> readers = {
        readSession,
        [](const QByteArray& json) { readStrictly(json, io::sdkFromJson); },
        [](const QByteArray& json) { readStrictly(json, io::templatesFromJson); },
        [](const QByteArray& json) { readStrictly(json, io::requestsFromJson); },
        readRecipe,
        readProfile,
        readJson,
        setValue,
    };
    readers[reader](bytes);
    return 0;
}
