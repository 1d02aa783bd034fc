"""IPC-2221: temperature rise of an outer copper track. Pure arithmetic."""

K_OUTER = 0.048             # IPC-2221, external layers
OUNCE_UM = 35.0
_MIL_MM = 0.0254


def rise_kelvin(amps, width_mm, copper_um=OUNCE_UM):
    """Kelvin above ambient of a long track `width_mm` wide that carries `amps`."""
    area = width_mm / _MIL_MM * (copper_um / 1000 / _MIL_MM)        # square mils
    return (amps / (K_OUTER * area ** 0.725)) ** (1 / 0.44)


def width_mm(amps, rise, copper_um=OUNCE_UM):
    """Least width for `amps` at a temperature rise of `rise` kelvin."""
    area = (amps / (K_OUTER * rise ** 0.44)) ** (1 / 0.725)
    return area / (copper_um / 1000 / _MIL_MM) * _MIL_MM
