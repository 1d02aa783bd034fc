"""What the App does now and then, in memory only for the moment in which it is done: functions of an App."""

from litfour.app import app as A
from litfour.app.ondemand import forget
from litfour.app.session import FREE, Session
from litfour.app.settings import COACH_OFF, FREE_UNDOS, TABLE_FIELDS, VOLUMES
from litfour.ports import BEAM, MAX_COLUMNS
from litfour.rules.position import ONGOING
from litfour.rules.variants import VARIANTS


def apply(app):
    """Makes light and sound what the settings say."""
    from litfour.view import colours
    settings = app.settings
    app.session.settings.take(settings, TABLE_FIELDS)
    app.scene.seats = colours.seats(colours.DARK if settings.night else settings.palette)
    forget("litfour.view.colours")
    app.scene.textured = settings.texture == 1
    app.sound.volume = 0 if settings.night else VOLUMES[settings.sound]
    app.dim(0)


def new_session(app, settings, now):
    """A new game; the old one is kept until the first move. The score goes on where the seats stay the same."""
    old = app.session
    same = old.match.seats == VARIANTS[settings.variant].seats and old.settings.same(
        settings, ("cpus", "starter", "people"))
    match = old.match if same else None
    if match and old.position.result != ONGOING:
        match.next_game(old.position.result)
    if old.position.moves or old.future or not app.kept:
        app.kept = old                      # a game that nobody has begun is not worth keeping
    app.settings = settings
    app.adopt(Session(settings, match, app.random.below(1 << 15)))
    app.pending |= A.PREPARE | A.SAVE
    app.go_on(now)


def restore(app, now):
    """Back to the game before the new one."""
    session = app.kept
    app.kept = None
    session.match.starter = session.position.first
    session.settings.take(app.settings, TABLE_FIELDS)
    app.settings = session.settings
    app.player.cancel()
    app.adopt(session)
    app.pending = (app.pending & ~(A.MOVE | A.SEARCH)) | A.PREPARE | A.SAVE
    app.go_on(now)


def count(app, now):
    """A finished game goes into the statistics; a game of which that is so already is not counted twice."""
    from litfour.app import stats
    told = stats.record(app.store, app.session)
    forget("litfour.app.stats")
    if told and told not in app.repaired:
        app.repaired.append(told)


def discount(app):
    """A counted game was taken back, and another move was played: it is not finished after all."""
    from litfour.app import stats
    stats.record(app.store, app.session, -1)
    forget("litfour.app.stats")


def ask(app, now):
    """The best move is to be shown, where a person is to choose one."""
    if app.state not in (A.TURN, A.REWOUND) or app.settings.coach == COACH_OFF:
        app.refuse(-1, now)
        return
    if app.coach:
        app.coach.show_best = True
    else:
        app.pending |= A.COACH
    app.hint = True


def start_toddler(app, now):
    """Any press makes light and sound; the game waits."""
    from litfour.app.toddler import Toddler
    app.toddler = Toddler(app.panel)
    app.enter(A.TODDLER, now)


def may_take_back(app):
    """Takebacks are forbidden: whether a seat has some as its help, and takes one."""
    session = app.session
    if app.kept and not session.position.moves:
        return True
    seat = session.position.turn
    if not session.settings.cpus or session.is_cpu(seat):
        seat = 3 - seat                     # the one who moved last
    if session.match.seats > 2 or session.settings.help_of(seat) != FREE_UNDOS or session.undos[seat] >= FREE:
        return False
    session.undos[seat] += 1
    return True


def settle_disc(app, count, now):
    """Of a disc that lies in a beam or fell while nobody might move: MENU counts it as a move once somebody may, UNDO
    ignores it. False where nobody may yet."""
    column = app.stray
    if count and app.state != A.TURN:
        return False
    if column < 0:
        column = 0
        while column < MAX_COLUMNS - 1 and not app.jammed >> BEAM + column & 1:
            column += 1
        app.jammed &= ~(1 << BEAM + column)
    app.stray = -1
    app.redraw()
    if count:
        app.on_column(column, now)
    return True
