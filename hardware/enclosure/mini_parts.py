"""The pieces of the Mini's case: part -> (print rotation about x and y, colour, what it is).

"piece": printed, stands in the assembled thing; "twin": printed, stands there as one of mini_caps; "shown": not
printed.
"""

MINI = {
    "mini_base": ((0, 0), "#3c3f46", "piece"),
    "mini_top": ((0, 0), "#2b4a8b", "piece"),
    "mini_grid": ((0, 0), "#e8e8e8", "piece"),
    "mini_diffuser": ((0, 0), "#f4f4f0", "piece"),
    "mini_hood": ((180, 0), "#55606e", "piece"),
    "mini_cap_column": ((180, 0), "#d94f3d", "twin"),
    "mini_cap_menu": ((0, 0), "#d94f3d", "twin"),
    "mini_cap_undo": ((0, 0), "#d94f3d", "twin"),
    "mini_caps": ((0, 0), "#d94f3d", "shown"),
    "mini_module": ((0, 0), "#1f6b3a", "shown"),
}
