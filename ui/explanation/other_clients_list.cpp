// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/other_clients_list.h"

#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr std::size_t kFirstFamilies = 4;

/// Which part of the policies retries, as a bar of one width for every family.
class ShareBar : public QWidget
{
public:
    ShareBar(int retries, int all, QWidget* parent) : QWidget(parent), m_share(double(retries) / all)
    {
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }
    [[nodiscard]] QSize sizeHint() const override { return {Theme::scaled(kWidth), fontMetrics().height()}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = Theme::forPalette(window()->palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        QRectF bar(0.5, (height() - kHeight) / 2.0, width() - 1, kHeight);
        painter.setPen(QPen(theme.muted, 1));
        painter.drawRoundedRect(bar, 2, 2);
        bar.setWidth(bar.width() * m_share);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.warning);
        painter.drawRoundedRect(bar, 2, 2);
    }

private:
    static constexpr int kWidth = 64;
    static constexpr int kHeight = 7;
    double m_share;
};

QString countText(int retries, int succeeds, int all)
{
    return retries == 0 && succeeds > 0 ? OtherClientsList::tr("%1 of %2 succeed").arg(succeeds).arg(all)
                                        : OtherClientsList::tr("%1 of %2 retry").arg(retries).arg(all);
}

/// Of a success whose body is an error it matters who sees that.
QString countText(const OtherClientFamily& family)
{
    const int all = static_cast<int>(family.members.size());
    return family.hasBodyError ? OtherClientsList::tr("%1 of %2 notice").arg(family.countNoticing()).arg(all)
                               : countText(family.count(Verdict::Retry), family.count(Verdict::Succeed), all);
}

QString verbOf(Verdict verdict)
{
    return verdict == Verdict::Retry  ? OtherClientsList::tr("retries")
           : verdict == Verdict::Stop ? OtherClientsList::tr("does not retry")
                                      : OtherClientsList::tr("succeeds");
}

QString reasonsOf(const OtherClientFamily& family)
{
    QStringList lines;
    for (const OtherClient& member : family.members) {
        const QString line =
            OtherClientsList::tr("%1: %2").arg(toQString(member.name), verbOf(member.verdict));
        lines += member.reason.empty() ? line
                                       : OtherClientsList::tr("%1 (%2)").arg(line, toQString(member.reason));
    }
    return lines.join(QLatin1Char('\n'));
}

void addFamily(QGridLayout* grid, int row, const OtherClientFamily& family)
{
    QWidget* parent = grid->parentWidget();
    const int retries = family.count(Verdict::Retry);
    const int all = static_cast<int>(family.members.size());
    const QString name =
        family.client == "document" ? OtherClientsList::tr("Documents") : toQString(family.client);
    auto* who = makeLabel(name, parent);
    who->setWordWrap(true);
    who->setObjectName(QStringLiteral("elsewhereWho%1").arg(row));
    auto* share = new ShareBar(retries, all, parent);
    auto* count = makeLabel(countText(family), parent);
    count->setObjectName(QStringLiteral("elsewhereCount%1").arg(row));
    count->setProperty(retries > 0 ? "mark" : "muted",
                       retries > 0 ? QVariant(QStringLiteral("warning")) : QVariant(true));
    const QString reasons = reasonsOf(family);
    for (QWidget* part :
         {static_cast<QWidget*>(who), static_cast<QWidget*>(share), static_cast<QWidget*>(count)}) {
        part->setToolTip(plainToolTip(reasons));
    }
    count->setAccessibleDescription(reasons);
    grid->addWidget(who, row, 0);
    grid->addWidget(share, row, 1, Qt::AlignVCenter);
    grid->addWidget(count, row, 2, Qt::AlignLeft | Qt::AlignVCenter);
}

} // namespace

OtherClientsList::OtherClientsList(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    nameInput(this, QStringLiteral("elsewhereList"), tr("Same response, other clients"));
    m_layout->setContentsMargins(0, 0, 0, 0);
}

void OtherClientsList::display(const std::vector<OtherClientFamily>& families)
{
    if (families != m_families) {
        m_families = families;
        rebuild();
    }
}

/// What the families after the first ones do.
QString OtherClientsList::moreText(std::size_t first) const
{
    int retries = 0;
    int successes = 0;
    int noticing = 0;
    int all = 0;
    bool hasBodyError = false;
    for (std::size_t row = first; row < m_families.size(); ++row) {
        retries += m_families[row].count(Verdict::Retry);
        successes += m_families[row].count(Verdict::Succeed);
        noticing += m_families[row].countNoticing();
        hasBodyError = hasBodyError || m_families[row].hasBodyError;
        all += static_cast<int>(m_families[row].members.size());
    }
    return tr("%1 more: %2")
        .arg(m_families.size() - first)
        .arg(hasBodyError ? tr("%1 of %2 notice").arg(noticing).arg(all)
                          : countText(retries, successes, all));
}

void OtherClientsList::rebuild()
{
    if (m_content != nullptr) {
        m_content->hide();
        m_content->deleteLater(); // its button may be what brought us here
    }
    m_content = new QWidget(this);
    auto* grid = new QGridLayout(m_content);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(5);
    grid->setHorizontalSpacing(12);
    grid->setColumnStretch(0, 1);
    const bool isLong = m_families.size() > kFirstFamilies + 1;
    const std::size_t shown = m_showsAll || !isLong ? m_families.size() : kFirstFamilies;
    for (std::size_t row = 0; row < shown; ++row) {
        addFamily(grid, static_cast<int>(row), m_families[row]);
    }
    if (isLong) {
        auto* more = makeQuietButton(m_showsAll ? tr("Fewer") : moreText(shown),
                                     QStringLiteral("elsewhereMoreButton"), m_content);
        more->setAutoDefault(false);
        connect(more, &QPushButton::clicked, this, [this] {
            m_showsAll = !m_showsAll;
            rebuild();
        });
        grid->addWidget(more, static_cast<int>(shown), 0, 1, 3, Qt::AlignLeft);
    }
    m_layout->addWidget(m_content);
    m_content->show();
}

} // namespace retryscope::ui
