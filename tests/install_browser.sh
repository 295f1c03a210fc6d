#!/bin/sh
# The browser tests need Debian's chromium and fonts with Chinese and emoji. As root they are installed;
# otherwise those tests are skipped, and this says so.
have() { command -v chromium >/dev/null 2>&1 && fc-list 2>/dev/null | grep -qi wqy && fc-list | grep -qi emoji; }
have && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq chromium fontconfig fonts-wqy-microhei fonts-noto-color-emoji >/dev/null && exit 0
fi
echo "Debian's chromium and its fonts are not installed: browser tests will be skipped."
exit 0
