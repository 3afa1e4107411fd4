import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bar, scaffold } from "../support/scaffolds.js";

const page = readFileSync(new URL("../../docs/start/what-was-created.md", import.meta.url), "utf8");

/** The files in the first cells of the page's tables. Folders end with a slash. */
const listed = page
  .split("\n")
  .flatMap((line) => /^\| (`.*?) \|/.exec(line)?.[1] ?? [])
  .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file))
  .filter((file) => !file.endsWith("/"));

test("docs/start/what-was-created.md lists every file of a scaffold once", async () => {
  const files = await scaffold({
    init: { domain: "abc.com", license: "apache2", owner: "zhangsan" },
    apis: [bar],
    isGenerated: true,
  });
  expect(listed.toSorted()).toEqual(Object.keys(files).toSorted());
});
