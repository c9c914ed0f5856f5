// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/policy/value_input.h"

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

class MembersEditor;

/// Input for a list of groups, for example required header values; one below the other.
class GroupsInput : public ValueInput
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
        MembersEditor* words;
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

/// Input for values under names that the user gives: services, operations, protocols.
class NamedInput : public ValueInput
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
        ValueInput* input = nullptr;
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

/// Input for one value, or one value per error kind.
class ByKindInput : public ValueInput
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
    MembersEditor* m_words;
};

/// Input for large, rarely used values: a button that shows their number and opens them. Creates the inputs
/// only on opening.
class FoldedInput : public ValueInput
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
    ValueInput* m_inside = nullptr;
};

} // namespace retryscope::ui
