/* The node loop of the 7 x 6 solver: one function over one block of words, no libraries, no data of its own.
 *
 * It decides one question of a position: "does the first player reach THETA?", where the value of a game is the number
 * of discs the winner has left plus one (0 a draw, negative if the second player wins). THETA 1 asks "does the first
 * player win?", THETA 0 "does the second player fail to win?"; larger ones ask for an earlier win.
 * This file is the host's solver and what solver_m0.S, the same by hand for the board's Cortex-M0+, is held to: the same
 * block and table, the same nodes in the same order. It also compiles for the board, as a measure.
 *
 * Lanes: seven bits a column, six cells from the bottom and a guard. Lane a holds columns 0-3, lane b columns 4-6.
 *
 *      lane a, 28 bits                          lane b, 21 bits
 *      col 0     col 1     col 2     col 3      col 4     col 5     col 6
 *      0 .. 5 6  7..12 13  14..19 20 21..26 27  0 .. 5 6  7..12 13  14..19 20      the last of each is the guard
 */
#include <stdint.h>

typedef uint32_t u32;

/* The block: words that the caller sets, words that it reads, then one frame a ply. See engine/solver.py. */
enum {
    LEFT,      /* in: nodes this slice may still enter; out: what is left of them */
    STATE,     /* in: START or RUNNING; out: RUNNING, NO or YES, the answer */
    PLY,       /* in: discs on the board; then the ply of the frame to enter next */
    THETA,     /* in: the question, plus 32 */
    LIMIT,     /* in: from this ply on the attacker cannot make it any more */
    AT_LIMIT,  /* in: the answer there (0 or 1) */
    CLAIM,     /* in: 1 if the first player attacks, 2 if the second one attacks for any win, else 0 */
    MARK_A,    /* out: guard bit, lane a, of the column tried last at the root */
    MARK_B,    /* out: the same of lane b */
    FRAME,     /* own: word index of the frame to enter next */
    ROOT_PLY,  /* own */
    FIRST      /* word index of the first frame */
};
enum { RUNNING = 0, NO = 1, YES = 2, START = 3 };

/* A frame: discs of the side to move, all discs, threats of the other side (each lane a, lane b), moves left, moves. */
enum { ME_A, ME_B, ALL_A, ALL_B, THREAT_A, THREAT_B, COUNT, MOVES, FRAME_WORDS = MOVES + 14 };

#define BOTTOM_A 0x00204081u
#define BOTTOM_B 0x00004081u
#define CELLS_A (BOTTOM_A * 63u)
#define CELLS_B (BOTTOM_B * 63u)
#define GUARD_A (BOTTOM_A << 6)
#define GUARD_B (BOTTOM_B << 6)
#define EVEN_A (BOTTOM_A * 42u) /* rows 2, 4, 6 counted from 1: those the second player gets by following up */
#define EVEN_B (BOTTOM_B * 42u)
#define ODD_A (BOTTOM_A * 21u)
#define ODD_B (BOTTOM_B * 21u)

#ifndef BUCKET_BITS
#define BUCKET_BITS 13 /* the host's exact mode may have more, up to 21 */
#endif
#define BUCKETS (1u << BUCKET_BITS)
#define HASH 0x9E3779B1u

typedef struct { u32 a, b; } Lanes;

#define INLINE static inline __attribute__((always_inline))

/* Empty cells that complete four of the given discs. The board is taken four times, shifted by 0 to 3 columns, so that
 * all four windows of four columns are worked on at once; for diagonals each is shifted by a row more. Nothing is masked
 * on the way: what runs over a column's end meets an empty guard or ends in a guard, and no guard is free. */
INLINE Lanes threats(u32 a, u32 b, u32 free_a, u32 free_b)
{
    u32 x0 = a, x1 = (a >> 7) | (b << 21), x2 = (a >> 14) | (b << 14), x3 = (a >> 21) | (b << 7);
    u32 left = x0 & x1, right = x2 & x3;
    u32 t0 = x1 & right, t1 = x0 & right, t2 = left & x3, t3 = left & x2;
    {
        u32 d1 = x1 >> 1, d2 = x2 >> 2, d3 = x3 >> 3;
        left = x0 & d1;
        right = d2 & d3;
        t0 |= d1 & right;
        t1 |= (x0 & right) << 1;
        t2 |= (left & d3) << 2;
        t3 |= (left & d2) << 3;
    }
    {
        u32 d0 = x0 >> 3, d1 = x1 >> 2, d2 = x2 >> 1;
        left = d0 & d1;
        right = d2 & x3;
        t0 |= (d1 & right) << 3;
        t1 |= (d0 & right) << 2;
        t2 |= (left & x3) << 1;
        t3 |= left & d2;
    }
    u32 va = a & (a << 1) & (a << 2), vb = b & (b << 1) & (b << 2);
    Lanes result = {
        ((va << 1) | t0 | (t1 << 7) | (t2 << 14) | (t3 << 21)) & free_a,
        ((vb << 1) | (((((t1 >> 7) | t2) >> 7) | t3) >> 7)) & free_b};
    return result;
}

/* Not 0 if the given cells hold four in a line. */
INLINE u32 line(u32 a, u32 b)
{
    u32 x1 = (a >> 7) | (b << 21), x2 = (a >> 14) | (b << 14), x3 = (a >> 21) | (b << 7);
    u32 found = a & x1 & x2 & x3;
    found |= a & (x1 >> 1) & (x2 >> 2) & (x3 >> 3);
    found |= (a >> 3) & (x1 >> 2) & (x2 >> 1) & x3;
    u32 va = a & (a >> 1), vb = b & (b >> 1);
    found |= va & (va >> 2);
    found |= vb & (vb >> 2);
    return found;
}

INLINE u32 count(u32 bits)
{
    u32 n = 0;
    while (bits) {
        bits &= bits - 1;
        n++;
    }
    return n;
}

/* The table: buckets of three words, two entries of 48 bits. A key has 49 bits: 13 are the bucket's index, mixed with
 * the 36 others in a way that can be undone, so that an entry holds the full key: 32 + 4 bits, then the answer (1 bit),
 * its question (6 bits) and the depth below it (5 bits). */
#define REST(a, b) ((a) | (((b) >> 13) << 28))
#define TOP(b) ((b) >> 17)
#define BUCKET(table, rest, b) ((table) + 3 * ((((rest) * HASH) >> (32 - BUCKET_BITS)) ^ (((b) ^ ((b) >> 13)) & (BUCKETS - 1))))

/* The stored answer to the question theta: 0 no, 1 yes, 2 unknown. */
INLINE u32 probe(const u32 *table, u32 a, u32 b, u32 theta)
{
    u32 rest = REST(a, b);
    const u32 *e = BUCKET(table, rest, b);
    u32 info;
    if (e[0] == rest)
        info = e[2] << 16;
    else if (e[1] == rest)
        info = e[2];
    else
        return 2;
    if ((info >> 28) != TOP(b))
        return 2;
    u32 asked = (info << 5) >> 26;
    if ((info >> 27) & 1)
        return asked >= theta ? 1 : 2;
    return asked <= theta ? 0 : 2;
}

INLINE void store(u32 *table, u32 a, u32 b, u32 answer, u32 depth)
{
    u32 rest = REST(a, b);
    u32 *e = BUCKET(table, rest, b);
    u32 info = (TOP(b) << 12) | (answer << 5) | depth;
    u32 old = e[2];
    if (depth < (old & 31)) {
        e[1] = rest;
        e[2] = ((old << 16) >> 16) | (info << 16);
        return;
    }
    if (e[0] != rest) {
        e[1] = e[0];
        e[0] = rest;
        e[2] = (old << 16) | info;
        return;
    }
    e[2] = ((old >> 16) << 16) | info;
}

u32 solver_run(u32 *block, u32 *table)
{
    u32 *frame;
    u32 ply = block[PLY], answer, depth;
    if (block[STATE] == START) {
        for (u32 i = 0; i < 3 * BUCKETS; i += 8) {
            u32 *p = table + i;
            p[0] = p[1] = p[2] = p[3] = p[4] = p[5] = p[6] = p[7] = 0;
        }
        block[STATE] = RUNNING;
        block[ROOT_PLY] = ply;
        block[FRAME] = FIRST;
    }
    frame = block + block[FRAME];

enter:;
    u32 left = block[LEFT];
    if (left == 0) {
        block[PLY] = ply;
        block[FRAME] = (u32)(frame - block);
        return RUNNING;
    }
    block[LEFT] = left - 1;
    if (ply >= block[LIMIT]) {
        answer = block[AT_LIMIT];
        goto leave;
    }
    u32 me_a = frame[ME_A], me_b = frame[ME_B], all_a = frame[ALL_A], all_b = frame[ALL_B];
    u32 can_a = (all_a + BOTTOM_A) & CELLS_A, can_b = (all_b + BOTTOM_B) & CELLS_B;
    u32 to_a, to_b;
    {
        u32 ta = frame[THREAT_A], tb = frame[THREAT_B];
        to_a = can_a & ta;
        to_b = can_b & tb;
        if (!(to_a | to_b)) {
            to_a = can_a;
            to_b = can_b;
        }
        to_a &= ~(ta >> 1);
        to_b &= ~(tb >> 1);
    }
    /* If every column has an even number of empty cells and the first player is to move, or the second player can make
     * it so at once, then the second player may answer every move above it and gets all even rows. */
    if (block[CLAIM]) {
        u32 ea = can_a & EVEN_A, eb = can_b & EVEN_B, fits;
        if (ply & 1)
            fits = !(((ea & (ea - 1)) | (eb & (eb - 1))) || (ea && eb) || (ea & ~to_a) || (eb & ~to_b));
        else
            fits = !(ea | eb);
        if (fits) {
            u32 first_a = me_a, first_b = me_b, other_a = all_a ^ me_a, other_b = all_b ^ me_b;
            if (ply & 1) {
                first_a = other_a; first_b = other_b; other_a = me_a; other_b = me_b;
            }
            if (!line(first_a | (ODD_A & ~all_a), first_b | (ODD_B & ~all_b))
                && (block[CLAIM] == 1 || line(other_a | (EVEN_A & ~all_a), other_b | (EVEN_B & ~all_b)))) {
                if (ply & 1 && frame == block + FIRST) {
                    block[MARK_A] = ((CELLS_A & ~all_a) + ea) & GUARD_A;
                    block[MARK_B] = ((CELLS_B & ~all_b) + eb) & GUARD_B;
                }
                answer = 0;
                goto leave;
            }
        }
    }
    /* Children that the table knows: one that is good for us ends the node, the others need no search. */
    u32 wanted = (ply & 1) ^ 1;
    {
        u32 base_a = (all_a ^ me_a) + all_a + BOTTOM_A, base_b = (all_b ^ me_b) + all_b + BOTTOM_B;
        u32 theta = block[THETA], known;
        for (u32 rest = to_a; rest;) {
            u32 x = rest & -rest;
            rest ^= x;
            known = probe(table, base_a + x, base_b, theta);
            if (known == wanted) {
                if (frame == block + FIRST) { block[MARK_A] = ((CELLS_A & ~all_a) + x) & GUARD_A; block[MARK_B] = 0; }
                goto quick;
            }
            if (known != 2) to_a ^= x;
        }
        for (u32 rest = to_b; rest;) {
            u32 x = rest & -rest;
            rest ^= x;
            known = probe(table, base_a, base_b + x, theta);
            if (known == wanted) {
                if (frame == block + FIRST) { block[MARK_B] = ((CELLS_B & ~all_b) + x) & GUARD_B; block[MARK_A] = 0; }
                goto quick;
            }
            if (known != 2) to_b ^= x;
        }
    }
    u32 *move = frame + MOVES;
    while (to_a | to_b) {
        u32 xa = to_a & -to_a, xb = 0, mark_a = 0, mark_b = 0, weight;
        u32 free_a = CELLS_A & ~all_a, free_b = CELLS_B & ~all_b;
        if (xa) {
            to_a ^= xa;
            mark_a = (free_a + xa) & GUARD_A;
            weight = mark_a * ((0u << 23) | (2u << 16) | (4u << 9) | (6u << 2)) >> 29;
        } else {
            xb = to_b & -to_b;
            to_b ^= xb;
            mark_b = (free_b + xb) & GUARD_B;
            weight = mark_b * ((5u << 23) | (3u << 16) | (1u << 9)) >> 29;
        }
        Lanes t = threats(me_a | xa, me_b | xb, free_a ^ xa, free_b ^ xb);
        u32 next_a = (can_a + xa) & CELLS_A, next_b = (can_b + xb) & CELLS_B; /* where the answer can go */
        u32 safe_a = next_a & t.a, safe_b = next_b & t.b;
        if (!(safe_a | safe_b)) {
            safe_a = next_a;
            safe_b = next_b;
        } else if ((safe_a & (safe_a - 1)) | (safe_b & (safe_b - 1)) || (safe_a && safe_b)) {
            goto lost_for_them;
        }
        if (!((safe_a & ~(t.a >> 1)) | (safe_b & ~(t.b >> 1)))) {
        lost_for_them:
            if (frame == block + FIRST) { block[MARK_A] = mark_a; block[MARK_B] = mark_b; }
            answer = wanted;
            goto quick;
        }
        {
            u32 la = t.a & ~next_a, lb = t.b & ~next_b, later;
            if (ply & 1)
                later = (la & EVEN_A) | ((lb & EVEN_B) << 1);
            else
                later = (la & ODD_A) | ((lb & ODD_B) << 1);
            weight += (count(t.a) + count(t.b) + count(later)) << 3;
        }
        u32 ra = t.a | mark_a, rb = t.b | mark_b | (weight << 21);
        u32 *at = move;
        while (at != frame + MOVES && at[-1] >= rb) {
            at[0] = at[-2];
            at[1] = at[-1];
            at -= 2;
        }
        at[0] = ra;
        at[1] = rb;
        move += 2;
    }
    frame[COUNT] = (u32)(move - frame);
    answer = wanted ^ 1;

next:
    {
        u32 n = frame[COUNT];
        if (n == MOVES)
            goto done;
        n -= 2;
        frame[COUNT] = n;
        u32 ra = frame[n], rb = frame[n + 1];
        u32 ma = ra & GUARD_A, mb = rb & GUARD_B;
        if (frame == block + FIRST) { block[MARK_A] = ma; block[MARK_B] = mb; }
        u32 aa = frame[ALL_A], ab = frame[ALL_B];
        frame[FRAME_WORDS + ME_A] = aa ^ frame[ME_A];
        frame[FRAME_WORDS + ME_B] = ab ^ frame[ME_B];
        frame[FRAME_WORDS + ALL_A] = aa | ((aa + BOTTOM_A) & (ma - (ma >> 6)));
        frame[FRAME_WORDS + ALL_B] = ab | ((ab + BOTTOM_B) & (mb - (mb >> 6)));
        frame[FRAME_WORDS + THREAT_A] = ra & CELLS_A;
        frame[FRAME_WORDS + THREAT_B] = rb & CELLS_B;
        frame += FRAME_WORDS;
        ply++;
        goto enter;
    }

quick:
    answer = wanted;
    depth = 0;
    goto keep;

done:
    depth = (42 - ply) >> 1;
keep:
    {
        u32 aa = frame[ALL_A], ab = frame[ALL_B];
        store(table, frame[ME_A] + aa + BOTTOM_A, frame[ME_B] + ab + BOTTOM_B, (answer << 6) | block[THETA], depth);
    }
leave:
    if (frame == block + FIRST) {
        block[STATE] = NO + answer;
        return NO + answer;
    }
    frame -= FRAME_WORDS;
    ply--;
    if (answer == ((ply & 1) ^ 1))
        goto done;
    goto next;
}
