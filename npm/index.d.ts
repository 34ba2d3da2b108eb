/** A seat from 0, the public view, or null for everything. */
export type Viewer = number | 'spectator' | null;
/** A value of JSON; the members of a view are listed in docs/views.md. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export interface Move { move: string; verb: string; [argument: string]: Json }
export interface GameEvent { event: string; seat: number | null; [argument: string]: Json }
export interface Score { line: number; total: number; rank: number; parts: Record<string, number> }
export interface Position {
  ply: number;
  actor: number | null;
  decision: string | null;
  rule: string | null;
  view: { [member: string]: Json };
  legal: Move[];
  scores: Score[];
  undo?: number;
  redo?: number;
  reset?: number;
}
export interface LogEntry { ply: number; seat: number; move: Move | null; events: GameEvent[] }
export interface Seat { kind: 'human' | 'bot' | 'remote'; name: string; bot: string }
export interface Setup {
  game: string;
  players: number;
  seed?: number | string;
  options?: Record<string, Json>;
  edition?: Record<string, Json>;
  edition_name?: string;
  seats?: Seat[];
}
export interface GameInfo { id: string; rules_version: number; seats: [number, number]; [fact: string]: Json }
export interface Idea { move: string; win: number; margin: number; visits: number; reason: string; gain: number }
export interface Thinking { seed?: number; visits?: number; edition?: Record<string, Json> }

/** What the rules refuse; `code` is one of the library's error codes ("illegal", "range", ...). */
export class SeraiError extends Error { code: string }

/** Loads the module: its own file, or bytes or an address of your own. */
export function load(source?: string | URL | ArrayBuffer | ArrayBufferView): Promise<Core>;

export class Core {
  /** The games described as data. */
  games(): GameInfo[];
  /** Every number of a game. */
  edition(game: string): Record<string, Json>;
  /** Brings the network of a game's bots; false where it is there already. Without it they judge by hand. */
  loadWeights(game: string, source?: string | URL | ArrayBuffer | ArrayBufferView): Promise<boolean>;
  newMatch(setup: Setup): Match;
  /** A match from what Match.save told, every move verified. */
  loadMatch(save: { [member: string]: Json }): Match;
  /** What is known of a view alone. */
  look(game: string, view: Json, edition?: Record<string, Json>): Position;
  botMove(game: string, view: Json, bot: string, more?: Thinking): string;
  ideas(game: string, view: Json, bot: string, more?: Thinking & { most?: number }): Idea[];
  /** Any request of src/wasm/calls.h. */
  call(request: { op: string; [member: string]: Json | undefined }): any;
}

export class Match {
  readonly actor: number | null;
  readonly over: boolean;
  position(viewer?: Viewer, ply?: number): Position;
  legalMoves(): string[];
  view(viewer: Viewer): { [member: string]: Json };
  /** Plays for the one who decides; what happened. */
  play(move: string): GameEvent[];
  undo(): void;
  redo(): void;
  rewind(ply: number): void;
  log(viewer?: Viewer, from?: number): LogEntry[];
  scores(): Score[];
  save(): { [member: string]: Json };
  branch(ply: number): Match;
  /** What a bot would play for the seat that decides; it gets that seat's view and no more. */
  botMove(bot: string, more?: Thinking): string;
  close(): void;
}
