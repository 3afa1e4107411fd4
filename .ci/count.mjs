// node count.mjs REPORT SEEN: prints "PASSED FAILED" for a report of vitest. A skipped test without an entry in skips.json
// counts as failed.
// node count.mjs --unused SEEN: prints the entries for which no test was skipped.
import { appendFileSync, existsSync, readFileSync } from "node:fs";

const allowed = JSON.parse(readFileSync(new URL("skips.json", import.meta.url), "utf8"));
const [report, seen] = process.argv.slice(2);

if (report === "--unused") {
  const skipped = existsSync(seen) ? readFileSync(seen, "utf8").split("\n") : [];
  for (const { test, isSometimes } of allowed) {
    if (!isSometimes && !skipped.includes(test)) process.stdout.write(`${test}\n`);
  }
} else {
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      id: `${name.replace(/^.*\/(?=test\/|examples\/)/, "")} > ${fullName}`,
      status,
    })),
  );
  const count = (wanted) => tests.filter(({ status }) => status === wanted).length;
  const skipped = tests.filter(({ status }) => status !== "passed" && status !== "failed").map(({ id }) => id);
  const unexpected = skipped.filter((id) => !allowed.some(({ test }) => test === id));
  appendFileSync(seen, skipped.map((id) => `${id}\n`).join(""));
  for (const id of unexpected) process.stderr.write(`skipped, and not on the list in .ci/skips.json: ${id}\n`);
  process.stdout.write(`${count("passed")} ${count("failed") + unexpected.length}\n`);
}
