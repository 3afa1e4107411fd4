/** `npm run attack -- --seed N --minutes M`: see docs/contributing/tests.md. */
import { parseArgs } from "node:util";
import { attackTarget, targetKinds } from "./attack-target.js";
import { buildTargetProgram } from "./setup.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    minutes: { type: "string", default: "5" },
    target: { type: "string", default: "all" },
  },
});
const [seed, minutes] = [Number(values.seed), Number(values.minutes)];
const kinds = targetKinds.filter((kind) => [kind, "all"].includes(values.target));
if (!Number.isInteger(seed) || !(minutes > 0) || kinds.length === 0) {
  throw new Error(`write --seed NUMBER --minutes NUMBER --target ${targetKinds.join("|")}|all`);
}

process.stdout.write(`seed ${seed}\n`);
const program = await buildTargetProgram();
const halfMs = (minutes * 60_000) / kinds.length / 2;
for (const kind of kinds) {
  const start = Date.now();
  const goOn = (half: 0 | 1): boolean => Date.now() < start + halfMs * (half + 1);
  const tally = await attackTarget(program.file, kind, { seed, attacksPerHalf: 10_000_000, goOn });
  process.stdout.write(`${kind}\n${String(tally)}\n${tally.violations.map((each) => `VIOLATED: ${each}\n`).join("")}`);
  if (tally.violations.length > 0) process.exitCode = 1;
}
program.remove();
