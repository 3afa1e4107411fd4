// A reporter for Vitest that counts. Appends to files, each named by an environment variable: the numbers of passed and failed tests
// to TESTS_COUNTED, the skipped tests to TESTS_SKIPPED, and what failed to TESTS_FAILED, with the first lines of its messages. A skipped
// test without an entry in skips.json counts as failed, and so does each error outside of a test, such as that of a hook.
import { appendFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

const allowed = JSON.parse(readFileSync(new URL("skips.json", import.meta.url), "utf8"));

export default class Reporter {
  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (wanted) => tests.filter((test) => test.result().state === wanted);
    const passed = inState("passed");
    const failed = inState("failed").map((test) => `${nameOf(test)}\n  ${print(test.result().errors)}\n`);
    const skipped = tests.filter((test) => !["passed", "failed"].includes(test.result().state)).map(nameOf);
    const unexpected = skipped.filter((name) => !allowed.some(({ test }) => test === name));
    const outside = [
      ...modules
        .flatMap((module) => [module, ...module.children.allSuites()])
        .map((each) => [nameOf(each), each.errors()]),
      ["an error outside of the tests", errors],
    ].filter(([, found]) => found.length > 0);
    const failures = [
      ...failed,
      ...outside.map(([name, found]) => `${name}\n  ${print(found)}\n`),
      ...unexpected.map((name) => `${name}\n  was skipped, and .ci/skips.json does not list it\n`),
    ];
    append("TESTS_COUNTED", [`${passed.length} ${failures.length}\n`]);
    append(
      "TESTS_SKIPPED",
      skipped.map((name) => `${name}\n`),
    );
    append("TESTS_FAILED", failures);
  }
}

function append(variable, lines) {
  appendFileSync(process.env[variable], lines.join(""));
}

/** Returns the file, and the names from the outermost suite to the entity itself. */
function nameOf(entity) {
  const names = [];
  let each = entity;
  for (; each.type !== "module"; each = each.parent) names.unshift(each.name);
  return [path.relative(process.cwd(), each.moduleId), names.join(" ")].filter((part) => part !== "").join(" > ");
}

function print(errors) {
  const text = errors.map(({ stack, message }) => stack ?? message).join("\n");
  return stripVTControlCharacters(text).split("\n").slice(0, 30).join("\n  ").slice(0, 2500);
}
