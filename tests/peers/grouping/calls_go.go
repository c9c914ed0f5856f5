// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Calls of net/http with a loop around it: calls_go URL COUNT row|apart|alike. In a row the next one begins as soon as the
// one before has ended; else all begin at once. Each request says in the header `truth` which call it is of.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

func ask(url, mode string, number int) bool {
	method, path, body := "GET", "/item", ""
	if mode == "apart" && number%2 == 1 {
		path = fmt.Sprintf("/item/%d", number)
	} else if mode == "apart" {
		method, body = "PUT", fmt.Sprintf("content %d", number)
	}
	request, err := http.NewRequest(method, url+path, strings.NewReader(body))
	if err != nil {
		return false
	}
	request.Header.Set("truth", strconv.Itoa(number))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return err == nil && response.StatusCode < 300
}

func call(url, mode string, number int) {
	for attempt := 0; attempt < 4; attempt++ {
		if ask(url, mode, number) {
			return
		}
		if attempt < 3 {
			time.Sleep(200 * time.Millisecond << attempt)
		}
	}
}

func main() {
	url, mode := os.Args[1], os.Args[3]
	count, _ := strconv.Atoi(os.Args[2])
	var all sync.WaitGroup
	for number := 1; number <= count; number++ {
		if mode == "row" {
			call(url, mode, number)
			continue
		}
		all.Add(1)
		go func(number int) {
			defer all.Done()
			call(url, mode, number)
		}(number)
	}
	all.Wait()
}
