# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# One call in Ruby of a client that no preset is of: others.rb excon|faraday URL. Exit 0: it succeeded, 1: it failed.

kind, url = ARGV
begin
  if kind == "excon"
    require "excon"
    Excon.get(url, idempotent: true, retry_limit: 5, retry_interval: 0.4, expects: [200])
  else
    require "faraday"
    client = Faraday.new do |one|
      one.request :retry, max: 3, interval: 0.3, backoff_factor: 2, interval_randomness: 0.5,
                          retry_statuses: [429, 500, 502, 503, 504]
      one.response :raise_error
      one.adapter Faraday.default_adapter
    end
    client.get(url)
  end
rescue StandardError => e
  puts e
  exit 1
end
