// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// One call of the AWS SDK for Go v2: calls_go URL OPERATION. Exit 0: it succeeded, 1: it failed.
package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	dynamotypes "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

const limit = 2 * time.Second

func configuration(url string) aws.Config {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = (&net.Dialer{Timeout: limit}).DialContext
	transport.ResponseHeaderTimeout = limit
	return aws.Config{
		Region:      "us-east-1",
		Credentials: credentials.NewStaticCredentialsProvider("AKIDEXAMPLE", "wJalrXUtnFEMI", ""),
		HTTPClient:  &http.Client{Transport: transport},
		EndpointResolverWithOptions: aws.EndpointResolverWithOptionsFunc(
			func(service, region string, options ...interface{}) (aws.Endpoint, error) {
				return aws.Endpoint{URL: url, HostnameImmutable: true}, nil
			}),
	}
}

func call(url, operation string) error {
	config := configuration(url)
	storage := s3.NewFromConfig(config, func(o *s3.Options) { o.UsePathStyle = true })
	tables := dynamodb.NewFromConfig(config)
	bucket, key, copied, source, table := "bucket", "key", "copy", "bucket/key", "table"
	item := map[string]dynamotypes.AttributeValue{"id": &dynamotypes.AttributeValueMemberS{Value: "1"}}
	background := context.Background()
	var err error
	switch operation {
	case "ListObjectsV2":
		_, err = storage.ListObjectsV2(background, &s3.ListObjectsV2Input{Bucket: &bucket})
	case "GetObject":
		var output *s3.GetObjectOutput
		if output, err = storage.GetObject(background, &s3.GetObjectInput{Bucket: &bucket, Key: &key}); err == nil {
			_, err = io.ReadAll(output.Body)
		}
	case "PutObject":
		_, err = storage.PutObject(background, &s3.PutObjectInput{Bucket: &bucket, Key: &key, Body: strings.NewReader("content")})
	case "CopyObject":
		_, err = storage.CopyObject(background, &s3.CopyObjectInput{Bucket: &bucket, Key: &copied, CopySource: &source})
	case "GetItem":
		_, err = tables.GetItem(background, &dynamodb.GetItemInput{TableName: &table, Key: item})
	case "BatchWriteItem":
		_, err = tables.BatchWriteItem(background, &dynamodb.BatchWriteItemInput{
			RequestItems: map[string][]dynamotypes.WriteRequest{table: {{PutRequest: &dynamotypes.PutRequest{Item: item}}}}})
	default:
		err = fmt.Errorf("no such operation: %s", operation)
	}
	return err
}

func main() {
	if err := call(os.Args[1], os.Args[2]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
