// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"
#include "core/policy/policy.h"
#include "core/probe/bench.h"

#include <QWidget>

#include <optional>
#include <vector>

QT_BEGIN_NAMESPACE
class QComboBox;
class QPushButton;
class QVBoxLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

class Segments;

/// Advice for one row: what to change in the proxy's configuration, or in the client's settings and code.
class ChangeAdvice : public QWidget
{
    Q_OBJECT
public:
    explicit ChangeAdvice(QWidget* parent = nullptr);

    struct Given
    {
        BenchRow row;
        std::string listen; ///< HOST:PORT of the origin
        std::string boxName;
        std::vector<Policy> policies;
        std::string policy;                ///< policy whose column is selected; empty: none
        std::optional<WallTime> startedAt; ///< of the bench
        bool isOriginReached = true;       ///< by the bench
        std::optional<BenchRow> before;    ///< the row of the earlier probe result, if it differs
    };
    void display(Given given);
    void clear();
    void setCanProbe(bool canProbe);

Q_SIGNALS:
    void noteFound(const QString& note);
    /// Probe the same row again.
    void probeRequested();
    /// Judge the response that came through the proxy, for every client.
    void judgeRequested(const retryscope::GivenAttempt& given, const QString& policy);

private:
    void layOut();
    void fillPolicies();
    void build();
    void buildForBox(QVBoxLayout& layout);
    void addBefore(QVBoxLayout& layout, const BenchRow& before);
    void addThen(QVBoxLayout& layout, const std::optional<RowFacts>& mended);
    void buildForClient(QVBoxLayout& layout);
    void addBlock(QVBoxLayout& layout, const QString& title, const std::string& code);
    void judge();

    std::optional<Given> m_given;
    Segments* m_whose;
    QComboBox* m_kind;
    QComboBox* m_policy;
    QWidget* m_content = nullptr;
    QVBoxLayout* m_contentLayout;
    QPushButton* m_judge;
    QPushButton* m_probe;
    int m_blocks = 0;
    bool m_canProbe = true;
};

} // namespace retryscope::ui
