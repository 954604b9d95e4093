// SPDX-License-Identifier: GPL-3.0-or-later
// Shogi-like games: rules and a player. Where something cannot be done, an Error says why.

/** Rules that differ from those of the game: the name of a preset, and "name=value;name=value" over it. */
export interface Rules {
    preset?: string;
    rules?: string;
}

export interface Found {
    /** The best move; "" where there is none. */
    best: string;
    /** The score that the side to move expects, from 0 to 1. */
    expected: number;
    /** Plies to a mate by the side to move; below 0: to one of it. */
    mate?: number;
    /** The moves that are expected, the best one first. */
    line: string[];
    /** Plies that were searched in full. */
    depth: number;
    /** Positions that were searched. */
    nodes: number;
}

/** A game: its rules, its moves so far, and a player. Call free() when it is over: nothing else does. */
export interface Game {
    load(variant: string, rules?: Rules): void;
    loadText(text: string, rules?: Rules): void;
    /** A position, FEN or SFEN, without a past; nothing: the start position. */
    start(fen?: string): void;
    play(move: string): void;
    undo(): void;

    readonly fen: string;
    readonly sfen: string;
    /** Moves since load or start. */
    readonly ply: number;
    /** All legal moves; none when the game is over. */
    readonly moves: string[];
    /** Is the side to move in check? */
    readonly check: boolean;
    readonly result: "*" | "1-0" | "0-1" | "1/2-1/2";
    /** How it has ended: "none", "checkmate", "repetition" ... */
    readonly ending: string;
    /** How USI programs write a move of the position, and back. */
    usi(move: string): string;
    fromUsi(move: string): string;
    /** The number of sequences of so many moves. */
    perft(depth: number): number;

    /** The player anew, its table of so many bytes (16 MiB before). */
    player(options: { hashBytes: number }): void;
    /** Searches so many positions. */
    search(nodes: number): Found;
    /** The value of the position to the side to move, without a search, in hundredths of a unit. */
    evaluate(): number;
    free(): void;
}

/** All games of a library share its memory. */
export interface Library {
    readonly version: string;
    /** The names of the games that it brings. */
    readonly games: string[];
    /** A game at its start; without a name, one to load. */
    game(variant?: string, rules?: Rules): Game;
}

/** The library; `source` is kagami.wasm where it does not lie beside kagami.js. */
export function open(source?: WebAssembly.Module | BufferSource): Promise<Library>;
