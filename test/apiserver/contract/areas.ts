/** The cases by area: each file in the folder `cases` is one area, and exports `cases`. */
import { readdirSync } from "node:fs";
import { type KubernetesVersion, kubernetesVersions } from "../../../src/schema/kubernetes-versions.js";
import type { OptionalController } from "../../../src/apiserver/controllers/optional-controllers.js";
import { groupBy } from "../../../src/core/group-by.js";
import type { ContractCase } from "./contract-case.js";

export interface Area {
  readonly name: string;
  readonly cases: readonly ContractCase[];
  /** Whether its cases break all others while they run: they run after the others. */
  readonly isAlone: boolean;
  /** Whether the controllers of workloads run. */
  readonly simulatesWorkloads: boolean;
  /** The controllers that run besides those of every server. */
  readonly controllers: readonly OptionalController[];
  /** The versions of Kubernetes that serve what the cases need. */
  readonly versions: readonly KubernetesVersion[];
}

interface AreaModule {
  readonly cases: readonly ContractCase[];
  readonly isAlone?: boolean;
  readonly simulatesWorkloads?: boolean;
  readonly controllers?: readonly OptionalController[];
  readonly versions?: readonly KubernetesVersion[];
}

/** The number of files that run the suite on the embedded server in parallel: each has its own server. */
export const shardCount = 4;

/** Returns the areas of the file `shard-<shard>`. */
export async function loadShard(shard: number): Promise<readonly Area[]> {
  return dealAreas(await loadAreas(), shardCount)[shard - 1] ?? [];
}

/**
 * Distributes areas so that each shard has about as many cases. The areas of a special server stay together. Areas that run alone
 * come last in their shard.
 */
export function dealAreas(areas: readonly Area[], count: number): readonly (readonly Area[])[] {
  const shards = Array.from({ length: count }, (): Area[] => []);
  const hands = [...groupBy(areas, (area) => (serverOf(area) === "usual" ? area : serverOf(area))).values()];
  for (const hand of hands.toSorted((a, b) => caseCount(b) - caseCount(a))) {
    shards.toSorted((a, b) => caseCount(a) - caseCount(b))[0]?.push(...hand);
  }
  return shards.map(lonelyLast);
}

/** Moves the areas that run alone to the end. */
export function lonelyLast(areas: readonly Area[]): Area[] {
  return areas.toSorted((a, b) => Number(a.isAlone) - Number(b.isAlone));
}

function caseCount(areas: readonly Area[]): number {
  return areas.reduce((sum, { cases }) => sum + cases.length, 0);
}

/** Optional controllers watch different kinds: all of them can run on one server. */
function serverOf({ simulatesWorkloads, controllers }: Area): "usual" | "workloads" | "optional controllers" {
  if (simulatesWorkloads) return "workloads";
  return controllers.length === 0 ? "usual" : "optional controllers";
}

/** @param only - names of areas, separated by commas. Default: all */
export async function loadAreas(only = process.env["TSOP_CONTRACT_AREAS"]): Promise<readonly Area[]> {
  const folder = new URL("cases/", import.meta.url);
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -".ts".length))
    .filter((name) => only === undefined || only.split(",").includes(name))
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const module = (await import(new URL(`${name}.ts`, folder).href)) as AreaModule;
      const { cases, isAlone = false, simulatesWorkloads = false } = module;
      const { controllers = [], versions = kubernetesVersions } = module;
      return { name, cases, isAlone, simulatesWorkloads, controllers, versions };
    }),
  );
}

/** Areas that can share a server. */
export interface ServerAreas {
  readonly areas: readonly Area[];
  readonly version: KubernetesVersion;
  readonly simulatesWorkloads: boolean;
  readonly controllers: readonly OptionalController[];
}

export function groupByServer(areas: readonly Area[]): readonly ServerAreas[] {
  return kubernetesVersions.flatMap((version) => {
    const served = groupBy(
      areas.filter(({ versions }) => versions.includes(version)),
      serverOf,
    );
    return [...served].map(([server, areas]) => {
      const controllers = [...new Set(areas.flatMap(({ controllers }) => controllers))];
      return { areas, version, simulatesWorkloads: server === "workloads", controllers };
    });
  });
}
