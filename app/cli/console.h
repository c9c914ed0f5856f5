// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/explain/report.h"
#include "core/io/text/result.h"

#include <QJsonObject>
#include <QString>

#include <functional>

class QIODevice;

namespace retryscope::cli {

/// The exit codes of the contract.
enum class ExitCode {
    Succeeded = 0,
    CallFailed = 1,
    WrongUsage = 2,
    BadInput = 3,
    EnvironmentRefused = 4,
    Interrupted = 130,
};

[[nodiscard]] ExitCode exitCodeFor(const io::Error& error);

/// How text is laid out and coloured on one output.
struct TextStyle
{
    int width = 80; ///< columns
    bool hasColor = false;

    /// The text without control characters other than line ends, in this tone.
    [[nodiscard]] QString paint(const QString& text, Tone tone) const;
};

/// The text without control characters, so that foreign text can neither move the cursor nor forge a line.
[[nodiscard]] QString printable(QString text);

/// The two outputs of the program: results on one, everything else on the other.
class Console
{
public:
    /// Reads --format and --color, NO_COLOR, COLUMNS and the terminals.
    static Console from(const Arguments& arguments);

    [[nodiscard]] bool wantsJson() const { return m_wantsJson; }
    [[nodiscard]] const TextStyle& style() const { return m_style; }
    /// Standard error is a terminal, so progress may be shown there.
    [[nodiscard]] bool canShowProgress() const { return m_canShowProgress; }

    /// A result on standard output. Throws an io::Error when it cannot be written.
    void print(const QString& text) const;
    void print(const Report& report) const;
    void print(const QJsonObject& document) const;
    /// Bytes as they are, pictures too.
    void print(const QByteArray& bytes) const;
    /// For results too long to hold in memory: `write` writes them piece by piece.
    void print(const std::function<void(QIODevice&)>& write) const;
    /// Writes one line that is not a result to standard error. Redacts secrets, since standard error often
    /// goes to logs.
    static void note(const QString& text);
    /// As note(), but each text only once per process.
    static void noteOnce(const QString& text);
    /// Replaces the progress line on standard error; an empty text removes it.
    static void showProgress(const QString& text);

private:
    bool m_wantsJson = false;
    bool m_canShowProgress = false;
    TextStyle m_style;
};

} // namespace retryscope::cli
