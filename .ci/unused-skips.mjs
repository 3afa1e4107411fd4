// node unused-skips.mjs SKIPPED: prints the entries of skips.json for which no test was skipped.
import { readFileSync } from "node:fs";

const allowed = JSON.parse(readFileSync(new URL("skips.json", import.meta.url), "utf8"));
const skipped = readFileSync(process.argv[2], "utf8").split("\n");
for (const { test, isSometimes } of allowed) {
  if (!isSometimes && !skipped.includes(test)) process.stdout.write(`${test}\n`);
}
