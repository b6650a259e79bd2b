#!/bin/sh
# A base image's root file system from Debian packages, for machines where no registry answers.
# Usage: build.sh OUT.tar   (as root, on a Debian or Ubuntu with debootstrap)
set -eu
out=$1
root=$(mktemp -d "$(dirname "$out")/root.XXXXXX")
trap 'rm -rf "$root"' EXIT
debootstrap --variant=minbase --include=python3 bookworm "$root"
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/var/log/* "$root"/tmp/* \
    "$root"/usr/share/doc/* "$root"/usr/share/man/* "$root"/usr/share/info/* "$root"/usr/share/locale/*
tar -C "$root" --numeric-owner -cf "$out" .
