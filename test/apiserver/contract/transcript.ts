/** What is kept of a case: its requests and their answers, in the order in which the case finished them. */
export interface Step {
  /** `POST /api/v1/namespaces/$ns/configmaps` */
  readonly request: string;
  /** Of the request, where they are not the usual ones. */
  readonly sent?: Readonly<Record<string, string>>;
  /** A digest of the body that was sent: a case that has changed must be recorded again. */
  readonly digest?: string;
  readonly status: number;
  /** Those that a client acts on; no content type means JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** What the case has waited for did not come in time. */
  readonly isLate?: true;
  /** Of a watch. */
  readonly events?: readonly unknown[];
}

export type Transcript = readonly Step[];

/** Steps in which the case has waited in vain: no record of what a server answers. */
export function timedOut(transcript: Transcript): readonly Step[] {
  return transcript.filter(
    ({ isLate, events = [] }) => isLate === true || events.some((event) => JSON.stringify(event).includes(nothingMore)),
  );
}

/** How a watch ends on which nothing came in time. */
export const nothingMore = "nothing more within";
