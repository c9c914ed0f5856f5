// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <memory>
#include <utility>

namespace retryscope::ui {

/// Bytes that are read on the window's thread: more of them would stop it for a moment.
inline constexpr qint64 kReadAtOnce = qint64{64} * 1024;

/// Runs work() in another thread, then done(its result) in the owner's; not once the owner is gone.
template <typename Work, typename Done>
void runBeside(QObject* owner, Work work, Done done)
{
    using Made = decltype(work());
    const auto promise = std::make_shared<QPromise<Made>>();
    promise->start();
    promise->future().then(owner, std::move(done));
    QThreadPool::globalInstance()->start([promise, work = std::move(work)] {
        promise->addResult(work());
        promise->finish();
    });
}

} // namespace retryscope::ui
