// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"
#include "core/io/text/result.h"
#include "core/probe/bench.h"
#include "core/simulate/scenario.h"
#include "ui/proxy/bench_filter.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

QT_BEGIN_NAMESPACE
class QSplitter;
class QStackedWidget;
QT_END_NAMESPACE

namespace retryscope::io {
class Library;
class ProbeRun;
class SessionStore;
struct ProbePlan;
} // namespace retryscope::io

namespace retryscope::ui {

class BenchDetails;
class BenchHead;
class BenchModel;
class BenchTable;
class ConfigurationView;
class ProxyBar;
class ResponsePopover;
struct Services;
struct Settings;

/// Probes the user's proxy, gateway or load balancer, with Retryscope as client and as origin. Sends every
/// origin response through the proxy; each row says what came out and which clients then decide differently.
class ProxyPage : public QWidget
{
    Q_OBJECT
public:
    explicit ProxyPage(const Services& services, QWidget* parent = nullptr);
    ~ProxyPage() override;

    /// Probes with the bar's settings. If a setting is invalid, reports it and sends nothing.
    void probe();
    /// Keeps the rows probed so far.
    void stop();
    [[nodiscard]] bool isProbing() const { return m_run != nullptr; }
    /// Shows a probe result from a file, judged under the policies whose verdicts it has saved.
    void display(Bench bench, const QString& file);
    /// Marks the rows that differ from this earlier probe result.
    void compareWith(Bench earlier, const QString& file);
    /// Call this when the library's policies might have changed.
    void reload();
    [[nodiscard]] const Bench& bench() const;

Q_SIGNALS:
    void noteFound(const QString& note);
    void problemFound(const QString& problem);
    void probingChanged();
    /// A probe has begun; earlier problems no longer apply.
    void problemSettled();
    void openRequested();
    void judgeRequested(const retryscope::GivenAttempt& given, const QString& policy);

protected:
    /// The first time, the last probe is there again.
    void showEvent(QShowEvent* event) override;

private:
    void layOut();
    void keepProbe();
    void restoreProbe();
    [[nodiscard]] QWidget* buildEmpty();
    void connectParts();
    void start(io::ProbePlan plan, bool isOneRow);
    void probeRow();
    void takeRow(BenchRow row);
    void finish();
    void fail(const io::Error& error);
    void closeRun();
    void choosePolicies();
    void showFilter(BenchFilter::Show rows);
    /// Reads a response backwards; one without response and fault ends that.
    void seek(const AttemptFacts& facts);
    void askForResponse();
    void judgeAll();
    void judgeSome();
    void judgeRow(BenchRow& row) const;
    void displayClients();
    void displayHead();
    void displayRow();
    void displayEmpty();
    /// With the cursor in the row of this id; empty: in the first that flips.
    void showBench(const std::string& row);
    void selectShown(int row);
    [[nodiscard]] std::string currentId() const;
    void compareWithBefore();
    void copy(const std::string& text, const QString& note);
    /// The rows that are shown, and what the bench comes to, as Markdown.
    [[nodiscard]] std::string shownText() const;
    /// The same rows as a bench.
    [[nodiscard]] Bench shownBench() const;
    void askToSaveTable();
    void askToSaveBench();
    void askToCompare();
    [[nodiscard]] QString comparisonText() const;
    /// Of the bench that is compared, where that has it otherwise.
    [[nodiscard]] std::optional<BenchRow> earlierRow(int row) const;

    const io::Library& m_library;
    Settings& m_settings;
    const io::SessionStore* m_session; ///< nullptr: nothing is kept
    bool m_wasShown = false;
    ProxyBar* m_bar;
    BenchModel* m_model;
    BenchFilter* m_rows;
    BenchHead* m_head;
    BenchTable* m_table;
    BenchDetails* m_details;
    ConfigurationView* m_configuration;
    QStackedWidget* m_pages;
    ResponsePopover* m_response;
    std::vector<Policy> m_policies; ///< of the columns, as far as the library has them
    std::unique_ptr<io::ProbeRun> m_run;
    int m_runNumber = 0;           ///< tells what a run that is gone has still to say from what this one says
    bool m_isOneRow = false;       ///< the run is for one row of the bench
    Duration m_patience{0};        ///< of the run
    std::string m_firstRow;        ///< where the cursor stood when the run began; empty: nobody put it there
    QString m_remark;              ///< what is odd about the box as a whole
    std::optional<Bench> m_whole;  ///< the last one that came to its end
    std::optional<Bench> m_before; ///< what was shown when the run began
    QString m_earlierFile;
    QString m_file;
    QTimer m_judging;
    int m_judged = 0; ///< rows under the policies that were chosen last
};

} // namespace retryscope::ui
