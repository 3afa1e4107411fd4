import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { compareCrds } from "../../src/compatibility/compare-crds.js";
import type { Crd } from "../../src/compatibility/crd.js";
import { isCrdDocument, readCrd } from "../../src/compatibility/read-crd.js";
import { parseAllYaml } from "../../src/core/yaml.js";
import { judges, runCrdify } from "../support/crdify.js";
import { missed } from "../support/crdify-missed.js";
import { showChange } from "../support/crdify-output.js";

/** The folder with PROJECT/vX.Y.Z/FILE.yaml: each file differs from the same file of the release before. */
const history = process.env["TSOP_CRD_HISTORY"] ?? "";

interface Release {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

function releases(): Release[] {
  return readdirSync(history).flatMap((project) => {
    const versions = readdirSync(path.join(history, project)).toSorted((a, b) => numberOf(a) - numberOf(b));
    const last = new Map<string, string>();
    return versions.flatMap((version) =>
      readdirSync(path.join(history, project, version)).flatMap((file): Release[] => {
        const after = path.join(history, project, version, file);
        const before = last.get(file);
        last.set(file, after);
        return before === undefined ? [] : [{ name: `${project} ${version} ${file}`, before, after }];
      }),
    );
  });
}

function numberOf(version: string): number {
  const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
  return major * 1000 + minor;
}

function crdOf(file: string): Crd {
  const document = parseAllYaml(readFileSync(file, "utf8"), file).find(isCrdDocument);
  const read = readCrd(document ?? {});
  if (read.kind === "invalid") throw new Error(`${file}: ${read.faults.join("; ")}`);
  return read.crd;
}

describe.skipIf(judges === undefined || !existsSync(history))("nothing that crdify calls breaking is missed", () => {
  test.each(existsSync(history) ? releases() : [])("$name", ({ before, after }) => {
    const [old, now] = [crdOf(before), crdOf(after)];
    expect(missed(runCrdify(before, after), old, now)).toEqual([]);
    const unknown = compareCrds(old, now).filter(({ detail }) => "effect" in detail && detail.effect === "unknown");
    expect(unknown.map(showChange)).toEqual([]);
  });
});
