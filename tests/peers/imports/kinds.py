# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The kinds of configurations that can be tried here, by name."""

from kinds_node import AxiosRetry, Grpc
from kinds_proxies import Caddy, Haproxy, Nginx
from kinds_python import BotocoreConfig, SharedConfig, Urllib3

KINDS = {kind.name: kind for kind in [Urllib3(), AxiosRetry(), BotocoreConfig(), SharedConfig(), Grpc(), Nginx(), Haproxy(),
                                      Caddy()]}
