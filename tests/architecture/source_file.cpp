// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/architecture/source_file.h"

#include <QDirIterator>
#include <QFile>

namespace retryscope::test {

namespace {

/// Takes comments and the content of string and character literals out of a C++ text; line breaks stay.
/// Raw strings are handled with the plain delimiter only, R"(…)".
class CodeExtractor
{
public:
    explicit CodeExtractor(const QString& text) : m_text(text) {}

    QString extract()
    {
        while (m_at < m_text.size()) {
            step();
        }
        return m_code;
    }

private:
    void step()
    {
        if (startsWith(u"//")) {
            skipTo(u"\n", 0);
        } else if (startsWith(u"/*")) {
            skipTo(u"*/", 2);
        } else if (startsWith(u"R\"(")) {
            skipTo(u")\"", 2);
        } else if (m_text.at(m_at) == u'"' || isCharacterLiteral()) {
            skipLiteral(m_text.at(m_at));
        } else {
            m_code += m_text.at(m_at++);
        }
    }

    [[nodiscard]] bool startsWith(QStringView what) const
    {
        return QStringView(m_text).sliced(m_at).startsWith(what);
    }

    /// A quote after a digit or letter separates digits: 1'000.
    [[nodiscard]] bool isCharacterLiteral() const
    {
        return m_text.at(m_at) == u'\'' && (m_at == 0 || !m_text.at(m_at - 1).isLetterOrNumber());
    }

    void skipTo(QStringView end, qsizetype keptBehind)
    {
        const qsizetype found = m_text.indexOf(end, m_at + 2);
        const qsizetype next = found < 0 ? m_text.size() : found + keptBehind;
        m_code += QString(QStringView(m_text).sliced(m_at, next - m_at).count(u'\n'), u'\n');
        m_at = next;
    }

    void skipLiteral(QChar quote)
    {
        m_code += quote;
        for (++m_at; m_at < m_text.size() && m_text.at(m_at) != quote && m_text.at(m_at) != u'\n'; ++m_at) {
            if (m_text.at(m_at) == u'\\') {
                ++m_at;
            }
        }
        if (m_at < m_text.size() && m_text.at(m_at) == quote) {
            m_code += quote;
            ++m_at;
        }
    }

    const QString& m_text;
    QString m_code;
    qsizetype m_at = 0;
};

bool isText(const QString& path)
{
    static const QStringList endings = {
        QStringLiteral(".h"),    QStringLiteral(".cpp"),  QStringLiteral(".txt"), QStringLiteral(".cmake"),
        QStringLiteral(".json"), QStringLiteral(".md"),   QStringLiteral(".in"),  QStringLiteral(".py"),
        QStringLiteral(".sh"),   QStringLiteral(".yaml"), QStringLiteral(".yml"), QStringLiteral(".xml"),
        QStringLiteral(".1"),    QStringLiteral(".conf"), QStringLiteral("/dev"), QStringLiteral(".desktop"),
        QStringLiteral(".svg"),  QStringLiteral("/run"),  QStringLiteral(".supp")};
    return std::any_of(endings.begin(), endings.end(),
                       [&](const QString& end) { return path.endsWith(end); });
}

} // namespace

QString roomOf(const QString& path)
{
    return path.startsWith(QStringLiteral("tests/")) ? QStringLiteral("tests")
                                                     : path.left(qMax<qsizetype>(path.lastIndexOf(u'/'), 0));
}

QString SourceFile::room() const
{
    return roomOf(path);
}

SourceFile sourceFileFrom(const QString& path, const QString& text)
{
    SourceFile file{.path = path, .lines = text.split(u'\n'), .codeOnly = {}};
    if (file.isCpp()) {
        file.codeOnly = CodeExtractor(text).extract().split(u'\n');
    }
    return file;
}

QList<SourceFile> readRepository(const QString& root)
{
    QList<SourceFile> files;
    const QDir folder(root);
    QDirIterator paths(root, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (paths.hasNext()) {
        const QString path = folder.relativeFilePath(paths.next());
        if (path.startsWith(QStringLiteral(".git/")) || path.startsWith(QStringLiteral("build")) ||
            !isText(u'/' + path)) {
            continue;
        }
        QFile file(folder.filePath(path));
        if (file.open(QIODevice::ReadOnly)) {
            files += sourceFileFrom(path, QString::fromUtf8(file.readAll()));
        }
    }
    return files;
}

} // namespace retryscope::test
