#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installs, uses, upgrades and removes the packages in a new Debian 12. Needs root and mmdebstrap.
#
# usage: test.sh FOLDER-OF-PACKAGES WORK-FOLDER
set -euo pipefail
packages=$(realpath "$1")
mkdir -p "$2"
work=$(realpath "$2")
checkout=$(realpath "$(dirname "$0")/../..")
root=$work/root

say() { printf '%s\n' "package-test: $*" >&2; }
fail() {
    say "$*"
    exit 1
}
in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/srv/user LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
apt() { in_root apt-get -qy "$@" >>"$work/apt.log" 2>&1 </dev/null || {
    tail -20 "$work/apt.log" >&2
    fail "apt-get $* fails"
}; }
# Files of the root that no package manager keeps for itself; what its own programs made at the first call stays out.
files() { in_root find / -xdev \( -path /proc -o -path /sys -o -path /debs -o -path /tmp -o -path /run -o -path /srv -o -path /var/lib -o \
    -path /var/cache -o -path /var/log \) -prune -o -print | sort; }
unmount() { umount --recursive "$root/proc" "$root/dev" 2>/dev/null || true; }
trap unmount EXIT

unmount
rm -rf "$work"
mkdir -p "$work"
say "making a Debian 12"
mmdebstrap --quiet --variant=minbase bookworm "$root" >"$work/mmdebstrap.log" 2>&1 || fail "mmdebstrap fails; see $work/mmdebstrap.log"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --make-rslave "$root/dev"
mkdir -p "$root/srv/user" "$root/srv/work" "$root/debs/old"
cp "$packages"/*.deb "$root/debs"
before=$(in_root dpkg-query -W | wc -l)

say "the command line alone"
apt update
new=("$root"/debs/*.deb)
new=("${new[@]#"$root"}") # as they are called in the root
apt install "${new[0]%/*}/$(basename "$root"/debs/retryscope-cli_*.deb)"
count=$(($(in_root dpkg-query -W | wc -l) - before))
say "retryscope-cli and what it needs are $count packages"
((count <= 42)) || fail "more than 42 packages"
! in_root ldd /usr/bin/retryscope-cli | grep -E 'Qt6(Gui|Widgets|Charts|Svg)' || fail "the command line links a library of the desktop"
in_root retryscope-cli --version
# The README's first command prints what the README shows; others of the README that need no server run.
shown=$(sed -n '/^```console$/,/^```$/p' "$checkout/README.md" | sed '1d;$d')
command=$(head -1 <<<"$shown")
diff <(tail -n +2 <<<"$shown") <(in_root env COLUMNS=110 sh -c "${command#\$ }") || fail "the README shows something else"
in_root sh -c "$(grep '^retryscope-cli simulate' "$checkout/README.md")" >/dev/null || fail "the README's simulate fails"
in_root sh -c 'cd /srv/work && retryscope-cli run --scenario s3-slowdown-then-ok --output record.json && retryscope-cli infer record.json' >/dev/null ||
    fail "run and infer fail"
! in_root retryscope-cli convert /srv/work/record.json --to png --output /srv/work/x.png 2>"$work/convert.log" || fail "a picture without the window program"
grep -q "install " "$work/convert.log" || fail "convert does not say what to install"

say "an older version with its data, then this one"
for deb in "$root"/debs/*.deb; do
    folder=$work/unpacked
    rm -rf "$folder"
    dpkg-deb --raw-extract "$deb" "$folder"
    sed -i 's/0\.1\.0/0.1.0~test1/g' "$folder/DEBIAN/control"
    dpkg-deb --root-owner-group --build "$folder" "$root/debs/old" >/dev/null
done
apt remove --purge retryscope-cli
apt autoremove --purge
apt install xvfb openbox xdotool imagemagick libglib2.0-bin xdg-utils dbus desktop-file-utils shared-mime-info
files >"$work/files-before"
old=("$root"/debs/old/*.deb)
apt install "${old[@]#"$root"}"
screen() { in_root env DISPLAY=:91 "$@"; }
in_root Xvfb :91 -screen 0 1440x900x24 >"$work/xvfb.log" 2>&1 &
sleep 2
screen openbox >/dev/null 2>&1 &
# As a user who chose the dark theme, sends once and leaves.
mkdir -p "$root/srv/user/.config/retryscope"
printf '[window]\ntheme=dark\n' >"$root/srv/user/.config/retryscope/retryscope.conf"
screen timeout 20 retryscope --scenario s3-slowdown-then-ok --send >"$work/window.log" 2>&1 &
sleep 8
screen sh -c 'xdotool search --name Retryscope windowclose %@ || xdotool search --name Retryscope windowquit %@' >>"$work/window.log" 2>&1 || true
sleep 4
kept() { in_root find /srv/user -type f -path '*retryscope*' -exec sha256sum {} + | sort -k 2; }
kept >"$work/kept-before"
grep -q session.json "$work/kept-before" || fail "no session was kept"
grep -q /runs/ "$work/kept-before" || fail "no run was kept"
grep -q retryscope.conf "$work/kept-before" || fail "no settings were kept"
apt install "${new[@]}"
kept | diff "$work/kept-before" - || fail "the upgrade changed what the user has"
[[ $(in_root dpkg-query -W -f '${Version}\n' retryscope retryscope-cli retryscope-data | sort -u) == 0.1.0 ]] || fail "not all packages were upgraded"

say "a record opens by its type, in the theme of the settings"
in_root sh -c 'cd /srv/work && retryscope-cli run --scenario s3-slowdown-then-ok --output opened.json' >/dev/null
type=$(in_root gio info -a standard::content-type /srv/work/opened.json | sed -n 's/.*content-type: //p')
[[ $type == application/vnd.retryscope.record+json ]] || fail "a record is $type"
screen timeout 30 dbus-run-session gio open /srv/work/opened.json >>"$work/window.log" 2>&1 &
sleep 10
screen import -window root /srv/work/opened.png
cp "$root/srv/work/opened.png" "$work/opened.png"
screen xdotool search --name Retryscope >/dev/null || fail "no window opened"
in_root pkill -x retryscope || true
in_root retryscope-cli convert /srv/work/opened.json --to png --output /srv/work/drawn.png || fail "the window program draws no picture"
for shell in bash-completion/completions/retryscope-cli zsh/vendor-completions/_retryscope-cli fish/vendor_completions.d/retryscope-cli.fish; do
    [[ -s $root/usr/share/$shell ]] || fail "no completions in $shell"
done
# Every link of the installed documents leads to a file.
documents=$root/usr/share/doc/retryscope
while IFS=: read -r file link; do
    [[ -e $(dirname "$file")/$link ]] || fail "$file names $link, which is not installed"
done < <(grep -roE '(\]\(|src="|srcset=")[^)#"]+' --include='*.md' "$documents" | grep -v 'https\?://' | sed -E 's/:(\]\(|src="|srcset=")/:/')

say "removing all"
apt purge retryscope retryscope-cli retryscope-data
apt autoremove --purge
files | diff "$work/files-before" - || fail "something stays"
pkill -f 'Xvfb :91' || true
say "done; the picture is $work/opened.png"
