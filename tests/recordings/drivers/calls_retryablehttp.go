// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// One call of go-retryablehttp: calls_retryablehttp URL OPERATION. Exit 0: it succeeded, 1: it failed.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const limit = 2 * time.Second

type request struct {
	method, path, body string
	headers            map[string]string
}

func table(action string) request {
	return request{"POST", "/", "{}", map[string]string{
		"Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": "DynamoDB_20120810." + action}}
}

var requests = map[string]request{
	"ListObjectsV2":  {"GET", "/bucket?list-type=2", "", nil},
	"GetObject":      {"GET", "/bucket/key", "", nil},
	"PutObject":      {"PUT", "/bucket/key", "content", nil},
	"CopyObject":     {"PUT", "/bucket/copy", "", map[string]string{"x-amz-copy-source": "bucket/key"}},
	"GetItem":        table("GetItem"),
	"BatchWriteItem": table("BatchWriteItem"),
}

func call(url, operation string) error {
	client := retryablehttp.NewClient()
	client.Logger = nil
	transport := client.HTTPClient.Transport.(*http.Transport)
	transport.DialContext = (&net.Dialer{Timeout: limit}).DialContext
	transport.ResponseHeaderTimeout = limit
	wanted := requests[operation]
	var body interface{}
	if wanted.body != "" {
		body = []byte(wanted.body)
	}
	sent, err := retryablehttp.NewRequest(wanted.method, url+wanted.path, body)
	if err != nil {
		return err
	}
	for name, value := range wanted.headers {
		sent.Header.Set(name, value)
	}
	response, err := client.Do(sent)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err = io.ReadAll(response.Body); err != nil {
		return err
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return fmt.Errorf("status %d", response.StatusCode)
	}
	return nil
}

func main() {
	if err := call(os.Args[1], os.Args[2]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
