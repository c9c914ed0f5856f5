// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/service_guess.h"

#include "core/facts/aws_host.h"
#include "core/facts/letter_case.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

/// What stands before the dot of `X-Amz-Target`, as it begins. Source: `targetPrefix` in the AWS service
/// models.
constexpr std::array<Pair, 21> kTargets{{{"DynamoDBStreams_", "dynamodb-streams"},
                                         {"DynamoDB_", "dynamodb"},
                                         {"AmazonSQS", "sqs"},
                                         {"Kinesis_", "kinesis"},
                                         {"Firehose_", "firehose"},
                                         {"AWSOrganizationsV", "organizations"},
                                         {"Logs_", "logs"},
                                         {"AmazonSSM", "ssm"},
                                         {"secretsmanager", "secretsmanager"},
                                         {"TrentService", "kms"},
                                         {"AWSStepFunctions", "stepfunctions"},
                                         {"AmazonEC2ContainerServiceV", "ecs"},
                                         {"AmazonEC2ContainerRegistry_V", "ecr"},
                                         {"AWSEvents", "events"},
                                         {"CertificateManager", "acm"},
                                         {"GraniteServiceVersion", "cloudwatch"},
                                         {"AWSCognitoIdentityProviderService", "cognito-idp"},
                                         {"AWSCognitoIdentityService", "cognito-identity"},
                                         {"CodeBuild_", "codebuild"},
                                         {"AmazonAthena", "athena"},
                                         {"AWSGlue", "glue"}}};

/// The `Version` of a query service's form. Source: `apiVersion` in the AWS service models; Elastic Beanstalk
/// has that of SES, DocumentDB and Neptune that of RDS.
constexpr std::array<Pair, 12> kVersions{{{"2012-11-05", "sqs"},
                                          {"2010-03-31", "sns"},
                                          {"2011-06-15", "sts"},
                                          {"2010-05-08", "iam"},
                                          {"2016-11-15", "ec2"},
                                          {"2009-04-15", "simpledb"},
                                          {"2010-08-01", "cloudwatch"},
                                          {"2010-05-15", "cloudformation"},
                                          {"2011-01-01", "autoscaling"},
                                          {"2015-12-01", "elasticloadbalancing"},
                                          {"2010-12-01", "ses"},
                                          {"2014-10-31", "rds"}}};

/// Bounds what is looked at and repeated: bodies may be large and values hostile.
constexpr std::size_t kMostForm = 4096;
constexpr std::size_t kMostName = 128;

bool isName(std::string_view text)
{
    const auto isLetter = [](char letter) {
        return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
               (letter >= 'A' && letter <= 'Z') || letter == '_' || letter == '-';
    };
    return !text.empty() && text.size() <= kMostName && std::all_of(text.begin(), text.end(), isLetter);
}

/// Value of a parameter in `a=1&b=2`; names of services and operations need no decoding.
std::string_view parameter(std::string_view form, std::string_view name)
{
    while (!form.empty()) {
        const std::string_view field = form.substr(0, form.find('&'));
        if (field.starts_with(name) && field.size() > name.size() && field[name.size()] == '=') {
            return field.substr(name.size() + 1);
        }
        form.remove_prefix(std::min(field.size() + 1, form.size()));
    }
    return {};
}

std::string_view queryOf(std::string_view url)
{
    const std::size_t mark = url.find('?');
    return mark == std::string_view::npos ? std::string_view()
                                          : url.substr(mark + 1, url.find('#', mark) - mark - 1);
}

/// Without its first slash.
std::string_view pathOf(std::string_view url)
{
    const std::size_t mark = url.find("://");
    url = url.substr(0, url.find_first_of("?#"));
    const std::size_t slash = url.find('/', mark == std::string_view::npos ? 0 : mark + 3);
    return slash == std::string_view::npos ? std::string_view() : url.substr(slash + 1);
}

class Guessing
{
public:
    explicit Guessing(const RequestSpec& spec) : m_spec(spec), m_host(awsHostOf(hostOf(spec.url))) {}

    ServiceGuess run()
    {
        readTarget();
        readSmithy();
        readContentType();
        readForm();
        readHost();
        readSignature();
        readS3();
        return std::move(m_guess);
    }

private:
    [[nodiscard]] std::string_view header(std::string_view name) const
    {
        const std::string* value = m_spec.headers.find(name);
        return value ? std::string_view(*value) : std::string_view();
    }
    [[nodiscard]] bool isKnown() const { return m_guess.service != "generic"; }

    /// The first that tells wins; what agrees or comes later is evidence all the same.
    void tell(std::string_view service, std::string_view operation, std::string_view protocol)
    {
        if (!isKnown() && !service.empty()) {
            m_guess.service = service;
        }
        m_guess.operation = m_guess.operation.empty() ? std::string(operation) : m_guess.operation;
        m_guess.protocol = m_guess.protocol.empty() ? std::string(protocol) : m_guess.protocol;
    }
    void because(std::string text) { m_guess.evidence.push_back(std::move(text)); }

    void readTarget()
    {
        const std::string_view target = header("x-amz-target");
        const std::size_t dot = target.rfind('.');
        const std::string_view prefix = target.substr(0, dot);
        if (dot == std::string_view::npos || !isName(prefix) || !isName(target.substr(dot + 1))) {
            return;
        }
        const auto known = std::find_if(kTargets.begin(), kTargets.end(), [prefix](const Pair& pair) {
            return prefix.starts_with(pair.first);
        });
        tell(known == kTargets.end() ? std::string_view() : known->second, target.substr(dot + 1), "json");
        because("X-Amz-Target: " + std::string(target));
    }

    /// Source: Smithy RPC v2 CBOR, "/service/{name}/operation/{name}".
    void readSmithy()
    {
        const std::string_view protocol = header("smithy-protocol");
        if (protocol != "rpc-v2-cbor") {
            return;
        }
        const std::string_view path = pathOf(m_spec.url);
        const std::size_t mark = path.rfind("/operation/");
        const std::string_view operation =
            mark == std::string_view::npos ? std::string_view() : path.substr(mark + 11);
        tell({}, isName(operation) ? operation : std::string_view(), "rpc-v2-cbor");
        because("smithy-protocol: rpc-v2-cbor");
    }

    void readContentType()
    {
        const std::string_view type = header("content-type");
        if (type.starts_with("application/x-amz-json-1.")) {
            tell({}, {}, "json");
            because("Content-Type: " + std::string(type.substr(0, 26)));
        }
    }

    void readForm()
    {
        const std::string_view body = std::string_view(m_spec.body).substr(0, kMostForm);
        const bool isInBody = isName(parameter(body, "Action"));
        const std::string_view form = isInBody ? body : queryOf(m_spec.url).substr(0, kMostForm);
        const std::string_view action = parameter(form, "Action");
        const std::string_view version = parameter(form, "Version");
        if (!isName(action) || !isName(version)) {
            return;
        }
        const auto known = std::find_if(kVersions.begin(), kVersions.end(),
                                        [version](const Pair& pair) { return pair.first == version; });
        const std::string_view service = isName(m_host.service)     ? std::string_view(m_host.service)
                                         : known == kVersions.end() ? std::string_view()
                                                                    : known->second;
        tell(service, action, service == "ec2" ? "ec2" : "query");
        because((isInBody ? "form Action=" : "query Action=") + std::string(action) + ", version " +
                std::string(version));
    }

    void readHost()
    {
        if (!m_host.isAws) {
            return;
        }
        because("host ends with " + m_host.end.substr(0, 2 * kMostName));
        if (isName(m_host.service)) {
            tell(m_host.service, {}, {});
        }
    }

    /// `…Credential=KEY/20260131/eu-west-1/s3/aws4_request`, in a header or in the query.
    void readSignature()
    {
        std::string scope(parameter(queryOf(m_spec.url), "X-Amz-Credential"));
        for (std::size_t at = scope.find("%2F"); at != std::string::npos && scope.size() < 2 * kMostForm;
             at = scope.find("%2F", at)) {
            scope.replace(at, 3, "/");
        }
        if (const std::string_view header = this->header("authorization"); header.starts_with("AWS4-")) {
            const std::size_t begin = header.find("Credential=");
            scope = begin == std::string_view::npos
                        ? std::string()
                        : header.substr(begin, header.find_first_of(", ", begin) - begin);
        }
        const std::size_t end = scope.rfind("/aws4_request");
        if (end == std::string::npos || end == 0) {
            return;
        }
        const std::size_t slash = scope.rfind('/', end - 1);
        if (slash == std::string::npos) {
            return;
        }
        const std::string_view name = std::string_view(scope).substr(slash + 1, end - slash - 1);
        if (!isName(name)) {
            return;
        }
        const bool isOfCustomer = name == "execute-api" || name == "es" || name == "aoss" || name == "lambda";
        if (!isKnown() && !(isOfCustomer && m_host.isAws)) {
            tell(isOfCustomer && name != "lambda" ? std::string_view() : serviceNamed(name), {}, {});
        }
        because("signed for " + std::string(name));
    }

    void readS3()
    {
        if (m_guess.service == "s3" && m_guess.operation.empty()) {
            m_guess.operation = s3Operation();
        }
    }

    /// Of plain requests; one with a subresource (`?acl`) has none.
    [[nodiscard]] std::string s3Operation() const
    {
        const std::string_view path = pathOf(m_spec.url);
        const std::size_t slash = path.find('/');
        const bool hasKey =
            m_host.hasBucket ? !path.empty() : slash != std::string_view::npos && slash + 1 < path.size();
        const bool hasBucket = m_host.hasBucket || !path.empty();
        if (hasSubresource(hasKey)) {
            return {};
        }
        const std::string& method = m_spec.method;
        if (!hasBucket) {
            return method == "GET" ? "ListBuckets" : "";
        }
        if (hasKey) {
            const bool isCopy = !header("x-amz-copy-source").empty();
            return method == "GET"      ? "GetObject"
                   : method == "HEAD"   ? "HeadObject"
                   : method == "DELETE" ? "DeleteObject"
                   : method == "PUT"    ? (isCopy ? "CopyObject" : "PutObject")
                                        : "";
        }
        const bool isSecond = parameter(queryOf(m_spec.url), "list-type") == "2";
        return method == "GET"      ? (isSecond ? "ListObjectsV2" : "ListObjects")
               : method == "HEAD"   ? "HeadBucket"
               : method == "DELETE" ? "DeleteBucket"
               : method == "PUT"    ? "CreateBucket"
                                    : "";
    }

    [[nodiscard]] bool hasSubresource(bool hasKey) const
    {
        constexpr std::array<std::string_view, 8> kOfLists{
            "list-type",          "prefix",      "delimiter",    "max-keys", "marker",
            "continuation-token", "start-after", "encoding-type"};
        std::string_view query = queryOf(m_spec.url);
        while (!query.empty()) {
            const std::string_view field = query.substr(0, query.find('&'));
            const std::string_view name = field.substr(0, field.find('='));
            const bool isOfList =
                !hasKey && std::find(kOfLists.begin(), kOfLists.end(), name) != kOfLists.end();
            const bool isAside = name.empty() || name == "x-id" || name == "versionId" ||
                                 name.starts_with("X-Amz-") || name.starts_with("response-");
            if (!isOfList && !isAside) {
                return true;
            }
            query.remove_prefix(std::min(field.size() + 1, query.size()));
        }
        return false;
    }

    const RequestSpec& m_spec;
    AwsHost m_host;
    ServiceGuess m_guess;
};

} // namespace

ServiceGuess guessService(const RequestSpec& spec)
{
    return Guessing(spec).run();
}

void learnService(RequestSpec& spec, const Headers& headers, const std::string& body)
{
    RequestSpec asked = spec;
    asked.headers = headers;
    asked.body = body;
    ServiceGuess guess = guessService(asked);
    if (guess.service != "generic") {
        spec.service = std::move(guess.service);
        spec.protocol = std::move(guess.protocol);
    }
    if (!guess.operation.empty()) {
        spec.operation = std::move(guess.operation);
    }
}

namespace {

struct Mark
{
    std::string_view name;  ///< of a header, lower case; a final `*` stands for any rest
    std::string_view value; ///< contained in it, lower case; empty: any
    std::string_view service;
    std::string_view client;
};

constexpr std::array<Mark, 10> kHeaderMarks{{
    {"x-amz-id-2", "", "s3", ""},
    {"server", "amazons3", "s3", ""},
    {"x-amz-crc32", "", "dynamodb", ""},
    {"openai-*", "", "", "openai-js"},
    {"anthropic-*", "", "", "anthropic-js"},
    {"stripe-*", "", "", "stripe-js"},
    {"x-stripe-*", "", "", "stripe-js"},
    {"x-github-*", "", "", "octokit"},
    {"x-ms-request-id", "", "", "azure"},
    {"x-kubernetes-*", "", "", "client-go"},
}};

/// A leaf of the body that only one service sends.
constexpr std::array<Mark, 4> kBodyMarks{{
    {"json:__type", "com.amazonaws.dynamodb.", "dynamodb", ""},
    {"xml:Response/Errors/Error/BoxUsage", "", "simpledb", ""},
    {"json:request_id", "req_", "", "anthropic-js"},
    {"json:kind", "status", "", "client-go"},
}};

bool holds(const Mark& mark, std::string_view name, const std::string& value)
{
    const bool isBeginning = mark.name.ends_with('*');
    const std::string_view wanted = mark.name.substr(0, mark.name.size() - (isBeginning ? 1 : 0));
    return (isBeginning ? name.starts_with(wanted) : name == wanted) &&
           (mark.value.empty() || inLowerCase(value).find(mark.value) != std::string::npos);
}

RecognisedResponse recognised(const Mark& mark, std::string evidence)
{
    return {.service = std::string(mark.service),
            .client = std::string(mark.client),
            .evidence = std::move(evidence)};
}

} // namespace

RecognisedResponse recogniseResponse(const AttemptFacts& facts)
{
    if (!facts.response) {
        return {};
    }
    for (const Mark& mark : kHeaderMarks) {
        for (const Header& header : facts.response->headers.entries) {
            if (holds(mark, inLowerCase(header.name), header.value)) {
                return recognised(mark, "header " + header.name);
            }
        }
    }
    for (const Mark& mark : kBodyMarks) {
        const std::string* value = facts.response->parsed.find(mark.name);
        if (value != nullptr && holds(mark, mark.name, *value)) {
            return recognised(mark, "the body's " + std::string(mark.name.substr(mark.name.find(':') + 1)));
        }
    }
    return {};
}

} // namespace retryscope
