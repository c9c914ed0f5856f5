// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"

#include <QWidget>

#include <string>

QT_BEGIN_NAMESPACE
class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
QT_END_NAMESPACE

namespace retryscope::ui {

class DurationBox;
class FileField;
class HeadersEditor;

/// How often and by whom the request is sent.
struct RunOptions
{
    int calls = 1;
    int clients = 1;
    bool waits = true;       ///< false: delays are planned and recorded, not slept
    bool keepsTokens = true; ///< quota and limiter go on from run to run, as in one long-lived client
    bool operator==(const RunOptions&) const = default;
};

/// Edits everything about a request but its method, URL, service and operation, which
/// stand in the row on top.
class RequestPanel : public QWidget
{
    Q_OBJECT
public:
    explicit RequestPanel(QWidget* parent = nullptr);

    /// Writes the panel's values into a request.
    void applyTo(RequestSpec& spec) const;
    void setSpec(const RequestSpec& spec);
    /// Path and query on the built-in endpoint.
    [[nodiscard]] QString path() const;
    void setPath(const QString& path);
    /// Headers and body of another request; time limits, proxy and TLS stay.
    void setContent(const RequestSpec& spec);
    [[nodiscard]] RunOptions runOptions() const;
    void setRunOptions(const RunOptions& options);

Q_SIGNALS:
    void resetTokensRequested();
    /// The body cannot be formatted, and why.
    void problemFound(const QString& text);

private:
    void buildContent(QFormLayout* form);
    void buildLimits(QFormLayout* form);
    void buildNetwork(QFormLayout* form);
    void buildTls(QFormLayout* form);
    void buildRunOptions(QFormLayout* form);
    void formatBody();
    void warnWhenUnverified();

    std::string m_givenBody;
    QString m_displayedBody;
    QLineEdit* m_path = nullptr;
    HeadersEditor* m_headers = nullptr;
    QPlainTextEdit* m_body = nullptr;
    QComboBox* m_protocol = nullptr;
    QCheckBox* m_replayable = nullptr;
    DurationBox* m_connectTimeout = nullptr;
    DurationBox* m_readTimeout = nullptr;
    DurationBox* m_deadline = nullptr;
    QLineEdit* m_proxy = nullptr;
    QLineEdit* m_noProxy = nullptr;
    FileField* m_caFile = nullptr;
    FileField* m_certificate = nullptr;
    FileField* m_key = nullptr;
    QCheckBox* m_verify = nullptr;
    QLabel* m_unverified = nullptr;
    QSpinBox* m_calls = nullptr;
    QSpinBox* m_clients = nullptr;
    QCheckBox* m_waits = nullptr;
    QCheckBox* m_keepsTokens = nullptr;
};

} // namespace retryscope::ui
