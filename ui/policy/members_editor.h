// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/policy/value_input.h"

#include <QJsonObject>
#include <QSet>
#include <QStringList>

#include <map>

QT_BEGIN_NAMESPACE
class QFormLayout;
class QLabel;
class QMenu;
class QPushButton;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Edits one group of a policy: a row for each member that is set, and the others behind *More…*. Rare
/// members take no room until needed. The schema of policy files supplies their names, titles and
/// descriptions, so none is missing.
class MembersEditor : public ValueInput
{
    Q_OBJECT
public:
    struct Options
    {
        QStringList elsewhere; ///< members with a separate input elsewhere
        QStringList byKind;    ///< members whose values by kind alone are edited here
        QString more;          ///< text of the button that adds a member; empty: *More…*
        bool folds = false;    ///< rows with groups start folded
    };
    MembersEditor(const io::SchemaNode& node, const QString& path, Options options, QWidget* parent);

    void display(const QJsonValue& value) override;
    [[nodiscard]] QJsonValue value() const override;
    void forget() override;
    void setReadOnly() override;
    /// Shows why the current input is invalid; empty: it is valid.
    void setProblem(const QString& problem);
    /// Opens a row for this member and focuses it.
    void add(const QString& key);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Row
    {
        QLabel* caption = nullptr;
        QWidget* content = nullptr;
        ValueInput* input = nullptr;
        QToolButton* take = nullptr; ///< none where it must be there
    };

    [[nodiscard]] QString pathOf(const QString& key) const;
    [[nodiscard]] QString titleOf(const QString& key) const;
    [[nodiscard]] bool isShown(const QString& key) const;
    Row& rowOf(const QString& key);
    [[nodiscard]] ValueInput* makeInput(const QString& key);
    void applyTheme();
    void put(const QString& key, bool isThere);
    void displayRows();
    void store(const QString& key);
    void remove(const QString& key);
    void fillMenu();

    io::SchemaNode m_node;
    QString m_path;
    Options m_options;
    QStringList m_keys;
    QStringList m_required;
    QJsonObject m_value;
    QSet<QString> m_added; ///< rows that are there although nothing, or the usual, stands in them
    std::map<QString, Row> m_rows;
    bool m_isReadOnly = false;
    QFormLayout* m_form;
    QLabel* m_problem;
    QPushButton* m_more;
    QMenu* m_menu;
};

} // namespace retryscope::ui
