// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows/call_texts.h"

#include "core/explain/body_error_text.h"
#include "core/explain/call_outcome.h"
#include "core/explain/explain.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

namespace retryscope::ui {

CallTexts::CallTexts(const RunRecord& record, int call) : m_record(record), m_call(record.callAt(call)) {}

QString CallTexts::number() const
{
    return m_record.header().clients > 1 ? QStringLiteral("%1/%2").arg(m_call.client).arg(m_call.call)
                                         : QString::number(m_call.call);
}

QString CallTexts::attempts() const
{
    return m_call.attempts.size() == 1 ? tr("1 attempt") : tr("%1 attempts").arg(m_call.attempts.size());
}

QString CallTexts::verdict() const
{
    switch (m_call.verdict) {
    case CallVerdict::Running:
        return QStringLiteral("…");
    case CallVerdict::Succeeded:
        return QStringLiteral("✓ ") + outcomeWord();
    case CallVerdict::Failed:
    case CallVerdict::Cancelled:
        return QStringLiteral("✕ ") + outcomeWord();
    }
    return {};
}

QString CallTexts::outcomeWord() const
{
    switch (m_call.verdict) {
    case CallVerdict::Running:
        return tr("Running");
    case CallVerdict::Succeeded:
        return tr("Succeeded");
    case CallVerdict::Failed:
        return tr("Failed");
    case CallVerdict::Cancelled:
        return tr("Cancelled");
    }
    return {};
}

Sign CallTexts::sign() const
{
    return isDoubted(m_record, m_call) ? Sign::Doubted : signOf(m_call.verdict);
}

QString CallTexts::summary() const
{
    return tr("Call %1, %2").arg(number(), toQString(summaryOf(m_call)));
}

} // namespace retryscope::ui
