/** The cases, by area: each file in the folder `cases` is one, and exports `cases`. */
import { readdirSync } from "node:fs";
import type { ContractCase } from "./contract-case.js";

export interface Area {
  readonly name: string;
  readonly cases: readonly ContractCase[];
  /** Its cases break something for all others while they run: they come when these have ended. */
  readonly isAlone: boolean;
}

interface AreaModule {
  readonly cases: readonly ContractCase[];
  readonly isAlone?: boolean;
}

/** @param only - names of areas, separated by commas. Default: all */
export async function loadAreas(only = process.env["TSOP_CONTRACT_AREAS"]): Promise<readonly Area[]> {
  const folder = new URL("cases/", import.meta.url);
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -".ts".length))
    .filter((name) => only === undefined || only.split(",").includes(name))
    .sort();
  const areas = await Promise.all(
    names.map(async (name) => {
      const { cases, isAlone = false } = (await import(new URL(`${name}.ts`, folder).href)) as AreaModule;
      return { name, cases, isAlone };
    }),
  );
  return areas.toSorted((a, b) => Number(a.isAlone) - Number(b.isAlone));
}
