// node count.mjs REPORT SEEN FAILURES: prints "PASSED FAILED" for a report of vitest. A skipped test without an entry in
// skips.json counts as failed. Appends the failed tests to FAILURES, with the first lines of their messages.
// node count.mjs --unused SEEN: prints the entries for which no test was skipped.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

const allowed = JSON.parse(readFileSync(new URL("skips.json", import.meta.url), "utf8"));
const [report, seen, failures] = process.argv.slice(2);

if (report === "--unused") {
  const skipped = existsSync(seen) ? readFileSync(seen, "utf8").split("\n") : [];
  for (const { test, isSometimes } of allowed) {
    if (!isSometimes && !skipped.includes(test)) process.stdout.write(`${test}\n`);
  }
} else {
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }) => ({
      id: `${name.replace(/^.*\/(?=test\/|examples\/)/, "")} > ${fullName}`,
      status,
      message: stripVTControlCharacters(failureMessages.join("\n")).split("\n").slice(0, 30).join("\n  "),
    })),
  );
  const count = (wanted) => tests.filter(({ status }) => status === wanted).length;
  const skipped = tests.filter(({ status }) => status !== "passed" && status !== "failed").map(({ id }) => id);
  const failed = tests.filter(({ status }) => status === "failed");
  const unexpected = skipped.filter((id) => !allowed.some(({ test }) => test === id));
  appendFileSync(seen, skipped.map((id) => `${id}\n`).join(""));
  appendFileSync(failures, failed.map(({ id, message }) => `${id}\n  ${message.slice(0, 2500)}\n`).join(""));
  appendFileSync(
    failures,
    unexpected.map((id) => `${id}\n  was skipped, and .ci/skips.json does not list it\n`).join(""),
  );
  for (const id of unexpected) process.stderr.write(`skipped, and not on the list in .ci/skips.json: ${id}\n`);
  process.stdout.write(`${count("passed")} ${failed.length + unexpected.length}\n`);
}
