// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/configuration_view.h"

#include "core/io/files/box_files.h"
#include "core/io/probe/probe_run.h"
#include "core/io/text/utf8.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/code_block.h"
#include "ui/parts/form.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr quint16 kUsualOriginPort = 9000;
constexpr int kUsualBoxPort = 8080;

} // namespace

ConfigurationView::ConfigurationView(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_name(name)
    , m_kind(new ChoiceBox(this))
    , m_start(makeHint({}, this))
    , m_layout(new QVBoxLayout(this))
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum); // its lines stay together
    nameInput(m_kind, name + QStringLiteral("Kind"), tr("Kind of proxy"));
    for (const QString& kind : io::boxNames()) {
        m_kind->addItem(toQString(io::boxKindOf(fromQString(kind)).title), kind);
    }
    m_kind->setCurrentIndex(std::max(0, m_kind->findData(QStringLiteral("nginx"))));
    auto* line = new QHBoxLayout;
    auto* label = makeLabel(tr("&Configuration for"), this);
    label->setBuddy(m_kind);
    line->addWidget(label);
    line->addWidget(m_kind);
    line->addStretch();
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->addLayout(line);
    m_layout->addWidget(m_start);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &ConfigurationView::build);
}

void ConfigurationView::display(const QString& listen, const QString& through)
{
    if (m_code == nullptr || listen != m_listen || through != m_through) {
        m_listen = listen;
        m_through = through;
        build();
    }
}

void ConfigurationView::build()
{
    const io::BoxKind& kind = io::boxKindOf(fromQString(m_kind->currentData().toString()));
    const io::Result<io::ListenAddress> listen = io::listenAddressFrom(m_listen);
    const QString host = listen ? listen.value().host : QStringLiteral("127.0.0.1");
    const quint16 originPort = listen && listen.value().port != 0 ? listen.value().port : kUsualOriginPort;
    const int port = QUrl(m_through).port(kUsualBoxPort);
    delete m_code;
    auto* block =
        new CodeBlock(tr("%1, from port %2 to %3").arg(toQString(kind.title)).arg(port).arg(m_listen),
                      toQString(io::boxConfig(kind, host, originPort, static_cast<quint16>(port))),
                      {m_name + QStringLiteral("Text"), m_name + QStringLiteral("Copy")}, this);
    m_code = block;
    m_start->setText(tr("Save this as FILE, then start the proxy with: %1")
                         .arg(toQString(io::startCommand(kind, static_cast<quint16>(port)))));
    m_start->setVisible(!kind.start.empty());
    connect(block, &CodeBlock::noteFound, this, &ConfigurationView::noteFound);
    m_layout->addWidget(block);
    inheritPalette(block);
    block->show();
}

} // namespace retryscope::ui
