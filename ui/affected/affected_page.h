// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affected/affected_client.h"
#include "ui/parts/services.h"

#include "ui/affected/affected_columns.h"

#include <QWidget>

#include <array>
#include <functional>
#include <map>

QT_BEGIN_NAMESPACE
class QComboBox;
class QLabel;
class QTableView;
QT_END_NAMESPACE

namespace retryscope::io {
class Library;
}

namespace retryscope::ui {

class AffectedDetails;

/// *Am I affected?*: the AWS retry settings of this machine, and how each SDK behaves with them today and
/// after the switch to the retry rules of 2026. Same content as `retryscope-cli affected`.
class AffectedPage : public QWidget
{
    Q_OBJECT
public:
    /// retrySettings: called whenever the page becomes visible; may be empty, which counts as a machine
    /// without settings.
    AffectedPage(const io::Library& library, RetrySettingsSource retrySettings, QWidget* parent = nullptr);
    ~AffectedPage() override;

Q_SIGNALS:
    /// Show this preset.
    void policyRequested(const QString& id);
    /// Reports a copy to the clipboard.
    void noteFound(const QString& note);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void layOut();
    [[nodiscard]] QWidget* buildMachine();
    void prepareService();
    void buildTable();
    void readSettings();
    void compute();
    void displayCurrent();
    void chooseVersions(const QString& version, const QString& toVersion);
    [[nodiscard]] AffectedClient clientOf(const Sdk& sdk) const;
    [[nodiscard]] QString service() const;

    const io::Library& m_library;
    RetrySettingsSource m_retrySettings;
    RetrySettings m_settings;
    /// By SDK, where one was given: its version, and the one to compare it with.
    std::map<std::string, std::pair<std::string, std::string>> m_versions;
    QString m_service; ///< whose figures are shown
    TableModel<AffectedClient>* m_model;
    QLabel* m_title;
    std::array<QLabel*, 3> m_found{}; ///< the three settings
    QLabel* m_problems;
    QComboBox* m_serviceBox;
    QLabel* m_count;
    QTableView* m_table;
    AffectedDetails* m_details;
};

} // namespace retryscope::ui
