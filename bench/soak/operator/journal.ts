import type { Reconciler, ReconcileRequest } from "tsop";

/** Times are those of CLOCK_MONOTONIC in milliseconds, which all processes of a machine share. */
export type JournalLine =
  | {
      readonly type: "begin";
      readonly id: string;
      readonly controller: string;
      readonly key: string;
      readonly at: number;
    }
  | { readonly type: "end"; readonly id: string; readonly at: number };

/** Writes down when each run of a reconciler begins and ends, before anything can happen to the process. */
export class Journal {
  readonly #write: (line: string) => void;

  /** @param write - appends to a file, and returns when the file has it */
  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** The same reconciler, with its runs written down. @param keyOf - what it writes, for a request */
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
