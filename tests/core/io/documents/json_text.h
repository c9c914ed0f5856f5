// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace retryscope::test {

/// Changes members of a JSON document. The order of its members and its line breaks stay.
class JsonText
{
public:
    using Member = std::pair<QByteArray, QByteArray>; ///< name and value, as written

    /// text: valid JSON.
    explicit JsonText(QByteArray text) : m_text(std::move(text)) {}
    [[nodiscard]] const QByteArray& text() const { return m_text; }

    /// The object at pointer (`#/$defs/backoff/properties/cap`) loses the members of these names and gets the
    /// new ones: where the first of them stood, otherwise behind `type`.
    void put(const QString& pointer, const QList<QByteArray>& names, const std::vector<Member>& put)
    {
        const qsizetype open = find(pointer);
        const std::vector<Place> places = placesIn(open);
        if (places.empty()) {
            throw std::invalid_argument("no members at " + pointer.toStdString());
        }
        std::vector<Member> members;
        qsizetype at = -1;
        qsizetype behindType = 0;
        for (const Place& place : places) {
            if (names.contains(place.name)) {
                at = at < 0 ? static_cast<qsizetype>(members.size()) : at;
                continue;
            }
            members.emplace_back(place.name, m_text.mid(place.value, place.end - place.value));
            behindType = place.name == "type" ? static_cast<qsizetype>(members.size()) : behindType;
        }
        members.insert(members.begin() + (at < 0 ? behindType : at), put.begin(), put.end());

        const QByteArray lead = m_text.mid(open + 1, places.front().key - open - 1);
        QByteArray written;
        for (const auto& [name, value] : members) {
            written += (written.isEmpty() ? lead : ',' + (lead.isEmpty() ? QByteArray(" ") : lead)) + '"' +
                       name + "\": " + value;
        }
        m_text.replace(open + 1, places.back().end - open - 1, written);
    }

private:
    /// A member of an object, or an entry of a list, which has its number for a name.
    struct Place
    {
        QByteArray name;
        qsizetype key = 0;
        qsizetype value = 0;
        qsizetype end = 0; ///< behind the value
    };

    [[nodiscard]] qsizetype find(const QString& pointer) const
    {
        qsizetype at = afterBlanks(0);
        const QStringList keys = pointer.split(u'/').mid(1);
        for (const QString& key : keys) {
            const std::vector<Place> places = placesIn(at);
            const auto found = std::find_if(places.begin(), places.end(), [&key](const Place& place) {
                return place.name == key.toUtf8();
            });
            if (found == places.end()) {
                throw std::invalid_argument("nothing at " + pointer.toStdString());
            }
            at = found->value;
        }
        return at;
    }

    [[nodiscard]] std::vector<Place> placesIn(qsizetype open) const
    {
        const bool isObject = m_text.at(open) == '{';
        std::vector<Place> places;
        qsizetype at = afterBlanks(open + 1);
        while (m_text.at(at) != '}' && m_text.at(at) != ']') {
            Place place{QByteArray::number(static_cast<qlonglong>(places.size())), at, at, 0};
            if (isObject) {
                const qsizetype behindKey = pastValue(at);
                place.name = m_text.mid(at + 1, behindKey - at - 2);
                place.value = afterBlanks(afterBlanks(behindKey) + 1);
            }
            place.end = pastValue(place.value);
            places.push_back(place);
            at = afterBlanks(place.end);
            at = m_text.at(at) == ',' ? afterBlanks(at + 1) : at;
        }
        return places;
    }

    [[nodiscard]] qsizetype afterBlanks(qsizetype at) const
    {
        while (QByteArrayView(" \t\r\n").contains(m_text.at(at))) {
            ++at;
        }
        return at;
    }

    [[nodiscard]] qsizetype pastValue(qsizetype at) const
    {
        int depth = 0;
        do {
            const char c = m_text.at(at);
            if (c == '"') {
                for (++at; m_text.at(at) != '"'; ++at) {
                    at += m_text.at(at) == '\\' ? 1 : 0;
                }
            } else if (c == '{' || c == '[') {
                ++depth;
            } else if (c == '}' || c == ']') {
                --depth;
            } else if (depth == 0) { // a number or a word
                while (!QByteArrayView(",}] \t\r\n").contains(m_text.at(at + 1))) {
                    ++at;
                }
            }
            ++at;
        } while (depth > 0);
        return at;
    }

    QByteArray m_text;
};

} // namespace retryscope::test
