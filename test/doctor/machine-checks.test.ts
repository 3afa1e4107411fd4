import { expect, test } from "vitest";
import { runChecks } from "../../src/doctor/finding.js";
import { machineChecks } from "../../src/doctor/machine/machine-checks.js";
import { imageNodeOf, type MachineFacts } from "../../src/doctor/machine/machine-facts.js";
import { makeReport } from "../../src/doctor/report.js";

const healthy: MachineFacts = {
  node: "24.1.0",
  engines: ">=20.19",
  projectEngines: ">=20.19",
  imageNode: 24,
  packageManager: { name: "npm", version: "11.0.0" },
  containerTools: [{ name: "podman", version: "5.0.0", engine: undefined }],
  assets: undefined,
  proxies: [],
  extraCerts: undefined,
  places: [{ what: "this folder", path: "/p", isWritable: true, freeBytes: 10e9 }],
  ports: [{ port: 8081, use: "health probes", isFree: true }],
};
const bad = (facts: Partial<MachineFacts>) =>
  runChecks(machineChecks, { ...healthy, ...facts })
    .filter(({ status }) => status !== "ok")
    .map(({ check, status, message }) => `${check} ${status}: ${message}`);

test("a healthy machine", () => {
  expect(bad({})).toEqual([]);
});

test.each<[Partial<MachineFacts>, string]>([
  [
    { node: "18.0.0", projectEngines: undefined },
    "machine/node failure: this machine has Node 18.0.0, but tsop requires >=20.19",
  ],
  [{ projectEngines: ">=26" }, "machine/node failure: this machine has Node 24.1.0, but package.json requires >=26"],
  [{ projectEngines: "newest" }, 'machine/node warning: engines.node "newest" is not a version range'],
  [{ imageNode: 18 }, "machine/node failure: the Dockerfile's image has Node 18"],
  [{ imageNode: 22 }, "machine/node warning: this machine has Node 24.1.0, but the image has Node 22"],
  [{ packageManager: { name: "pnpm", version: undefined } }, "machine/npm failure: pnpm is not on the PATH"],
  [{ containerTools: [] }, "machine/container-tools info: none of docker, podman, buildah, nerdctl is installed"],
  [
    { containerTools: [{ name: "docker", version: "28.0.0", engine: false }] },
    "machine/container-tools warning: the engine of docker 28.0.0 does not respond",
  ],
  [
    { places: [{ what: "this folder", path: "/p", isWritable: false, freeBytes: 1e9 }] },
    "machine/disk failure: this folder, /p, is not writable",
  ],
  [
    { places: [{ what: "this folder", path: "/p", isWritable: true, freeBytes: 1e6 }] },
    "machine/disk failure: this folder, /p, is full: 1 MB left",
  ],
  [
    { places: [{ what: "this folder", path: "/p", isWritable: true, freeBytes: 100e6 }] },
    "machine/disk warning: this folder, /p, has 100 MB left",
  ],
  [
    { ports: [{ port: 8081, use: "health probes", isFree: false }] },
    "machine/ports warning: port 8081, which an operator uses for health probes, is in use",
  ],
])("%o", (facts, line) => {
  expect(bad(facts)).toEqual([line]);
});

test.each([
  ["ARG BASE_IMAGE=gcr.io/distroless/nodejs24-debian12:nonroot\nFROM ${BASE_IMAGE}", 24],
  ["FROM docker.io/library/node:22-slim AS build", 22],
  ["FROM scratch\nCOPY node:20 /", undefined],
  ["# FROM node:18\nFROM registry.example.com/base:1", undefined],
])("%s has Node %s", (dockerfile, version) => {
  expect(imageNodeOf(dockerfile)).toBe(version);
});

test("a report has words without a terminal, signs on one, and diagnostics for code scanning", () => {
  const findings = [
    { check: "machine/a", status: "ok" as const, message: "fine" },
    {
      check: "project/b",
      status: "failure" as const,
      message: "broken",
      at: { file: "f", line: 2, column: 1 },
      hint: "mend",
    },
  ];
  const { text, exitCode, diagnostics } = makeReport(findings, false);
  expect(text).toBe("machine\n  ok      fine\n\nproject\n  failed  f:2:1: broken\n            mend\n\n1 failure");
  expect(exitCode).toBe(1);
  expect(diagnostics).toEqual([
    { code: "doctor/found", severity: "error", message: "broken", at: { file: "f", line: 2, column: 1 }, hint: "mend" },
  ]);
  // oxlint-disable-next-line no-control-regex -- colours
  expect(makeReport(findings, true).text.replaceAll(/\u001b\[\d+m/g, "")).toContain("  ✗ f:2:1: broken\n      mend");
});
