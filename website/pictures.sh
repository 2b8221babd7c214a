#!/usr/bin/env bash
# Makes the pictures of the documentation site, in the folder that is named: each is what a command writes.
set -euo pipefail
out=$(realpath "$1")
browser=$(command -v chromium || command -v chromium-browser || true)
if [ -z "$browser" ]; then
  echo 'There is no Chromium: the site is built without pictures.'
  exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

picture() {  # NAME PAGE WIDTH HEIGHT
  "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1.5 \
    --virtual-time-budget=5000 --user-data-dir="$work/browser" \
    --window-size="$3,$4" --screenshot="$out/$1.png" "file://$work/$2" 2>/dev/null
}

wallenstein tourney quickstart --quiet >/dev/null
wallenstein report quickstart --out report.html >/dev/null
wallenstein replay --bots seer,regent,warlord,settler --seed 7 --out replay.html >/dev/null
wallenstein board show --html >board.html
picture report report.html 1100 900
picture replay 'replay.html#step=150' 1200 800
picture board board.html 1000 900
