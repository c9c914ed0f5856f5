// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Composition root of the window program: builds the parts and hands them over.

#include "app/gui/options.h"
#include "app/version/full_version.h"
#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/files/installed_clients.h"
#include "core/io/files/library.h"
#include "core/io/files/opened_file.h"
#include "core/io/files/own_folders.h"
#include "core/io/files/retry_environment.h"
#include "core/io/files/run_store.h"
#include "core/io/files/session_store.h"
#include "core/io/live/event_loop_scheduler.h"
#include "core/io/live/run_controller.h"
#include "core/io/redact/redact.h"
#include "core/io/text/program_version.h"
#include "core/io/wire/wire_transport.h"
#include "ui/parts/quiet_style.h"
#include "ui/parts/services.h"
#include "ui/theme/theme.h"
#include "ui/timeline/export/timeline_export.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QLocale>
#include <QPixmap>
#include <QRandomGenerator>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTextStream>
#include <QTimer>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <optional>
#include <utility>

namespace {

using namespace retryscope;

int exitCodeOf(const io::Error& error)
{
    switch (error.kind) {
    case io::Error::Kind::BadUsage:
        return 2;
    case io::Error::Kind::BadInput:
        return 3;
    case io::Error::Kind::Environment:
        return 4;
    }
    return 4;
}

int fail(const io::Error& error)
{
    std::fprintf(stderr, "retryscope: %s\n", qUtf8Printable(error.text()));
    return exitCodeOf(error);
}

io::Error cannotWrite(const QString& file, const QString& reason)
{
    return {.kind = io::Error::Kind::Environment,
            .message = QStringLiteral("cannot write the picture%1").arg(reason),
            .place = file};
}

/// Pictures are made without a display too.
void choosePlatform(const gui::Options& options)
{
    const bool hasDisplay =
        qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (options.isScripted() && !hasDisplay && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
}

int exportTimeline(const gui::Options& options)
{
    const io::Result<io::OpenedFile> opened = io::openFile(options.file);
    if (!opened) {
        return fail(opened.error());
    }
    const auto* record = std::get_if<RunRecord>(&opened.value());
    if (record == nullptr) {
        return fail({.kind = io::Error::Kind::BadInput,
                     .message = QStringLiteral("--export needs a record (retryscope.record/1)"),
                     .place = options.file});
    }
    ui::ExportOptions exporting{.scale = options.exportScale};
    if (options.theme == ui::ThemeChoice::Dark) {
        exporting.theme = &ui::Theme::dark();
    } else if (options.theme == ui::ThemeChoice::HighContrast) {
        exporting.theme = &ui::Theme::highContrast(false);
    }
    if (options.size.isValid()) {
        exporting.width = options.size.width();
    }
    const QString problem = ui::exportTimeline(io::redacted(*record), options.exportTo, exporting);
    return problem.isEmpty() ? 0
                             : fail({.kind = io::Error::Kind::Environment, .message = problem, .place = {}});
}

/// Fills the window from the command line.
io::Result<io::Done> fill(ui::MainWindow& window, const gui::Options& options)
{
    if (!options.file.isEmpty()) {
        if (const auto opened = window.openPath(options.file); !opened) {
            return opened.error();
        }
    }
    if (!options.scenario.isEmpty()) {
        if (const auto chosen = window.chooseScenario(options.scenario); !chosen) {
            return chosen.error();
        }
        window.setUrl({});
    }
    if (!options.policy.isEmpty()) {
        if (const auto chosen = window.choosePolicy(options.policy); !chosen) {
            return chosen.error();
        }
    }
    if (!options.url.isEmpty()) {
        window.setUrl(options.url);
    }
    if (options.seed || options.isScripted()) {
        window.setSeed(options.seed.value_or(1)); // pictures of equal runs are equal
    }
    if (options.calls > 1 || options.clients > 1) {
        window.setCalls(options.calls, options.clients);
    }
    if (options.isVirtual) {
        window.setVirtual(true);
    }
    if (options.size.isValid()) {
        window.setSize(options.size);
    }
    return io::Done{};
}

constexpr auto kBetweenPictures = std::chrono::milliseconds(50);
constexpr int kMostPictures = 40; ///< something may blink for ever

/// Sends if asked to, saves the picture when the run has ended, and tells the exit code.
int takeScreenshot(ui::MainWindow& window, io::RunController& controller, const gui::Options& options)
{
    std::optional<int> exitCode;
    const auto end = [&exitCode](int code) {
        exitCode = code;
        QCoreApplication::exit(code);
    };
    const auto save = [&options, end](const QImage& image) {
        const QByteArray format = QFileInfo(options.screenshot).suffix().toLatin1();
        QBuffer picture;
        picture.open(QIODevice::WriteOnly);
        if (!image.save(&picture, format.isEmpty() ? nullptr : format.constData())) {
            end(fail(cannotWrite(options.screenshot, {})));
            return;
        }
        const io::Result<io::Done> written = io::writeFile(options.screenshot, picture.data());
        end(written ? 0 : fail(written.error()));
    };
    // Layouts and delayed updates ask for further ones, so the window is done once two pictures are equal.
    QTimer camera;
    camera.setInterval(kBetweenPictures);
    QImage last;
    int picturesLeft = kMostPictures;
    QObject::connect(&camera, &QTimer::timeout, &window, [&] {
        const QImage image = window.grab().toImage();
        if (image == last || --picturesLeft == 0) {
            camera.stop();
            save(image);
        }
        last = image;
    });
    const auto settle = [&window, &options, &camera] {
        window.settle();
        if (!options.panel.isEmpty()) {
            window.showPanel(options.panel); // rooms read the record that is there now
        }
        camera.start();
    };
    if (!options.sends) {
        QMetaObject::invokeMethod(&window, settle, Qt::QueuedConnection);
        return QCoreApplication::exec();
    }
    QObject::connect(&controller, &io::RunController::finished, &window, settle, Qt::QueuedConnection);
    QObject::connect(&window, &ui::MainWindow::sendFailed, &window,
                     [&window, &options, end](const io::Error& error) {
                         window.grab().save(options.screenshot); // shows the message
                         end(fail(error));
                     });
    window.send();
    return exitCode ? *exitCode : QCoreApplication::exec();
}

/// Where settings stand: in the program's own file. Where something is in its place that may never end or
/// never begin, settings last as long as the window.
QString settingsFile(const QTemporaryDir& scratch)
{
    constexpr qint64 kMostBytes = qint64{4} * 1024 * 1024;
    const QFileInfo file(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u'/' +
                         QCoreApplication::organizationName() + u'/' + QCoreApplication::applicationName() +
                         QStringLiteral(".conf"));
    if (!file.exists() || (file.isFile() && file.size() <= kMostBytes)) {
        return file.filePath();
    }
    QTextStream(stderr) << file.filePath()
                        << ": is not a settings file or is too large; changes to settings last only until "
                           "the window closes\n";
    return scratch.filePath(QStringLiteral("settings.conf"));
}

/// Moves what an earlier version kept in its data folder, and returns where it is now.
QString movedFromOldData(const QString& name, const QString& folder)
{
    const io::MovedFile moved = io::movedOnce(io::oldDataFolder() + u'/' + name, folder + u'/' + name);
    if (!moved.note.isEmpty()) {
        QTextStream(stderr) << moved.note << '\n';
    }
    return moved.place;
}

int runWindow(const gui::Options& options)
{
    io::RunController controller({.transport = [] { return std::make_unique<io::WireTransport>(); },
                                  .scheduler =
                                      [] {
                                          return std::make_unique<io::EventLoopScheduler>();
                                      }});
    const QTemporaryDir scratch; // pictures show no run of the user's
    // The window once kept policies and scenarios where the command line did not look.
    for (const QString& kind : {QStringLiteral("policies"), QStringLiteral("scenarios")}) {
        (void)movedFromOldData(kind, io::Library::defaultFolder());
    }
    QString state = io::stateFolder();
    QString runsFolder = scratch.filePath(QStringLiteral("runs"));
    if (!options.isScripted()) {
        state = QFileInfo(movedFromOldData(QStringLiteral("session.json"), state)).path();
        (void)movedFromOldData(QStringLiteral("last-probe.json"), state);
        runsFolder = movedFromOldData(QStringLiteral("runs"), io::stateFolder());
    }
    io::Library library(io::Library::defaultFolder());
    if (!options.isScripted()) { // pictures are the same on every machine
        io::findInstalledClients();
    }
    io::FaultEndpoint endpoint;
    QSettings store(settingsFile(scratch), QSettings::NativeFormat);
    ui::Settings settings;
    if (!options.isScripted()) {
        settings.load(store);
        settings.applySecretNames();
    }
    const io::SessionStore session(state);
    const io::RunStore runs(runsFolder);
    ui::MainWindow window({.controller = controller,
                           .library = library,
                           .endpoint = endpoint,
                           .settings = settings,
                           .session = options.isScripted() ? nullptr : &session,
                           .runs = &runs,
                           .retrySettings = io::retrySettingsOfThisMachine,
                           .newSeed = [] {
                               return QRandomGenerator::global()->bounded(1000000U);
                           }});
    QObject::connect(&window, &ui::MainWindow::settingsChanged, &window, [&settings, &store] {
        settings.save(store);
        store.sync();
    });
    if (options.theme) {
        window.setThemeForNow(*options.theme);
    }
    if (options.textSize) {
        window.setTextSizeForNow(*options.textSize);
    }
    if (const auto filled = fill(window, options); !filled) {
        return fail(filled.error());
    }
    window.show();
    if (!options.screenshot.isEmpty()) {
        QApplication::setCursorFlashTime(0); // else equal runs have pictures with and without a cursor
        return takeScreenshot(window, controller, options);
    }
    if (options.sends) {
        window.send();
    }
    if (!options.panel.isEmpty()) {
        window.showPanel(options.panel);
    }
    const int exitCode = QCoreApplication::exec();
    settings.save(store);
    return exitCode;
}

} // namespace

int main(int argc, char** argv)
{
    std::signal(SIGXFSZ, SIG_IGN); // a write beyond `ulimit -f` then fails, and says so
    QCoreApplication::setOrganizationName(QStringLiteral("retryscope"));
    QCoreApplication::setApplicationName(QStringLiteral("retryscope"));
    QCoreApplication::setApplicationVersion(QString::fromLatin1(kFullVersion));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.retryscope.Retryscope"));
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom)); // the language of every text
    QStringList arguments;
    for (int i = 0; i < argc; ++i) {
        // Of other bytes Qt would make another name, and write to that. The first is the program's own path.
        if (i > 0 && !QByteArrayView(argv[i]).isValidUtf8()) {
            return fail({.kind = io::Error::Kind::BadUsage,
                         .message = QStringLiteral("argument %1 is not UTF-8").arg(i),
                         .place = {}});
        }
        arguments += QString::fromUtf8(argv[i]);
    }
    const io::Result<gui::Options> options = gui::optionsFrom(arguments);
    if (!options) {
        return fail(options.error());
    }
    if (options.value().wantsHelp || options.value().wantsVersion) {
        const QCoreApplication application(argc, argv);
        const QString text =
            options.value().wantsHelp ? gui::helpText() : io::programNameAndVersion() + QLatin1Char('\n');
        std::fputs(qUtf8Printable(text), stdout);
        return 0;
    }
    choosePlatform(options.value());
    const QApplication application(argc, argv);
    QApplication::setStyle(new ui::QuietStyle);
    return options.value().exportTo.isEmpty() ? runWindow(options.value()) : exportTimeline(options.value());
}
