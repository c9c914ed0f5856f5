// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/library_box.h"

#include <QWidget>

#include <cstdint>
#include <functional>

QT_BEGIN_NAMESPACE
class QLineEdit;
class QPushButton;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The row on top: what is sent where, under which policy, with which seed, live or in virtual time.
class RequestBar : public QWidget
{
    Q_OBJECT
public:
    RequestBar(LibraryBox::Items policies, std::function<std::uint64_t()> newSeed, QWidget* parent = nullptr);

    [[nodiscard]] QString method() const;
    void setMethod(const QString& method);
    /// True: the endpoint inside the program responses, and url() is empty.
    [[nodiscard]] bool usesEndpoint() const;
    [[nodiscard]] QString url() const;
    /// Empty: the built-in endpoint.
    void setUrl(const QString& url);
    void setUrlHistory(const QStringList& urls);
    /// What the built-in endpoint plays.
    void setScenarioName(const QString& name);
    [[nodiscard]] QString service() const;
    [[nodiscard]] QString operation() const;
    void setOperation(const QString& service, const QString& operation);
    void displayPolicy(const QString& id, const QString& title);
    void forgetPolicies();
    [[nodiscard]] std::uint64_t seed() const;
    void setSeed(std::uint64_t seed);
    [[nodiscard]] bool keepsSeed() const;
    void setKeepsSeed(bool keeps);
    [[nodiscard]] bool isVirtual() const;
    void setVirtual(bool isVirtual);
    /// Draws a new seed unless the present one is kept.
    void renewSeed();

    void setRunning(bool isRunning);
    void focusUrl();

Q_SIGNALS:
    void sendRequested();
    void stopRequested();
    void policyChosen(const QString& id);
    void requestEdited();

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildRequest();
    void buildRun();
    void layOut();
    void applyTheme();
    [[nodiscard]] QString endpointText() const;

    std::function<std::uint64_t()> m_newSeed;
    QString m_scenarioName;
    QComboBox* m_method;
    QComboBox* m_url;
    QComboBox* m_service;
    QLineEdit* m_operation;
    LibraryBox* m_policy;
    QLineEdit* m_seed;
    QToolButton* m_newSeedButton;
    QToolButton* m_keepSeed;
    QComboBox* m_clock;
    QPushButton* m_send;
    QPushButton* m_stop;
};

} // namespace retryscope::ui
