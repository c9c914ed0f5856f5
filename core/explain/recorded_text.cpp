// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/recorded_text.h"

#include "core/explain/phrases.h"
#include "core/facts/letter_case.h"

#include <algorithm>
#include <utility>

namespace retryscope {

namespace {

/// Why the client does not complete the handshake. The alerts are those of RFC 8446, section 6.2, in
/// OpenSSL's words.
std::string reasonText(const RefusedHandshake& refused)
{
    if (refused.end == HandshakeEnd::ClientClosed) {
        return "no reason given, which is common when the recorder's certificate authority is not trusted";
    }
    const std::string words = inLowerCase(refused.reason);
    const auto says = [&words](std::string_view what) {
        return words.find(what) != std::string::npos;
    };
    if (says("unknown ca")) {
        return "the recorder's certificate authority is not trusted";
    }
    if (says("bad certificate") || says("certificate unknown")) {
        return "the recorder's certificate is not accepted";
    }
    return refused.reason.empty() ? "no reason given" : refused.reason;
}

std::string sentence(const RefusedHandshake& refused, int times)
{
    const std::string handshakes = times == 1 ? "the TLS handshake" : counted(times, "TLS handshake");
    if (refused.end == HandshakeEnd::Timeout) {
        return "The recorder ended " + handshakes + " with " + refused.host + ": the client took too long.";
    }
    return (times == 1 ? "A client aborted " : "Clients aborted ") + handshakes + " with " + refused.host +
           ": " + reasonText(refused) + '.';
}

} // namespace

std::string handshakeSentence(const RefusedHandshake& refused)
{
    return sentence(refused, 1);
}

std::vector<std::string> handshakeSentences(const std::vector<RefusedHandshake>& refused)
{
    std::vector<std::pair<RefusedHandshake, int>> kinds;
    for (const RefusedHandshake& one : refused) {
        const auto known = std::ranges::find_if(
            kinds, [&one](const auto& kind) { return sentence(kind.first, 1) == sentence(one, 1); });
        if (known == kinds.end()) {
            kinds.emplace_back(one, 1);
        } else {
            ++known->second;
        }
    }
    std::vector<std::string> sentences;
    for (const auto& [one, times] : kinds) {
        sentences.push_back(sentence(one, times));
    }
    return sentences;
}

std::string shortageSentence(const DescriptorShortage& shortage)
{
    std::string became;
    if (shortage.idleClosed > 0) {
        became = "the recorder closed " + counted(shortage.idleClosed, "idle connection") + ", oldest first";
    }
    if (shortage.waited > 0) {
        became += became.empty() ? "" : ", and ";
        became += shortage.waited == 1 ? "a client had to wait"
                                       : "clients had to wait " + counted(shortage.waited, "time");
    }
    return became.empty()
               ? std::string()
               : filled("There were too few file descriptors: %1. Raise the limit (ulimit -n) to avoid this.",
                        became);
}

std::vector<std::string> remarksOn(const CallSource& source)
{
    std::vector<std::string> remarks;
    if (source.isAmbiguous) {
        remarks.emplace_back("Calls with equal requests ran concurrently, so Retryscope cannot tell which "
                             "attempt belongs to which call.");
    }
    if (source.isClientGone) {
        remarks.emplace_back("The client closed its connection and sent nothing for three times its longest "
                             "delay (at least 10 s), so it counts as disconnected.");
    }
    return remarks;
}

std::string trustAdvice(std::string_view authorityFile)
{
    return filled(
        "Make the client trust %1: AWS_CA_BUNDLE (AWS SDKs and CLI), NODE_EXTRA_CA_CERTS (Node.js), "
        "REQUESTS_CA_BUNDLE (Python requests), SSL_CERT_FILE (OpenSSL, Go, Ruby, httpx), CURL_CA_BUNDLE or "
        "--cacert (curl), --ca-certificate (wget), GIT_SSL_CAINFO (git), or a trust store (Java).",
        authorityFile.empty() ? "the recorder's certificate authority" : authorityFile);
}

} // namespace retryscope
