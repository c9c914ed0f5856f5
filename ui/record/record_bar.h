// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/recorder/recorder.h"
#include "ui/record/client_lines.h"

#include <QFrame>

#include <chrono>
#include <optional>

QT_BEGIN_NAMESPACE
class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::io {
class Library;
} // namespace retryscope::io

namespace retryscope::ui {

class ChooserButton;
class ElidedLabel;
class Segments;
struct Settings;

/// What responds to the clients during a recording.
enum class RecordMode { Forward, Scenario, ForwardProxy };

/// Where a recording listens, what it does with requests, and whether it is running. A problem with a field
/// is shown below the field.
class RecordBar : public QFrame
{
    Q_OBJECT
public:
    enum class Field { Listen, Upstream, Scenario, Overlay };

    explicit RecordBar(const io::Library& library, QWidget* parent = nullptr);

    /// The plan from all inputs; absent if an input is invalid, which its field then shows.
    [[nodiscard]] std::optional<io::RecorderPlan> plan();
    void setProblem(Field field, const QString& problem);
    void setAddresses(const QString& listen, const QString& upstream);
    /// Restores the mode and scenarios of the last session; ignores scenarios that no longer exist.
    void takeChoices(const Settings& settings);
    void keepChoices(Settings& settings) const;
    [[nodiscard]] QString listen() const;
    [[nodiscard]] QString upstream() const;
    [[nodiscard]] RecordMode mode() const;
    [[nodiscard]] ClientWay way() const;

    void setRecording(bool isRecording);
    /// Shows the name of a recording opened from a file or from Runs, until a new recording begins.
    void displayOpened(const QString& name, bool isImport);
    /// Duration of the current recording.
    void displayTime(std::chrono::seconds since);
    void setCanSave(bool canSave);

Q_SIGNALS:
    void startRequested();
    void stopRequested();
    void saveRequested();
    /// The user wants to read how the opened file was understood.
    void importNotesRequested();
    /// A choice changed that is restored after a restart.
    void choicesChanged();
    /// The line for the client has changed.
    void wayChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct TypedField
    {
        QFrame* frame;
        QLineEdit* edit;
        ElidedLabel* caption;
        bool isWrong = false;
    };
    [[nodiscard]] TypedField makeTyped(const char* name, const QString& accessibleName);
    void layOut();
    void connectParts();
    void mark(TypedField& field, const QString& problem);
    void choose(ChooserButton& chooser, const QString& id);
    void askForFile(ChooserButton& chooser);
    void showChosen(ChooserButton& chooser, const QString& id);
    void displayMode();
    void displayCaptions();
    void displayWholeProblem();
    void applyTheme();

    const io::Library& m_library;
    QLabel* m_dot;
    QLabel* m_state;
    QLabel* m_time;
    QLabel* m_arrow;
    TypedField m_listen;
    TypedField m_upstream;
    ChooserButton* m_scenario;
    QLabel* m_proxyText;
    QToolButton* m_read; ///< only beside the record of another program's file
    QPushButton* m_save;
    QPushButton* m_go;
    Segments* m_mode;
    QComboBox* m_host;
    ChooserButton* m_overlay;
    QCheckBox* m_intercept;
    QLabel* m_remark; ///< what the choices mean, or what is wrong with a scenario
    QLabel* m_whole;  ///< a problem of a field that is wider than the field
    QString m_scenarioProblem;
    bool m_isRecording = false;
};

} // namespace retryscope::ui
