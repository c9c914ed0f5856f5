// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/redact.h"
#include "core/io/redact/secret_names.h"
#include "tests/support/strict_main.h"

#include <QCryptographicHash>

#include <array>
#include <string>
#include <string_view>

namespace retryscope::io::test {

namespace {

constexpr std::string_view kCanary = "CANARY0123456789abcdef";

/// Headers that real services use for credentials, each as its documentation spells it.
constexpr std::array kSecretHeaders = {"Authorization",
                                       "Proxy-Authorization",
                                       "Cookie",
                                       "Set-Cookie",
                                       "Set-Cookie2",
                                       "Authentication-Info",
                                       "Proxy-Authentication-Info",
                                       "DPoP",
                                       "X-Amz-Security-Token",
                                       "X-Amz-S3session-Token",
                                       "x-amz-server-side-encryption-customer-key",
                                       "x-amz-copy-source-server-side-encryption-customer-key",
                                       "X-aws-ec2-metadata-token",
                                       "X-Amzn-Oidc-Data",
                                       "X-Amzn-Oidc-Accesstoken",
                                       "X-Jwt-Assertion",
                                       "X-Goog-IAP-JWT-Assertion",
                                       "X-Api-Key",
                                       "Api-Key",
                                       "x-goog-api-key",
                                       "Openai-Api-Key",
                                       "Ocp-Apim-Subscription-Key",
                                       "x-functions-key",
                                       "X-Auth-Token",
                                       "X-Auth-Key",
                                       "X-Auth-Email",
                                       "X-Access-Token",
                                       "X-Refresh-Token",
                                       "X-Subject-Token",
                                       "X-Storage-Token",
                                       "X-Vault-Token",
                                       "X-Consul-Token",
                                       "X-CSRF-Token",
                                       "X-XSRF-TOKEN",
                                       "X-Gitlab-Token",
                                       "Private-Token",
                                       "Job-Token",
                                       "Deploy-Token",
                                       "X-Shopify-Access-Token",
                                       "X-Forwarded-Access-Token",
                                       "CF-Access-Client-Secret",
                                       "CF-Access-Token",
                                       "X-Secret",
                                       "X-Client-Secret",
                                       "X-Hub-Signature",
                                       "X-Hub-Signature-256",
                                       "Stripe-Signature",
                                       "X-Slack-Signature",
                                       "X-Twilio-Signature",
                                       "X-Line-Signature",
                                       "x-goog-encryption-key",
                                       "x-ms-encryption-key",
                                       "X-Session-Token",
                                       "X-Session-Id",
                                       "X-Parse-Session-Token",
                                       "X-Parse-Master-Key",
                                       "X-Parse-REST-API-Key",
                                       "X-Algolia-API-Key",
                                       "X-Master-Key",
                                       "DD-API-KEY",
                                       "DD-APPLICATION-KEY",
                                       "X-Insert-Key",
                                       "X-Password",
                                       "X-Credential"};

/// Parameters, members and elements of real services, likewise.
constexpr std::array kSecretMembers = {"access_token",
                                       "accessToken",
                                       "AccessToken",
                                       "refresh_token",
                                       "id_token",
                                       "subject_token",
                                       "actor_token",
                                       "private_token",
                                       "auth_token",
                                       "authToken",
                                       "token",
                                       "Token",
                                       "client_secret",
                                       "ClientSecret",
                                       "clientSecret",
                                       "client_assertion",
                                       "assertion",
                                       "SAMLAssertion",
                                       "SAMLResponse",
                                       "WebIdentityToken",
                                       "SessionToken",
                                       "SecurityToken",
                                       "X-Amz-Security-Token",
                                       "X-Amz-Signature",
                                       "X-Amz-Credential",
                                       "X-Goog-Signature",
                                       "X-Goog-Credential",
                                       "SecretAccessKey",
                                       "AWSAccessKeyId",
                                       "AWS_SESSION_TOKEN",
                                       "aws_secret_access_key",
                                       "aws_session_token",
                                       "AWS_SECRET_ACCESS_KEY",
                                       "SecretString",
                                       "SecretBinary",
                                       "Plaintext",
                                       "SECRET_HASH",
                                       "SecretHash",
                                       "BinarySecurityToken",
                                       "connectionString",
                                       "ConnectionString",
                                       "api_key",
                                       "apikey",
                                       "apiKey",
                                       "API_KEY",
                                       "OPENAI_API_KEY",
                                       "password",
                                       "Password",
                                       "passwd",
                                       "pwd",
                                       "dbPassword",
                                       "DB_PASSWORD",
                                       "MasterUserPassword",
                                       "newPassword",
                                       "passphrase",
                                       "otp",
                                       "totp",
                                       "webhookSecret",
                                       "signing_secret",
                                       "session",
                                       "auth",
                                       "sessionid",
                                       "sessionId",
                                       "session_id",
                                       "JSESSIONID",
                                       "PHPSESSIONID",
                                       "credentials",
                                       "credential",
                                       "signature",
                                       "Signature",
                                       "jwt",
                                       "device_code",
                                       "code_verifier",
                                       "private_key",
                                       "privateKey",
                                       "encryption_key",
                                       "secret_key",
                                       "authorizationToken",
                                       "bearerToken"};

/// Names like those above of what is no secret.
constexpr std::array kOpenHeaders = {"Host",
                                     "Accept",
                                     "Content-Type",
                                     "Content-Length",
                                     "ETag",
                                     "Retry-After",
                                     "X-Amz-Retry-After",
                                     "x-amzn-RequestId",
                                     "x-amz-request-id",
                                     "x-amz-id-2",
                                     "X-Amz-Target",
                                     "X-Amz-Date",
                                     "amz-sdk-invocation-id",
                                     "amz-sdk-request",
                                     "User-Agent",
                                     "WWW-Authenticate",
                                     "Proxy-Authenticate",
                                     "Sec-WebSocket-Key",
                                     "Sec-WebSocket-Accept",
                                     "Sec-WebSocket-Version",
                                     "Surrogate-Key",
                                     "X-Cache-Key",
                                     "xkey",
                                     "x-ratelimit-limit-tokens",
                                     "x-ratelimit-remaining-tokens",
                                     "x-ratelimit-reset-tokens",
                                     "anthropic-ratelimit-tokens-remaining",
                                     "X-RateLimit-Token-Reset",
                                     "x-amz-next-token",
                                     "x-amz-server-side-encryption-aws-kms-key-id",
                                     "x-amz-server-side-encryption-bucket-key-enabled",
                                     "x-ms-documentdb-partitionkey",
                                     "Public-Key-Pins",
                                     "Keep-Alive",
                                     "Authority",
                                     "X-Author",
                                     "Monkey-Patch",
                                     "X-Tokenizer",
                                     "x-stainless-retry-count",
                                     "traceparent"};

constexpr std::array kOpenMembers = {"Key",
                                     "key_name",
                                     "KeyId",
                                     "KMSKeyId",
                                     "SSEKMSKeyId",
                                     "KeyCount",
                                     "KeyMarker",
                                     "NextKeyMarker",
                                     "PartitionKey",
                                     "HashKey",
                                     "LastEvaluatedKey",
                                     "ExclusiveStartKey",
                                     "UnprocessedKeys",
                                     "NextToken",
                                     "nextToken",
                                     "next_token",
                                     "ContinuationToken",
                                     "NextContinuationToken",
                                     "pageToken",
                                     "nextPageToken",
                                     "next_page_token",
                                     "PaginationToken",
                                     "nextForwardToken",
                                     "nextSequenceToken",
                                     "nextSyncToken",
                                     "token_type",
                                     "expires_in",
                                     "max_tokens",
                                     "prompt_tokens",
                                     "completion_tokens",
                                     "total_tokens",
                                     "tokenCount",
                                     "Code",
                                     "code",
                                     "key",
                                     "message",
                                     "__type",
                                     "RequestId",
                                     "HostId",
                                     "authorName",
                                     "author",
                                     "sessions",
                                     "passwordPolicy",
                                     "SecretName",
                                     "secretArn",
                                     "SignatureVersion",
                                     "sigma",
                                     "credentialType",
                                     "trainingSession",
                                     "laptop"};

std::string redactedHeader(std::string_view name)
{
    return redacted(Headers{{{std::string(name), std::string(kCanary)}}}).entries.front().value;
}

bool holdsCanary(const std::string& text)
{
    return text.find(kCanary) != std::string::npos;
}

/// Each place where a parameter or member can stand.
std::vector<std::string> textsWith(const std::string& name)
{
    const std::string value(kCanary);
    return {redactedUrl("https://example.com/a?b=c&" + name + "=" + value + "&d=e"),
            redactedBody("Action=Do&" + name + "=" + value + "&Version=1"),
            redactedText("{\"a\": 1, \"" + name + "\": \"" + value + "\", \"b\": 2}"),
            redactedText("<A><" + name + ">" + value + "</" + name + "><B>1</B></A>"),
            redactedText("sent " + name + "=" + value + " to it")};
}

} // namespace

/// Names of real services, each where it can stand.
class TstSecretNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thereAreEnough()
    {
        QVERIFY(kSecretHeaders.size() + kSecretMembers.size() >= 120);
        QVERIFY(kOpenHeaders.size() + kOpenMembers.size() >= 80);
    }

    void aSecretHeaderIsHiddenWhereverItStands_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : kSecretHeaders) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }

    void aSecretHeaderIsHiddenWhereverItStands()
    {
        QFETCH(QString, name);
        const std::string header = name.toStdString();
        const std::string value(kCanary);
        QCOMPARE(redactedHeader(header), std::string(kRedacted));
        for (const std::string& text :
             {redactedMessage("GET / HTTP/1.1\r\nHost: a\r\n" + header + ": " + value + "\r\n\r\n"),
              redactedText("it said\n" + header + ": " + value + "\nand more"),
              redactedText("{\"headers\": [[\"" + header + "\", \"" + value + "\"]]}"),
              redactedText("[{\"name\": \"" + header + "\", \"value\": \"" + value + "\"}]")}) {
            QVERIFY2(!holdsCanary(text), text.c_str());
        }
    }

    void aSecretMemberIsHiddenWhereverItStands_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : kSecretMembers) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }

    void aSecretMemberIsHiddenWhereverItStands()
    {
        QFETCH(QString, name);
        for (const std::string& text : textsWith(name.toStdString())) {
            QVERIFY2(!holdsCanary(text), text.c_str());
        }
    }

    void whatOnlySoundsSecretStays_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isHeader");
        for (const char* name : kOpenHeaders) {
            QTest::addRow("header %s", name) << QString::fromLatin1(name) << true;
        }
        for (const char* name : kOpenMembers) {
            QTest::addRow("member %s", name) << QString::fromLatin1(name) << false;
        }
    }

    void whatOnlySoundsSecretStays()
    {
        QFETCH(QString, name);
        QFETCH(bool, isHeader);
        if (isHeader) {
            QCOMPARE(redactedHeader(name.toStdString()), std::string(kCanary));
            return;
        }
        // `key` and `code` are secret in URLs and forms.
        const bool isShort = name == u"key" || name == u"code";
        const std::vector<std::string> texts = textsWith(name.toStdString());
        for (std::size_t place = isShort ? 2 : 0; place < texts.size(); ++place) {
            QVERIFY2(holdsCanary(texts[place]), texts[place].c_str());
        }
    }

    /// CloudFront's signed URLs; elsewhere a policy is a document that people want to see.
    void aPolicyIsSecretInAUrlOnly()
    {
        QVERIFY(!holdsCanary(
            redactedUrl("https://d1.cloudfront.net/a?Policy=CANARY0123456789abcdef&Signature=x")));
        QVERIFY(holdsCanary(redactedText(R"({"Policy": "CANARY0123456789abcdef"})")));
    }

    /// Equal keys stay equal, and tell nothing.
    void anIdempotencyKeyBecomesItsDigest()
    {
        const std::string digest =
            "[key " +
            QCryptographicHash::hash(QByteArray("CANARY0123456789abcdef"), QCryptographicHash::Sha256)
                .toHex()
                .left(8)
                .toStdString() +
            "]";
        QCOMPARE(redactedHeader("Idempotency-Key"), digest);
        for (const char* name : {"ClientToken", "ClientRequestToken", "IdempotencyToken", "clientToken"}) {
            for (const std::string& text : textsWith(name)) {
                QVERIFY2(!holdsCanary(text) && text.find(digest) != std::string::npos, text.c_str());
                QCOMPARE(redactedText(text), text); // and not that of the digest
            }
        }
        const std::string message =
            redactedMessage("POST / HTTP/1.1\r\nIdempotency-Key: CANARY0123456789abcdef\r\n\r\n");
        QVERIFY2(message.find(digest) != std::string::npos && !holdsCanary(message), message.c_str());
        QCOMPARE(redactedMessage(message), message);
    }
};

} // namespace retryscope::io::test

RETRYSCOPE_TEST(retryscope::io::test::TstSecretNames)
#include "tst_secret_names.moc"
