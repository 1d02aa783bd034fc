#!/bin/sh
# The row board's generator at other sizes and pitches: no ERC or DRC violation, and the sheet comes out byte for byte.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for board in control:control row7:panel row9:panel; do
  /usr/bin/python3 -m hardware.tools.generate "${board%%:*}" sch "$work"
  cmp "$work/${board%%:*}.kicad_sch" "hardware/${board##*:}/${board%%:*}.kicad_sch"
done
for case in row7:25 row5:28.5 row9:30; do
  name=${case%%:*}
  /usr/bin/python3 -m hardware.tools.generate "$name" sch "$work"
  /usr/bin/python3 -m hardware.tools.generate "$name" pcb "$work" "${case##*:}" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  kicad-cli sch erc --severity-all --exit-code-violations -o "$work/erc.rpt" "$work/$name.kicad_sch" > /dev/null
  kicad-cli pcb drc --severity-all --schematic-parity --exit-code-violations -o "$work/drc.rpt" "$work/$name.kicad_pcb" \
    > /dev/null || { cat "$work/drc.rpt"; exit 1; }
  echo "$name at ${case##*:} mm: clean"
done
