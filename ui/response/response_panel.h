// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "ui/parts/clipboard.h"

#include <QWidget>

#include <memory>

QT_BEGIN_NAMESPACE
class QFrame;
class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::ui {

class BodyHighlighter;
class HeadersColumn;
class MarkedText;
class SearchBar;
class Segments;

/// The response to the selected attempt: status, size and time; the body, formatted or raw, with a mark where
/// the error name was read; headers; and who seems to have responded.
class ResponsePanel : public QWidget
{
    Q_OBJECT
public:
    explicit ResponsePanel(QWidget* parent = nullptr);

    /// place: of a recorded attempt.
    void display(const RunRecord& record, Place place);
    void clear();
    /// Opens the search.
    void find();

Q_SIGNALS:
    /// The user wants the attempt of the same call with this index, from 0.
    void attemptRequested(int attempt);
    /// The user wants to send to this redirect target, an absolute http or https URL.
    void locationRequested(const QString& url);
    /// The user wants redirects to be followed from the next run on.
    void followRequested();
    /// Tells the user what was copied.
    void noteFound(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void forget();
    QWidget* makeHeader();
    QWidget* makeNotice();
    QWidget* makeFoot();
    void connectParts();
    void displayHeader(const RunRecord& record, Place place);
    /// Offers the redirects before the response, if any were followed.
    void offerHops(const AttemptRecord& attempt);
    /// index: of a redirect; else the response of the attempt.
    void displayHop(int index);
    void displayNotice(const RunRecord& record, const AttemptRecord& attempt);
    void displayBody();
    void copyBody();
    void fit();
    void applyTheme();

    int m_attempt = 0;                          ///< index of the shown attempt, from 0
    int m_attempts = 0;                         ///< of its call so far
    std::shared_ptr<const Response> m_response; ///< the shown response; may be nullptr
    SharedRedactor m_redactor;                  ///< of the run it is from
    ErrorName m_name;
    bool m_isMarked = false;
    QString m_location;
    const RunRecord* m_record = nullptr; ///< of what is shown
    Place m_place;
    QComboBox* m_hops = nullptr; ///< redirects that were followed, and the response
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
    QLabel* m_number = nullptr;
    QLabel* m_status = nullptr;
    QLabel* m_size = nullptr;
    Segments* m_form = nullptr;
    QToolButton* m_find = nullptr;
    QToolButton* m_wrap = nullptr;
    QToolButton* m_copy = nullptr;
    QFrame* m_noticeFrame = nullptr;
    QLabel* m_notice = nullptr;
    QPushButton* m_openLocation = nullptr;
    QPushButton* m_follow = nullptr;
    MarkedText* m_text;
    BodyHighlighter* m_highlighter;
    SearchBar* m_search;
    HeadersColumn* m_headers;
    QFrame* m_foot = nullptr;
    QLabel* m_whoCaption = nullptr;
    QLabel* m_who = nullptr;
};

} // namespace retryscope::ui
