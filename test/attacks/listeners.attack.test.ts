import { expect, inject, test } from "vitest";
import { attackTarget, targetKinds } from "./attack-target.js";

/** Attacks on each listener, in each of two halves. */
const attacksPerHalf = { operator: 48, "api-server": 160, proxies: 48 };

test.each(targetKinds)("no request stops or blocks a process, or leaves anything behind: %s", async (kind) => {
  const tally = await attackTarget(inject("attackTarget"), kind, { seed: 1, attacksPerHalf: attacksPerHalf[kind] });
  process.stdout.write(`${kind}\n${String(tally)}\n`);
  expect(tally.violations).toEqual([]);
});
