/** The record of a case: its requests and responses, in the order in which the case finished them. */
export interface Step {
  /** `POST /api/v1/namespaces/$ns/configmaps` */
  readonly request: string;
  /** The headers of the request that differ from the usual ones. */
  readonly sent?: Readonly<Record<string, string>>;
  /** A digest of the sent body: a changed case must be recorded again. */
  readonly digest?: string;
  readonly status: number;
  /** The headers that a client uses; no content type means JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Set if the expected response did not arrive in time. */
  readonly isLate?: true;
  /** The events of a watch. */
  readonly events?: readonly unknown[];
}

export type Transcript = readonly Step[];

/** Returns the steps that timed out, which are not valid recordings of a server's response. */
export function timedOut(transcript: Transcript): readonly Step[] {
  return transcript.filter(
    ({ isLate, events = [] }) => isLate === true || events.some((event) => JSON.stringify(event).includes(nothingMore)),
  );
}

/** The end of a watch on which no event arrived in time. */
export const nothingMore = "nothing more within";
