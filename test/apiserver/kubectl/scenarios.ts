/** The scenarios by area: each file in the folder `scenarios` is one area, and exports `scenarios`. */
import { readdirSync } from "node:fs";
import type { Scenario } from "./scenario.js";

export interface ScenarioArea {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
}

/** @param only - names of areas, separated by commas. Default: all */
export async function loadScenarios(only = process.env["TSOP_KUBECTL_AREAS"]): Promise<readonly ScenarioArea[]> {
  const folder = new URL("scenarios/", import.meta.url);
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -".ts".length))
    .filter((name) => only === undefined || only.split(",").includes(name))
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const module = (await import(new URL(`${name}.ts`, folder).href)) as { scenarios: readonly Scenario[] };
      return { name, scenarios: module.scenarios };
    }),
  );
}
