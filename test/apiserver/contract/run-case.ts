import { call } from "./call.js";
import { createContractApi } from "./contract-api.js";
import type { ContractCase } from "./contract-case.js";
import type { Connection } from "./exchange.js";
import { normalise } from "./normalise.js";
import { type ObjectsOfNamespaces, watchNamespaces } from "./objects-of-namespaces.js";
import type { Step, Transcript } from "./transcript.js";

/** A run of the suite, with names that are unique on the server. */
export interface Run {
  readonly connection: Connection;
  readonly objects: ObjectsOfNamespaces;
  /** Five letters and digits. */
  readonly word: string;
  /** Whether to delete the objects of the cases, because the server has other users. */
  readonly cleansUp: boolean;
  /** The number of the next case. */
  next: number;
}

export function createRun(connection: Connection, cleansUp: boolean): Run {
  const word = (Date.now() % 60_466_176).toString(36).padStart(5, "0");
  return { connection, objects: watchNamespaces(connection), cleansUp, word, next: 0 };
}

/**
 * Runs a case in its own namespace, which exists from the first request that names it, and returns its normalised transcript.
 *
 * @param patience - for how many milliseconds the case waits for what a controller does
 */
export async function runCase(run: Run, contractCase: ContractCase, patience = 20_000): Promise<Transcript> {
  // As long as every other ID, and never a prefix of one.
  const id = `c${run.word}${(run.next++).toString(36).padStart(3, "0")}`;
  const ns = `ns-${id}`;
  const steps: Step[] = [];
  const leftovers: string[] = [];
  let entered: Promise<void> | undefined;
  // One with its objects costs four writes, and a fourth of the cases need none.
  const enter = (): Promise<void> => (entered ??= createNamespace(run.connection, ns, run.objects));
  const now = Date.now();
  try {
    await contractCase.run(createContractApi(run.connection, { ns, id, steps, leftovers, patience, enter }));
  } finally {
    // Policies, webhooks and definitions of all cases would slow down every later request.
    const paths = run.cleansUp && entered !== undefined ? [...leftovers, `/api/v1/namespaces/${ns}`] : leftovers;
    for (const path of paths) await call(run.connection, "DELETE", path);
  }
  return normalise(steps, { ns, id, url: run.connection.server.url, now });
}

/** Creates a namespace, and waits for the controllers' objects in it; otherwise lists would differ between runs. */
export async function createNamespace(connection: Connection, ns: string, objects: ObjectsOfNamespaces): Promise<void> {
  const made = await call(connection, "POST", "/api/v1/namespaces", { metadata: { name: ns } });
  if (made.status !== 201) throw new Error(`the namespace of the case: ${made.status} ${made.text}`);
  await objects.arriveIn(ns);
}
