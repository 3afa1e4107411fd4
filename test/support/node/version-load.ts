/** A client that constantly reads and writes the objects of a kind in all its versions, and records failures. */
import { eventually } from "../eventually.js";
import { ApiError, type HttpClient } from "../../../src/index.js";

export interface VersionedKind {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespace: string;
  /** Returns the spec of an object in each version, for a text. */
  readonly specs: Readonly<Record<string, (text: string) => object>>;
}

/** The outcomes of the requests for one version. */
export interface Tally {
  answered: number;
  /** The API server does not serve the version, and answers 404. */
  unserved: number;
  readonly failed: string[];
  /** For the reader and for the writer: `answered` or `unserved`, each time that the outcome changed. */
  readonly turns: ("answered" | "unserved")[][];
}

/** The number of requests of each version after a command has finished: failures that appear only then count, too. */
const afterwards = 150;

/** Reads and writes until the work has ended, and for a while after that. */
export async function whileUsing<T>(
  client: HttpClient,
  kind: VersionedKind,
  work: Promise<T>,
): Promise<{ readonly result: T; readonly tallies: ReadonlyMap<string, Tally> }> {
  const tallies = new Map(Object.keys(kind.specs).map((version) => [version, newTally()] as const));
  const state = { isOver: false };
  const users = [...tallies].flatMap(([version, tally]) => [
    use(tally, state, (count) => read(client, kind, version, count)),
    use(tally, state, (count) => write(client, kind, version, count)),
  ]);
  // oxlint-disable-next-line typescript/no-misused-promises -- finally() waits for it
  const ended = work.finally(async () => {
    const before = new Map([...tallies].map(([version, tally]) => [version, count(tally)]));
    await eventually(() => {
      for (const [version, tally] of tallies) {
        if (count(tally) < (before.get(version) ?? 0) + afterwards)
          throw new Error(`${version}: ${count(tally)} requests`);
      }
    });
    state.isOver = true;
  });
  const [result] = await Promise.all([ended, ...users]);
  return { result, tallies };
}

function count({ answered, unserved, failed }: Tally): number {
  return answered + unserved + failed.length;
}

export function showTallies(tallies: ReadonlyMap<string, Tally>): string {
  return [...tallies]
    .map(([version, { answered, unserved, failed }]) =>
      [`${version}: ${answered} answered`, `${unserved} while it is not served`, `${failed.length} failed`].join(", "),
    )
    .join("; ");
}

function newTally(): Tally {
  return { answered: 0, unserved: 0, failed: [], turns: [] };
}

async function use(
  tally: Tally,
  state: { readonly isOver: boolean },
  request: (count: number) => Promise<unknown>,
): Promise<void> {
  const turns: Tally["turns"][number] = [];
  tally.turns.push(turns);
  for (let count = 0; !state.isOver; count += 1) {
    try {
      await request(count);
      tally.answered += 1;
      turn(turns, "answered");
    } catch (error) {
      if (isUnserved(error)) {
        tally.unserved += 1;
        turn(turns, "unserved");
      } else tally.failed.push(`${new Date().toISOString()} ${String(error)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function turn(turns: Tally["turns"][number], now: "answered" | "unserved"): void {
  if (turns.at(-1) !== now) turns.push(now);
}

/** A conversion that fails returns 500, whatever the webhook answered. */
function isUnserved(error: unknown): boolean {
  return error instanceof ApiError && error.statusCode === 404;
}

function pathOf({ group, plural, namespace }: VersionedKind, version: string): string {
  return `/apis/${group}/${version}/namespaces/${namespace}/${plural}`;
}

async function read(client: HttpClient, kind: VersionedKind, version: string, count: number): Promise<void> {
  const path = pathOf(kind, version);
  // From etcd, not from the cache: each object is converted on the way.
  await client.transport.request({ method: "GET", path: count % 2 === 0 ? path : `${path}?limit=2` });
}

/** Applies one of three objects, so that the lists stay short. */
async function write(client: HttpClient, kind: VersionedKind, version: string, count: number): Promise<void> {
  const path = pathOf(kind, version);
  const name = `written-${version}-${count % 3}`;
  const object = {
    apiVersion: `${kind.group}/${version}`,
    kind: kind.kind,
    metadata: { name },
    spec: kind.specs[version]!(`${count}`),
  };
  await client.transport.request({
    method: "PATCH",
    path: `${path}/${name}?fieldManager=somebody-${version}&force=true`,
    contentType: "application/apply-patch+yaml",
    body: JSON.stringify(object),
  });
}
