// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/client_lines.h"

#include <QUrl>

#include <cstddef>

namespace retryscope::ui {

const std::vector<ClientLine>& clientLines()
{
    static const std::vector<ClientLine> kLines{
        {"boto3",
         {"s3 = boto3.client(\"s3\", endpoint_url=\"{url}\")",
          "s3 = boto3.client(\"s3\", config=botocore.config.Config(proxies={\"http\": \"{url}\", \"https\": "
          "\"{url}\"}))",
          "s3 = boto3.client(\"s3\", config=botocore.config.Config(proxies={\"https\": \"{url}\"}), "
          "verify=\"{ca}\")"}},
        {"AWS CLI",
         {"aws --endpoint-url {url} s3api list-buckets",
          "HTTP_PROXY={url} HTTPS_PROXY={url} aws s3api list-buckets",
          "HTTPS_PROXY={url} AWS_CA_BUNDLE='{ca}' aws s3api list-buckets"}},
        {"JavaScript",
         {"const s3 = new S3Client({ endpoint: \"{url}\", forcePathStyle: true });",
          "const s3 = new S3Client({ requestHandler: { httpsAgent: new HttpsProxyAgent(\"{url}\") } });",
          "const s3 = new S3Client({ requestHandler: { httpsAgent: new HttpsProxyAgent(\"{url}\") } }); // "
          "NODE_EXTRA_CA_CERTS='{ca}'"}},
        {"C++",
         {"config.endpointOverride = \"{url}\";", "config.proxyHost = \"{host}\"; config.proxyPort = {port};",
          "config.proxyHost = \"{host}\"; config.proxyPort = {port}; config.caFile = \"{ca}\";"}},
        {"Java",
         {"S3Client.builder().endpointOverride(URI.create(\"{url}\")).forcePathStyle(true).build();",
          "ApacheHttpClient.builder().proxyConfiguration(ProxyConfiguration.builder().endpoint(URI.create("
          "\"{url}\")).build());",
          "ApacheHttpClient.builder().proxyConfiguration(ProxyConfiguration.builder().endpoint(URI.create("
          "\"{url}\")).build()); // keytool -importcert -file '{ca}'"}},
        {"Go",
         {"s3.NewFromConfig(cfg, func(o *s3.Options) { o.BaseEndpoint = aws.String(\"{url}\"); "
          "o.UsePathStyle = true })",
          "HTTP_PROXY={url} HTTPS_PROXY={url} ./program",
          "HTTPS_PROXY={url} AWS_CA_BUNDLE='{ca}' ./program"}},
        {"curl",
         {"curl --retry 3 {url}/", "curl --retry 3 --proxy {url} http://example.com/",
          "curl --retry 3 --proxy {url} --cacert '{ca}' https://example.com/"}}};
    return kLines;
}

QString filledIn(const ClientLine& line, ClientWay way, const QString& url, const QString& authority)
{
    const QUrl read(url);
    QString text = QString::fromUtf8(line.ways[static_cast<std::size_t>(way)]);
    text.replace(QLatin1String("{url}"), url);
    text.replace(QLatin1String("{host}"), read.host());
    text.replace(QLatin1String("{port}"), QString::number(read.port()));
    return text.replace(QLatin1String("{ca}"), authority); // last: a path may look like anything
}

} // namespace retryscope::ui
