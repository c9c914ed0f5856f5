// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/aws_host.h"

#include "core/facts/letter_case.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace retryscope {

namespace {

using Labels = std::vector<std::string_view>;

/// Sources: "AWS service endpoints" and "Partitions" of the AWS General Reference; LocalStack's
/// documentation.
constexpr std::array<std::string_view, 8> kSuffixes{
    "amazonaws.com", "amazonaws.com.cn", "api.aws",       "api.amazonwebservices.com.cn",
    "amazonaws.eu",  "c2s.ic.gov",       "sc2s.sgov.gov", "localhost.localstack.cloud"};

/// Names in hosts and in scopes of signatures that are not those of policies. Source: `endpointPrefix` and
/// `signingName` in the AWS service models.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kOtherNames{
    {{"sdb", "simpledb"},
     {"ddb", "dynamodb"},
     {"queue", "sqs"},
     {"streams.dynamodb", "dynamodb-streams"},
     {"monitoring", "cloudwatch"},
     {"states", "stepfunctions"},
     {"email", "ses"},
     {"oidc", "sso-oidc"},
     {"portal.sso", "sso"},
     {"es", "opensearch"},
     {"elasticfilesystem", "efs"},
     {"elasticmapreduce", "emr"},
     {"servicequotas", "service-quotas"},
     {"runtime.sagemaker", "sagemaker-runtime"},
     {"s3-control", "s3control"},
     {"s3express", "s3"}}};

/// Hosts that customers have in AWS: their own programs respond there.
constexpr std::array<std::string_view, 9> kCustomers{"elb",        "compute",    "compute-1",
                                                     "compute-2",  "cache",      "execute-api",
                                                     "lambda-url", "s3-website", "appsync-api"};
/// Customers have hosts under these, and the service that makes them is at the name itself.
constexpr std::array<std::string_view, 3> kServicesWithCustomers{"rds", "es", "aoss"};

template <std::size_t Size>
bool contains(const std::array<std::string_view, Size>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

Labels labelsOf(std::string_view text)
{
    Labels labels;
    while (!text.empty()) {
        const std::size_t dot = std::min(text.find('.'), text.size());
        labels.push_back(text.substr(0, dot));
        text.remove_prefix(std::min(dot + 1, text.size()));
    }
    return labels;
}

/// `eu-west-1`, `us-gov-east-1`, `ap-southeast-2`
bool isRegion(std::string_view label)
{
    const std::size_t dash = label.rfind('-');
    const bool hasNumber = dash != std::string_view::npos && dash + 1 < label.size() &&
                           label.find_first_not_of("0123456789", dash + 1) == std::string_view::npos;
    return hasNumber && label.size() > 6 && label[2] == '-' &&
           label.substr(0, 2).find_first_of("0123456789-") == std::string_view::npos;
}

std::string_view withoutEnd(std::string_view text, std::string_view end)
{
    return text.ends_with(end) ? text.substr(0, text.size() - end.size()) : text;
}

/// `s3`, `s3-eu-west-1`, `s3-fips`, `s3-accelerate`, `s3-accesspoint`, `s3express-use1-az4`; empty for
/// anything else.
std::string s3ServiceOf(std::string_view label)
{
    const std::string_view name = withoutEnd(label, "-fips");
    constexpr std::array<std::string_view, 6> kPlain{
        "s3", "s3-accelerate", "s3-external-1", "s3-accesspoint", "s3-object-lambda", "s3-outposts"};
    if (contains(kPlain, name) || (name.starts_with("s3-") && isRegion(name.substr(3))) ||
        name.starts_with("s3express-")) {
        return "s3";
    }
    return name == "s3-control" ? std::string(serviceNamed(name)) : std::string();
}

bool isPrivateLink(const Labels& labels)
{
    return labels.size() == 2 && labels.front().starts_with("vpce-");
}

/// labels: without regions and variants.
bool isOfCustomer(const Labels& labels)
{
    const std::string_view last = labels.back();
    const bool isServiceItself = labels.size() == 1 || isPrivateLink(labels);
    return contains(kCustomers, last) || last.starts_with("s3-website-") ||
           (contains(kServicesWithCustomers, last) && !isServiceItself);
}

/// The labels before the suffix, service last: regions and variants are gone.
void dropVariants(Labels& labels)
{
    const auto isVariant = [](std::string_view label) {
        return isRegion(label) || label == "dualstack" || label == "vpce";
    };
    while (!labels.empty() && isVariant(labels.back())) {
        labels.pop_back();
    }
}

std::string endFrom(std::string_view host, std::string_view label)
{
    return std::string(host.substr(static_cast<std::size_t>(label.data() - host.data())));
}

AwsHost readLabels(std::string_view host, Labels labels)
{
    AwsHost result{.isAws = true};
    dropVariants(labels);
    if (labels.empty()) {
        result.end = host;
        return result;
    }
    const std::string_view last = labels.back();
    result.end = endFrom(host, last);
    if (isOfCustomer(labels)) {
        return result;
    }
    if (result.service = s3ServiceOf(last); !result.service.empty()) {
        result.hasBucket = result.service == "s3" && labels.size() > 1 && !isPrivateLink(labels);
        return result;
    }
    const std::string_view plain = withoutEnd(last, "-fips");
    if (labels.size() > 1) {
        const std::string_view before = labels[labels.size() - 2];
        const std::string both = std::string(withoutEnd(before, "-fips")) + '.' + std::string(plain);
        if (const std::string_view known = serviceNamed(both); known != both) {
            result.service = known;
            result.end = endFrom(host, before);
            return result;
        }
    }
    result.service = serviceNamed(plain);
    return result;
}

} // namespace

std::string_view serviceNamed(std::string_view name)
{
    const auto found = std::find_if(kOtherNames.begin(), kOtherNames.end(),
                                    [name](const auto& names) { return names.first == name; });
    return found == kOtherNames.end() ? name : found->second;
}

AwsHost awsHostOf(std::string_view host)
{
    for (const std::string_view suffix : kSuffixes) {
        if (host.size() > suffix.size() && host.ends_with(suffix) &&
            host[host.size() - suffix.size() - 1] == '.') {
            return readLabels(host, labelsOf(host.substr(0, host.size() - suffix.size() - 1)));
        }
    }
    return {
        .isAws = host.ends_with(".on.aws"), .service = {}, .end = host.ends_with(".on.aws") ? "on.aws" : ""};
}

std::string hostOf(std::string_view url)
{
    const std::size_t mark = url.find("://");
    if (mark == std::string_view::npos) {
        return {};
    }
    std::string_view authority = url.substr(mark + 3);
    authority = authority.substr(0, authority.find_first_of("/?#"));
    authority.remove_prefix(authority.rfind('@') + 1); // npos + 1 is 0
    const bool isNumeric = authority.starts_with('[');
    const std::size_t end = isNumeric ? authority.find(']') : authority.find(':');
    const std::string host = inLowerCase(
        authority.substr(isNumeric ? 1 : 0, isNumeric && end != std::string_view::npos ? end - 1 : end));
    return host.ends_with('.') ? host.substr(0, host.size() - 1) : host;
}

} // namespace retryscope
