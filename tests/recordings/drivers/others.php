<?php
// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One call of Guzzle with its retry middleware: others.php URL. Exit 0: it succeeded, 1: it failed.

require "GuzzleHttp/autoload.php";

use GuzzleHttp\Client;
use GuzzleHttp\HandlerStack;
use GuzzleHttp\Middleware;

$stack = HandlerStack::create();
$stack->push(Middleware::retry(function ($retries, $request, $response = null, $problem = null) {
    return $retries < 3 && ($problem !== null || ($response && ($response->getStatusCode() >= 500 || $response->getStatusCode() === 429)));
}));
try {
    (new Client(["handler" => $stack]))->get($argv[1]);
} catch (Throwable $problem) {
    echo $problem->getMessage(), "\n";
    exit(1);
}
