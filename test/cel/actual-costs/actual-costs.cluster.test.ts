/** Needs Go: the program beside this file runs the API server's own code. */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assetsFolder } from "../../support/control-plane.js";
import { hasGo } from "../../support/go.js";
import { costCases, readCosts, writeCosts } from "./actual-costs.js";

/** After a build of Kubernetes, its modules are in the cache. */
const isRunnable = assetsFolder !== undefined && hasGo();
const reason = isRunnable ? "" : " (needs KUBEBUILDER_ASSETS, and Go)";

describe.skipIf(!isRunnable)(`what rules cost${reason}`, () => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "costs-"));
    await promisify(execFile)("go", ["build", "-trimpath", "-ldflags=-s -w", "-o", `${folder}/costs`, "."], {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      // In the home's cache, not in the cache of the tests: the build of Kubernetes uses the home.
      env: { ...process.env, CGO_ENABLED: "0", XDG_CACHE_HOME: "" },
    });
  }, 900_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("is what was recorded", () => {
    const cases = costCases();
    const input = JSON.stringify(cases.map(({ schema, value }) => ({ schema, value })));
    const seen = JSON.parse(execFileSync(`${folder}/costs`, { input, maxBuffer: 1e8, encoding: "utf8" })) as number[][];
    expect(seen).toHaveLength(cases.length);
    const recorded = new Map(readCosts());
    const named = cases.map(({ name }, index) => {
      const costs = seen[index] ?? [];
      const known = recorded.get(name);
      return [name, known !== undefined && costs.includes(known) ? known : (costs[0] ?? -1)] as const;
    });
    if (process.env["UPDATE_GOLDEN"] === "1") writeCosts(named);
    expect(readCosts()).toEqual(named);
  });
});
