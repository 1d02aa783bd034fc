"""The board as a web page: its sources, and the kernels in JavaScript. host_tools/web_build.py puts it together."""
