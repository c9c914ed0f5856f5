// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/directive.h"
#include "core/io/import/policy_draft.h"

#include <QJsonArray>

namespace retryscope::io {

/// What next_upstream and the directives beside it mean, whoever wrote them: nginx's own configuration, or
/// annotations from which one is made. A directive may be nullptr: not given.
class NextUpstream
{
public:
    explicit NextUpstream(PolicyDraft& draft) : m_draft(draft) {}

    /// The words of next_upstream. name: as the text would call it.
    void readWords(const Directive* next, const QString& name);
    /// After the words.
    void addRules();
    /// How long further servers are asked, as members of `attempts`.
    [[nodiscard]] QJsonObject limitFrom(const Directive* limit);
    void readBuffering(const Directive* buffering);
    [[nodiscard]] bool isOff() const { return m_isOff; }
    /// Retries any method, as if non_idempotent were among the words.
    void takeAllMethods() { m_takesAll = true; }

private:
    void readWord(const QString& word, int line, const QString& directive);
    void readStatus(const QString& word, int line, const QString& setting);
    [[nodiscard]] QJsonObject sentAgain(QJsonObject when) const;

    PolicyDraft& m_draft;
    bool m_isOff = false;
    bool m_takesAll = false;
    bool m_onError = false;
    bool m_onTimeout = false;
    QJsonArray m_statuses;
};

} // namespace retryscope::io
