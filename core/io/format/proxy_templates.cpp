// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/format/template_sets.h"

namespace retryscope::io {
namespace {

StepTemplate make(const char16_t* name, const char16_t* title, int status, Headers headers, std::string body,
                  std::string reason = {})
{
    EndpointStep step;
    step.status = status;
    step.reason = std::move(reason);
    step.headers = std::move(headers);
    step.body = std::move(body);
    return {QString::fromUtf16(name), QString::fromUtf16(title), QStringLiteral("Proxy"), std::move(step)};
}

/// The page that nginx makes of a status when no page of its own was configured.
StepTemplate nginxPage(const char16_t* name, const char16_t* title, int status, const std::string& reason)
{
    const std::string heading = std::to_string(status) + ' ' + reason;
    return make(name, title, status, {{{"Server", "nginx/1.22.1"}, {"Content-Type", "text/html"}}},
                "<html>\r\n<head><title>" + heading + "</title></head>\r\n<body>\r\n<center><h1>" + heading +
                    "</h1></center>\r\n<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>\r\n",
                reason);
}

} // namespace

std::vector<StepTemplate> proxyTemplates()
{
    const Headers haproxy{{{"Cache-Control", "no-cache"}, {"Content-Type", "text/html"}}};
    const Headers loadBalancer{{{"Server", "awselb/2.0"}, {"Content-Type", "text/html"}}};
    const Headers namedProxy{{{"Via", "1.1 s3-proxy"}, {"Content-Type", "application/xml"}}};
    return {
        nginxPage(u"nginx-502-html", u"nginx cannot reach the service (502)", 502, "Bad Gateway"),
        nginxPage(u"nginx-503-html", u"nginx has no service to ask (503)", 503,
                  "Service Temporarily Unavailable"),
        nginxPage(u"nginx-504-html", u"nginx waited too long (504)", 504, "Gateway Time-out"),
        nginxPage(u"nginx-429-html", u"nginx limits the rate (429)", 429, "Too Many Requests"),
        make(u"haproxy-503-html", u"HAProxy has no server (503)", 503, haproxy,
             "<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n"
             "</body></html>\n"),
        make(u"elb-503-html", u"Load balancer has no target (503)", 503, loadBalancer,
             "<html>\r\n<head><title>503 Service Temporarily Unavailable</title></head>\r\n<body>\r\n"
             "<center><h1>503 Service Temporarily Unavailable</h1></center>\r\n</body>\r\n</html>\r\n",
             "Service Temporarily Unavailable"),
        make(u"empty-502", u"Bad gateway without a body (502)", 502, {}, {}),
        make(u"empty-503", u"Unavailable without a body (503)", 503, {}, {}),
        make(u"empty-429", u"Too many requests without a body (429)", 429, {}, {}),
        make(u"proxy-429-named-429", u"Proxy limits the rate and names the error 429", 429, namedProxy,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<Error><Code>429</Code><Message>Too many list requests on this prefix</Message></Error>"),
    };
}

} // namespace retryscope::io
