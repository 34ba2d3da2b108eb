import type {
  Calls, Edition, GameEvent, GameInfo, Idea, LabCalls, LogEntry, Look, Moment, Peek, Position, Save, ScoreLine, Setup, View, Viewer,
} from './calls.js';
import type { Bytes, Module, Source } from './module.js';

export type * from './calls.js';
export type { Bytes, Source } from './module.js';
export { SeraiError } from './module.js';

/** The files of the package: the module, the lab's, and the networks of the bots. */
export const files: { module: URL; lab: URL; weights: (game: string) => URL };

/** Loads the module: the package's own, or another. */
export function load(source?: Source): Promise<Core>;
/** Loads the lab's module: editions are tried out by many games. */
export function loadLab(source?: Source): Promise<Module<LabCalls>>;

export interface Thinking {
  /** The same seed, view and visits: the same answer. Default 1. */
  seed?: number | string | bigint;
  /** How many positions a bot that searches looks at. */
  visits?: number;
  edition?: unknown;
}

export class Core {
  private constructor();
  /** The games described as data. */
  games(): GameInfo[];
  /** Every number of a game. */
  edition(game: string): Edition;
  /** Brings the network of a game's bots; false where it is there already. Without it they judge by hand. */
  loadWeights(game: string, source?: Bytes): Promise<boolean>;
  newMatch(setup: Setup): Match;
  /** A match from what Match.save told, every move verified. */
  loadMatch(save: Save): Match;
  /** What is known of a view alone. */
  look(game: string, view: View, edition?: unknown): Look;
  /** What a move would do, as far as the seat that decides can know. */
  peek(game: string, view: View, move: string, edition?: unknown): Peek;
  /** What a bot would play in the seat that decides, of which it gets the view. */
  botMove(game: string, view: View, bot: string, more?: Thinking): string;
  /** What it thinks of the moves, best first. */
  ideas(game: string, view: View, bot: string, more?: Thinking & { most?: number }): Idea[];
  /** Any request of src/wasm/calls.h. */
  call<K extends keyof Calls>(op: K, ask: Calls[K]['ask']): Calls[K]['answer'];
}

/** One match. Close it when it is no longer needed; one that is forgotten is closed some time. */
export class Match {
  private constructor();
  readonly game: string;
  readonly ply: number;
  /** Who decides; null when the match is over. */
  readonly actor: number | null;
  readonly over: boolean;
  /** Now, or as it was before move `ply`. */
  position(viewer?: Viewer, ply?: number): Position;
  legalMoves(): string[];
  view(viewer: Viewer): View;
  /** Plays for the one who decides; what happened. */
  play(move: string): GameEvent[];
  /** Takes the last move back, where nothing was revealed by it; `rewind` goes anywhere. */
  undo(): void;
  redo(): GameEvent[];
  rewind(ply: number): void;
  log(viewer?: Viewer, from?: number): LogEntry[];
  scores(): ScoreLine[];
  save(): Save;
  /** A match of its own that begins with the first `ply` moves of this one. */
  branch(ply?: number): Match;
  /** What a bot would play for the seat that decides; it gets that seat's view and no more. */
  botMove(bot: string, more?: Thinking): string;
  ideas(bot: string, more?: Thinking & { most?: number }): Idea[];
  /** A moment looked back at with a bot's eyes. */
  review(ply: number, bot?: string, visits?: number): Moment;
  close(): void;
}
