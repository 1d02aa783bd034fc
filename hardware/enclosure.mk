# The enclosure. make enclosure: parts, checks, laser-cut sheets and pictures, into build/hardware/enclosure and
# hardware/pictures (some minutes). make enclosure-light: only what needs no tools.
ENCLOSURE := hardware/enclosure
ENCLOSURE_VENV := build/hardware/venv
ENCLOSURE_APT := openscad xvfb xauth libgl1-mesa-dri graphviz fonts-dejavu-core

.PHONY: enclosure enclosure-stl enclosure-light enclosure-tools guides

enclosure: enclosure-tools
	cd $(ENCLOSURE) && $(CURDIR)/$(ENCLOSURE_VENV)/bin/python enclosure.py all $(ENCLOSURE_ARGS)

# only the parts to print and the laser-cut sheets; make hardware asks for them
enclosure-stl: enclosure-tools
	cd $(ENCLOSURE) && $(CURDIR)/$(ENCLOSURE_VENV)/bin/python enclosure.py stl $(ENCLOSURE_ARGS)
	cd $(ENCLOSURE) && $(CURDIR)/$(ENCLOSURE_VENV)/bin/python enclosure.py laser $(ENCLOSURE_ARGS)

enclosure-light: $(VENV)/.dev
	$(BIN)/pytest tests/hardware/test_enclosure.py tests/hardware/test_guides.py

# Drawings, tables and cards of the guides; needs graphviz beside WireViz.
guides: enclosure-tools
	$(ENCLOSURE_VENV)/bin/python hardware/guides/draw.py

enclosure-tools: $(ENCLOSURE_VENV)/.done
	@{ command -v openscad && command -v xvfb-run && command -v dot; } >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -y -q --no-install-recommends $(ENCLOSURE_APT); } || \
	  { echo "as root: apt-get install --no-install-recommends $(ENCLOSURE_APT)" >&2; exit 1; }

$(ENCLOSURE_VENV)/.done: hardware/enclosure/requirements.txt
	$(PYTHON) -m venv $(ENCLOSURE_VENV)
	$(ENCLOSURE_VENV)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r hardware/enclosure/requirements.txt
	touch $@
