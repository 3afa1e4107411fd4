import type { Benchmark, Figures, Row, Sides } from "../harness/benchmark.js";
import { Arena } from "./arena.js";
import type { OperatorFlags } from "./operator-process.js";
import { buildOperators, type Command } from "./operators.js";
import type { Filling } from "./widgets.js";

type ManagedFields = "drop" | "keep";

export interface Sync {
  readonly objects: number;
  readonly filling: Filling;
  /** The resulting size of an object. */
  readonly size: string;
  /** How the caches of both sides handle `metadata.managedFields`. */
  readonly managedFields: readonly ManagedFields[];
  /** The names of the rows for time and memory; with the suffixes `-kept` and `-typed` if these are measured. */
  readonly names: Names;
}

interface Names {
  readonly time: string;
  readonly memory: string;
}

const informers = ["unstructured", "typed"] as const;

/** One cold start: the informers of the peer, and how both sides handle managedFields. */
interface Variant {
  readonly managedFields: ManagedFields;
  readonly informers: (typeof informers)[number];
}

/** Measures how long a cache takes to receive all objects of a kind, and how much memory each object then takes. */
export function sync({ objects, filling, size, managedFields, names }: Sync): Benchmark {
  const variants = managedFields.flatMap((each) => informers.map((kind) => ({ managedFields: each, informers: kind })));
  return {
    peer: "controller-runtime",
    rows: variants.flatMap((variant) => rowsOf(variant, `${objects} custom resources of ${size}`, names)),
    setUp: async (folder): Promise<Sides> => {
      const { peer, ours, theirs } = await buildOperators(folder);
      // A turn only reads, so all turns find the same objects.
      const arena = await Arena.open();
      const namespace = await arena.fill(objects, filling);
      const run = (command: Command, variant: Pick<ColdStart, "managedFields" | "informers">): Promise<Cold> =>
        coldStart(arena, command, { namespace, objects, ...variant });
      return {
        peer,
        ours: async (node) => {
          const figures: Figures[] = [];
          for (const each of managedFields) {
            // tsop has one kind of informers, which is compared with both kinds of the peer.
            const cold = await run(ours(node), { managedFields: each });
            figures.push(...informers.map((kind) => named(cold, { managedFields: each, informers: kind }, names)));
          }
          return merge(figures);
        },
        theirs:
          "missing" in theirs
            ? theirs
            : async () => {
                const figures: Figures[] = [];
                for (const each of variants) figures.push(named(await run(theirs, each), each, names));
                return merge(figures);
              },
        tearDown: () => arena.close(),
      };
    },
  };
}

function rowsOf(variant: Variant, what: string, names: Names): Row[] {
  const { time, memory } = namesFor(variant, names);
  const dropped = `managedFields ${variant.managedFields === "keep" ? "kept" : "dropped"}`;
  const more = { how: `${variant.informers} informers, ${dropped} too`, reach: 1 };
  return [
    { name: time, work: `cold sync of ${what}, ${dropped}`, unit: "ms", ...more },
    { name: memory, work: `memory for each object of ${time}`, unit: "kB", ...more },
  ];
}

interface ColdStart extends Pick<OperatorFlags, "namespace" | "objects" | "informers"> {
  readonly managedFields: ManagedFields;
}

/** The result of a cold start. */
interface Cold {
  readonly time: number;
  readonly memory: number;
}

async function coldStart(arena: Arena, command: Command, { managedFields, ...flags }: ColdStart): Promise<Cold> {
  const operator = arena.start(command, { mode: "sync", workers: 1, "managed-fields": managedFields, ...flags });
  const start = await operator.until("start");
  const before = operator.memory("VmRSS");
  const synced = await operator.until("synced");
  await operator.until("settled");
  const grown = operator.memory("VmRSS") - before;
  const { found, managed } = await operator.until("counted");
  if (found !== flags.objects || managed !== (managedFields === "keep" ? flags.objects : 0)) {
    const has = `the cache has ${String(found)} of ${flags.objects} objects, ${String(managed)} with managedFields`;
    throw new Error(`${has}: ${command.join(" ")}, ${managedFields}`);
  }
  await operator.stop();
  return { time: synced.at - start.at, memory: grown / flags.objects / 1000 };
}

function named({ time, memory }: Cold, variant: Variant, names: Names): Figures {
  const name = namesFor(variant, names);
  return { [name.time]: time, [name.memory]: memory };
}

function namesFor({ managedFields, informers: kind }: Variant, names: Names): Names {
  const more = `${managedFields === "keep" ? "-kept" : ""}${kind === "typed" ? "-typed" : ""}`;
  return { time: `${names.time}${more}`, memory: `${names.memory}${more}` };
}

function merge(figures: readonly Figures[]): Figures {
  return Object.assign({}, ...figures) as Figures;
}
