// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/settings_dialog.h"

#include "core/io/redact/secret_names.h"
#include "core/io/text/utf8.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/form.h"
#include "ui/request/file_field.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

/// Points added to the size that the system gives.
class ZoomBox : public QSpinBox
{
protected:
    [[nodiscard]] QString textFromValue(int value) const override
    {
        return value == 0 ? SettingsDialog::tr("system size")
                          : SettingsDialog::tr("%1%2 points")
                                .arg(value > 0 ? QStringLiteral("+") : QString())
                                .arg(value);
    }
    /// What the arrows wrote; a number may be typed in its place.
    [[nodiscard]] int valueFromText(const QString& text) const override
    {
        return text.section(QLatin1Char(' '), 0, 0).toInt();
    }
    [[nodiscard]] QValidator::State validate(QString& text, int& position) const override
    {
        QString number = text.section(QLatin1Char(' '), 0, 0);
        return text == textFromValue(0) ? QValidator::Acceptable : QSpinBox::validate(number, position);
    }
};

} // namespace

SettingsDialog::SettingsDialog(const Services& services, QWidget* parent)
    : QDialog(parent), m_services(services)
{
    setObjectName(QStringLiteral("settingsDialog"));
    setWindowTitle(tr("Settings"));
    setAttribute(Qt::WA_WindowPropagation);
    auto* content = new QWidget;
    QFormLayout* form = makeForm(content);
    buildLooks(form);
    buildNetwork(form);
    buildHistory(form);
    buildPrivacy(form);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setIcon({});
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeScrollArea(content, this), 1);
    layout->addWidget(buttons);
    resize(QSize(Theme::scaled(520), Theme::scaled(560)).boundedTo(parent->size()));
}

void SettingsDialog::buildLooks(QFormLayout* form)
{
    addHeading(form, tr("Appearance"));
    auto* theme = new ChoiceBox;
    for (const auto& [name, choice] :
         {std::pair(tr("Same as system"), ThemeChoice::System), std::pair(tr("Light"), ThemeChoice::Light),
          std::pair(tr("Dark"), ThemeChoice::Dark),
          std::pair(tr("High contrast"), ThemeChoice::HighContrast)}) {
        theme->addItem(name, static_cast<int>(choice));
    }
    theme->setCurrentIndex(theme->findData(static_cast<int>(m_services.settings.theme)));
    addField(form, tr("Theme"), theme, QStringLiteral("themeBox"));
    connect(theme, &QComboBox::activated, this,
            [this, theme] { Q_EMIT themeChosen(static_cast<ThemeChoice>(theme->currentData().toInt())); });
    auto* zoom = new ZoomBox;
    zoom->setRange(-Settings::kLargestZoom, Settings::kLargestZoom);
    zoom->setValue(m_services.settings.zoom);
    zoom->setToolTip(tr("Points added to the system's text size; 0 keeps that size"));
    addField(form, tr("Text size"), zoom, QStringLiteral("zoomBox"));
    connect(zoom, &QSpinBox::valueChanged, this, &SettingsDialog::zoomChosen);
}

void SettingsDialog::buildNetwork(QFormLayout* form)
{
    addHeading(form, tr("Proxy and certificates"));
    form->addRow(makeHint(tr("Defaults for requests to an endpoint under test."), this));
    const auto addLine = [this, form](const QString& label, const char* name, QString& value,
                                      const QString& hint) {
        auto* line = new QLineEdit(value);
        line->setPlaceholderText(hint);
        addField(form, label, line, QString::fromLatin1(name));
        connect(line, &QLineEdit::textChanged, this,
                [&value](const QString& text) { value = text.trimmed(); });
    };
    Settings& settings = m_services.settings;
    addLine(tr("Proxy"), "defaultProxyEdit", settings.proxy, tr("none, or http://host:port, socks5://…"));
    addLine(tr("No proxy for"), "defaultNoProxyEdit", settings.noProxy,
            QStringLiteral("localhost, .example.org"));
    auto* caFile = new FileField(QStringLiteral("defaultCaFile"), tr("CA certificates"));
    caFile->setFile(settings.caFile);
    auto* caption = makeLabel(tr("CA certificates"));
    caption->setBuddy(caFile);
    form->addRow(caption, caFile);
    connect(caFile, &FileField::edited, this, [&settings, caFile] { settings.caFile = caFile->file(); });
}

void SettingsDialog::buildHistory(QFormLayout* form)
{
    addHeading(form, tr("Runs"));
    Settings& settings = m_services.settings;
    auto* runs = new QSpinBox;
    runs->setRange(1, Settings::kMostRuns);
    runs->setGroupSeparatorShown(true);
    runs->setValue(settings.runsKept);
    addField(form, tr("Maximum number"), runs, QStringLiteral("runsKeptBox"));
    runs->setSuffix(tr(" runs"));
    connect(runs, &QSpinBox::valueChanged, this, [&settings](int value) { settings.runsKept = value; });
    auto* space = new QSpinBox;
    space->setRange(1, Settings::kMostMebibytes);
    space->setGroupSeparatorShown(true);
    space->setSuffix(tr(" MiB"));
    space->setValue(settings.runsMebibytes);
    addField(form, tr("Maximum size"), space, QStringLiteral("runsSpaceBox"));
    connect(space, &QSpinBox::valueChanged, this, [&settings](int value) { settings.runsMebibytes = value; });
    form->addRow(
        makeHint(tr("Above these limits Retryscope deletes the oldest runs, but never pinned ones."), this));
    auto* clear = new QPushButton(tr("Delete all runs…"));
    nameInput(clear, QStringLiteral("clearRunsButton"), tr("Delete all runs"));
    clear->setAutoDefault(false);
    clear->setEnabled(m_services.runs != nullptr);
    connect(clear, &QPushButton::clicked, this, &SettingsDialog::clearRunsRequested);
    form->addRow(clear);
}

void SettingsDialog::buildPrivacy(QFormLayout* form)
{
    addHeading(form, tr("Privacy"));
    Settings& settings = m_services.settings;
    auto* names = new QLineEdit(settings.secretNames.join(QStringLiteral(", ")));
    names->setPlaceholderText(QStringLiteral("X-Session, otp"));
    addField(form, tr("Other secret names"), names, QStringLiteral("secretNamesEdit"));
    auto* problem = makeHint({}, form->parentWidget());
    problem->setObjectName(QStringLiteral("secretNamesProblem"));
    problem->setProperty("mark", QStringLiteral("danger"));
    form->addRow(problem);
    const auto take = [&settings, problem, form](const QString& text) {
        static const QRegularExpression between(QStringLiteral("[,\\s]+"));
        settings.secretNames = text.split(between, Qt::SkipEmptyParts);
        settings.applySecretNames();
        QStringList unusable = settings.secretNames;
        unusable.removeIf([](const QString& name) { return io::canBeSecretName(fromQString(name)); });
        problem->setText(tr("Not a valid name of a header, parameter or member: %1")
                             .arg(unusable.join(QStringLiteral(", "))));
        form->setRowVisible(problem, !unusable.isEmpty());
    };
    take(names->text());
    connect(names, &QLineEdit::textChanged, this, take);
    form->addRow(
        makeHint(tr("Nothing leaves this computer except the requests that you send. Retryscope keeps what "
                    "you type and your runs in your own data folder, which only you can read. In everything "
                    "that it writes, it redacts passwords, tokens, cookies, keys and signatures, in "
                    "addresses, headers and bodies. They stay in memory until the program ends. If a "
                    "response repeats a secret of its request, Retryscope redacts it there, too."),
                 this));
}

} // namespace retryscope::ui
