// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/nginx_blocks.h"

#include "core/io/import/setting.h"

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

/// Words, `{`, `}` and `;` of an nginx configuration, into blocks.
class BlockReader
{
public:
    BlockReader(const QString& text, QString place) : m_text(text), m_place(std::move(place)) {}

    Result<std::unique_ptr<NginxBlock>> read()
    {
        auto root = std::make_unique<NginxBlock>();
        NginxBlock* block = root.get();
        int depth = 0;
        Directive directive;
        for (skipBlanks(); m_at < m_text.size(); skipBlanks()) {
            const QChar character = m_text.at(m_at);
            if (character == u';') {
                close(*block, directive);
                ++m_at;
            } else if (character == u'{') {
                if (++depth > kDeepestSetting) {
                    return badLine(m_place, m_line,
                                   QStringLiteral("nested deeper than %1 blocks").arg(kDeepestSetting));
                }
                block = open(*block, directive);
                ++m_at;
            } else if (character == u'}') {
                // A location may be pasted with the end of what it stood in.
                close(*block, directive);
                block = block->outer != nullptr ? block->outer : block;
                depth = std::max(0, depth - 1);
                ++m_at;
            } else if (directive.words.size() > 1000) {
                return badLine(
                    m_place, m_line,
                    QStringLiteral("found a directive of more than 1000 words, expected a semicolon"));
            } else {
                readWord(directive);
            }
        }
        close(*block, directive);
        return root;
    }

private:
    void skipBlanks()
    {
        for (; m_at < m_text.size(); ++m_at) {
            if (m_text.at(m_at) == u'#') {
                const qsizetype end = m_text.indexOf(u'\n', m_at);
                m_at = end < 0 ? m_text.size() - 1 : end;
            }
            if (m_at < m_text.size() && m_text.at(m_at) == u'\n') {
                ++m_line;
            } else if (m_at < m_text.size() && !m_text.at(m_at).isSpace() && m_text.at(m_at) != u'#') {
                return;
            }
        }
    }

    void readWord(Directive& directive)
    {
        if (directive.words.isEmpty()) {
            directive.line = m_line;
        }
        QString word;
        const QChar quote = m_text.at(m_at);
        if (quote == u'"' || quote == u'\'') {
            for (++m_at; m_at < m_text.size() && m_text.at(m_at) != quote; ++m_at) {
                m_line += m_text.at(m_at) == u'\n' ? 1 : 0;
                word += m_text.at(m_at);
            }
            ++m_at;
        } else {
            // `${name}` is part of a word, a brace by itself is not.
            while (m_at < m_text.size() && !m_text.at(m_at).isSpace() && m_text.at(m_at) != u';' &&
                   (!QStringView(u"{}").contains(m_text.at(m_at)) || word.endsWith(u'$') ||
                    word.contains(QStringLiteral("${")))) {
                word += m_text.at(m_at++);
            }
        }
        directive.words += word;
    }

    static void close(NginxBlock& block, Directive& directive)
    {
        if (!directive.words.isEmpty()) {
            block.directives.push_back(std::move(directive));
        }
        directive = {};
    }

    static NginxBlock* open(NginxBlock& block, Directive& directive)
    {
        auto inner = std::make_unique<NginxBlock>();
        inner->head = std::move(directive);
        inner->outer = &block;
        directive = {};
        block.blocks.push_back(std::move(inner));
        return block.blocks.back().get();
    }

    const QString& m_text;
    QString m_place;
    qsizetype m_at = 0;
    int m_line = 1;
};

} // namespace

Result<std::unique_ptr<NginxBlock>> nginxBlocks(const QString& text, const QString& place)
{
    return BlockReader(text, place).read();
}

} // namespace retryscope::io
