// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/client_code.h"

#include "core/recipes/client_recipes.h"

#include <array>
#include <string_view>

namespace retryscope {

namespace {

void addSettings(ClientCode& code, const ClientWishes& wishes, const std::string& mode)
{
    std::string environment = "export AWS_RETRY_MODE=" + mode +
                              "\nexport AWS_MAX_ATTEMPTS=" + std::to_string(wishes.attempts) + "\n";
    if (wishes.wants2026) {
        environment += "export AWS_NEW_RETRIES_2026=true\n";
    }
    code.snippets.push_back({"Environment", environment});
    code.snippets.push_back(
        {"Shared config file (~/.aws/config)",
         "[default]\nretry_mode = " + mode + "\nmax_attempts = " + std::to_string(wishes.attempts) + "\n"});
    if (wishes.mapsMore() || wishes.mapsLess()) {
        code.notes.emplace_back(
            "Environment and shared config file set mode and attempts only, no error names.");
    }
}

struct Client
{
    std::string_view prefix; ///< of the family
    ClientCode (*code)(const ClientWishes&);
    bool readsSettings; ///< AWS_RETRY_MODE, AWS_MAX_ATTEMPTS and the shared config file
};

constexpr std::array<Client, 9> kClients{{{"cpp-", codeForCpp, true},
                                          {"botocore-", codeForPython, true},
                                          {"jsv3-", codeForJs3, true},
                                          {"jsv2-", codeForJs2, false},
                                          {"java", codeForJava, true},
                                          {"go-", codeForGo, true},
                                          {"rust", codeForRust, true},
                                          {"polly-", codeForPolly, false},
                                          {"curl", codeForCurl, false}}};

ClientCode codeForOthers(const ClientWishes& wishes)
{
    ClientCode code;
    if (wishes.mapsMore() || wishes.mapsLess() || wishes.changesDelay()) {
        code.notes.emplace_back(
            "How this client is told about error names and delays is not known here; look for "
            "its retry condition and backoff in its own documentation.");
    }
    return code;
}

} // namespace

ClientCode clientCodeFor(const Policy& preset, const Policy& wanted)
{
    if (!preset.document.empty()) {
        return {.snippets = {},
                .notes = {"This policy follows a document; there is no client to write for."}};
    }
    const ClientWishes wishes = wishesOf(preset, wanted);
    ClientCode code;
    bool isKnown = false;
    for (const Client& client : kClients) {
        if (preset.family.starts_with(client.prefix)) {
            isKnown = true;
            code = client.code(wishes);
            // C++ knows its old strategy by no mode, and takes no number of attempts for it.
            if (client.readsSettings && !(client.code == codeForCpp && preset.mode == "legacy")) {
                addSettings(code, wishes, wishes.mode);
            }
        }
    }
    if (!isKnown) {
        code = codeForOthers(wishes);
        if (preset.family.starts_with("ruby") || preset.family.starts_with("kotlin")) {
            addSettings(code, wishes, wishes.mode);
        } else if (code.notes.empty()) {
            code.notes.emplace_back(
                "How this client is configured is not known here; see its own documentation.");
        }
    }
    if (wishes.mapsFaults) {
        code.notes.emplace_back("Connection failures are mapped too; no code above does that.");
    }
    if (wishes.differsOtherwise) {
        code.notes.emplace_back(
            "The policy differs in more than attempts, delays and mapped errors; the text above "
            "asks for those only.");
    }
    return code;
}

} // namespace retryscope
