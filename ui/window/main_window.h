// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/files/opened_file.h"
#include "core/io/text/result.h"
#include "core/simulate/run_plan.h"
#include "ui/parts/services.h"
#include "ui/window/settings.h"

#include <QMainWindow>

#include <cstdint>

QT_BEGIN_NAMESPACE
class QLabel;
class QSplitter;
class QTabWidget;
QT_END_NAMESPACE

namespace retryscope {
struct Place;
struct Policy;
struct Scenario;
} // namespace retryscope

namespace retryscope::ui {

class EndpointPanel;
class MessageBar;
class PolicyPanel;
class RequestBar;
class RequestPanel;
class RunView;
class WindowActions;
class WindowPages;

/// The window: places the panels, owns the actions, and hands values from one to the other. No rule of the
/// domain lives here.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(const Services& services, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Sends what the panels hold. What cannot be sent is said in the message bar.
    void send();
    /// A record, scenario or policy. An error is said in the message bar too, and nothing changes.
    io::Result<io::Done> openPath(const QString& path);
    /// The same for people: while a large file is read the window goes on, and a bar shows how far it is.
    void openInBackground(const QString& path);
    /// By id or file; an error when there is none such, and nothing changes.
    io::Result<io::Done> chooseScenario(const QString& idOrFile);
    io::Result<io::Done> choosePolicy(const QString& idOrFile);
    /// Empty: the built-in endpoint.
    void setUrl(const QString& url);
    /// Kept for the next runs.
    void setSeed(std::uint64_t seed);
    void setVirtual(bool isVirtual);
    /// Calls of each client one after the other, and clients side by side.
    void setCalls(int calls, int clients);
    void setTheme(ThemeChoice theme);
    /// Brings a panel to the front by its name; false for an unknown one.
    bool showPanel(const QString& name);
    [[nodiscard]] static QStringList panelNames();
    /// Opens a page in a window of its own by its name; nullptr for an unknown one.
    QWidget* showPage(const QString& name);
    [[nodiscard]] static QStringList pageNames();
    /// Shows at once what otherwise comes a little later, for pictures.
    void settle();
    /// Text of the message bar; empty while it is hidden.
    [[nodiscard]] QString message() const;

Q_SIGNALS:
    /// Nothing was sent, and why (also in the message bar).
    void sendFailed(const retryscope::io::Error& error);

protected:
    void closeEvent(QCloseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void layOut();
    [[nodiscard]] QWidget* buildSetup();
    void connectSetup();
    void connectActions();
    void connectView();
    void connectRun();
    void connectTrial();
    void offerMapping(Place place);
    void restore();
    void remember();
    void useScenario(const Scenario& scenario);
    void usePolicy(const Policy& policy);
    void displayPolicyName();
    [[nodiscard]] io::Result<RunPlan> planOnScenario() const;
    void displayRun();
    void onFinished();
    void applyTheme();
    void applyZoom();
    void zoomText(int points);
    void askForFile();
    void save();
    void saveAs();
    io::Result<io::Done> showOpened(const QString& path, io::Result<io::OpenedFile> opened);
    void saveTo(const QString& path);
    void askForExport();
    void saveScenario();
    void savePolicy();
    void rememberFile(const QString& path);
    void displayTitle();
    void explainKeys();
    void explainProgram();

    Services m_services;
    MessageBar* m_messages;
    RequestBar* m_bar;
    QTabWidget* m_setupTabs;
    QWidget* m_setup = nullptr;
    RequestPanel* m_request;
    PolicyPanel* m_policy;
    EndpointPanel* m_faults;
    RunView* m_view;
    QSplitter* m_main;
    QLabel* m_summary;
    WindowActions* m_actions;
    WindowPages* m_pages;
    QString m_recordFile; ///< where the shown record was saved or opened; empty for a new run
    qreal m_systemFontSize;
    bool m_isApplyingTheme = false;
};

} // namespace retryscope::ui
