import { describe, expect, test } from "vitest";
import { checkWriters } from "../../src/doctor/cluster/crd-checks.js";
import type { ProjectInCluster } from "../../src/doctor/cluster/cluster-facts.js";
import { oldVersions, writersOf } from "../../src/doctor/cluster/version-writers.js";
import { versionedCrd } from "../support/versioned-crds.js";

const entry = (manager: string, version: string, time: string) => ({
  ...{ manager, apiVersion: `foo.abc.com/${version}`, time: `${time}T00:00:00Z` },
});

describe("the clients that still write an old version", () => {
  test("are those whose last write was in it, on any object", () => {
    const entries = [
      entry("helm", "v1", "2026-01-02"),
      entry("helm", "v2", "2026-01-01"),
      entry("moved", "v1", "2026-01-01"),
      entry("moved", "v2", "2026-01-02"),
      entry("kubectl", "v1", "2026-01-01"),
      entry("kubectl", "v1", "2026-01-03"),
      entry("new", "v2", "2026-01-01"),
    ];
    expect(writersOf(entries, "foo.abc.com", ["v1"])).toEqual([
      { version: "v1", manager: "helm", last: "2026-01-02T00:00:00Z" },
      { version: "v1", manager: "kubectl", last: "2026-01-03T00:00:00Z" },
    ]);
  });

  test("do not include clients of other groups, and entries without a time or a manager", () => {
    const entries = [
      { ...entry("other", "v1", "2026-01-01"), apiVersion: "apps/v1" },
      { apiVersion: "foo.abc.com/v1" },
      {},
    ];
    expect(writersOf(entries, "foo.abc.com", ["v1"])).toEqual([]);
  });
});

describe("the old versions", () => {
  const crd = (versions: readonly string[], stored: string) => versionedCrd("bars", "Bar", versions, stored);

  test.each([
    ["one version", ["v1"], "v1", ["v1"], []],
    ["a new version that is not stored yet", ["v1", "v2"], "v1", ["v1", "v2"], []],
    ["an older version than the stored one", ["v1", "v2"], "v2", ["v1", "v2"], ["v1"]],
    ["a version that the project no longer contains", ["v1"], "v1", ["v1", "v2"], ["v2"]],
  ])("%s", (_, wanted, stored, installed, old) => {
    expect(oldVersions(crd(wanted, stored), crd(installed, stored))).toEqual(old);
  });

  test("a CRD without a storage version has none", () => {
    expect(oldVersions(crd(["v1"], "none"), crd(["v1", "v2"], "v2"))).toEqual([]);
  });
});

test("the check: a note for a version that is still served", () => {
  const writers = { kind: "known", value: [{ version: "v1", manager: "helm", last: "2026-01-02T00:00:00Z" }] } as const;
  const versions = ["v1", "v2"].map((name) => ({ name, served: true }));
  const facts = { name: "bars.foo.abc.com", versions, stored: "v2", installed: undefined, isSame: true, writers };
  const project = { crds: { kind: "known", value: [facts] } } as unknown as ProjectInCluster;
  expect(checkWriters(project)).toEqual([
    {
      status: "info",
      message: "clients still write bars.foo.abc.com as v1, which is older than v2: helm (last on 2026-01-02)",
    },
  ]);
});
