# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Configurations of Debian's proxies: nginx, HAProxy and Caddy."""

from kind import Proxy


class Nginx(Proxy):
    """A location with an upstream of three servers."""
    name, path, debian = "nginx", "usr/sbin/nginx", ["nginx-light"]
    values = {
        "*_next_upstream": ["error timeout", "error timeout http_503", "http_500 http_502 http_503", "off", "error http_404",
                            "error timeout non_idempotent", "http_503 non_idempotent", "error timeout invalid_header http_429"],
        "*_next_upstream_tries": ["0", "1", "2", "3", "5"],
        "*_next_upstream_timeout": ["0", "10s", "5000ms", "1m"],
        "*_pass": [""],
        "*_request_buffering": ["on", "off"],
        "*_pass_request_body": ["on", "off"],
        "client_max_body_size": ["10m", "0"],
        "client_body_buffer_size": ["16k"],
        "*_connect_timeout": ["2s"], "*_read_timeout": ["2s", "3"],
        "server backup": [""], "server fail_timeout": ["0", "5s"], "server max_fails": ["0", "2"],
        "server max_conns": ["5"],
        "keepalive": ["16"],
        "error_page": ["502 /502.html", "503 @fallback"],
        "*_cache_use_stale": ["off", "error"],
        "mirror": ["off"],
        "*_buffering": ["off", "on"],
        "client_header_timeout": ["10s"], "client_header_buffer_size": ["8k"],
        "include": [""],
        "least_conn": [""],
    }
    odd = {
        "*_next_upstream": ["error http_501", "", "error error", "timeout off", "non_idempotent", "ERROR"],
        "*_next_upstream_tries": ["-1", "two", "2.5", ""], "*_next_upstream_timeout": ["fast", "-1s"],
        "*_request_buffering": ["yes"],
    }
    named = {"proxy_set_body": ["no"], "proxy_method": ["POST", "GET"], "proxy_send_timeout": ["2s"],
             "client_body_in_file_only": ["off"], "client_body_in_single_buffer": ["on"], "client_body_temp_path": ["{folder}/b"],
             "recursive_error_pages": ["off"], "proxy_intercept_errors": ["off"], "proxy_cache_lock": ["off"],
             "proxy_cache_lock_timeout": ["5s"], "proxy_cache_lock_age": ["5s"], "proxy_cache_background_update": ["off"],
             "proxy_buffers": ["8 8k"], "proxy_buffer_size": ["8k"], "proxy_busy_buffers_size": ["16k"],
             "proxy_max_temp_file_size": ["0"], "proxy_limit_rate": ["0"], "keepalive_requests": ["100"],
             "reset_timedout_connection": ["on"], "large_client_header_buffers": ["4 8k"], "output_buffers": ["2 32k"],
             "gzip_buffers": ["16 8k"], "lingering_close": ["on"]}
    of_server = {"client_header_timeout", "client_header_buffer_size", "large_client_header_buffers", "request_pool_size",
                 "connection_pool_size"}
    not_here = {"auth_request", "proxy_ssl_session_reuse", "proxy_ignore_client_abort", "resolver_timeout", "zone", "hash",
                "http2_recv_buffer_size", "ssl_buffer_size", "random", "resolver", "ssl_session_timeout"}

    def write(self, chance, parts):
        location, server, upstream = ["proxy_pass http://app;"], [], []
        hosts = [["127.0.0.1:9001"], ["127.0.0.1:9002"], ["127.0.0.1:9003"]]
        for part in parts:
            part.name = part.name.replace("*", "proxy")
            value = self.value(chance, part)
            if part.key == "include":
                server.append("include {folder}/*.none;")
            elif part.name in self.not_here or part.key == "*_pass":
                continue
            elif part.key.startswith("server "):
                word = part.name.split(" ")[1]
                if part.key == "server backup":
                    hosts[2].append("backup")
                else:
                    value = {"slow_start": "", "down": "", "weight": "2", "max_conns": "5"}.get(word, part.value)
                    if word != "slow_start":
                        hosts[chance.randrange(2)].append(f"{word}={value}" if value else word)
            elif part.key in ("keepalive", "least_conn"):
                upstream.append(f"{part.name}{' ' if value else ''}{value};" if part.key == "keepalive" else
                                {"least_conn": "least_conn;"}.get(part.name, ""))
            elif part.is_misplaced and part.key in ("*_next_upstream", "*_next_upstream_tries", "*_request_buffering"):
                upstream.append(f"{part.name} {value};")
            else:
                where = server if chance.random() < 0.3 or part.name in self.of_server else location
                where.append(f"{part.name}{' ' if value else ''}{value};")
                if part.name == "proxy_pass_request_body":
                    where.append('proxy_set_header Content-Length "";')
        lines = ["upstream app {", *(f"    {line}" for line in dict.fromkeys(filter(None, upstream))),
                 *(f"    server {' '.join(dict.fromkeys(host))};" for host in hosts), "}", "server {", "    listen 127.0.0.1:9000;",
                 *(f"    {line}" for line in dict.fromkeys(server)), "    location / {",
                 *(f"        {line}" for line in dict.fromkeys(location)), "    }",
                 "    location @fallback { return 200; }", "    location /502.html { return 502; }", "}"]
        return "\n".join(lines) + "\n"

    def program(self, text):
        paths = " ".join(f"{one}_temp_path {{folder}}/{one};" for one in ("proxy", "fastcgi", "uwsgi", "scgi"))
        body = "" if "client_body_temp_path" in text else "client_body_temp_path {folder}/client; "
        return (f"daemon off; master_process off; pid {{folder}}/pid; error_log {{folder}}/error.log;\nevents {{}}\n"
                f"http {{ access_log off; {body}{paths}\n{text}}}\n")

    def command(self, folder):
        return ["-p", folder, "-e", folder / "error.log", "-c", folder / "proxy.conf"]


class Haproxy(Proxy):
    """A back end with three servers."""
    name, path, debian = "haproxy", "usr/sbin/haproxy", ["haproxy"]
    values = {
        "retries": ["0", "1", "2", "3", "4"],
        "retry-on": ["503", "500 503", "conn-failure empty-response", "all-retryable-errors", "none", "empty-response 404",
                     "conn-failure empty-response response-timeout", "junk-response 0rtt-rejected 500", "429", "404 500"],
        "mode": ["http"],
        "http-request disable-l7-retry": ["", "if METH_POST", "unless METH_GET", "if { path_beg /static }"],
        "tune.bufsize": ["32768"], "tune.maxrewrite": ["2048"],
        "option redispatch": ["", "1", "-1", "3"],
        "timeout connect": ["1s", "500ms"], "timeout server": ["2s", "3000"], "timeout queue": ["2s"],
        "timeout tunnel": ["1h"], "timeout check": ["5s"], "timeout http-request": ["10s"],
        "option http-buffer-request": [""], "http-reuse": ["always", "never", "safe"],
        "option abortonclose": [""],
        "server backup": [""], "server observe": ["layer7"], "server on-error": ["mark-down"], "server maxconn": ["10"],
        "option persist": [""], "tune.buffers.limit": ["100"], "fullconn": ["6000"],
        "errorfile": [""], "default_backend": [""],
    }
    odd = {
        "retries": ["-1", "two", "2.5", ""],
        "retry-on": ["", "402", "all", "none 503", "503 503", "conn-failure none"],
        "mode": ["tcp"], "timeout connect": ["fast", "0"],
    }

    def write(self, chance, parts):
        glob, defaults, front, back = [], [], [], []
        hosts = [["a 127.0.0.1:9001"], ["b 127.0.0.1:9002"], ["c 127.0.0.1:9003"]]
        for part in parts:
            line = f"{part.name} {part.value}".rstrip()
            if part.key.startswith("tune."):
                value = {"tune.buffers.reserve": "2", "tune.buffers.limit": "100"}.get(part.name, part.value)
                glob.append(f"{part.name} {'65536' if 'buf.' in part.name else value}")
            elif part.key.startswith("server "):
                words = {"backup": "backup", "observe": "check inter 1h observe layer7", "on-error": "on-error mark-down",
                         "error-limit": "error-limit 3", "maxconn": "maxconn 10"}[part.name.split(" ")[1]]
                if part.name.startswith("default-server"):
                    back.insert(0, f"default-server {words}")
                else:
                    hosts[2].append(words)
            elif part.key in ("errorfile", "default_backend", "mode"):
                if part.key == "errorfile":
                    back.append({"errorfile": "errorfile 503 /dev/null", "http-error": "http-error status 503",
                                 "errorfiles": "errorfile 503 /dev/null"}.get(part.name, f"{part.name} 503 /busy"))
                if part.key == "mode" and part.value == "tcp":
                    back.insert(0, "mode tcp")
            elif part.name in ("force-persist", "http-request wait-for-body"):
                back.append({"force-persist": "force-persist if FALSE"}.get(part.name, "http-request wait-for-body time 1s"))
            elif part.is_misplaced:
                front.append(line)
            else:
                (defaults if chance.random() < 0.3 and not part.key.startswith("http-request") else back).append(line)
        if not any(line.startswith(("retries", "retry-on")) for line in [*defaults, *back]):
            back.insert(0, "retries 2")
        sections = [("global", glob), ("defaults", ["mode http", "timeout connect 2s", "timeout client 5s", "timeout server 2s",
                                                    *defaults]),
                    ("frontend in", ["bind 127.0.0.1:9000", "default_backend app", *front]),
                    ("backend app", [*back, *(f"server {' '.join(dict.fromkeys(host))}" for host in hosts)])]
        return "\n".join(line for title, lines in sections if lines for line in (
            title, *(f"    {one}" for one in dict.fromkeys(lines)))) + "\n"

    def command(self, folder):
        return ["-db", "-f", folder / "proxy.conf"]


class Caddy(Proxy):
    """A reverse_proxy with three upstreams."""
    name, path, says_version, debian = "caddy", "usr/bin/caddy", ["version"], ["caddy"]
    values = {
        "lb_retries": ["0", "1", "2", "3", "5"],
        "lb_try_duration": ["0", "5s", "500ms", "2m"],
        "lb_try_interval": ["0", "20ms", "50ms"],
        "lb_retry_match": ["method POST", "{\n            method GET POST\n        }", "path /static*",
                           "{\n            method GET\n            path /static*\n        }"],
        "fail_duration": ["0", "30s", "5s"], "max_fails": ["1", "2"], "unhealthy_status": ["5xx"],
        "dial_timeout": ["2s"], "response_header_timeout": ["3s"], "write_timeout": ["3s"],
        "request_buffers": ["4KB"],
        "lb_policy": ["round_robin", "first", "random"],
        "health_uri": [""],
        "handle_response": [""],
    }
    odd = {
        "lb_retries": ["-1", "two", "", "2.5"],
        "lb_try_duration": ["fast", "5", "", "1d"],
        "lb_try_interval": ["-1s", "soon", "5"],
    }
    named = {"unhealthy_latency": ["5s"], "unhealthy_request_count": ["9"], "read_timeout": ["3s"],
             "expect_continue_timeout": ["1s"], "max_conns_per_host": ["9"], "keepalive": ["5s"], "keepalive_interval": ["5s"],
             "keepalive_idle_conns": ["9"], "keepalive_idle_conns_per_host": ["9"], "read_buffer": ["4KB"],
             "write_buffer": ["4KB"], "max_response_header": ["8KB"], "dial_fallback_delay": ["300ms"]}
    later = {"request_buffers"}

    def write(self, chance, parts):
        lines, transport, site = [], [], []
        for part in parts:
            line = f"{part.name} {self.value(chance, part)}".rstrip()
            if part.key == "write_timeout" and part.name not in self.named:
                transport.append("write_timeout 3s")
            elif part.key in ("dial_timeout", "response_header_timeout", "write_timeout"):
                transport.append(line)
            elif part.key == "health_uri":
                lines.append({"health_status": "health_status 200", "health_timeout": "health_timeout 5s"}.get(
                    part.name, "health_interval 30s"))
            elif part.key == "handle_response":
                lines.append("replace_status 500")
            elif part.name in ("request_buffers", "to", "dynamic"):
                continue
            elif part.key in ("unhealthy_status", "max_fails"):
                lines += [line, f"fail_duration {chance.choice(['5s', '30s'])}"]
            else:
                (site if part.is_misplaced else lines).append(line)
        if any(line.startswith("fail_duration") for line in lines):  # else a call goes on until a server may be tried again
            limits = {"lb_try_duration": "lb_try_duration 500ms", "lb_retries": "lb_retries 2"}
            lines = [limits.get(line.split(" ")[0], line) for line in lines]
        if transport:
            lines += ["transport http {", *(f"    {line}" for line in dict.fromkeys(transport)), "}"]
        return "\n".join(["http://127.0.0.1:9000 {", *(f"    {line}" for line in site),
                          "    reverse_proxy 127.0.0.1:9001 127.0.0.1:9002 127.0.0.1:9003 {",
                          *(f"        {line}" for line in dict.fromkeys(lines)), "    }", "}"]) + "\n"

    def program(self, text):
        return "{\n    admin off\n    auto_https off\n    storage file_system {folder}\n}\n" + text

    def command(self, folder):
        return ["run", "--adapter", "caddyfile", "--config", folder / "proxy.conf"]
