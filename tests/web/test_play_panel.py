"""The side panel's questions over the websocket of `litfour play --web`."""

import asyncio

from host_tools.simulator import Simulator, chosen_settings
from host_tools.web_boards import SimulatedBoard, WebInputs, WebSound
from litfour.ports import panel_named
from tests.web.playing import opened, served


def test_a_game_is_pasted_weighed_and_copied():
    async def play():
        simulator = Simulator("7x6", seed=4, settings=chosen_settings(panel_named("7x6"), level="easy"),
                              inputs=WebInputs(), sound=WebSound())
        asked = 0
        async with served(SimulatedBoard(simulator, 5)) as server, opened(server) as page:
            async def ask(name, given=None):
                nonlocal asked
                asked += 1
                await page.send(ask=name, given=given, number=asked)
                await page.until(lambda page: asked in page.answers)
                return page.answers[asked]

            await page.until(lambda page: page.told)
            assert "move 2: column 1 is empty" in (await ask("paste", "popout: 4 1p"))["error"]
            for nonsense in (None, 4, ["4"], {"text": "4"}, "4" * 6000):
                assert "error" in await ask("paste", nonsense)
            assert await ask("paste", "popout: 1 7 1 7 1 7") == ["standard:", False]
            await page.until(lambda page: page.told["variant"] == "popout")
            assert page.told["state"] == "attract" and page.told["moves"] == "1 7 1 7 1 7"
            scores = await ask("scores")
            while scores["moves"][0][1] is None:
                await asyncio.sleep(0.02)
                scores = await ask("scores")
            assert scores["moves"][0] == ["1", 1, 1, True, None] and len(scores["moves"]) == 8
            current, search = await ask("figures")
            assert 42 < current[0] < current[1] == 450 and search[3] is False
            assert await ask("game") == "popout: 1 7 1 7 1 7"

    asyncio.run(play())
