"""Builds a KiCad board out of a schematic's netlist: footprints, tracks, zones, texts. Needs KiCad's Python."""

import math
import os
import pathlib
import subprocess
import xml.etree.ElementTree as ElementTree

import pcbnew

FOOTPRINTS = os.environ.get("KICAD9_FOOTPRINT_DIR", "/usr/share/kicad/footprints")
MM = pcbnew.FromMM


def vector(x, y):
    """A KiCad point from mm."""
    return pcbnew.VECTOR2I(MM(x), MM(y))


class Board:
    """A board of width x height mm for the schematic NAME.kicad_sch in `folder`."""

    def __init__(self, folder, name, width, height):
        self.folder, self.name, self.width, self.height = pathlib.Path(folder), name, width, height
        self.path = self.folder / (name + ".kicad_pcb")
        self.path.unlink(missing_ok=True)
        self.board = pcbnew.NewBoard(str(self.path))
        self.parts = {}
        self.texts = []
        corners = ((0, 0), (width, 0), (width, height), (0, height))
        for one, other in zip(corners, corners[1:] + corners[:1]):
            self.line(one, other, pcbnew.Edge_Cuts, 0.1)
        self._netlist()

    def line(self, one, other, layer, width):
        """A straight line on a drawing layer."""
        shape = pcbnew.PCB_SHAPE(self.board)
        shape.SetShape(pcbnew.SHAPE_T_SEGMENT)
        shape.SetStart(vector(*one))
        shape.SetEnd(vector(*other))
        shape.SetLayer(layer)
        shape.SetWidth(MM(width))
        self.board.Add(shape)

    def _netlist(self):
        out = self.folder / (self.name + ".netlist.tmp")
        subprocess.run(["kicad-cli", "sch", "export", "netlist", "--format", "kicadxml", "-o", str(out),
                        str(self.folder / (self.name + ".kicad_sch"))], check=True, capture_output=True)
        self._tree = ElementTree.parse(out).getroot()
        out.unlink()
        self._pad_nets = {}
        for net in self._tree.find("nets"):
            info = pcbnew.NETINFO_ITEM(self.board, net.get("name"))
            self.board.Add(info)
            for node in net:
                self._pad_nets[node.get("ref"), node.get("pin")] = info

    def place(self, where, back=()):
        """Places every part of the netlist; `where`: ref -> (x, y, degrees). KeyError for a part without a place."""
        for part in self._tree.find("components"):
            ref = part.get("ref")
            lib, name = part.find("footprint").text.split(":")
            home = self.folder if lib == "litfour" else FOOTPRINTS
            footprint = pcbnew.FootprintLoad(f"{home}/{lib}.pretty", name)
            footprint.SetFPID(pcbnew.LIB_ID(lib, name))
            footprint.SetReference(ref)
            footprint.SetValue(part.find("value").text)
            footprint.SetPath(pcbnew.KIID_PATH("/" + part.find("tstamps").text.split()[0]))
            properties = {p.get("name") for p in part.findall("property")}
            footprint.SetDNP("dnp" in properties)
            footprint.SetExcludedFromBOM("exclude_from_bom" in properties)
            fields = part.find("fields")
            for field in [] if fields is None else fields:
                if field.get("name") not in ("Footprint", "Datasheet", "Description"):
                    footprint.SetField(field.get("name"), field.text or "")
                    footprint.GetFieldByName(field.get("name")).SetVisible(False)
            self.board.Add(footprint)
            x, y, angle = where[ref]
            footprint.SetPosition(vector(x, y))
            if ref in back:
                footprint.Flip(vector(x, y), pcbnew.FLIP_DIRECTION_LEFT_RIGHT)
            footprint.SetOrientationDegrees(angle)
            footprint.Value().SetVisible(False)
            for pad in footprint.Pads():
                if (ref, pad.GetNumber()) in self._pad_nets:
                    pad.SetNet(self._pad_nets[ref, pad.GetNumber()])
            self.parts[ref] = footprint

    def hole(self, number, x, y, bare=3.3):
        """An M3 hole (3.2 mm) with no copper within `bare` mm."""
        footprint = pcbnew.FootprintLoad(FOOTPRINTS + "/MountingHole.pretty", "MountingHole_3.2mm_M3")
        footprint.SetFPID(pcbnew.LIB_ID("MountingHole", "MountingHole_3.2mm_M3"))
        footprint.SetReference(f"H{number}")
        footprint.SetAttributes(footprint.GetAttributes() | pcbnew.FP_BOARD_ONLY | pcbnew.FP_EXCLUDE_FROM_BOM
                                | pcbnew.FP_EXCLUDE_FROM_POS_FILES)
        footprint.Reference().SetVisible(False)
        footprint.Value().SetVisible(False)
        self.board.Add(footprint)
        footprint.SetPosition(vector(x, y))
        ring = [(x + bare * math.cos(k * math.pi / 16), y + bare * math.sin(k * math.pi / 16)) for k in range(32)]
        for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
            zone = self._zone(layer, ring)
            zone.SetIsRuleArea(True)
            zone.SetDoNotAllowCopperPour(True)
            zone.SetDoNotAllowTracks(True)
            zone.SetDoNotAllowVias(True)
            zone.SetDoNotAllowPads(False)
            zone.SetDoNotAllowFootprints(False)

    def pads(self):
        """(x, y, half width, half height, net name, layers) of every pad, layers out of 0 and 1."""
        for footprint in self.board.GetFootprints():
            for pad in footprint.Pads():
                box = pad.GetBoundingBox()
                centre, size = box.GetCenter(), box.GetSize()
                layers = tuple(k for k, layer in enumerate((pcbnew.F_Cu, pcbnew.B_Cu)) if pad.IsOnLayer(layer))
                if pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH:
                    layers = (0, 1)
                yield (centre.x / 1e6, centre.y / 1e6, size.x / 2e6, size.y / 2e6, pad.GetNetname() or None, layers)

    def keep_outs(self):
        """Polygons (lists of points) that footprints close to tracks, such as the Pico W's antenna."""
        for footprint in self.board.GetFootprints():
            for zone in footprint.Zones():
                outline = zone.Outline().Outline(0)
                yield [(outline.CPoint(i).x / 1e6, outline.CPoint(i).y / 1e6) for i in range(outline.PointCount())]

    def solid(self, ref, pads):
        """Joins pads of `ref` to the pour without thermal relief: they carry amperes."""
        for pad in self.parts[ref].Pads():
            if pad.GetNumber() in pads:
                pad.SetLocalZoneConnection(pcbnew.ZONE_CONNECTION_FULL)

    def net(self, name):
        """The net called `name`. KeyError if there is none."""
        net = self.board.FindNet(name)
        if net is None:
            raise KeyError(name)
        return net

    def track(self, net, points, width, layer=pcbnew.F_Cu):
        """A chain of track pieces through `points`."""
        for one, other in zip(points, points[1:]):
            track = pcbnew.PCB_TRACK(self.board)
            track.SetStart(vector(*one))
            track.SetEnd(vector(*other))
            track.SetWidth(MM(width))
            track.SetLayer(layer)
            track.SetNet(self.net(net))
            self.board.Add(track)

    def via(self, net, x, y, diameter=0.8, drill=0.4):
        """A via."""
        via = pcbnew.PCB_VIA(self.board)
        via.SetPosition(vector(x, y))
        via.SetWidth(MM(diameter))
        via.SetDrill(MM(drill))
        via.SetNet(self.net(net))
        self.board.Add(via)

    def _zone(self, layer, points):
        zone = pcbnew.ZONE(self.board)
        zone.SetLayer(layer)
        outline = zone.Outline()
        outline.NewOutline()
        for x, y in points:
            outline.Append(MM(x), MM(y))
        self.board.Add(zone)
        return zone

    def pour(self, net, layer, points, priority=0, solid=False, clearance=0.3, spoke=0.8):
        """Poured copper; `solid` pads take no thermal relief (pads that carry amperes)."""
        zone = self._zone(layer, points)
        zone.SetNet(self.net(net))
        zone.SetLocalClearance(MM(clearance))
        zone.SetMinThickness(MM(0.25))
        zone.SetThermalReliefGap(MM(0.35))
        zone.SetThermalReliefSpokeWidth(MM(spoke))
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        zone.SetAssignedPriority(priority)
        if solid:
            zone.SetPadConnection(pcbnew.ZONE_CONNECTION_FULL)
        return zone

    def text(self, text, x, y, size=1.0, layer=pcbnew.F_SilkS, angle=0, justify=0):
        """A text on the silkscreen; `justify` -1 left, 0 middle, 1 right."""
        item = pcbnew.PCB_TEXT(self.board)
        item.SetText(text)
        item.SetPosition(vector(x, y))
        item.SetLayer(layer)
        item.SetTextSize(vector(size, size))
        item.SetTextThickness(MM(max(0.15, size * 0.15)))
        item.SetTextAngleDegrees(angle)
        item.SetHorizJustify({-1: pcbnew.GR_TEXT_H_ALIGN_LEFT, 0: pcbnew.GR_TEXT_H_ALIGN_CENTER,
                              1: pcbnew.GR_TEXT_H_ALIGN_RIGHT}[justify])
        if layer == pcbnew.B_SilkS:
            item.SetMirrored(True)
        self.board.Add(item)
        self.texts.append(item)
        return item

    def save(self):
        """Fills the zones and writes the file."""
        pcbnew.ZONE_FILLER(self.board).Fill(self.board.Zones())
        pcbnew.SaveBoard(str(self.path), self.board)
        for stray in (self.folder / (self.name + ".kicad_prl"),):
            stray.unlink(missing_ok=True)
