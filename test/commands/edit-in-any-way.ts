import { expect } from "vitest";
import type { EditOptions } from "../../src/commands/declared/scaffold.js";
import { TsopError } from "../../src/core/errors.js";
import { editProject, run } from "../support/edit-project.js";
import { seeded } from "../support/seeded.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

const values = {
  namespaced: [true, false],
  metrics: [true, false],
  prometheus: [true, false],
  networkPolicy: [true, false],
  workload: ["deployment", "daemonset"],
  replicas: ["1", "2", "3"],
} as const;

/** Turns modes on and off, as the seed says: then the project is as one that was made with the modes that it has in the end. */
export async function editInAnyWay(seed: number): Promise<void> {
  const random = seeded(seed);
  const oneOf = (list: readonly unknown[]): unknown => list[Math.floor(random() * list.length)];
  const root = tempFolder(await editProject());
  const names = Object.keys(values) as (keyof typeof values)[];
  for (let step = 0; step < 12; step += 1) {
    const chosen = names.filter(() => random() < 0.3);
    const options: EditOptions = Object.fromEntries(chosen.map((name) => [name, oneOf(values[name])]));
    await run(root, options).catch((error: unknown) => {
      if (!(error instanceof TsopError && error.code === "modes/contradiction")) throw error;
    });
  }
  const { modes } = (await run(root, {})).json as { modes: Record<string, unknown> };
  expect(filesOf(root)).toEqual(await editProject({ ...modes, replicas: String(modes["replicas"]) }));
}
