/* The host's side of the solver: the same node loop as the board's, and whole decisions in C so that the walk can make
 * millions of them. `decide` must do what engine/solver.py does (tests/solver hold them to each other). */
#include "../../firmware/kernel/solver.c"

typedef uint64_t u64;

#define KEY_A(key) ((u32)((key) & 0x0fffffffu))
#define KEY_B(key) ((u32)((key) >> 28))
#define BOTTOM (BOTTOM_A | ((u64)BOTTOM_B << 28))
#define CELLS (BOTTOM * 63u)
#define COLUMN 127ull

enum { BLOCK_WORDS = FIRST + 42 * FRAME_WORDS };
enum { INSTANT, SEARCH, UNPROVED };

typedef struct {
    u64 me, all;
    int ply;
} Position;

typedef struct {
    int column;  /* in the orientation given, or -1 */
    int value;   /* 1, 0, -1 for the side to move; 2 not known */
    int source;  /* INSTANT, SEARCH or UNPROVED (best is then a guess) */
    int plies;   /* to the end of the game if it is known, else 0 */
    u32 nodes;
} Decision;

static const int CENTRE_FIRST[7] = {3, 2, 4, 1, 5, 0, 6};

/* A key is me + all + BOTTOM: in each column the discs of the side to move under one more bit. */
static Position from_key(u64 key)
{
    Position p = {0, 0, 0};
    for (int column = 0; column < 7; column++) {
        u32 code = (key >> (7 * column)) & COLUMN, height = 0;
        /* code = me + all + 1 = me + 2 ** height */
        while ((2u << height) <= code)
            height++;
        p.all |= ((1ull << height) - 1) << (7 * column);
        p.me |= (u64)(code - (1u << height)) << (7 * column);
        p.ply += height;
    }
    return p;
}

static u64 to_key(u64 me, u64 all) { return me + all + BOTTOM; }

static u64 mirror(u64 board)
{
    u64 out = 0;
    for (int column = 0; column < 7; column++)
        out |= ((board >> (7 * column)) & COLUMN) << (7 * (6 - column));
    return out;
}

static u64 canonical(u64 key)
{
    u64 other = mirror(key);
    return key < other ? key : other;
}

static u64 threats64(u64 discs, u64 all)
{
    u64 free = CELLS & ~all;
    Lanes t = threats(KEY_A(discs), KEY_B(discs), KEY_A(free), KEY_B(free));
    return t.a | ((u64)t.b << 28);
}

static int column_of(u64 cells)
{
    for (int i = 0; i < 7; i++)
        if (cells & (COLUMN << (7 * CENTRE_FIRST[i])))
            return CENTRE_FIRST[i];
    return -1;
}

/* The answer to "does the attacker win with `left` discs left, plus one, or more?": 1, 0, or -1 when `*allowed` nodes
 * are spent. `fresh` clears the table. *column gets the move that decided for the side to move. */
static int ask(u32 *block, u32 *table, const Position *p, int first, int left, int fresh, u32 *allowed, u32 *nodes)
{
    int theta = first ? left : 1 - left;
    u32 *frame = block + FIRST;
    u64 threat = threats64(p->all ^ p->me, p->all);
    frame[ME_A] = KEY_A(p->me);
    frame[ME_B] = KEY_B(p->me);
    frame[ALL_A] = KEY_A(p->all);
    frame[ALL_B] = KEY_B(p->all);
    frame[THREAT_A] = KEY_A(threat);
    frame[THREAT_B] = KEY_B(threat);
    block[STATE] = fresh ? START : RUNNING;
    block[PLY] = (u32)p->ply;
    block[FRAME] = FIRST;
    block[THETA] = (u32)(theta + 32);
    block[LIMIT] = (u32)(first ? 41 - 2 * theta : 40 + 2 * theta);
    block[AT_LIMIT] = !first;
    block[CLAIM] = first ? 1 : theta == 0 ? 2 : 0;
    block[LEFT] = *allowed;
    u32 answer = solver_run(block, table);
    *nodes += *allowed - block[LEFT];
    *allowed = block[LEFT];
    if (answer == RUNNING)
        return -1;
    return (answer == YES) == first;
}

static int marked(const u32 *block) { return column_of(block[MARK_A] | ((u64)block[MARK_B] << 28)); }

/* After the value is known: the quickest win (k plies pairs from now), or the longest resistance. */
static void refine(u32 *block, u32 *table, const Position *p, u32 allowed, Decision *d)
{
    int mine = p->ply / 2, theirs = p->ply - mine, me_first = !(p->ply & 1);
    for (int k = 1;; k++) {
        int won = d->value == 1, left = 21 - (won ? mine : theirs) - k;
        int answer = left <= 1 ? 1 : ask(block, table, p, won ? me_first : !me_first, left, 0, &allowed, &d->nodes);
        if (answer < 0)
            return;
        if (answer) {
            d->plies = 2 * k + (won ? 1 : 2);
            if (won && left > 1)
                d->column = marked(block);
            return;
        }
        if (!won)
            d->column = marked(block);
    }
}

static Decision instant(const Position *p)
{
    Decision d = {-1, 2, INSTANT, 0, 0};
    u64 can = (p->all + BOTTOM) & CELLS, wins = threats64(p->me, p->all) & can;
    if (wins) {
        d.column = column_of(wins);
        d.value = 1;
        d.plies = 1;
        return d;
    }
    u64 threat = threats64(p->all ^ p->me, p->all), must = can & threat;
    u64 to = must ? must : can, safe = to & ~(threat >> 1);
    if (!safe || (must & (must - 1))) {
        d.column = column_of(to);
        d.value = -1;
        d.plies = 2;
    } else if (!(safe & (safe - 1))) {
        d.column = column_of(safe);
    } else {
        d.source = SEARCH;
        d.column = column_of(safe);
    }
    return d;
}

/* The move of the side to move at a canonical position that has no winner and is not full. */
Decision decide(u64 key, u32 budget, u32 refinement, u32 *table)
{
    u32 block[BLOCK_WORDS];
    Position p = from_key(key);
    Decision d = instant(&p);
    if (d.source == INSTANT)
        return d;
    int me_first = !(p.ply & 1);
    u32 allowed = budget;
    block[MARK_A] = KEY_A(COLUMN << (7 * d.column));
    block[MARK_B] = KEY_B(COLUMN << (7 * d.column));
    int answer = ask(block, table, &p, me_first, 1, 1, &allowed, &d.nodes);
    if (answer == 1) {
        d.value = 1;
    } else if (answer == 0) {
        answer = ask(block, table, &p, !me_first, 1, 0, &allowed, &d.nodes);
        if (answer >= 0)
            d.value = answer ? -1 : 0;
    }
    if (answer < 0)
        d.source = UNPROVED;
    if (d.value != -1)
        d.column = marked(block);
    if (d.value == 1 || d.value == -1)
        refine(block, table, &p, refinement < allowed ? refinement : allowed, &d);
    return d;
}

/* Exact mode. The value of any position that is not over, without limit: with `exact` the score as the data sets have
 * it (the winner's discs left plus one), else its sign. The table keeps from position to position: its entries are
 * facts. *nodes grows by the nodes entered. */
int score(u64 key, int exact, u32 *table, u64 *nodes)
{
    u32 block[BLOCK_WORDS];
    Position p = from_key(key);
    u64 can = (p.all + BOTTOM) & CELLS, threat = threats64(p.all ^ p.me, p.all), must = can & threat;
    int mine = p.ply / 2, theirs = p.ply - mine, me_first = !(p.ply & 1), low, high;
    if (threats64(p.me, p.all) & can)
        return exact ? 21 - mine : 1;
    if ((must & (must - 1)) || !((must ? must : can) & ~(threat >> 1)))
        return exact ? theirs - 21 : -1;
    if (p.ply >= 40)
        return 0;
    low = exact ? -(20 - theirs) : -1;
    high = exact ? 20 - mine : 1;
    while (low < high) { /* won, drawn or lost first: then the other questions profit from the table */
        int ask_for = low < 0 && high > 0 ? 1 : low < 0 && high == 0 ? 0 : low + (high - low + 1) / 2;
        int attacker_first = ask_for > 0 ? me_first : !me_first, left = ask_for > 0 ? ask_for : 1 - ask_for;
        u32 allowed = 0xffffffffu, spent = 0;
        int answer = ask(block, table, &p, attacker_first, left, 0, &allowed, &spent);
        *nodes += spent;
        if (ask_for <= 0)
            answer = !answer;
        if (answer)
            low = ask_for;
        else
            high = ask_for - 1;
    }
    return low;
}

/* A batch for the walk: for each canonical key the decision, or the move given in `columns` (-1 to decide), and all
 * canonical positions with the same side to move again that the opponent's replies lead to, in `children` (at most 7 a
 * key); returns their number. A floor is a value that the play so far has proved: no later position may be worth less,
 * and no reply may win at once unless it is -1. Status GIVEN_AWAY says that it did. */
enum { GIVEN_AWAY = 64 };

long walk(const u64 *keys, long n, u32 budget, u32 refinement, u32 *table, const int8_t *floors, int8_t *columns,
          int8_t *values, int8_t *sources, u32 *nodes, u64 *children, int8_t *child_floors)
{
    long written = 0;
    for (long i = 0; i < n; i++) {
        int floor = floors[i];
        if (columns[i] < 0) {
            Decision d = decide(keys[i], budget, refinement, table);
            columns[i] = (int8_t)d.column;
            values[i] = (int8_t)d.value;
            sources[i] = (int8_t)d.source;
            nodes[i] = d.nodes;
            if (d.source == UNPROVED)
                continue;
            if (d.value < floor)
                sources[i] |= GIVEN_AWAY;
            else if (d.value != 2)
                floor = d.value;
        }
        Position p = from_key(keys[i]);
        u64 can = (p.all + BOTTOM) & CELLS, x = can & (COLUMN << (7 * columns[i]));
        if (!x || (threats64(p.me, p.all) & x) || p.ply + 1 >= 42)
            continue;
        u64 me = p.me | x, all = p.all | x;
        u64 wins = threats64(p.all ^ p.me, all);
        can = (all + BOTTOM) & CELLS;
        for (int column = 0; column < 7; column++) {
            u64 y = can & (COLUMN << (7 * column));
            if (!y)
                continue;
            if (y & wins) {
                if (floor > -1)
                    sources[i] |= GIVEN_AWAY;
            } else if (p.ply + 2 < 42) {
                child_floors[written] = (int8_t)floor;
                children[written++] = canonical(to_key(me, all | y));
            }
        }
    }
    return written;
}
