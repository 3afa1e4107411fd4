import type { Reconciler, ReconcileRequest } from "tsop";

/** A line of the journal. Times are CLOCK_MONOTONIC in milliseconds, which all processes of a machine share. */
export type JournalLine =
  | {
      readonly type: "begin";
      readonly id: string;
      readonly controller: string;
      readonly key: string;
      readonly at: number;
    }
  | { readonly type: "end"; readonly id: string; readonly at: number };

/** Records the start and the end of each reconciler run immediately, in case the process is killed. */
export class Journal {
  readonly #write: (line: string) => void;

  /** @param write - appends to a file, and returns when the file has it */
  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** Returns the same reconciler with its runs recorded. @param keyOf - what it writes, for a request */
  keep(
    controller: string,
    reconciler: Reconciler,
    keyOf = ({ namespace, name }: ReconcileRequest): string => `${namespace}/${name}`,
  ): Reconciler {
    return {
      reconcile: async (request, context) => {
        const id = context.reconcileID;
        this.#add({ type: "begin", id, controller, key: keyOf(request), at: monotonicMs() });
        try {
          return await reconciler.reconcile(request, context);
        } finally {
          this.#add({ type: "end", id, at: monotonicMs() });
        }
      },
    };
  }

  #add(line: JournalLine): void {
    this.#write(`${JSON.stringify(line)}\n`);
  }
}

export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
