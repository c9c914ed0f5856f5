// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/scenario.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>

namespace retryscope {

namespace {

bool isOneOf(std::string_view operation, std::initializer_list<std::string_view> names)
{
    return std::find(names.begin(), names.end(), operation) != names.end();
}

struct S3Form
{
    std::string_view operation;
    std::string_view method;
    std::string_view target;
};

/// Path style, so that the bucket needs no host name of its own. The first one is for every other operation.
/// Source: Amazon S3 API reference, request syntax of each operation.
constexpr S3Form kS3Forms[] = {
    {"ListObjectsV2", "GET", "/example-bucket?list-type=2"},
    {"ListBuckets", "GET", "/"},
    {"ListObjects", "GET", "/example-bucket"},
    {"HeadBucket", "HEAD", "/example-bucket"},
    {"CreateBucket", "PUT", "/example-bucket"},
    {"DeleteBucket", "DELETE", "/example-bucket"},
    {"GetObject", "GET", "/example-bucket/report.csv"},
    {"HeadObject", "HEAD", "/example-bucket/report.csv"},
    {"PutObject", "PUT", "/example-bucket/report.csv"},
    {"CopyObject", "PUT", "/example-bucket/report.csv"},
    {"DeleteObject", "DELETE", "/example-bucket/report.csv"},
    {"CreateMultipartUpload", "POST", "/example-bucket/report.csv?uploads"},
    {"UploadPart", "PUT", "/example-bucket/report.csv?partNumber=1&uploadId=example"},
    {"UploadPartCopy", "PUT", "/example-bucket/report.csv?partNumber=1&uploadId=example"},
    {"CompleteMultipartUpload", "POST", "/example-bucket/report.csv?uploadId=example"},
    {"AbortMultipartUpload", "DELETE", "/example-bucket/report.csv?uploadId=example"},
};

RequestSpec s3Request(std::string_view operation)
{
    const auto known = std::find_if(std::begin(kS3Forms), std::end(kS3Forms),
                                    [operation](const S3Form& form) { return form.operation == operation; });
    const S3Form& form = known == std::end(kS3Forms) ? kS3Forms[0] : *known;
    RequestSpec request;
    request.method = form.method;
    request.url = form.target;
    if (isOneOf(operation, {"CopyObject", "UploadPartCopy"})) {
        request.headers.add("x-amz-copy-source", "/example-bucket/original.csv");
    } else if (isOneOf(operation, {"PutObject", "UploadPart"})) {
        request.headers.add("Content-Type", "text/csv");
        request.body = "id,status\n1001,shipped\n";
    } else if (operation == "CompleteMultipartUpload") {
        request.headers.add("Content-Type", "application/xml");
        request.body =
            "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>\"example\"</ETag></Part>"
            "</CompleteMultipartUpload>";
    }
    return request;
}

constexpr std::string_view kBatchWrite =
    R"({"RequestItems":{"Orders":[{"PutRequest":{"Item":{"Id":{"S":"1001"}}}},)"
    R"({"PutRequest":{"Item":{"Id":{"S":"1002"}}}},{"PutRequest":{"Item":{"Id":{"S":"1003"}}}},)"
    R"({"PutRequest":{"Item":{"Id":{"S":"1004"}}}},{"PutRequest":{"Item":{"Id":{"S":"1005"}}}}]}})";
constexpr std::string_view kBatchGet = R"({"RequestItems":{"Orders":{"Keys":[{"Id":{"S":"1001"}},)"
                                       R"({"Id":{"S":"1002"}},{"Id":{"S":"1003"}}]}}})";

std::string_view dynamoDbBody(std::string_view operation)
{
    if (operation == "BatchWriteItem") {
        return kBatchWrite;
    }
    if (operation == "BatchGetItem") {
        return kBatchGet;
    }
    if (operation == "PutItem") {
        return R"({"TableName":"Orders","Item":{"Id":{"S":"1001"},"Status":{"S":"shipped"}}})";
    }
    if (operation == "UpdateItem") {
        return R"({"TableName":"Orders","Key":{"Id":{"S":"1001"}},"UpdateExpression":"SET Paid = :paid",)"
               R"("ExpressionAttributeValues":{":paid":{"BOOL":true}}})";
    }
    if (operation == "Query") {
        return R"({"TableName":"Orders","KeyConditionExpression":"Id = :id",)"
               R"("ExpressionAttributeValues":{":id":{"S":"1001"}}})";
    }
    if (isOneOf(operation, {"Scan", "DescribeTable", "DeleteTable"})) {
        return R"({"TableName":"Orders"})";
    }
    if (operation == "ListTables") {
        return "{}";
    }
    return R"({"TableName":"Orders","Key":{"Id":{"S":"1001"}}})";
}

/// Source: DynamoDB developer guide, low-level API.
RequestSpec dynamoDbRequest(std::string_view operation)
{
    RequestSpec request;
    request.method = "POST";
    request.url = "/";
    request.headers.add("Content-Type", "application/x-amz-json-1.0");
    request.headers.add("X-Amz-Target", "DynamoDB_20120810." + std::string(operation));
    request.body = dynamoDbBody(operation);
    return request;
}

/// Source: SimpleDB developer guide, REST requests.
RequestSpec simpleDbRequest(std::string_view operation)
{
    RequestSpec request;
    const std::string form = "Action=" + std::string(operation) + "&Version=2009-04-15";
    if (operation.starts_with("Batch")) {
        request.method = "POST";
        request.url = "/";
        request.headers.add("Content-Type", "application/x-www-form-urlencoded; charset=utf-8");
        request.body = form + "&DomainName=example-domain&Item.1.ItemName=1001";
        return request;
    }
    request.url = "/?" + form;
    if (operation == "Select") {
        request.url += "&SelectExpression=select%20%2A%20from%20example-domain";
    } else if (operation != "ListDomains") {
        request.url += "&DomainName=example-domain";
    }
    return request;
}

} // namespace

RequestSpec defaultRequestFor(std::string_view service, std::string_view operation)
{
    RequestSpec request;
    if (service == "s3") {
        request = s3Request(operation);
    } else if (service == "dynamodb") {
        request = dynamoDbRequest(operation.empty() ? "GetItem" : operation);
    } else if (service == "simpledb") {
        request = simpleDbRequest(operation.empty() ? "ListDomains" : operation);
    } else {
        request.url = "/";
    }
    request.service = service;
    request.operation = operation;
    return request;
}

} // namespace retryscope
