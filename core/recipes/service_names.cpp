// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/service_names.h"

#include <algorithm>
#include <iterator>

namespace retryscope {

namespace {

/// Ascending. Names as the packages of the SDKs have them; SimpleDB has no client in the newer ones.
constexpr ServiceNames kNames[] = {
    {"apigateway", "apigateway", "APIGateway", "api-gateway", "APIGateway", "ApiGateway", "apigateway"},
    {"athena", "athena", "Athena", "athena", "Athena", "Athena", "athena"},
    {"autoscaling", "autoscaling", "AutoScaling", "auto-scaling", "AutoScaling", "AutoScaling",
     "autoscaling"},
    {"bedrock-runtime", "bedrock-runtime", "BedrockRuntime", "bedrock-runtime", "BedrockRuntime",
     "BedrockRuntime", "bedrockruntime"},
    {"cloudformation", "cloudformation", "CloudFormation", "cloudformation", "CloudFormation",
     "CloudFormation", "cloudformation"},
    {"cloudwatch", "cloudwatch", "CloudWatch", "cloudwatch", "CloudWatch", "CloudWatch", "cloudwatch"},
    {"dynamodb", "dynamodb", "DynamoDB", "dynamodb", "DynamoDB", "DynamoDb", "dynamodb"},
    {"dynamodb-streams", "dynamodbstreams", "DynamoDBStreams", "dynamodb-streams", "DynamoDBStreams",
     "DynamoDbStreams", "dynamodbstreams"},
    {"ec2", "ec2", "EC2", "ec2", "EC2", "Ec2", "ec2"},
    {"ecr", "ecr", "ECR", "ecr", "ECR", "Ecr", "ecr"},
    {"ecs", "ecs", "ECS", "ecs", "ECS", "Ecs", "ecs"},
    {"eks", "eks", "EKS", "eks", "EKS", "Eks", "eks"},
    {"elasticloadbalancing", "elb", "ElasticLoadBalancing", "elastic-load-balancing", "ELB",
     "ElasticLoadBalancing", "elasticloadbalancing"},
    {"elb", "elb", "ElasticLoadBalancing", "elastic-load-balancing", "ELB", "ElasticLoadBalancing",
     "elasticloadbalancing"},
    {"elbv2", "elbv2", "ElasticLoadBalancingV2", "elastic-load-balancing-v2", "ELBv2",
     "ElasticLoadBalancingV2", "elasticloadbalancingv2"},
    {"events", "events", "EventBridge", "eventbridge", "EventBridge", "EventBridge", "eventbridge"},
    {"firehose", "firehose", "Firehose", "firehose", "Firehose", "Firehose", "firehose"},
    {"glue", "glue", "Glue", "glue", "Glue", "Glue", "glue"},
    {"iam", "iam", "IAM", "iam", "IAM", "Iam", "iam"},
    {"kinesis", "kinesis", "Kinesis", "kinesis", "Kinesis", "Kinesis", "kinesis"},
    {"kms", "kms", "KMS", "kms", "KMS", "Kms", "kms"},
    {"lambda", "lambda", "Lambda", "lambda", "Lambda", "Lambda", "lambda"},
    {"logs", "logs", "CloudWatchLogs", "cloudwatch-logs", "CloudWatchLogs", "CloudWatchLogs",
     "cloudwatchlogs"},
    {"organizations", "organizations", "Organizations", "organizations", "Organizations", "Organizations",
     "organizations"},
    {"rds", "rds", "RDS", "rds", "RDS", "Rds", "rds"},
    {"route53", "route53", "Route53", "route-53", "Route53", "Route53", "route53"},
    {"s3", "s3", "S3", "s3", "S3", "S3", "s3"},
    {"sagemaker-runtime", "sagemaker-runtime", "SageMakerRuntime", "sagemaker-runtime", "SageMakerRuntime",
     "SageMakerRuntime", "sagemakerruntime"},
    {"secretsmanager", "secretsmanager", "SecretsManager", "secrets-manager", "SecretsManager",
     "SecretsManager", "secretsmanager"},
    {"service-quotas", "service-quotas", "ServiceQuotas", "service-quotas", "ServiceQuotas", "ServiceQuotas",
     "servicequotas"},
    {"ses", "ses", "SES", "ses", "SES", "Ses", "ses"},
    {"sesv2", "sesv2", "SESv2", "sesv2", "SESV2", "SesV2", "sesv2"},
    {"simpledb", "sdb", "", "", "SimpleDB", "", ""},
    {"sns", "sns", "SNS", "sns", "SNS", "Sns", "sns"},
    {"sqs", "sqs", "SQS", "sqs", "SQS", "Sqs", "sqs"},
    {"ssm", "ssm", "SSM", "ssm", "SSM", "Ssm", "ssm"},
    {"sso-oidc", "sso-oidc", "SSOOIDC", "sso-oidc", "SSOOIDC", "SsoOidc", "ssooidc"},
    {"stepfunctions", "stepfunctions", "SFN", "sfn", "StepFunctions", "Sfn", "sfn"},
    {"sts", "sts", "STS", "sts", "STS", "Sts", "sts"},
    {"swf", "swf", "SWF", "swf", "SWF", "Swf", "swf"},
};

} // namespace

ServiceNames serviceNames(std::string_view service)
{
    const auto found = std::ranges::lower_bound(kNames, service, {}, &ServiceNames::service);
    return found != std::end(kNames) && found->service == service
               ? *found
               : ServiceNames{.service = service, .boto = service};
}

} // namespace retryscope
