#!/bin/sh
# KiCad 9 and ngspice on Debian 12, once: KiCad comes from the backports of the mirror that the machine uses already.
set -eu
if command -v kicad-cli >/dev/null && command -v ngspice >/dev/null && [ -d /usr/share/kicad/footprints ]; then exit 0; fi
[ "$(id -u)" = 0 ] || { echo "KiCad 9 or ngspice is missing; run this as root, or install them yourself" >&2; exit 1; }
list=/etc/apt/sources.list.d/litfour-backports.sources
[ -f "$list" ] || awk 'BEGIN { RS = "" } NR == 1' /etc/apt/sources.list.d/debian.sources |
  sed 's/^Suites:.*/Suites: bookworm-backports/' > "$list"
apt-get update -q
# by name: a plain -t would pull half the system along; the 3-D models (4.9 GB) are left out
apt-get install -y -q --no-install-recommends kicad/bookworm-backports kicad-symbols/bookworm-backports \
  kicad-footprints/bookworm-backports ngspice
