import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { realServerOnly } from "./real-server-only.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const clusterTests = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".cluster.test.ts"),
);

test.each(realServerOnly)("$place is there, and stays out for a reason", ({ place, reason }) => {
  const [folder = ""] = place.split("**");
  expect(clusterTests.filter((file) => file.startsWith(folder))).not.toEqual([]);
  expect(reason).not.toBe("");
});

test.each(realServerOnly.filter((entry) => entry.test !== undefined))('$place has a test "$test"', (entry) => {
  expect(readFileSync(path.join(root, entry.place), "utf8")).toContain(`test("${entry.test}"`);
});

test("the tests of the runtime, the client and the cluster's commands run on the embedded server, except single tests", () => {
  const left = realServerOnly.filter((entry) => entry.test === undefined).map(({ place }) => place);
  expect(left.filter((place) => /^(runtime|kube|cluster|commands|contract)\//.test(place))).toEqual([]);
});
