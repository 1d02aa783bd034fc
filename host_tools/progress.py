"""Progress of one thing, a line a step, or of several at once, a line each that is written over."""

import sys
import threading

COPIED = "copied "              # steps that say nothing to somebody who reads a log


class Progress:
    """Takes lines from several threads. `stream`: where they go; a terminal gets one line a label when there are more
    than one."""

    def __init__(self, labels, stream=None):
        self._labels = list(labels)
        self._stream = stream or sys.stdout
        self._lock = threading.Lock()
        self._lines = dict.fromkeys(self._labels, "waiting")
        self._over = len(self._labels) > 1 and self._stream.isatty()
        self._drawn = False

    def say(self, label, text):
        """The step that `label` is at."""
        with self._lock:
            self._lines[label] = text
            if self._over:
                self._draw()
            elif len(self._labels) == 1:
                print(text, file=self._stream, flush=True)
            elif not text.startswith(COPIED):
                print(f"{label}: {text}", file=self._stream, flush=True)

    def fail(self, label, text):
        """Why `label` went no further."""
        self.say(label, f"failed: {text}")

    def _draw(self):
        if self._drawn:
            print(f"\x1b[{len(self._labels)}A", end="", file=self._stream)
        for label in self._labels:
            print(f"\x1b[2K{label}: {self._lines[label]}"[:160], file=self._stream)
        self._stream.flush()
        self._drawn = True
