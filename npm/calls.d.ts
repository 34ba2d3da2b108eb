/* What a module can be asked for and what it answers: the tables of src/wasm/calls.h and
 * src/wasm/lab_calls.h, and the shapes of their JSON (docs/formats.md). */

/** A seat from 0, the public view, or null for everything. */
export type Viewer = number | 'spectator' | null;
export type Value = string | number | string[] | null;
/** An object whose members depend on the game (docs/views.md and the editions list them). */
export type Members = { [member: string]: any };

// ---- games as data ------------------------------------------------------------------------------

export interface ArgInfo {
  key: string;
  type: 'int' | 'signed' | 'name' | 'seat' | 'set';
  names: string | null;
  optional: boolean;
}
export interface VerbInfo {
  name: string;
  rule: string;
  reveals: boolean;
  args: ArgInfo[];
}
export interface OptionInfo {
  id: string;
  rule: string;
  min: number;
  max: number;
  default: number;
  /** What to propose to somebody who sets up a game: the choice for a first game. */
  first: number;
  names: string | null;
}
/** A game described as data. */
export interface GameInfo {
  id: string;
  rules_version: number;
  seats: [number, number];
  state_bytes: number;
  options: OptionInfo[];
  moves: VerbInfo[];
  events: VerbInfo[];
  decisions: { name: string; rule: string }[];
  score_parts: string[];
  words: Record<string, string[]>;
}
/** The numbers of a game as played. */
export type Edition = Members;
/** A number of an edition; stated by the rules, found on the web, inferred, or reconstructed. */
export interface EditionValue {
  path: string;
  value: Value | boolean;
  prov: 'S' | 'W' | 'I' | 'R';
}

// ---- matches ------------------------------------------------------------------------------------

export type SeatKind = 'human' | 'bot' | 'remote';
export interface Seat {
  kind: SeatKind;
  name: string;
  bot?: string;
}
export interface Setup {
  game: string;
  players: number;
  /** Numbers beyond 2^53 as text. */
  seed?: number | string | bigint;
  options?: Record<string, string | number>;
  edition?: unknown;
  edition_name?: string;
  seats?: Seat[];
}
/** A legal move: its notation, its verb, and its arguments by name. */
export interface Move {
  move: string;
  verb: string;
  [argument: string]: Value;
}
/** Something that happened; hidden arguments are "?". */
export interface GameEvent {
  event: string;
  seat: number | null;
  [argument: string]: Value;
}
export interface ScoreLine {
  line: number;
  total: number;
  rank: number;
  parts: Record<string, number>;
}
/** A state as one viewer sees it; docs/views.md lists the members of each game. */
export type View = Members & {
  game: string;
  viewer: Viewer;
  seats: number;
  ply: number;
  turn: number;
  over: boolean;
};
/** All about a view. */
export interface Look {
  ply: number;
  actor: number | null;
  decision: string | null;
  rule: string;
  view: View;
  /** Filled when the viewer decides, or sees everything. */
  legal: Move[];
  scores: ScoreLine[];
}
/** All about a moment of a match, for one viewer. */
export interface Position extends Look {
  /** So many moves can be taken back, made again, taken back of this turn. */
  undo: number;
  redo: number;
  reset: number;
}
export interface LogEntry {
  ply: number;
  seat: number;
  /** null for those who only get to see what it did. */
  move: Move | null;
  events: GameEvent[];
}
/** How one draw of a move came out: the value from 0, and out of how many. */
export type Draw = [value: number, of: number];
export type SavedMove = [seat: number, move: string, hash: string, told?: Draw[]];
/** A saved match. */
export interface Save {
  caravanserai: number;
  game: string;
  rules_version: number;
  players: number;
  seed: number | string;
  options: Record<string, string | number>;
  edition_name: string;
  edition: Edition;
  seats: Seat[];
  moves: SavedMove[];
}
/** What to put after the first `from` entries of a list that is kept. */
export interface Tail<T> {
  from: number;
  moves: T[];
}
/** A table as told to one of the people at a screen. */
export interface Telling {
  viewer: Viewer;
  position: Position;
  log: Tail<LogEntry>;
  /** What the bot sees whose turn it is. */
  view?: View;
}
/** The same after a change, with what it did and what it adds to the save. */
export interface Step extends Telling {
  events: GameEvent[];
  save: Tail<SavedMove>;
}
/** What a move would do; a move that reveals something tells no more than that. */
export interface Peek {
  reveals: boolean;
  actor: number | null;
  events: GameEvent[];
  effects: { key: string; n: number }[];
}

// ---- bots ---------------------------------------------------------------------------------------

/** What a bot is asked: its rules, what it sees, and the seed of its chance. */
export interface Thought {
  game: string;
  view: View;
  bot: string;
  seed: number | string | bigint;
  edition?: unknown;
}
/** What a bot thinks of a move; chances in thousandths. */
export interface Idea {
  move: string;
  win: number;
  margin: number;
  visits: number;
  reason: string;
  gain: number;
}
/** What a worker found, for others to hear. */
export interface Found {
  minds: number;
  lines: number;
  /** Of each move visits before and now, worth, margin, chances. */
  moves: number[][];
}
/** A moment of a match as a bot sees it: chances in thousandths, and what the decision there has cost. */
export interface Moment {
  win: number[];
  scores: number[];
  seat?: number;
  choices?: number;
  move?: Move;
  better?: Move;
  cost?: number;
  reason?: string;
}

// ---- calls --------------------------------------------------------------------------------------

/** What can be asked for: operations, each with its request and its answer. */
export type Op<Ask, Answer> = { ask: Ask; answer: Answer };
type None = Record<string, never>;
interface AtTable {
  table: number;
}
interface Seen extends AtTable {
  viewer: Viewer;
}
interface Screen extends Seen {
  people?: number[];
}
interface AView {
  game: string;
  view: View;
  edition?: unknown;
}

/** serai.wasm (src/wasm/calls.h). */
export interface Calls {
  games: Op<None, GameInfo[]>;
  edition: Op<{ game: string }, { edition: Edition; values: EditionValue[] }>;
  new: Op<Setup & { seed: number | string | bigint }, { table: number; ply: number }>;
  load: Op<{ save: unknown }, { table: number; ply: number }>;
  save: Op<AtTable, Save>;
  close: Op<AtTable, None>;
  branch: Op<AtTable & { ply: number }, { table: number; ply: number }>;
  seats: Op<AtTable & { seats?: Seat[] }, Seat[]>;
  position: Op<Seen & { ply?: number }, Position>;
  tell: Op<Screen, Telling>;
  play: Op<Screen & { move: string; told?: Draw[] }, Step>;
  chance: Op<AtTable & { move: string; told?: Draw[] }, { of: number; ways: GameEvent[][] }>;
  undo: Op<Screen, Step>;
  redo: Op<Screen, Step>;
  reset: Op<Screen, Step>;
  rewind: Op<Screen & { ply: number }, Step>;
  log: Op<Seen & { from?: number }, LogEntry[]>;
  look: Op<AView, Look>;
  peek: Op<AView & { move: string }, Peek>;
  think: Op<Thought & { visits: number; twin?: number }, Found>;
  bot: Op<Thought & { visits?: number; heard?: Found[] }, { move: string }>;
  ideas: Op<Thought & { visits?: number; heard?: Found[]; most?: number }, Idea[]>;
  /** `game`: whose network a worker is to bring first. */
  review: Op<AtTable & { ply: number; bot: string; visits: number; game?: string }, Moment>;
  random: Op<{ game: string; players: number; seed: number | string | bigint; games: number }, { hash: string; plies: number }>;
}

// ---- the lab ------------------------------------------------------------------------------------

/** A figure with its 95 % interval. */
export interface Range {
  value: number;
  low: number;
  high: number;
}
/** A number of an edition, or an option of the game (mark O). */
export interface NumberInfo {
  path: string;
  mark: 'S' | 'W' | 'I' | 'R' | 'O';
  min: number;
  max: number;
  /** As printed. */
  value: string;
  names?: string;
  words?: string[];
  switch?: boolean;
  none?: boolean;
  steps?: { key?: string; word?: string; names?: string }[];
}
export interface Known {
  numbers: NumberInfo[];
  bots: string[];
  house: string;
  /** The first player is drawn: places in the order of play are not seats. */
  opener: boolean;
}
/** An edition as changes to the printed one, "tax.era_3=3,option.setup=1", or as a whole. */
export interface Changed {
  game: string;
  players: number;
  changes?: string;
  edition?: unknown;
  options?: unknown;
}
export interface Checked {
  changes: string;
  count: number;
  edition: Edition;
  options: Record<string, string | number>;
}
export interface Arm extends Changed {
  seed: number | string | bigint;
  bots: string[];
  uses?: boolean;
  piece?: number;
}
export interface Place {
  won: Range;
  fair: number;
  p: number;
  is: 'even' | 'unclear' | 'more' | 'less';
  /** More or less for certain, but by less than a third of its share. */
  leans?: boolean;
}
export interface ArmFigures {
  places: Place[];
  seats?: Place[];
  bots?: { bot: string; won: Range }[];
  measures: Record<string, Range>;
}
export interface Change {
  id: string;
  a: Range;
  b: Range;
  difference: Range;
  p: number;
  is: 'same' | 'not_told_apart' | 'clearly_more' | 'clearly_less';
  percent: boolean;
}
export interface Figures {
  games: number;
  width: number;
  more?: number;
  arms: ArmFigures[];
  changes?: Change[];
  others?: number;
}
export interface Use {
  kind: 'verb' | 'word' | 'move' | 'chance';
  verb?: string;
  names?: string;
  word?: string;
  /** A place of the board. */
  place?: boolean;
  /** Players who could choose it in a game, and how often they did. */
  could: number;
  times: number;
  chosen: Range;
  won: Range;
  when: number;
  is: 'plain' | 'must' | 'strong' | 'dead' | 'weak' | 'few' | 'never';
}

/** A worked example of the rules, or what should be one (docs/formats.md, "Case files"). */
export interface Case {
  case: string;
  title?: string;
  rule?: string;
  game: string;
  players: number;
  [member: string]: unknown;
}
export interface Difference {
  case: string;
  /** From 1; 0: before the first step. */
  step: number;
  path: string;
  want: string;
  got: string;
}

/** lab.wasm (src/wasm/lab_calls.h). */
export interface LabCalls {
  numbers: Op<{ game: string }, Known>;
  edition: Op<Changed, Checked>;
  arm: Op<Arm, { arm: number; piece: number }>;
  piece: Op<{ arm: number; number: number }, { line: string }>;
  take: Op<{ line: string }, { taken: true }>;
  look: Op<{ arms: number[]; within?: number }, Figures>;
  uses: Op<{ arm: number }, Use[]>;
  rows: Op<{ arm: number; from: number; count: number }, { columns: string[]; rows: number[][] }>;
  /** As `serai verify` does. */
  verify: Op<{ cases: Case | Case[] }, { passed: number; failed: number; differences: Difference[] }>;
}
