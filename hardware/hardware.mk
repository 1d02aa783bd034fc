# Included by the top Makefile. hardware-light: no tools, seconds. hardware: KiCad 9 and ngspice, installed if missing.
.PHONY: hardware hardware-check hardware-light hardware-sources hardware-tools

hardware-light: $(VENV)/.dev
	$(BIN)/pytest tests/hardware/test_electronics.py
	$(BIN)/python -m hardware.tools.bom --check

hardware-tools:
	@hardware/tools/install.sh

# every check by the real tools
hardware-check: $(VENV)/.dev hardware-tools
	/usr/bin/python3 -m hardware.tools.check --check
	$(BIN)/python -m hardware.power.run --check

# and what a maker orders and builds from, into build/hardware
hardware: hardware-light hardware-check
	hardware/tools/pitches.sh
	hardware/tools/fabricate.sh $(VENV)
	$(MAKE) enclosure-stl

# after a change of the generators: sources, reports and figures anew
hardware-sources: $(VENV)/.dev hardware-tools
	for board in control row7 row9; do /usr/bin/python3 -m hardware.tools.generate $$board sch && \
	  /usr/bin/python3 -m hardware.tools.generate $$board pcb || exit 1; done
	/usr/bin/python3 -m hardware.tools.check
	/usr/bin/python3 -m hardware.tools.derive
	$(BIN)/python -m hardware.power.run
	$(BIN)/python -m hardware.tools.bom
	$(BIN)/python -m hardware.tools.tables
