"""The search of engine/games: forced wins and losses are found, proved and played; a step allocates nothing; equal
input gives equal nodes. What is forced is found out here by trying all moves, with the rules' own classes."""

from litfour.app.chance import Random
from litfour.engine import games_kernel as K
from litfour.rules.position import DRAW, ONGOING, POPPED, SWAPPED
from litfour.rules.start import new_position
from litfour.rules.variants import AVOID, variant_named
from tests.engine.games_help import GAMES, new_search, pick, played, random_position, random_start, searched
from tests.portable import ON_MICROPYTHON

LONGEST = 300               # moves of a random game, then another is tried
TRIED = 3000 if ON_MICROPYTHON else 12000       # moves that may be tried to find out what a position is worth


def forced(position, plies):
    """1 or -1 for the side to move where it can force a win, or must lose, within `plies` moves; else 0."""
    seat, best = position.turn, -1
    for move in position.legal():
        position.play(move)
        if position.result != ONGOING:
            value = 1 if position.result == seat else 0 if position.result == DRAW else -1
        elif plies == 1:
            value = 0
        else:
            value = forced(position, plies - 1)
            if position.turn != seat:
                value = -value
        position.undo()
        if value == 1:
            return 1
        best = max(best, value)
    return best


def late_positions(variant, chance, games):
    """Positions a few moves before the end of random games that somebody won."""
    while games:
        position = random_start(variant, chance)
        while position.result == ONGOING and len(position.moves) < LONGEST:
            position.play(pick(chance, position.legal()))
            if variant.kind == AVOID and position.result and pick(chance, (0, 1, 1, 1, 1)):
                position.undo()         # most games go on until lines are hard to avoid
        if position.result in (ONGOING, DRAW):
            continue
        games -= 1
        for _ in range(4):
            position.undo()
            if len(position.legal()) > 1:
                yield position


def plies_to_try(position, most):
    plies = most
    while plies and len(position.legal()) ** plies > TRIED:
        plies -= 1
    return plies


def test_forced_wins_and_losses_are_found_proved_and_played():
    chance = Random(21)
    for variant in GAMES:
        search = new_search()
        found: dict = {}
        for position in late_positions(variant, chance, 12 if ON_MICROPYTHON else 25):
            plies = plies_to_try(position, 4)
            value = forced(position, plies) if plies else 0
            if not value:
                continue
            searched(position, 20000, search=search)
            where = (variant.name, position.moves, value)
            assert search.proved and search.outcome == value, where
            found[value] = found.get(value, 0) + 1
            found[plies] = found.get(plies, 0) + 1
            if value == 1:
                seat = position.turn
                position.play(search.best)
                assert position.result == seat or position.result == ONGOING, where
                if position.result == ONGOING:
                    searched(position, 20000, search=search)
                    assert search.outcome == (1 if position.turn == seat else -1), where
                position.undo()
        assert found.get(1, 0) > (5 if ON_MICROPYTHON else 15) and (ON_MICROPYTHON or found.get(-1, 0) > 3), (
            variant.name, found)


def test_what_is_proved_to_end_soon_does():
    """The other way round: a proof of a short win or loss is confirmed by trying all moves."""
    chance, checked = Random(22), 0
    for variant in GAMES:
        search = new_search()
        for position in late_positions(variant, chance, 12 if ON_MICROPYTHON else 20):
            searched(position, 3000, search=search)
            if not search.outcome:
                continue
            value = search.values[0]
            plies = K.WIN - value if search.outcome > 0 else value - (K.FLIP - K.WIN)
            if plies <= plies_to_try(position, 4):
                assert forced(position, plies) == search.outcome, (variant.name, position.moves)
                checked += 1
    assert checked > (20 if ON_MICROPYTHON else 150), checked


def test_what_wins_at_once_is_played_at_once():
    for name, moves, best in (("popout", "1 2 1 2 1 2", 0), ("no-gravity", "1.1 3.5 3.1 5.5 4.1 6.2", 6),
                              ("power-up", "1 7 2 6 3 6", 3)):
        search = searched(played(variant_named(name), moves), 2000)
        assert search.best & 15 == best & 15 and search.outcome == 1, (name, search.best)
        position = played(variant_named(name), moves)
        seat = position.turn
        position.play(search.best)
        assert position.result == seat, (name, moves)


def test_a_pop_with_lines_of_both_wins_or_not_by_the_rule():
    """Only popping column 4 completes a line at once, the opponent's too."""
    variant = variant_named("popout")
    for rule, wins in ((0, True), (1, False), (2, False)):
        position = played(variant, "4 4 4 5 5 6 6 7 7 1", rule=rule)
        search = searched(position, 4000)
        assert forced(position, 1) == int(wins)
        assert (search.best == POPPED + 3) == wins and (not wins or search.values[0] == K.WIN - 1), rule


def test_a_threat_is_blocked():
    for name, moves, best in (("popout", "1 2 1 2 1", 0), ("popout-5", "2 3 2 3 2 3 2", 1),
                              ("no-gravity", "3.3 2.3 4.3 1.1 5.3", 5 * 6 + 2)):
        search = searched(played(variant_named(name), moves), 4000)
        assert search.best == best, (name, search.best)
    position = played(variant_named("power-up"), "1 7 1 7 1")
    position.play(searched(position, 20000).best)
    assert forced(position, 1) != 1         # power discs block too


def test_avoid_four_completes_no_line_while_there_is_another_move():
    chance, tempted = Random(23), 0
    variant = variant_named("avoid-four")
    search = new_search()
    for _ in range(15 if ON_MICROPYTHON else 60):
        position = random_position(variant, chance, 18 + chance.below(12))
        seat, losing = position.turn, 0
        moves = position.legal()
        for move in moves:
            position.play(move)
            losing += position.result == 3 - seat
            position.undo()
        if 0 < losing < len(moves):
            position.play(searched(position, 1000, search=search).best)
            assert position.result != 3 - seat, position.moves
            tempted += 1
    assert variant.kind == AVOID and tempted > (4 if ON_MICROPYTHON else 20), tempted


def test_the_third_time_of_a_position_is_worth_a_draw():
    """The root's moves with their true values: only the pop that repeats the start is a draw for sure."""
    position = played(variant_named("popout"), "4 5 4p 5p 4 5 4p")
    search = searched(position, 200000, 2, K.FLIP)
    assert search.depth == 2
    values = dict(zip(search.moves, search.values))
    assert values[POPPED + 4] == K.DRAW
    again = searched(played(variant_named("popout"), "4 5 4p"), 200000, 2, K.FLIP)
    values = dict(zip(again.moves, again.values))
    assert values[POPPED + 4] != K.DRAW         # the second time only: the game goes on


def test_swapped_colours_are_considered():
    """After the centre cell the second seat does well to take it over; after a corner it does not."""
    variant = variant_named("no-gravity")
    for moves, swaps in (("4.3", True), ("1.1", False)):
        search = searched(played(variant, moves, rule=1), 6000)
        assert SWAPPED in search.moves and (search.best == SWAPPED) == swaps, (moves, search.best)


def test_equal_input_gives_equal_nodes_and_moves_however_it_is_sliced():
    chance = Random(24)
    for variant in GAMES:
        position = random_position(variant, chance, 6)
        runs = [searched(position, 1500, seed=7, slice_nodes=nodes) for nodes in (7, 60, 5000, 60)]
        assert len({(run.nodes, tuple(run.moves), tuple(run.values), run.depth) for run in runs}) == 1, variant.name
        assert runs[0].nodes == 1500 or runs[0].proved


def test_no_step_searches_more_nodes_than_allowed():
    chance = Random(25)
    for variant in GAMES:
        search, seen = new_search(), 0
        search.start(random_position(variant, chance, 4), 400, 42)
        while not search.step(37):
            assert 0 <= search.nodes - seen <= 37
            seen = search.nodes
        assert search.nodes <= 400


def test_one_search_serves_all_games_and_can_be_stopped():
    chance, search = Random(26), new_search()
    assert search.best == -1 and search.done and search.nodes == 0
    for variant in GAMES + GAMES[::-1]:
        position = random_position(variant, chance, 5)
        search.start(position, 5000, 42)
        assert search.best in position.legal()
        search.step(300)
        best = search.best
        search.cancel()
        assert search.done and search.step(60) and search.best == best and search.nodes <= 300
        assert best in position.legal() and search.choose(30) in position.legal()
    search.forget()
    assert search.best == -1 and search.nodes == 0
    search.release()
    assert searched(new_position(GAMES[0]), 20, search=search).nodes == 20


def test_a_step_allocates_nothing():
    chance = Random(27)
    for variant in GAMES:
        search = new_search()
        position = random_position(variant, chance, 6)
        search.start(position, 600, 42, 2)
        if ON_MICROPYTHON:
            import micropython
            micropython.heap_lock()
        try:
            while not search.step(50):
                pass
            move = search.choose(2)
        finally:
            if ON_MICROPYTHON:
                micropython.heap_unlock()
        assert move in position.legal()
