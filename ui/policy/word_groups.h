// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/policy/word_input.h"

#include <QJsonArray>
#include <QJsonObject>

#include <map>
#include <vector>

QT_BEGIN_NAMESPACE
class QLineEdit;
class QPushButton;
class QVBoxLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

class WordsEditor;

/// A list of groups, such as the values that headers must have: one beneath the other.
class GroupsInput : public WordInput
{
    Q_OBJECT
public:
    GroupsInput(const io::SchemaNode& node, const QString& path, QWidget* parent);
    void display(const QJsonValue& value) override;
    [[nodiscard]] QJsonValue value() const override;
    void forget() override;
    void setReadOnly() override;

private:
    struct Entry
    {
        QWidget* content;
        WordsEditor* words;
    };
    void displayEntries();
    void addEntry();

    io::SchemaNode m_node;
    QString m_path;
    QJsonArray m_values;
    std::vector<Entry> m_entries; ///< at least one per value; those left over are hidden
    bool m_isReadOnly = false;
    QVBoxLayout* m_layout;
    QPushButton* m_add;
};

/// Values under names that people give: of services, of operations, of protocols.
class NamedInput : public WordInput
{
    Q_OBJECT
public:
    NamedInput(const io::SchemaNode& node, const QString& path, QWidget* parent);
    void display(const QJsonValue& value) override;
    [[nodiscard]] QJsonValue value() const override;
    void forget() override;
    void setReadOnly() override;

private:
    struct Entry
    {
        QWidget* content = nullptr;
        WordInput* input = nullptr;
    };
    Entry& entryOf(const QString& name);
    void add();

    io::SchemaNode m_node;
    QString m_path;
    QJsonObject m_values;
    std::map<QString, Entry> m_entries;
    bool m_isReadOnly = false;
    QVBoxLayout* m_layout;
    QWidget* m_foot;
    QLineEdit* m_name;
};

/// One value, or one by kind of failure.
class ByKindInput : public WordInput
{
    Q_OBJECT
public:
    enum class Shows { All, KindsOnly /**< the value for all others is edited elsewhere */ };
    ByKindInput(const io::SchemaNode& node, const QString& path, Shows shows, QWidget* parent);
    void display(const QJsonValue& value) override;
    [[nodiscard]] QJsonValue value() const override;
    void forget() override;

private:
    QJsonValue m_general{QJsonValue::Undefined};
    Shows m_shows;
    WordsEditor* m_words;
};

/// What is large and rarely looked at: a line that says how much it is, and opens it. Nothing of it is made
/// before.
class FoldedInput : public WordInput
{
    Q_OBJECT
public:
    FoldedInput(const io::SchemaNode& node, const QString& path, QWidget* parent);
    void unfold();
    void display(const QJsonValue& value) override;
    [[nodiscard]] QJsonValue value() const override;
    void forget() override;

private:
    void displayButton();

    io::SchemaNode m_node;
    QString m_path;
    QJsonValue m_value{QJsonValue::Undefined};
    QPushButton* m_button;
    WordInput* m_inside = nullptr;
};

} // namespace retryscope::ui
