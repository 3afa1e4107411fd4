/** One attack, as data: what is sent over one connection, and how the connection ends. */

/** What becomes of the connection when all is sent. */
export type Ending =
  /** The client waits until the server closes. */
  | "wait"
  /** When it has an answer, or has had none for a moment, the client says that it has said all; then the server has to close. */
  | "half-close"
  /** The client breaks the connection at once. */
  | "reset"
  /** The client says no more and stays, until the round is over. */
  | "hold";

export interface Attack {
  /** For the counts. */
  readonly kind: string;
  /** Whether bytes go through TLS where the listener speaks it, or straight to the socket. */
  readonly layer: "http" | "tcp";
  /** Written one after another, each when the one before has left. */
  readonly pieces: readonly Buffer[];
  readonly ending: Ending;
}

/** How a listener reacted. */
export interface Reaction {
  /** The status codes of all answers. */
  readonly statuses: readonly number[];
  /** Whether an answer blames the server: of an API server, other answers with 500 blame the request. */
  readonly isOwnFault: boolean;
  /** `silent`: it neither answered nor closed. */
  readonly end: "closed" | "reset" | "left" | "silent";
}

/** The beginning of what is sent, for the report of a failure. */
export function showAttack({ kind, layer, pieces, ending }: Attack): string {
  const bytes = Buffer.concat(pieces);
  const beginning = JSON.stringify(bytes.subarray(0, 200).toString("latin1"));
  return `${kind} (${layer}, ${pieces.length} pieces, ${bytes.length} bytes, then ${ending}): ${beginning}`;
}

export interface AttackFields {
  readonly layer?: Attack["layer"];
  readonly ending?: Ending;
}

export function attack(kind: string, pieces: string | Buffer | readonly Buffer[], fields: AttackFields = {}): Attack {
  const list =
    typeof pieces === "string" ? [Buffer.from(pieces, "latin1")] : Buffer.isBuffer(pieces) ? [pieces] : pieces;
  return { kind, pieces: list, layer: fields.layer ?? "http", ending: fields.ending ?? "half-close" };
}
