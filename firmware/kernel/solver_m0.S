@ The node loop of solver.c by hand for the Cortex-M0+: the same block, the same table, the same nodes in the same order
@ (tests/solver hold the two to each other). solver.c explains what it does; here is only how.
@
@ Throughout: r8 the frame, r9 the table, r10 the block, r11 the ply. r0-r7, r12 and lr are free. `a` and `b` are the
@ two lanes. Cycles: 1 an instruction, 2 a load, a store or a taken branch.

    .syntax unified
    .cpu cortex-m0plus
    .thumb
    .text

@ The block, in bytes
    .equ LEFT, 0
    .equ STATE, 4
    .equ PLY, 8
    .equ THETA, 12
    .equ LIMIT, 16
    .equ AT_LIMIT, 20
    .equ CLAIM, 24
    .equ MARK_A, 28
    .equ MARK_B, 32
    .equ FRAME, 36
    .equ ROOT_PLY, 40
    .equ FIRST, 44
@ A frame, in bytes
    .equ ME_A, 0
    .equ ME_B, 4
    .equ ALL_A, 8
    .equ ALL_B, 12
    .equ THREAT_A, 16
    .equ THREAT_B, 20
    .equ COUNT, 24
    .equ MOVES, 28
    .equ SIZE, 84
@ What this node keeps on the stack
    .equ me_a, 0
    .equ me_b, 4
    .equ free_a, 8
    .equ free_b, 12
    .equ can_a, 16
    .equ can_b, 20
    .equ row_a, 24          @ rows that count twice
    .equ row_b, 28
    .equ to_a, 32           @ moves still to look at
    .equ to_b, 36
    .equ base_a, 40         @ key of a child but for the new disc
    .equ base_b, 44
    .equ end, 48            @ of the list of moves
    .equ mark_a, 52         @ guard bit of the move's column
    .equ mark_b, 56
    .equ next_a, 60         @ where the answer to the move can go
    .equ next_b, 64
    .equ weight, 68
    .equ LOCALS, 72

    .equ BOTTOM_A, 0x00204081
    .equ BOTTOM_B, 0x00004081
    .equ CELLS_A, BOTTOM_A * 63
    .equ CELLS_B, BOTTOM_B * 63
    .equ GUARD_A, BOTTOM_A << 6
    .equ GUARD_B, BOTTOM_B << 6
    .equ ODD_A, BOTTOM_A * 21
    .equ ODD_B, BOTTOM_B * 21
    .equ EVEN_A, BOTTOM_A * 42
    .equ EVEN_B, BOTTOM_B * 42
    .equ HASH, 0x9E3779B1
    .equ CENTRE_A, (2 << 16) | (4 << 9) | (6 << 2)
    .equ CENTRE_B, (5 << 23) | (3 << 16) | (1 << 9)

    .global solver_run
    .type solver_run, %function
    .thumb_func
solver_run:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r4-r7}
    sub sp, #LOCALS
    mov r10, r0
    mov r9, r1
    ldr r2, [r0, #STATE]
    cmp r2, #3
    bne resume
    movs r2, #0             @ clear the table, 24 bytes a turn
    movs r3, #0
    movs r4, #0
    movs r5, #0
    movs r6, #0
    movs r7, #0
    movs r0, #1
    lsls r0, r0, #12
clear:
    stmia r1!, {r2-r7}
    subs r0, #1
    bne clear
    mov r0, r10
    str r2, [r0, #STATE]
    ldr r1, [r0, #PLY]
    str r1, [r0, #ROOT_PLY]
    movs r1, #FIRST / 4
    str r1, [r0, #FRAME]
resume:
    ldr r1, [r0, #FRAME]
    lsls r1, r1, #2
    add r1, r10
    mov r8, r1
    ldr r1, [r0, #PLY]
    mov r11, r1

@ ---- a node: what can be played, and what is safe
enter:
    mov r0, r10
    ldr r1, [r0, #LEFT]
    subs r1, #1
    bcs 1f
    b suspend
1:  str r1, [r0, #LEFT]
    ldr r1, [r0, #LIMIT]
    cmp r11, r1
    blo 1f
    ldr r7, [r0, #AT_LIMIT]
    b leave
1:  mov r7, r8
    ldmia r7!, {r0-r5}      @ me, all, threats of the other side
    str r0, [sp, #me_a]
    str r1, [sp, #me_b]
    ldr r6, =BOTTOM_A
    adds r6, r6, r2
    eors r0, r2
    adds r0, r0, r6
    str r0, [sp, #base_a]
    ldr r7, =CELLS_A
    ands r6, r7
    str r6, [sp, #can_a]
    bics r7, r2
    str r7, [sp, #free_a]
    movs r0, r6
    ldr r6, =BOTTOM_B
    adds r6, r6, r3
    eors r1, r3
    adds r1, r1, r6
    str r1, [sp, #base_b]
    ldr r7, =CELLS_B
    ands r6, r7
    str r6, [sp, #can_b]
    bics r7, r3
    str r7, [sp, #free_b]
    movs r1, r0             @ r0, r6: can; r1, r7: to
    ands r1, r4
    movs r7, r6
    ands r7, r5
    movs r2, r1
    orrs r2, r7
    bne 1f
    movs r1, r0
    movs r7, r6
1:  lsrs r4, r4, #1
    bics r1, r4
    lsrs r5, r5, #1
    bics r7, r5
    str r1, [sp, #to_a]
    str r7, [sp, #to_b]

@ ---- can the second player just answer above each move?
    mov r2, r10
    ldr r2, [r2, #CLAIM]
    cmp r2, #0
    beq known
    ldr r3, =EVEN_A
    ands r0, r3
    ldr r3, =EVEN_B
    ands r6, r3
    mov r3, r11
    lsls r3, r3, #31
    bne 1f
    movs r3, r0
    orrs r3, r6
    bne known
    b claim
1:  movs r3, r0             @ the second player to move: is one safe move enough to make all columns even?
    bics r3, r1
    movs r4, r6
    bics r4, r7
    orrs r3, r4
    bne known
    subs r3, r0, #1
    ands r3, r0
    bne known
    subs r3, r6, #1
    ands r3, r6
    bne known
    cmp r0, #0
    beq 1f
    cmp r6, #0
    bne known
1:  b claim

@ ---- children that the table knows
known:
    ldr r6, =HASH
    ldr r2, [sp, #base_a]
    cmp r1, #0
    beq known_b
    ldr r3, [sp, #base_b]
    lsrs r4, r3, #13
    movs r5, r4
    eors r5, r3
    lsls r5, r5, #19        @ the index's part from lane b
    lsls r4, r4, #28
    adds r2, r2, r4         @ the rest of the key
1:  negs r0, r1             @ r1: moves left, r0: the next one
    ands r0, r1
    eors r1, r0
    adds r3, r2, r0
    movs r4, r3
    muls r4, r6, r4
    eors r4, r5
    lsrs r4, r4, #19
    movs r7, #12
    muls r4, r7, r4
    add r4, r9
    ldr r7, [r4, #0]
    cmp r7, r3
    beq 3f
    ldr r7, [r4, #4]
    cmp r7, r3
    beq 4f
2:  cmp r1, #0
    bne 1b
    ldr r2, [sp, #base_a]
    b known_b
3:  ldr r4, [r4, #8]
    lsls r4, r4, #16
    b 5f
4:  ldr r4, [r4, #8]
5:  ldr r3, [sp, #base_b]
    lsrs r3, r3, #17
    lsrs r7, r4, #28
    cmp r7, r3
    bne 2b
    mov r3, r10
    ldr r3, [r3, #THETA]
    lsls r7, r4, #5
    lsrs r7, r7, #26
    lsls r4, r4, #4
    mov r4, r11             @ (mov keeps the flags)
    bmi 6f
    cmp r7, r3              @ "no" to this question or an easier one
    bhi 2b
    lsls r4, r4, #31
    bne good_a
    b 7f
6:  cmp r7, r3              @ "yes" to this question or a harder one
    blo 2b
    lsls r4, r4, #31
    beq good_a
7:  ldr r3, [sp, #to_a]
    eors r3, r0
    str r3, [sp, #to_a]
    b 2b

good_a:
    mov r1, r8
    mov r2, r10
    adds r2, #FIRST
    cmp r1, r2
    bne 1f
    ldr r3, [sp, #free_a]
    adds r0, r0, r3
    ldr r3, =GUARD_A
    ands r0, r3
    mov r2, r10
    str r0, [r2, #MARK_A]
    movs r0, #0
    str r0, [r2, #MARK_B]
1:  b quick

known_b:
    ldr r1, [sp, #to_b]
    cmp r1, #0
    beq expand
1:  negs r0, r1
    ands r0, r1
    eors r1, r0
    ldr r3, [sp, #base_b]
    adds r3, r3, r0
    lsrs r4, r3, #13
    movs r5, r4
    eors r5, r3
    lsls r5, r5, #19
    lsls r4, r4, #28
    adds r4, r4, r2
    movs r7, r4
    muls r7, r6, r7
    eors r7, r5
    lsrs r7, r7, #19
    movs r5, #12
    muls r7, r5, r7
    add r7, r9
    ldr r5, [r7, #0]
    cmp r5, r4
    beq 3f
    ldr r5, [r7, #4]
    cmp r5, r4
    beq 4f
2:  cmp r1, #0
    bne 1b
    b expand
3:  ldr r4, [r7, #8]
    lsls r4, r4, #16
    b 5f
4:  ldr r4, [r7, #8]
5:  lsrs r3, r3, #17
    lsrs r7, r4, #28
    cmp r7, r3
    bne 2b
    mov r3, r10
    ldr r3, [r3, #THETA]
    lsls r7, r4, #5
    lsrs r7, r7, #26
    lsls r4, r4, #4
    mov r4, r11
    bmi 6f
    cmp r7, r3
    bhi 2b
    lsls r4, r4, #31
    bne good_b
    b 7f
6:  cmp r7, r3
    blo 2b
    lsls r4, r4, #31
    beq good_b
7:  ldr r3, [sp, #to_b]
    eors r3, r0
    str r3, [sp, #to_b]
    b 2b

good_b:
    mov r1, r8
    mov r2, r10
    adds r2, #FIRST
    cmp r1, r2
    bne 1f
    ldr r3, [sp, #free_b]
    adds r0, r0, r3
    ldr r3, =GUARD_B
    ands r0, r3
    mov r2, r10
    str r0, [r2, #MARK_B]
    movs r0, #0
    str r0, [r2, #MARK_A]
1:  b quick

@ ---- the other moves: what each threatens, whether that wins at once, its place in the list
expand:
    mov r0, r11
    movs r1, #1
    ands r0, r1
    ldr r1, =ODD_A
    lsls r1, r0
    str r1, [sp, #row_a]
    ldr r1, =ODD_B
    lsls r1, r0
    str r1, [sp, #row_b]
    mov r0, r8
    adds r0, #MOVES
    str r0, [sp, #end]
    ldr r0, [sp, #to_a]
    cmp r0, #0
    beq lane_b
lane_a:
    negs r1, r0
    ands r1, r0
    eors r0, r1
    str r0, [sp, #to_a]
    ldr r2, [sp, #free_a]
    adds r3, r2, r1
    ldr r4, =GUARD_A
    ands r3, r4
    str r3, [sp, #mark_a]
    ldr r4, =CENTRE_A
    muls r4, r3, r4
    lsrs r4, r4, #29
    str r4, [sp, #weight]
    ldr r2, [sp, #can_a]
    adds r2, r2, r1
    ldr r4, =CELLS_A
    ands r2, r4
    str r2, [sp, #next_a]
    ldr r2, [sp, #can_b]
    str r2, [sp, #next_b]
    movs r2, #0
    str r2, [sp, #mark_b]
    ldr r0, [sp, #me_a]
    orrs r0, r1
    ldr r1, [sp, #me_b]
    b threats
lane_b:
    ldr r0, [sp, #to_b]
    cmp r0, #0
    bne 1f
    b listed
1:  negs r1, r0
    ands r1, r0
    eors r0, r1
    str r0, [sp, #to_b]
    ldr r2, [sp, #free_b]
    adds r3, r2, r1
    ldr r4, =GUARD_B
    ands r3, r4
    str r3, [sp, #mark_b]
    ldr r4, =CENTRE_B
    muls r4, r3, r4
    lsrs r4, r4, #29
    str r4, [sp, #weight]
    ldr r2, [sp, #can_b]
    adds r2, r2, r1
    ldr r4, =CELLS_B
    ands r2, r4
    str r2, [sp, #next_b]
    ldr r2, [sp, #can_a]
    str r2, [sp, #next_a]
    movs r2, #0
    str r2, [sp, #mark_a]
    ldr r0, [sp, #me_b]
    orrs r1, r0
    ldr r0, [sp, #me_a]
    b threats
    .ltorg

threats:                    @ r0, r1: discs. x0 = r0, x1 = r2, x2 = r3, x3 = r1
    lsrs r2, r0, #7
    lsls r4, r1, #21
    orrs r2, r4
    lsrs r3, r0, #14
    lsls r4, r1, #14
    orrs r3, r4
    lsls r4, r1, #1         @ three upright in lane b
    ands r4, r1
    lsls r5, r1, #2
    ands r4, r5
    lsls r4, r4, #1
    mov r12, r4
    lsrs r4, r0, #21
    lsls r1, r1, #7
    orrs r1, r4
    movs r4, r3             @ t0 = r4 and t1 = r5 share x2 and x3: level,
    ands r4, r1
    movs r5, r4
    ands r5, r0
    ands r4, r2
    lsrs r6, r3, #2         @ rising,
    lsrs r7, r1, #3
    ands r6, r7
    lsrs r7, r2, #1
    ands r7, r6
    orrs r4, r7
    ands r6, r0
    lsls r6, r6, #1
    orrs r5, r6
    lsrs r6, r3, #1         @ falling
    ands r6, r1
    lsrs r7, r2, #2
    ands r7, r6
    lsls r7, r7, #3
    orrs r4, r7
    lsrs r7, r0, #3
    ands r7, r6
    lsls r7, r7, #2
    orrs r5, r7
    lsls r6, r5, #7
    orrs r4, r6
    lsrs r5, r5, #21
    mov r6, r12
    orrs r5, r6
    mov lr, r4              @ what there is so far
    mov r12, r5
    movs r4, r0             @ t2 = r4 and t3 = r5 share x0 and x1: level,
    ands r4, r2
    movs r5, r4
    ands r5, r3
    ands r4, r1
    lsrs r6, r2, #1         @ rising,
    ands r6, r0
    lsrs r7, r1, #3
    ands r7, r6
    lsls r7, r7, #2
    orrs r4, r7
    lsrs r7, r3, #2
    ands r7, r6
    lsls r7, r7, #3
    orrs r5, r7
    lsrs r6, r0, #3         @ falling
    lsrs r7, r2, #2
    ands r6, r7
    lsrs r7, r3, #1
    ands r7, r6
    orrs r5, r7
    ands r6, r1
    lsls r6, r6, #1
    orrs r4, r6
    mov r1, lr              @ r1, r2: all of it
    mov r2, r12
    lsls r6, r4, #14
    orrs r1, r6
    lsls r6, r5, #21
    orrs r1, r6
    lsrs r4, r4, #14
    orrs r2, r4
    lsrs r5, r5, #7
    orrs r2, r5
    lsls r3, r0, #1         @ three upright in lane a
    ands r3, r0
    lsls r0, r0, #2
    ands r3, r0
    lsls r3, r3, #1
    orrs r1, r3
    ldr r3, [sp, #free_a]   @ (the new disc's own cell can not be among them: it would have won)
    ands r1, r3
    ldr r3, [sp, #free_b]
    ands r2, r3

    ldr r3, [sp, #next_a]   @ is there an answer that does not lose?
    ldr r4, [sp, #next_b]
    movs r5, r3
    ands r5, r1
    movs r6, r4
    ands r6, r2
    movs r7, r5
    orrs r7, r6
    bne 1f
    movs r5, r3
    movs r6, r4
    b 2f
1:  subs r7, r5, #1
    ands r7, r5
    bne won
    subs r7, r6, #1
    ands r7, r6
    bne won
    cmp r5, #0
    beq 2f
    cmp r6, #0
    bne won
2:  lsrs r7, r1, #1
    bics r5, r7
    lsrs r7, r2, #1
    bics r6, r7
    orrs r5, r6
    beq won

    movs r5, r1             @ its score: threats, and again those of the better rows that can not be played at once
    bics r5, r3
    ldr r7, [sp, #row_a]
    ands r5, r7
    movs r6, r2
    bics r6, r4
    ldr r7, [sp, #row_b]
    ands r6, r7
    lsls r6, r6, #1
    ldr r0, [sp, #weight]
    orrs r5, r6
    beq 2f
1:  adds r0, #8
    subs r7, r5, #1
    ands r5, r7
    bne 1b
2:  movs r5, r1
    beq 2f
1:  adds r0, #8
    subs r7, r5, #1
    ands r5, r7
    bne 1b
2:  movs r5, r2
    beq 2f
1:  adds r0, #8
    subs r7, r5, #1
    ands r5, r7
    bne 1b
2:  lsls r0, r0, #21
    orrs r2, r0
    ldr r3, [sp, #mark_a]
    orrs r1, r3
    ldr r3, [sp, #mark_b]
    orrs r2, r3
    ldr r3, [sp, #end]      @ insert
    mov r4, r8
    adds r4, #MOVES
    movs r0, r3
    adds r0, #8
    str r0, [sp, #end]
1:  cmp r3, r4
    beq 3f
    subs r3, #8
    ldr r6, [r3, #4]
    cmp r6, r2
    blo 2f
    ldr r5, [r3, #0]
    str r5, [r3, #8]
    str r6, [r3, #12]
    b 1b
2:  adds r3, #8
3:  str r1, [r3, #0]
    str r2, [r3, #4]
    ldr r0, [sp, #to_a]
    cmp r0, #0
    beq 1f
    b lane_a
1:  b lane_b

won:
    mov r0, r8
    mov r1, r10
    adds r1, #FIRST
    cmp r0, r1
    bne quick
    mov r1, r10
    ldr r0, [sp, #mark_a]
    str r0, [r1, #MARK_A]
    ldr r0, [sp, #mark_b]
    str r0, [r1, #MARK_B]

@ ---- the end of a node. r7: the answer, r6: the depth to keep it with
quick:
    mov r7, r11
    mvns r7, r7
    movs r6, #1
    ands r7, r6
    movs r6, #0
    b keep
failed:
    mov r7, r11
    movs r0, #1
    ands r7, r0
done:
    movs r6, #42
    mov r0, r11
    subs r6, r6, r0
    lsrs r6, r6, #1
keep:
    mov r0, r8
    ldmia r0!, {r1-r4}
    ldr r0, =BOTTOM_A
    adds r1, r1, r0
    adds r1, r1, r3
    ldr r0, =BOTTOM_B
    adds r2, r2, r0
    adds r2, r2, r4
    lsrs r3, r2, #13
    movs r4, r3
    eors r4, r2
    lsls r4, r4, #19
    lsls r3, r3, #28
    adds r1, r1, r3         @ the rest of the key
    ldr r0, =HASH
    muls r0, r1, r0
    eors r0, r4
    lsrs r0, r0, #19
    movs r4, #12
    muls r0, r4, r0
    add r0, r9              @ the bucket
    lsrs r2, r2, #17
    lsls r2, r2, #12
    lsls r3, r7, #11
    orrs r2, r3
    mov r3, r10
    ldr r3, [r3, #THETA]
    lsls r3, r3, #5
    orrs r2, r3
    orrs r2, r6             @ the entry's half word
    ldr r3, [r0, #8]
    lsls r4, r3, #27
    lsrs r4, r4, #27
    cmp r6, r4
    blo 2f
    ldr r4, [r0, #0]
    cmp r4, r1
    beq 1f
    str r4, [r0, #4]
    str r1, [r0, #0]
    lsls r3, r3, #16
    orrs r3, r2
    str r3, [r0, #8]
    b leave
1:  lsrs r3, r3, #16
    lsls r3, r3, #16
    orrs r3, r2
    str r3, [r0, #8]
    b leave
2:  str r1, [r0, #4]
    uxth r3, r3
    lsls r2, r2, #16
    orrs r3, r2
    str r3, [r0, #8]
leave:
    mov r0, r8
    mov r1, r10
    adds r1, #FIRST
    cmp r0, r1
    beq root_done
    subs r0, #SIZE
    mov r8, r0
    mov r1, r11
    subs r1, #1
    mov r11, r1
    eors r1, r7
    lsls r1, r1, #31
    bne done
    b next

root_done:
    adds r7, #1             @ NO or YES
    mov r0, r10
    str r7, [r0, #STATE]
    movs r0, r7
    b exit
suspend:
    mov r1, r11
    str r1, [r0, #PLY]
    mov r1, r8
    subs r1, r1, r0
    lsrs r1, r1, #2
    str r1, [r0, #FRAME]
    movs r0, #0
exit:
    add sp, #LOCALS
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}
    .ltorg

@ ---- the next move of the list, down to the child
listed:
    ldr r1, [sp, #end]
    mov r0, r8
    subs r1, r1, r0
    lsrs r1, r1, #2
    b 1f
next:
    mov r0, r8
    ldr r1, [r0, #COUNT]
1:  cmp r1, #MOVES / 4
    bne 1f
    str r1, [r0, #COUNT]
    b failed
1:  subs r1, #2
    str r1, [r0, #COUNT]
    lsls r1, r1, #2
    adds r1, r1, r0
    ldmia r1!, {r2, r3}
    ldr r5, =GUARD_A
    ands r5, r2             @ r2: threats a, r5: guard a
    eors r2, r5
    ldr r1, =GUARD_B
    ands r1, r3
    ldr r4, =CELLS_B
    ands r3, r4             @ r3: threats b, r1: guard b
    mov r6, r10
    adds r6, #FIRST
    cmp r0, r6
    bne 1f
    mov r6, r10
    str r5, [r6, #MARK_A]
    str r1, [r6, #MARK_B]
1:  ldr r6, [r0, #ALL_A]
    ldr r7, [r0, #ME_A]
    eors r7, r6
    str r7, [r0, #SIZE + ME_A]
    ldr r7, =BOTTOM_A
    adds r7, r7, r6
    lsrs r4, r5, #6
    subs r5, r5, r4         @ the cells of that column
    ands r7, r5
    orrs r6, r7
    str r6, [r0, #SIZE + ALL_A]
    str r2, [r0, #SIZE + THREAT_A]
    ldr r6, [r0, #ALL_B]
    ldr r7, [r0, #ME_B]
    eors r7, r6
    str r7, [r0, #SIZE + ME_B]
    ldr r7, =BOTTOM_B
    adds r7, r7, r6
    lsrs r4, r1, #6
    subs r1, r1, r4
    ands r7, r1
    orrs r6, r7
    str r6, [r0, #SIZE + ALL_B]
    str r3, [r0, #SIZE + THREAT_B]
    adds r0, #SIZE
    mov r8, r0
    mov r0, r11
    adds r0, #1
    mov r11, r0
    b enter

@ ---- the claim: r0, r6 the cells that make all columns even
claim:
    str r0, [sp, #mark_a]
    str r6, [sp, #mark_b]
    mov r7, r8
    ldmia r7!, {r0-r3}
    eors r2, r0
    eors r3, r1
    mov r4, r11
    lsls r4, r4, #31
    beq 1f
    movs r4, r0
    movs r0, r2
    movs r2, r4
    movs r4, r1
    movs r1, r3
    movs r3, r4
1:  str r2, [sp, #next_a]   @ the second player's discs
    str r3, [sp, #next_b]
    ldr r4, [sp, #free_a]
    ldr r5, =ODD_A
    ands r5, r4
    orrs r0, r5
    ldr r4, [sp, #free_b]
    ldr r5, =ODD_B
    ands r5, r4
    orrs r1, r5
    bl line
    bne 2f
    mov r0, r10
    ldr r0, [r0, #CLAIM]
    cmp r0, #1
    beq 1f
    ldr r0, [sp, #next_a]
    ldr r1, [sp, #next_b]
    ldr r4, [sp, #free_a]
    ldr r5, =EVEN_A
    ands r5, r4
    orrs r0, r5
    ldr r4, [sp, #free_b]
    ldr r5, =EVEN_B
    ands r5, r4
    orrs r1, r5
    bl line
    beq 2f
1:  movs r7, #0             @ it holds
    mov r0, r11
    lsls r0, r0, #31
    beq 1f
    mov r0, r8
    mov r1, r10
    adds r1, #FIRST
    cmp r0, r1
    bne 1f
    mov r1, r10
    ldr r2, [sp, #mark_a]
    ldr r3, [sp, #free_a]
    adds r2, r2, r3
    ldr r3, =GUARD_A
    ands r2, r3
    str r2, [r1, #MARK_A]
    ldr r2, [sp, #mark_b]
    ldr r3, [sp, #free_b]
    adds r2, r2, r3
    ldr r3, =GUARD_B
    ands r2, r3
    str r2, [r1, #MARK_B]
1:  b leave
2:  ldr r1, [sp, #to_a]
    b known

line:                       @ r0, r1: discs. Not zero if four are in a line
    lsrs r2, r0, #7
    lsls r4, r1, #21
    orrs r2, r4
    lsrs r3, r0, #14
    lsls r4, r1, #14
    orrs r3, r4
    lsrs r7, r1, #1
    ands r7, r1
    lsrs r5, r7, #2
    ands r7, r5
    lsrs r4, r0, #21
    lsls r1, r1, #7
    orrs r1, r4
    movs r4, r0
    ands r4, r1
    ands r4, r2
    ands r4, r3
    orrs r7, r4
    lsrs r4, r2, #1
    ands r4, r0
    lsrs r5, r3, #2
    ands r4, r5
    lsrs r5, r1, #3
    ands r4, r5
    orrs r7, r4
    lsrs r4, r0, #3
    lsrs r5, r2, #2
    ands r4, r5
    lsrs r5, r3, #1
    ands r4, r5
    ands r4, r1
    orrs r7, r4
    lsrs r4, r0, #1
    ands r4, r0
    lsrs r5, r4, #2
    ands r4, r5
    orrs r7, r4
    bx lr
    .ltorg
