/** One attack, as data: the bytes to send over one connection, and the way the connection ends. */

/** The end of the connection, after the client sent all bytes. */
export type Ending =
  /** The client waits until the server closes. */
  | "wait"
  /** The client half-closes after a response, or after a moment without a response; then the server must close. */
  | "half-close"
  /** The client breaks the connection at once. */
  | "reset"
  /** The client sends nothing more and keeps the connection until the round is over. */
  | "hold";

export interface Attack {
  /** The name in the counts. */
  readonly kind: string;
  /** Whether the bytes go through TLS if the listener uses TLS, or straight to the socket. */
  readonly layer: "http" | "tcp";
  /** The chunks. The client writes each one after the previous one has left. */
  readonly pieces: readonly Buffer[];
  readonly ending: Ending;
}

/** The reaction of a listener. */
export interface Reaction {
  /** The status codes of all responses. */
  readonly statuses: readonly number[];
  /** Whether a response blames the server. In an API server's other responses with 500, the request is to blame. */
  readonly isOwnFault: boolean;
  /** `silent`: the listener neither responded nor closed. */
  readonly end: "closed" | "reset" | "left" | "silent";
}

/** Returns the first bytes of an attack, for the report of a failure. */
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
