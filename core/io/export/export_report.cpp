// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/export/export_report.h"

#include "core/explain/phrases.h"
#include "core/explain/record_report.h"
#include "core/explain/report_markdown.h"
#include "core/io/redact/redact.h"

#include <QDateTime>

namespace retryscope::io {

Report recordReport(const RunRecord& record, int width, RecordJsonOptions options)
{
    if (record.calls().size() <= kCallsInFull) {
        return callsInFull(options.includeSecrets ? record : redacted(record), width);
    }
    // A copy of a million calls without secrets would take their memory once more.
    if (options.includeSecrets) {
        return callsSummedUp(record, record.header(),
                             [](const AttemptRecord& attempt) -> const AttemptRecord& { return attempt; });
    }
    AttemptRedactor redactor(record.header());
    return callsSummedUp(record, redacted(record.header()),
                         [&redactor](const AttemptRecord& attempt) -> const AttemptRecord& {
                             return redactor.redacted(attempt);
                         });
}

QByteArray recordToMarkdown(const RunRecord& record, RecordJsonOptions options)
{
    constexpr int kWidth = 100; // of a time line
    const RequestSpec request =
        options.includeSecrets ? record.header().spec : redacted(record.header().spec);
    Report report;
    report.title(filled("How %1 %2 was retried", request.method, request.url));
    report.append(recordReport(record, kWidth, options));
    const QDateTime start = QDateTime::fromMSecsSinceEpoch(record.header().startedAt.count(), Qt::UTC);
    report.say((record.header().isVirtual
                    ? ""
                    : filled("Begun at %1. ", start.toString(Qt::ISODateWithMs).toStdString())) +
               "Made with Retryscope " RETRYSCOPE_VERSION ".");
    return QByteArray::fromStdString(reportMarkdown(report));
}

} // namespace retryscope::io
