// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of certificates and keys. The first byte picks what they are named as: authorities, a certificate
// with its key in one file, or two files, the first of which ends at a zero byte.

#include "core/io/text/utf8.h"
#include "core/io/wire/tls_setup.h"
#include "tests/fuzz/fuzz_check.h"

#include <QFile>
#include <QSslKey>
#include <QTemporaryDir>

namespace {

using namespace retryscope;

std::string written(const char* name, std::string_view bytes)
{
    static const QTemporaryDir folder;
    const QString path = folder.filePath(QString::fromLatin1(name));
    QFile file(path);
    const auto size = static_cast<qint64>(bytes.size());
    require(file.open(QIODevice::WriteOnly) && file.write(bytes.data(), size) == size, "a file is written");
    return fromQString(path);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    WireOptions options;
    const unsigned use = input.byte() % 3;
    if (use == 0) {
        options.caFile = written("authorities", input.rest());
    } else if (use == 1) {
        options.certificateFile = written("certificate", input.rest());
    } else {
        options.certificateFile = written("certificate", input.text());
        options.keyFile = written("key", input.rest());
    }
    const auto configuration = io::tlsConfigurationFor(options);
    if (!configuration) {
        require(configuration.error().kind == io::Error::Kind::BadInput, "the file is to blame");
        require(!configuration.error().message.isEmpty() && configuration.error().text().size() < 1000,
                "an error is a sentence, whatever the file holds");
        return 0;
    }
    if (use == 0) {
        require(!configuration.value().caCertificates().isEmpty(), "no server is trusted by an empty file");
        return 0;
    }
    require(!configuration.value().localCertificateChain().isEmpty(), "a certificate is sent");
    require(!configuration.value().privateKey().isNull(), "its key is there");
    return 0;
}
