import { parseArgs } from "node:util";

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly output: "text" | "json";
}

/** @throws Error that names the invalid arguments */
export function parseOptions(args: readonly string[], randomSeed: () => number): SoakOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: "string", default: "5" },
      seed: { type: "string" },
      output: { type: "string", default: "text" },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes >= 1 && minutes <= 24 * 60)) throw new Error(`--minutes ${values.minutes}: a number from 1 to 1440`);
  const seed = values.seed === undefined ? randomSeed() : Number(values.seed);
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff) {
    throw new Error(`--seed ${values.seed ?? ""}: a whole number from 0 to 4294967295`);
  }
  const { output } = values;
  if (output !== "text" && output !== "json") throw new Error(`--output ${output}: text or json`);
  return { minutes, seed, output };
}
