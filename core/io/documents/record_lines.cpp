// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/record_lines.h"

#include "core/io/json/json_parse.h"

#include <QBuffer>

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

/// A piece of another device, and a text after it.
class PieceAndEnd final : public QIODevice
{
public:
    PieceAndEnd(QIODevice& device, qint64 begin, qint64 size, QByteArray end)
        : m_device(device), m_begin(begin), m_size(size), m_end(std::move(end))
    {
        open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    }

    [[nodiscard]] qint64 size() const override { return m_size + m_end.size(); }

protected:
    qint64 readData(char* data, qint64 most) override
    {
        if (pos() < m_size) {
            return m_device.seek(m_begin + pos()) ? m_device.read(data, std::min(most, m_size - pos())) : -1;
        }
        const qint64 count = std::min(most, size() - pos());
        std::copy_n(m_end.constData() + (pos() - m_size), count, data);
        return count;
    }
    qint64 writeData(const char*, qint64) override { return -1; }

private:
    QIODevice& m_device;
    qint64 m_begin;
    qint64 m_size;
    QByteArray m_end;
};

constexpr qint64 kBlock = qint64{64} * 1024;

/// Whether the first line from `start` on is one that RecordLines::header() makes.
bool beginsWithHeader(QIODevice& device, qint64 start)
{
    const QByteArray opening = QByteArray(kFirstCallFollows) + '\n';
    QByteArray tail; // the opening may stand across two blocks
    for (device.seek(start); !device.atEnd();) {
        const QByteArray block = device.read(kBlock);
        const qsizetype lineEnd = block.indexOf('\n');
        if (lineEnd >= 0) {
            return (tail + block.first(lineEnd + 1)).endsWith(opening);
        }
        tail = (tail + block).last(std::min(opening.size(), tail.size() + block.size()));
    }
    return false;
}

/// Just after the last line end of what follows `start`; `start` where there is none.
qint64 lastLineEnd(QIODevice& device, qint64 start)
{
    for (qint64 end = device.size(); end > start;) {
        const qint64 begin = std::max(start, end - kBlock);
        device.seek(begin);
        const qsizetype found = device.read(end - begin).lastIndexOf('\n');
        if (found >= 0) {
            return begin + found + 1;
        }
        end = begin;
    }
    return start;
}

bool isJson(QByteArray text)
{
    QBuffer device(&text);
    device.open(QIODevice::ReadOnly);
    JsonTree tree;
    return parseJson(device, {}, tree).ok();
}

/// Just after the last of the lines from `start` on each of which is a call; the header's line is not asked.
qint64 endOfSoundLines(QIODevice& device, qint64 start)
{
    device.seek(start);
    device.readLine();
    qint64 end = device.pos();
    while (!device.atEnd()) {
        const QByteArray line = device.readLine();
        QByteArray call = line.startsWith(',') ? line.sliced(1) : line;
        if (!line.endsWith('\n') || !isJson(std::move(call))) {
            break;
        }
        end = device.pos();
    }
    return end;
}

std::unique_ptr<QIODevice> linesUpTo(QIODevice& device, qint64 start, qint64 end)
{
    return std::make_unique<PieceAndEnd>(device, start, end - start,
                                         QByteArrayLiteral("],\"endLost\":true}\n"));
}

} // namespace

std::unique_ptr<QIODevice> wholeLinesOf(QIODevice& device, qint64 start)
{
    return beginsWithHeader(device, start) ? linesUpTo(device, start, lastLineEnd(device, start)) : nullptr;
}

std::unique_ptr<QIODevice> soundLinesOf(QIODevice& device, qint64 start)
{
    return beginsWithHeader(device, start) ? linesUpTo(device, start, endOfSoundLines(device, start))
                                           : nullptr;
}

} // namespace retryscope::io
