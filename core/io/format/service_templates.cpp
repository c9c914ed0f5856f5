// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/format/template_sets.h"

namespace retryscope::io {
namespace {

Headers s3Headers()
{
    return {{{"x-amz-request-id", "{requestId}"},
             {"x-amz-id-2", "cmV0cnlzY29wZSBsb29wYmFjayBlbmRwb2ludA=="},
             {"Content-Type", "application/xml"},
             {"Server", "AmazonS3"}}};
}

Headers dynamoDbHeaders()
{
    return {{{"x-amzn-RequestId", "{requestId}"},
             {"Content-Type", "application/x-amz-json-1.0"},
             {"Server", "Server"}}};
}

Headers xmlHeaders()
{
    return {{{"x-amzn-RequestId", "{requestId}"}, {"Content-Type", "text/xml"}}};
}

constexpr const char* kXmlDeclaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

StepTemplate make(const char16_t* name, const char16_t* title, const char16_t* group, int status,
                  const Headers& headers, std::string body, std::string reason = {})
{
    EndpointStep step;
    step.status = status;
    step.reason = std::move(reason);
    step.headers = headers;
    step.body = std::move(body);
    return {QString::fromUtf16(name), QString::fromUtf16(title), QString::fromUtf16(group), std::move(step)};
}

std::string s3Error(const std::string& code, const std::string& message)
{
    return kXmlDeclaration + ("<Error><Code>" + code + "</Code><Message>" + message +
                              "</Message><Resource>/example-bucket</Resource>"
                              "<RequestId>{requestId}</RequestId><HostId>loopback</HostId></Error>");
}

std::string s3Listing()
{
    return std::string(kXmlDeclaration) +
           "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>example-bucket</Name>"
           "<Prefix></Prefix><KeyCount>1</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>"
           "<Contents><Key>report.csv</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>"
           "<ETag>&quot;9b2cf535f27731c974343645a3985328&quot;</ETag><Size>1024</Size>"
           "<StorageClass>STANDARD</StorageClass></Contents></ListBucketResult>";
}

std::vector<StepTemplate> s3Templates()
{
    const char16_t* const group = u"S3";
    return {
        make(u"s3-slow-down", u"S3 asks to slow down (503)", group, 503, s3Headers(),
             s3Error("SlowDown", "Please reduce your request rate."), "Slow Down"),
        make(u"s3-internal-error", u"S3 internal error (500)", group, 500, s3Headers(),
             s3Error("InternalError", "We encountered an internal error. Please try again.")),
        make(u"s3-no-such-key", u"S3 has no such key (404)", group, 404, s3Headers(),
             s3Error("NoSuchKey", "The specified key does not exist.")),
        make(u"s3-access-denied", u"S3 denies access (403)", group, 403, s3Headers(),
             s3Error("AccessDenied", "Access Denied")),
        make(u"s3-request-timeout", u"S3 closed an idle upload (400)", group, 400, s3Headers(),
             s3Error("RequestTimeout",
                     "Your socket connection to the server was not read from or written to within "
                     "the timeout period.")),
        make(u"s3-request-time-too-skewed", u"S3 says the client's clock is wrong (403)", group, 403,
             s3Headers(),
             s3Error("RequestTimeTooSkewed",
                     "The difference between the request time and the current time is too large.")),
        make(u"s3-error-in-200", u"S3 error inside a 200", group, 200, s3Headers(),
             s3Error("InternalError", "We encountered an internal error. Please try again.")),
        make(u"s3-list-ok", u"S3 listing (200)", group, 200, s3Headers(), s3Listing()),
    };
}

std::string simpleDbError(const std::string& code, const std::string& message)
{
    return std::string("<?xml version=\"1.0\"?>\n") + "<Response><Errors><Error><Code>" + code +
           "</Code><Message>" + message +
           "</Message><BoxUsage>0.0000219907</BoxUsage></Error></Errors>"
           "<RequestID>{requestId}</RequestID></Response>";
}

std::string soapFault(const std::string& code, const std::string& message)
{
    return std::string("<?xml version=\"1.0\"?>\n") +
           "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body><soap:Fault>"
           "<faultcode>soap:" +
           code + "</faultcode><faultstring>" + message +
           "</faultstring><detail><RequestId>{requestId}</RequestId></detail>"
           "</soap:Fault></soap:Body></soap:Envelope>";
}

std::vector<StepTemplate> simpleDbTemplates()
{
    const char16_t* const group = u"SimpleDB";
    return {
        make(u"simpledb-rest-internal-error", u"SimpleDB internal error (500)", group, 500, xmlHeaders(),
             simpleDbError("InternalError",
                           "Request could not be executed due to an internal service error.")),
        make(u"simpledb-rest-service-unavailable", u"SimpleDB is overloaded (503)", group, 503, xmlHeaders(),
             simpleDbError("ServiceUnavailable", "Service AmazonSimpleDB is currently unavailable.")),
        make(u"simpledb-rest-client-error", u"SimpleDB rejects a parameter (400)", group, 400, xmlHeaders(),
             simpleDbError("InvalidParameterValue", "Value for parameter DomainName is invalid.")),
        make(u"simpledb-soap-server-fault", u"SimpleDB SOAP fault of the server", group, 500, xmlHeaders(),
             soapFault("Server.InternalError", "Internal service error")),
        make(u"simpledb-soap-unavailable-fault", u"SimpleDB SOAP fault: unavailable", group, 500,
             xmlHeaders(), soapFault("Server.ServiceUnavailable", "Service is currently unavailable")),
        make(u"simpledb-soap-client-fault", u"SimpleDB SOAP fault of the client", group, 500, xmlHeaders(),
             soapFault("Client.InvalidParameterValue", "Value for parameter DomainName is invalid")),
        make(u"simpledb-ok", u"SimpleDB success (200)", group, 200, xmlHeaders(),
             "<?xml version=\"1.0\"?>\n"
             "<ListDomainsResponse xmlns=\"http://sdb.amazonaws.com/doc/2009-04-15/\"><ListDomainsResult>"
             "<DomainName>example-domain</DomainName></ListDomainsResult><ResponseMetadata>"
             "<RequestId>{requestId}</RequestId><BoxUsage>0.0000071759</BoxUsage></ResponseMetadata>"
             "</ListDomainsResponse>"),
        make(u"simpledb-soap-ok", u"SimpleDB SOAP success (200)", group, 200, xmlHeaders(),
             "<?xml version=\"1.0\"?>\n"
             "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>"
             "<ListDomainsResponse xmlns=\"http://sdb.amazonaws.com/doc/2009-04-15/\"><ListDomainsResult>"
             "<DomainName>example-domain</DomainName></ListDomainsResult></ListDomainsResponse>"
             "</soap:Body></soap:Envelope>"),
    };
}

std::string dynamoDbError(const std::string& type, const std::string& message)
{
    return R"({"__type":")" + type + R"(","message":")" + message + R"("})";
}

std::vector<StepTemplate> dynamoDbErrors()
{
    const char16_t* const group = u"DynamoDB";
    const std::string service = "com.amazonaws.dynamodb.v20120810#";
    const std::string coral = "com.amazon.coral.availability#";
    return {
        make(
            u"dynamodb-throttling", u"DynamoDB throttles control operations (400)", group, 400,
            dynamoDbHeaders(),
            dynamoDbError(coral + "ThrottlingException", "Rate of requests exceeds the allowed throughput.")),
        make(u"dynamodb-throughput-exceeded", u"DynamoDB throughput exceeded (400)", group, 400,
             dynamoDbHeaders(),
             dynamoDbError(service + "ProvisionedThroughputExceededException",
                           "The level of configured provisioned throughput for the table was exceeded.")),
        make(u"dynamodb-validation", u"DynamoDB rejects a parameter (400)", group, 400, dynamoDbHeaders(),
             dynamoDbError("com.amazon.coral.validate#ValidationException",
                           "One or more parameter values were invalid.")),
        make(u"dynamodb-conditional-check-failed", u"DynamoDB condition not met (400)", group, 400,
             dynamoDbHeaders(),
             dynamoDbError(service + "ConditionalCheckFailedException", "The conditional request failed")),
        make(u"dynamodb-internal-server-error", u"DynamoDB internal error (500)", group, 500,
             dynamoDbHeaders(),
             dynamoDbError(service + "InternalServerError", "The request could not be processed.")),
        make(u"dynamodb-service-unavailable", u"DynamoDB is unavailable (503)", group, 503, dynamoDbHeaders(),
             dynamoDbError(service + "ServiceUnavailable", "The service is unavailable. Try again later.")),
    };
}

std::vector<StepTemplate> dynamoDbResponses()
{
    const char16_t* const group = u"DynamoDB";
    Headers wrongChecksum = dynamoDbHeaders();
    wrongChecksum.entries.push_back({"x-amz-crc32", "1"});
    return {
        make(u"dynamodb-ok", u"DynamoDB item (200)", group, 200, dynamoDbHeaders(),
             R"({"Item":{"Id":{"S":"1001"},"Status":{"S":"shipped"}}})"),
        make(u"dynamodb-wrong-checksum", u"DynamoDB item damaged on the way (200)", group, 200, wrongChecksum,
             R"({"Item":{"Id":{"S":"1001"},"Status":{"S":"shipped"}}})"),
        make(u"dynamodb-batch-part-done", u"DynamoDB batch write, 2 items left (200)", group, 200,
             dynamoDbHeaders(),
             R"({"UnprocessedItems":{"Orders":[{"PutRequest":{"Item":{"Id":{"S":"1004"}}}},)"
             R"({"PutRequest":{"Item":{"Id":{"S":"1005"}}}}]}})"),
        make(u"dynamodb-batch-get-part-done", u"DynamoDB batch read, 2 keys left (200)", group, 200,
             dynamoDbHeaders(),
             R"({"Responses":{"Orders":[{"Id":{"S":"1001"}}]},)"
             R"("UnprocessedKeys":{"Orders":{"Keys":[{"Id":{"S":"1002"}},{"Id":{"S":"1003"}}]}}})"),
        make(u"dynamodb-batch-done", u"DynamoDB batch write, nothing left (200)", group, 200,
             dynamoDbHeaders(), R"({"UnprocessedItems":{}})"),
    };
}

std::vector<StepTemplate> queryTemplates()
{
    const char16_t* const group = u"Query";
    const Headers headerOnly{
        {{"x-amzn-RequestId", "{requestId}"}, {"x-amzn-errortype", "ThrottlingException"}}};
    return {
        make(u"query-throttling", u"Query service throttles (400)", group, 400, xmlHeaders(),
             "<ErrorResponse xmlns=\"http://queue.amazonaws.com/doc/2012-11-05/\"><Error><Type>Sender</Type>"
             "<Code>Throttling</Code><Message>Rate exceeded</Message></Error>"
             "<RequestId>{requestId}</RequestId></ErrorResponse>"),
        make(u"ec2-request-limit-exceeded", u"EC2 throttles (503)", group, 503, xmlHeaders(),
             std::string(kXmlDeclaration) +
                 "<Response><Errors><Error><Code>RequestLimitExceeded</Code><Message>Request limit exceeded."
                 "</Message></Error></Errors><RequestID>{requestId}</RequestID></Response>"),
        make(u"header-only-throttling", u"Throttled, said in a header only (400)", group, 400, headerOnly,
             {}),
    };
}

} // namespace

std::vector<StepTemplate> serviceTemplates()
{
    std::vector<StepTemplate> all;
    for (const auto& set :
         {s3Templates(), simpleDbTemplates(), dynamoDbErrors(), dynamoDbResponses(), queryTemplates()}) {
        all.insert(all.end(), set.begin(), set.end());
    }
    return all;
}

} // namespace retryscope::io
