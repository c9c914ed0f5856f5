// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/response_panel.h"

#include "core/explain/attempt_words.h"
#include "core/explain/explain.h"
#include "core/explain/phrases.h"
#include "core/explain/redirect_text.h"
#include "core/explain/units.h"
#include "core/io/documents/error_files.h"
#include "core/io/text/utf8.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/elided_label.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/long_words.h"
#include "ui/parts/segments.h"
#include "ui/parts/tab_order.h"
#include "ui/parts/text_space.h"
#include "ui/response/body_highlighter.h"
#include "ui/response/headers_column.h"
#include "ui/response/marked_text.h"
#include "ui/response/redirect.h"
#include "ui/response/response_text.h"
#include "ui/response/search_bar.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QUrl>

#include <algorithm>

namespace retryscope::ui {

namespace {

enum Form { PrettyForm, RawForm };

constexpr int kHeadersCharacters = 29;
// Widths, in characters of the font, below which a part gives way.
constexpr int kWithHeaders = 84;
constexpr int kWithWords = 74;
constexpr qsizetype kMostOfAStatus = 120;

/// `xml:Error/Code` as people say it.
QString placeOf(const ErrorName& name)
{
    const QString origin = toQString(name.origin);
    const qsizetype colon = origin.indexOf(QLatin1Char(':'));
    return shortened(colon < 0 ? origin : origin.mid(colon + 1), kMostOfAStatus);
}

QString headerOf(const ErrorName& name)
{
    constexpr std::string_view kStart = "header:";
    return name.origin.starts_with(kStart) ? toQString(name.origin.substr(kStart.size())) : QString();
}

/// The request that got the response: the last one, if redirects were followed.
RequestSpec lastRequestOf(RequestSpec spec, const AttemptFacts& facts)
{
    if (facts.wire && !facts.wire->hops.empty()) {
        const Hop& last = facts.wire->hops.back();
        spec.url = fromQString(QUrl(toQString(last.url)).resolved(QUrl(toQString(last.location))).toString());
    }
    return spec;
}

} // namespace

ResponsePanel::ResponsePanel(QWidget* parent)
    : QWidget(parent)
    , m_text(new MarkedText(this))
    , m_highlighter(new BodyHighlighter(m_text->document()))
    , m_search(new SearchBar(*m_text, this))
    , m_headers(new HeadersColumn(this))
{
    nameInput(m_text, QStringLiteral("responseText"), tr("Response"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setProperty("bare", true);
    setTextStyle(m_text, TextStyle::Code);
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    setCharacters(m_headers, kHeadersCharacters);

    auto* both = new QHBoxLayout;
    both->setContentsMargins(0, 0, 0, 0);
    both->setSpacing(0);
    both->addWidget(m_text, 1);
    both->addWidget(m_headers);
    auto* layout = columnIn(this, 0);
    layout->addWidget(makeHeader());
    layout->addWidget(makeNotice());
    layout->addWidget(m_search);
    layout->addLayout(both, 1);
    layout->addWidget(makeFoot());
    connectParts();
    setTextStyle(m_status, TextStyle::Strong);
    setTextStyle(m_whoCaption, TextStyle::Caption);
    setTextStyle(m_who, TextStyle::Small);
    applyTheme();
    clear();
}

QWidget* ResponsePanel::makeHeader()
{
    auto* header = new QFrame(this);
    m_previous = makeIconButton(tr("Previous attempt"), QStringLiteral("previousAttemptButton"), header);
    m_number = makePlainLabel(QStringLiteral("attemptNumber"), header);
    m_number->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_next = makeIconButton(tr("Next attempt"), QStringLiteral("nextAttemptButton"), header);
    m_hops = new ChoiceBox(header);
    nameInput(m_hops, QStringLiteral("hopBox"), tr("Redirects of this attempt, and its response"));
    connect(m_hops, &QComboBox::activated, this, &ResponsePanel::displayHop);
    m_status = new ElidedLabel(header);
    m_status->setObjectName(QStringLiteral("responseStatus"));
    m_size = makePlainLabel(QStringLiteral("responseSize"), header);
    m_size->setProperty("muted", true);
    m_form = new Segments(QStringLiteral("bodyForm"), tr("Response view"), {tr("Pretty"), tr("Raw")}, header);
    m_find =
        makeIconButton(tr("Find in the response (Ctrl+F)"), QStringLiteral("findInResponseButton"), header);
    m_wrap = makeIconButton(tr("Wrap long lines"), QStringLiteral("wrapButton"), header);
    m_wrap->setCheckable(true);
    m_wrap->setChecked(true);
    m_copy = makeIconButton(tr("Copy the response body"), QStringLiteral("copyBodyButton"), header);
    const auto together = [header](std::initializer_list<QWidget*> widgets) {
        auto* group = new QWidget(header);
        auto* row = rowIn(group, 4);
        for (QWidget* widget : widgets) {
            row->addWidget(widget);
        }
        return group;
    };
    auto* row = new FlowLayout(header, 8);
    row->setContentsMargins(12, 4, 16, 4);
    makeTabGroup(header);
    row->addWidget(together({m_previous, m_number, m_next}));
    row->addWidget(m_hops);
    row->addWidget(m_status);
    row->addWidget(m_size);
    row->addStretch();
    row->addWidget(together({m_form, m_find, m_wrap, m_copy}));
    return header;
}

QWidget* ResponsePanel::makeNotice()
{
    m_noticeFrame = new QFrame(this);
    m_noticeFrame->setObjectName(QStringLiteral("responseNotice"));
    m_notice = makeSentence(QStringLiteral("responseNoticeText"), m_noticeFrame);
    m_notice->setMinimumWidth(1);
    m_openLocation = new QPushButton(tr("Use as address"), m_noticeFrame);
    nameInput(m_openLocation, QStringLiteral("openLocationButton"), tr("Use as address"));
    m_openLocation->setAutoDefault(false);
    m_follow = new QPushButton(tr("Follow redirects"), m_noticeFrame);
    nameInput(m_follow, QStringLiteral("followRedirectsButton"), tr("Follow redirects"));
    m_follow->setToolTip(tr("Sets the limit of the request: the next run follows redirects"));
    m_follow->setAutoDefault(false);
    connect(m_follow, &QPushButton::clicked, this, [this] {
        m_text->setFocus(); // the button goes with this response
        Q_EMIT followRequested();
    });
    auto* row = new QHBoxLayout(m_noticeFrame);
    row->setContentsMargins(16, 2, 16, 6);
    row->addWidget(m_notice, 1);
    row->addWidget(m_follow, 0, Qt::AlignTop);
    row->addWidget(m_openLocation, 0, Qt::AlignTop);
    return m_noticeFrame;
}

QWidget* ResponsePanel::makeFoot()
{
    m_foot = new QFrame(this);
    m_whoCaption = makeLabel(tr("Who responded"), m_foot);
    m_who = makeSentence(QStringLiteral("whoResponded"), m_foot);
    m_who->setProperty("muted", true);
    auto* row = new QHBoxLayout(m_foot);
    row->setContentsMargins(16, 5, 16, 5);
    row->addWidget(m_whoCaption, 0, Qt::AlignTop);
    row->addSpacing(4);
    row->addWidget(m_who, 1);
    return m_foot;
}

void ResponsePanel::connectParts()
{
    connect(m_previous, &QToolButton::clicked, this, [this] { Q_EMIT attemptRequested(m_attempt - 1); });
    connect(m_next, &QToolButton::clicked, this, [this] { Q_EMIT attemptRequested(m_attempt + 1); });
    connect(m_form, &Segments::chosen, this, &ResponsePanel::displayBody);
    connect(m_find, &QToolButton::clicked, this, &ResponsePanel::find);
    connect(m_wrap, &QToolButton::toggled, this, [this](bool wraps) {
        m_text->setLineWrapMode(wraps ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
    });
    connect(m_copy, &QToolButton::clicked, this, &ResponsePanel::copyBody);
    connect(m_headers, &HeadersColumn::noteFound, this, &ResponsePanel::noteFound);
    connect(m_openLocation, &QPushButton::clicked, this, [this] { Q_EMIT locationRequested(m_location); });
}

void ResponsePanel::clear()
{
    forget();
    displayBody();
    m_text->setPlaceholderText(tr("The response to the selected attempt appears here."));
}

/// The body stays until the next one is displayed.
void ResponsePanel::forget()
{
    m_response.reset();
    m_hops->hide();
    m_attempts = 0;
    m_name = {};
    m_isMarked = false;
    m_previous->setEnabled(false);
    m_next->setEnabled(false);
    for (QLabel* label : {m_number, m_status, m_size, m_who}) {
        label->clear();
    }
    m_noticeFrame->hide();
    m_foot->hide();
}

void ResponsePanel::display(const RunRecord& record, Place place)
{
    const AttemptRecord& attempt = record.at(place);
    forget();
    displayHeader(record, place);
    if (attempt.isRunning || !record.header().policy) {
        displayBody();
        m_text->setPlaceholderText(tr("Waiting for the response …"));
        return;
    }
    m_record = &record;
    m_place = place;
    offerHops(attempt);
    m_response = attempt.facts.response;
    m_redactor = std::make_shared<const io::AttemptRedactor>(record.header(), attempt);
    m_name = nameOf(record.header().policy->reading, attempt.facts);
    m_isMarked = attempt.decision.verdict != Verdict::Succeed;
    displayNotice(record, attempt);
    m_text->setPlaceholderText(m_response == nullptr    ? tr("There is no response to show.")
                               : m_response->bodyUnseen ? tr("The imported file does not show the body.")
                                                        : tr("The response has no body."));
    m_foot->setVisible(m_response != nullptr);
    const Responder responder = responderOf(io::errorKnowledge().responders, attempt.facts);
    QString who = shortened(toQString(sentenceFor(responder)), kMostOfAStatus * 3);
    const RunHeader& header = record.header();
    if (!header.isRecorded && !header.scenarioId.empty() && responder.kind != ResponderKind::Nobody) {
        who = tr("The built-in endpoint. From a server, this response would say: %1").arg(who);
    }
    m_who->setText(breakable(who));
    displayBody();
}

void ResponsePanel::offerHops(const AttemptRecord& attempt)
{
    m_hops->clear();
    const bool hasHops = attempt.facts.wire && !attempt.facts.wire->hops.empty();
    m_hops->setVisible(hasHops);
    if (!hasHops) {
        return;
    }
    for (const Hop& hop : attempt.facts.wire->hops) {
        m_hops->addItem(tr("Redirect %1 · %2").arg(m_hops->count() + 1).arg(hop.response.status));
    }
    m_hops->addItem(tr("Response"));
    m_hops->setCurrentIndex(m_hops->count() - 1);
}

void ResponsePanel::displayHop(int index)
{
    const AttemptRecord& attempt = m_record->at(m_place);
    const std::vector<Hop>& hops = attempt.facts.wire->hops;
    if (index < 0 || index >= static_cast<int>(hops.size())) {
        display(*m_record, m_place);
        return;
    }
    const Hop& hop = hops[static_cast<std::size_t>(index)];
    m_response = std::make_shared<const Response>(hop.response);
    m_name = {};
    m_isMarked = false;
    m_status->setText(shortened(statusText(hop.response), kMostOfAStatus));
    m_size->setText(
        tr("%1 in %2")
            .arg(toQString(bytesText(hop.response.bodyBytes)), toQString(durationText(hop.end - hop.start))));
    m_location.clear();
    m_openLocation->hide();
    m_follow->hide();
    const QString note = hop.note.empty() ? QString() : tr(" %1.").arg(toQString(capitalised(hop.note)));
    m_notice->setText(
        breakable(shortened(tr("%1 %2 was redirected to %3.")
                                    .arg(toQString(hop.method), toQString(hop.url), toQString(hop.location)) +
                                note,
                            kMostOfAStatus * 6)));
    m_noticeFrame->show();
    m_foot->hide();
    m_text->setPlaceholderText(tr("The response has no body."));
    displayBody();
}

void ResponsePanel::displayHeader(const RunRecord& record, Place place)
{
    const CallRecord& call = record.calls()[static_cast<std::size_t>(place.call)];
    const AttemptRecord& attempt = record.at(place);
    const int last = static_cast<int>(call.attempts.size()) - 1;
    m_attempt = place.attempt;
    m_attempts = last + 1;
    m_previous->setEnabled(place.attempt > 0);
    m_next->setEnabled(place.attempt < last);
    if (attempt.isRunning) {
        return;
    }
    const auto& response = attempt.facts.response;
    const QString status = response ? statusText(*response) : tr("No response");
    m_status->setText(shortened(status, kMostOfAStatus));
    const OptionalDuration time = tookOf(attempt);
    const QString took = toQString(durationText(time));
    const bool hasSize = response && (!response->bodyUnseen || response->bodyBytes > 0);
    const QString size = hasSize ? toQString(bytesText(response->bodyBytes)) : QString();
    m_size->setText(!time ? size : hasSize ? tr("%1 in %2").arg(size, took) : tr("after %1").arg(took));
    m_status->setToolTip(plainToolTip(tr("%1 · %2").arg(status, m_size->text())));
}

void ResponsePanel::displayNotice(const RunRecord& record, const AttemptRecord& attempt)
{
    const AttemptFacts& facts = attempt.facts;
    m_location.clear();
    QString text;
    if (facts.fault) {
        const QString detail = toQString(facts.fault->detail);
        const QString phrase = toQString(faultPhrase(facts));
        const QString when =
            facts.response ? tr("before the response was complete") : tr("before a response arrived");
        text = wasCutByDeadline(facts, attempt.decision) ? tr("The deadline of the call passed %1.").arg(when)
               : facts.fault->kind == FaultKind::Cancelled ? tr("You stopped the attempt %1.").arg(when)
               : detail.isEmpty()                          ? tr("No complete response: %1.").arg(phrase)
                                  : tr("No complete response: %1 (%2).").arg(phrase, detail);
    } else if (const auto redirect = redirectOf(facts, lastRequestOf(record.header().spec, facts))) {
        const auto& policy = record.header().policy;
        const QString sentence = policy ? toQString(redirectSentence(*policy, facts)) : QString();
        text = sentence.isEmpty() ? tr("Redirects to %1").arg(redirect->target) : sentence;
        m_location = redirect->url;
    }
    const bool canFollow = !m_location.isEmpty() && record.header().spec.follow == 0 &&
                           !record.header().isVirtual && !record.header().isRecorded;
    if (const std::string reason = whyNotFollowed(facts); !reason.empty()) {
        text += tr(" Not followed: %1.").arg(toQString(reason));
    }
    m_follow->setVisible(canFollow);
    m_notice->setText(breakable(shortened(text)));
    m_openLocation->setVisible(!m_location.isEmpty());
    m_openLocation->setToolTip(plainToolTip(m_location));
    m_noticeFrame->setVisible(!text.isEmpty());
}

void ResponsePanel::displayBody()
{
    m_text->setMark(0, 0, {});
    const bool isRaw = m_form->current() == RawForm;
    const ResponseText whole =
        m_response ? responseTextOf(*m_response, m_name, isRaw ? BodyForm::Raw : BodyForm::Pretty)
                   : ResponseText{};
    const ResponseText shown = isRaw ? whole : whole.body();
    m_highlighter->setLanguage(
        isRaw ? BodyHighlighter::Language::None : BodyHighlighter::languageOf(shown.text), shown.text.size());
    m_text->setText(shown.text);
    if (shown.name && m_isMarked) {
        m_text->setMark(shown.name->begin, shown.name->length,
                        isRaw ? tr("← error name read here")
                              : tr("← error name read here, as %1").arg(placeOf(m_name)));
    }
    m_headers->display(m_response ? m_response->headers : Headers{},
                       m_isMarked ? headerOf(m_name) : QString());
    m_copy->setEnabled(m_response && !m_response->body.empty());
    m_search->refresh();
    fit();
}

void ResponsePanel::find()
{
    m_search->open();
}

void ResponsePanel::copyBody()
{
    copyWithoutSecrets(
        copiedBodyOf(*m_response, m_form->current() == RawForm ? BodyForm::Raw : BodyForm::Pretty),
        m_redactor);
    Q_EMIT noteFound(tr("Copied the response body"));
}

/// The raw response has its headers in the text, and in a narrow panel there is no room for them.
void ResponsePanel::fit()
{
    const int characters = width() / std::max(1, fontMetrics().averageCharWidth());
    m_headers->setVisible(characters >= kWithHeaders && m_form->current() == PrettyForm &&
                          !m_headers->isEmpty());
    m_number->setText(m_attempts == 0            ? QString()
                      : characters >= kWithWords ? tr("Attempt %1 of %2").arg(m_attempt + 1).arg(m_attempts)
                                                 : tr("%1 of %2").arg(m_attempt + 1).arg(m_attempts));
    m_size->show(); // it is cut nowhere; the tool tip of the status has it, too
    m_size->setVisible(m_size->parentWidget()->layout()->sizeHint().width() <= width());
}

void ResponsePanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void ResponsePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
}

void ResponsePanel::applyTheme()
{
    const Theme& theme = Theme::forPalette(palette());
    m_previous->setIcon(theme.icon(QStringLiteral("previous")));
    m_next->setIcon(theme.icon(QStringLiteral("next")));
    m_find->setIcon(theme.icon(QStringLiteral("search")));
    m_wrap->setIcon(theme.icon(QStringLiteral("wrap")));
    m_copy->setIcon(theme.icon(QStringLiteral("copy")));
    m_highlighter->setTheme(theme);
}

} // namespace retryscope::ui
