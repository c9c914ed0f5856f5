// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/elsewhere.h"

#include <algorithm>

namespace retryscope {

namespace {

using Rows = std::vector<const VerdictRow*>;

constexpr const char* kDocument = "document";

/// What follows the client in a title: `C++, aws-sdk-cpp 1.8.187, default strategy` -> `aws-sdk-cpp 1.8.187,
/// default strategy`.
std::string withoutClient(const VerdictRow& row)
{
    const std::string start = row.client + ", ";
    std::string rest = row.title.starts_with(start) ? row.title.substr(start.size()) : row.title;
    const std::size_t bracket = rest.find(" (");
    return bracket == std::string::npos ? rest : rest.substr(0, bracket);
}

bool hasMode(const Rows& rows, const std::string& mode)
{
    return std::any_of(rows.begin(), rows.end(),
                       [&mode](const VerdictRow* row) { return row->mode == mode; });
}

void addOnce(std::vector<std::string>& words, std::string word)
{
    if (std::find(words.begin(), words.end(), word) == words.end()) {
        words.push_back(std::move(word));
    }
}

/// Modes tell the presets apart where each stands on one side only; otherwise titles do.
std::string detailOf(const Rows& same, const Rows& others)
{
    std::vector<std::string> words;
    for (const VerdictRow* row : same) {
        addOnce(words, row->mode.empty() || hasMode(others, row->mode) ? withoutClient(*row) : row->mode);
    }
    std::string detail;
    for (const std::string& word : words) {
        detail += (detail.empty() ? "" : "; ") + word;
    }
    return detail;
}

void addLine(std::vector<ElsewhereLine>& lines, const Rows& client, Verdict verdict)
{
    Rows same;
    Rows others;
    for (const VerdictRow* row : client) {
        (row->verdict == verdict ? same : others).push_back(row);
    }
    if (same.empty()) {
        return;
    }
    ElsewhereLine line{.who = same.front()->client, .verdict = verdict, .titles = {}};
    line.who += others.empty() ? std::string() : ": " + detailOf(same, others);
    for (const VerdictRow* row : same) {
        line.titles.push_back(row->title);
    }
    lines.push_back(std::move(line));
}

} // namespace

std::vector<ElsewhereLine> elsewhereOf(const std::vector<VerdictRow>& rows)
{
    std::vector<std::string> clients;
    for (const VerdictRow& row : rows) {
        if (row.client != kDocument) {
            addOnce(clients, row.client);
        }
    }
    std::vector<ElsewhereLine> lines;
    for (const std::string& client : clients) {
        Rows ofClient;
        for (const VerdictRow& row : rows) {
            if (row.client == client) {
                ofClient.push_back(&row);
            }
        }
        for (const Verdict verdict : {Verdict::Retry, Verdict::Stop, Verdict::Succeed}) {
            addLine(lines, ofClient, verdict);
        }
    }
    return lines;
}

} // namespace retryscope
