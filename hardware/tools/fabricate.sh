#!/bin/sh
# Files to order and to build from, for each board, into build/hardware/NAME. Run from the root of the repository.
set -eu
venv=${1:-.venv}
out=build/hardware
for board in control/control panel/row7 panel/row9; do
  name=${board##*/}
  to=$out/$name
  rm -rf "$to"; mkdir -p "$to/gerbers"
  pcb=hardware/$board.kicad_pcb
  sch=hardware/$board.kicad_sch
  kicad-cli pcb export gerbers -l F.Cu,B.Cu,F.Mask,B.Mask,F.Silkscreen,B.Silkscreen,F.Paste,Edge.Cuts \
    -o "$to/gerbers/" "$pcb" > /dev/null
  kicad-cli pcb export drill --format excellon --excellon-separate-th -o "$to/gerbers/" "$pcb" > /dev/null
  kicad-cli pcb export pos --format csv --units mm -o "$to/$name-positions.csv" "$pcb" > /dev/null
  kicad-cli sch export pdf -o "$to/$name.pdf" "$sch" > /dev/null
  kicad-cli sch export bom --exclude-dnp --group-by Value,Footprint,MPN -o "$to/$name-bom.csv" "$sch" \
    --fields 'Reference,Value,Footprint,Manufacturer,MPN,Manufacturer2,MPN2,Substitute,${QUANTITY}' > /dev/null
  for side in top bottom; do
    kicad-cli pcb render --side $side --background opaque -w 1600 -h 1200 -o "$to/$name-$side.png" "$pcb" > /dev/null
  done
  (cd "$to/gerbers" && python3 -m zipfile -c "../$name-gerbers.zip" ./*)
  # the interactive BOM runs in KiCad's Python; its package is installed beside the build, not into the system
  if [ -d "$out/ibom" ] || "$venv/bin/pip" install -q --no-deps --target "$out/ibom" InteractiveHtmlBom==2.12.0; then
    INTERACTIVE_HTML_BOM_NO_DISPLAY=1 PYTHONPATH=$out/ibom /usr/bin/python3 -m InteractiveHtmlBom.generate_interactive_bom \
      --no-browser --dest-dir "$PWD/$to" --name-format "$name-interactive" --extra-fields MPN --group-fields Value,Footprint \
      "$pcb" > "$to/interactive.log" 2>&1 || { cat "$to/interactive.log"; exit 1; }
  fi
done
cp hardware/bom/*.csv "$out/"
