// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/service_protocol.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace retryscope {
namespace {

struct ServiceProtocol
{
    std::string_view service;
    std::string_view protocol;
};

/// Sorted. Source: `protocol` in the AWS service models as botocore carried them in 2026, compared with those
/// of botocore 1.29.27: of the services here only SQS and CloudWatch changed theirs. CloudWatch's newest
/// clients speak CBOR, which no reader here knows; its row is what it spoke before.
constexpr ServiceProtocol kServices[] = {
    {"acm", "json"},
    {"amplify", "rest-json"},
    {"apigateway", "rest-json"},
    {"apigatewayv2", "rest-json"},
    {"appconfig", "rest-json"},
    {"appconfigdata", "rest-json"},
    {"appflow", "rest-json"},
    {"application-autoscaling", "json"},
    {"appsync", "rest-json"},
    {"athena", "json"},
    {"autoscaling", "query"},
    {"backup", "rest-json"},
    {"batch", "rest-json"},
    {"bedrock", "rest-json"},
    {"bedrock-agent", "rest-json"},
    {"bedrock-agent-runtime", "rest-json"},
    {"bedrock-runtime", "rest-json"},
    {"chime", "rest-json"},
    {"cloudformation", "query"},
    {"cloudfront", "rest-xml"},
    {"cloudsearch", "query"},
    {"cloudsearchdomain", "rest-json"},
    {"cloudtrail", "json"},
    {"cloudwatch", "query"},
    {"codeartifact", "rest-json"},
    {"codebuild", "json"},
    {"codecommit", "json"},
    {"codedeploy", "json"},
    {"codepipeline", "json"},
    {"cognito-identity", "json"},
    {"cognito-idp", "json"},
    {"comprehend", "json"},
    {"config", "json"},
    {"connect", "rest-json"},
    {"dataexchange", "rest-json"},
    {"datasync", "json"},
    {"detective", "rest-json"},
    {"directconnect", "json"},
    {"dms", "json"},
    {"docdb", "query"},
    {"dynamodb", "json"},
    {"dynamodb-streams", "json"},
    {"ec2", "ec2"},
    {"ecr", "json"},
    {"ecs", "json"},
    {"efs", "rest-json"},
    {"eks", "rest-json"},
    {"elasticache", "query"},
    {"elasticbeanstalk", "query"},
    {"elasticloadbalancing", "query"},
    {"elb", "query"},
    {"elbv2", "query"},
    {"emr", "json"},
    {"emr-containers", "rest-json"},
    {"emr-serverless", "rest-json"},
    {"events", "json"},
    {"firehose", "json"},
    {"fis", "rest-json"},
    {"forecast", "json"},
    {"fsx", "json"},
    {"glacier", "rest-json"},
    {"glue", "json"},
    {"grafana", "rest-json"},
    {"greengrass", "rest-json"},
    {"guardduty", "rest-json"},
    {"health", "json"},
    {"iam", "query"},
    {"imagebuilder", "rest-json"},
    {"inspector2", "rest-json"},
    {"iot", "rest-json"},
    {"iot-data", "rest-json"},
    {"ivs", "rest-json"},
    {"kafka", "rest-json"},
    {"kendra", "json"},
    {"kinesis", "json"},
    {"kinesisanalytics", "json"},
    {"kinesisvideo", "rest-json"},
    {"kms", "json"},
    {"lakeformation", "rest-json"},
    {"lambda", "rest-json"},
    {"lex-models", "rest-json"},
    {"lexv2-runtime", "rest-json"},
    {"lightsail", "json"},
    {"location", "rest-json"},
    {"logs", "json"},
    {"macie2", "rest-json"},
    {"mediaconvert", "rest-json"},
    {"medialive", "rest-json"},
    {"mq", "rest-json"},
    {"mwaa", "rest-json"},
    {"neptune", "query"},
    {"opensearch", "rest-json"},
    {"organizations", "json"},
    {"osis", "rest-json"},
    {"personalize", "json"},
    {"pinpoint", "rest-json"},
    {"pipes", "rest-json"},
    {"polly", "rest-json"},
    {"pricing", "json"},
    {"quicksight", "rest-json"},
    {"ram", "rest-json"},
    {"rds", "query"},
    {"rds-data", "rest-json"},
    {"redshift", "query"},
    {"redshift-data", "json"},
    {"rekognition", "json"},
    {"resource-groups", "rest-json"},
    {"rolesanywhere", "rest-json"},
    {"route53", "rest-xml"},
    {"route53domains", "json"},
    {"route53resolver", "json"},
    {"s3", "rest-xml"},
    {"s3control", "rest-xml"},
    {"s3tables", "rest-json"},
    {"s3vectors", "rest-json"},
    {"sagemaker", "json"},
    {"sagemaker-runtime", "rest-json"},
    {"scheduler", "rest-json"},
    {"schemas", "rest-json"},
    {"sdb", "query"},
    {"secretsmanager", "json"},
    {"securityhub", "rest-json"},
    {"serverlessrepo", "rest-json"},
    {"service-quotas", "json"},
    {"servicediscovery", "json"},
    {"ses", "query"},
    {"sesv2", "rest-json"},
    {"signer", "rest-json"},
    {"simpledb", "query"},
    {"sns", "query"},
    {"sqs", "json"},
    {"ssm", "json"},
    {"sso", "rest-json"},
    {"sso-oidc", "rest-json"},
    {"states", "json"},
    {"stepfunctions", "json"},
    {"storagegateway", "json"},
    {"sts", "query"},
    {"swf", "json"},
    {"synthetics", "rest-json"},
    {"textract", "json"},
    {"timestream-query", "json"},
    {"timestream-write", "json"},
    {"transcribe", "json"},
    {"transfer", "json"},
    {"translate", "json"},
    {"wafv2", "json"},
    {"wellarchitected", "rest-json"},
    {"workdocs", "rest-json"},
    {"workspaces", "json"},
    {"xray", "rest-json"},
};

} // namespace

std::string_view serviceProtocol(std::string_view service)
{
    const auto found = std::ranges::lower_bound(kServices, service, {}, &ServiceProtocol::service);
    return found != std::end(kServices) && found->service == service ? found->protocol : std::string_view{};
}

std::span<const std::string_view> protocolNames()
{
    static constexpr std::array<std::string_view, 7> kNames{"rest-xml", "query",     "ec2",    "soap",
                                                            "json",     "rest-json", "generic"};
    return kNames;
}

bool isKnownService(std::string_view service)
{
    return service.empty() || service == "generic" || !serviceProtocol(service).empty();
}

std::string_view serviceSpokenBy(std::string_view server)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kServers{
        {{"minio", "s3"},
         {"ceph", "s3"},
         {"radosgw", "s3"},
         {"rgw", "s3"},
         {"garage", "s3"},
         {"seaweedfs", "s3"},
         {"wasabi", "s3"},
         {"r2", "s3"},
         {"b2", "s3"},
         {"scylladb", "dynamodb"},
         {"alternator", "dynamodb"},
         {"elasticmq", "sqs"}}};
    const auto found =
        std::ranges::find(kServers, server, &std::pair<std::string_view, std::string_view>::first);
    return found == kServers.end() ? std::string_view{} : found->second;
}

std::vector<std::string_view> knownServices()
{
    std::vector<std::string_view> names;
    std::transform(std::begin(kServices), std::end(kServices), std::back_inserter(names),
                   [](const ServiceProtocol& known) { return known.service; });
    return names;
}

} // namespace retryscope
