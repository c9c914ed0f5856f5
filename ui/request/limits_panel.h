// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
QT_END_NAMESPACE

namespace retryscope::ui {

class DurationBox;
class FileField;

/// Edits the time limits of a request, and its proxy and TLS settings.
class LimitsPanel : public QWidget
{
    Q_OBJECT
public:
    explicit LimitsPanel(QWidget* parent = nullptr);

    void applyTo(RequestSpec& spec) const;
    void setSpec(const RequestSpec& spec);
    /// False: hides proxy and TLS, which have no effect on the built-in endpoint.
    void setHasNetwork(bool hasNetwork);
    [[nodiscard]] bool verifiesPeer() const;
    /// most: from 0 (off) to kMostFollowed.
    void setFollow(int most);
    [[nodiscard]] int follow() const;
    void setVerifiesPeer(bool verifies);

Q_SIGNALS:
    /// Emitted after a change by the user.
    void edited();

private:
    void buildTimes(QFormLayout* form);
    void buildProxy(QFormLayout* form);
    void buildTls(QFormLayout* form);
    void connectParts();
    void warnWhenUnverified();

    DurationBox* m_connectTimeout;
    DurationBox* m_readTimeout;
    QSpinBox* m_follow = nullptr;
    DurationBox* m_attemptTimeout;
    DurationBox* m_deadline;
    QLineEdit* m_proxy;
    QLineEdit* m_noProxy;
    FileField* m_caFile;
    FileField* m_certificate;
    FileField* m_key;
    QCheckBox* m_verify;
    QLabel* m_unverified;
    QWidget* m_network;
};

} // namespace retryscope::ui
