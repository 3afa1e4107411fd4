/** The findings of `tsop doctor` in projects with a single problem. */
import { rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Status } from "../../src/doctor/finding.js";
import { takeOver } from "../../src/machinery/project-state.js";
import { findingsIn, of } from "../support/doctor-findings.js";
import { healthyProject } from "../support/healthy-project.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";

interface Broken {
  readonly what: string;
  readonly check: string;
  readonly change: Readonly<Record<string, string | ((before: string) => string) | undefined>>;
  readonly status: Status;
  readonly message: RegExp;
  readonly hint: RegExp | undefined;
}

const json = (change: (value: Record<string, Record<string, string>>) => void) => (before: string) => {
  const value = JSON.parse(before) as Record<string, Record<string, string>>;
  change(value);
  return JSON.stringify(value);
};
const without = (text: string) => (before: string) => before.replace(text, "");

describe("a problem of a project", () => {
  test.each<Broken>([
    {
      what: "PROJECT is no YAML",
      check: "project/file",
      change: { PROJECT: "version: [" },
      status: "failure",
      message: /not valid YAML/,
      hint: /Correct this line/,
    },
    {
      what: "a script is misspelt",
      check: "project/package-json",
      change: { "package.json": without('"deploy": "tsop deploy",') },
      status: "warning",
      message: /the script "deploy" is missing/,
      hint: /"deploy": "tsop deploy"/,
    },
    {
      what: "package.json is broken",
      check: "project/package-json",
      change: { "package.json": "{" },
      status: "failure",
      message: /not a JSON object/,
      hint: /Correct the file/,
    },
    {
      what: "the tarball does not exist",
      check: "project/package-json",
      change: { "package.json": json((value) => (value["dependencies"]!["tsop"] = "file:vendor/tsop-0.1.0-x.tgz")) },
      status: "failure",
      message: /tsop is file:vendor\/tsop-0.1.0-x.tgz, but that file does not exist/,
      hint: /Commit vendor\//,
    },
    {
      what: "package.json requires another version of tsop",
      check: "project/package-json",
      change: { "package.json": json((value) => (value["dependencies"]!["tsop"] = "^9.0.0")) },
      status: "warning",
      message: /this is tsop \S+, but package.json requires \^9.0.0/,
      hint: /npm run/,
    },
    {
      what: "another tsop is installed",
      check: "project/packages",
      change: { "node_modules/tsop/package.json": '{ "version": "0.0.1" }' },
      status: "failure",
      message: /tsop 0.0.1 is installed, but package.json requires/,
      hint: /npm install/,
    },
    {
      what: "tsop is not installed",
      check: "project/packages",
      change: { "node_modules/tsop/package.json": undefined },
      status: "failure",
      message: /tsop is not installed/,
      hint: /npm install/,
    },
    {
      what: "tsconfig.json has an unknown option",
      check: "project/typescript",
      change: { "tsconfig.json": (before) => before.replace('"strict"', '"strickt"') },
      status: "failure",
      message: /strickt/,
      hint: /Correct the file/,
    },
    {
      what: "tsconfig.json is not strict",
      check: "project/typescript",
      change: { "tsconfig.json": (before) => before.replace('"strict": true', '"strict": false') },
      status: "warning",
      message: /"strict" is off/,
      hint: /Set it to true/,
    },
    {
      what: "another TypeScript is installed",
      check: "project/typescript",
      change: { "node_modules/typescript/package.json": '{ "version": "5.4.0" }' },
      status: "warning",
      message: /TypeScript 5.4.0 is installed, but package.json requires ~6/,
      hint: /npm install/,
    },
    {
      what: "an insertion point is misspelt",
      check: "project/insertion-points",
      change: { "main.ts": (before) => before.replace("+tsop:scaffold:builder", "+tsop:scafold:builder") },
      status: "warning",
      message: /the line "\/\/ \+tsop:scaffold:builder" is missing/,
      hint: /Correct this line: \/\/ \+tsop:scafold:builder/,
    },
    {
      what: "main.ts is missing",
      check: "project/insertion-points",
      change: { "main.ts": undefined },
      status: "failure",
      message: /main.ts, .* is missing/,
      hint: /Restore/,
    },
    {
      what: "a kind of PROJECT is not declared",
      check: "project/kinds",
      change: { PROJECT: (before) => before.replace("kind: Bar", "kind: Barr") },
      status: "warning",
      message: /PROJECT lists Barr of foo.abc.com\/v1, which the sources do not declare/,
      hint: /Did you rename it to Bar\?/,
    },
    {
      what: "a kind is not in PROJECT",
      check: "project/kinds",
      change: { PROJECT: (before) => before.replace("kind: Bar", "kind: Other") },
      status: "warning",
      message: /Bar of foo.abc.com\/v1 is not in PROJECT/,
      hint: /Add it to `resources`/,
    },
    {
      what: "the controller is missing",
      check: "project/kinds",
      change: {
        "controllers/bar_controller.ts": undefined,
        "main.ts": (before) => before.replaceAll(/.*BarReconciler.*\n/g, ""),
      },
      status: "warning",
      message: /PROJECT lists a controller for Bar of foo.abc.com\/v1, which does not exist/,
      hint: /Restore controllers\/bar_controller.ts/,
    },
    {
      what: "the types have changed since",
      check: "project/manifests",
      change: { "api/v1/bar_types.ts": (before) => before.replace("@maximum 10", "@maximum 11") },
      status: "failure",
      message: /not up to date with the sources: config\/crd\/bases\/foo.abc.com_bars.yaml/,
      hint: /npm run manifests/,
    },
    {
      what: "a generated file is missing",
      check: "project/manifests",
      change: { "config/crd/bases/foo.abc.com_bars.yaml": undefined },
      status: "failure",
      message: /not generated yet: config\/crd\/bases\/foo.abc.com_bars.yaml/,
      hint: /npm run manifests/,
    },
    {
      what: "a generated file was edited",
      check: "project/manifests",
      change: { "config/crd/bases/foo.abc.com_bars.yaml": (before) => before.replace("kind: Bar", "kind: Car") },
      status: "failure",
      message: /not up to date with the sources: config\/crd\/bases\/foo.abc.com_bars.yaml/,
      hint: /npm run manifests/,
    },
    {
      what: "the sources have an error",
      check: "project/manifests",
      change: {
        "api/v1/bar_types.ts": (before) => before.replace("export interface BarSpec", "export interfac BarSpec"),
      },
      status: "failure",
      message: /Did you mean 'interface'/,
      hint: /Correct the syntax/,
    },
    {
      what: "config/default cannot be rendered",
      check: "project/render",
      change: { "config/default/kustomization.yaml": (before) => before.replace("../manager", "../manger") },
      status: "failure",
      message: /manger/,
      hint: /./,
    },
    {
      what: "a CRD is too large for kubectl apply",
      check: "project/crd-size",
      change: {
        "config/crd/bases/foo.abc.com_bars.yaml": (before) =>
          before
            .replace("kind: Bar", `kind: Bar\n    singular: ${"x".repeat(270_000)}`)
            .replace(/\n {4}singular: bar/, ""),
      },
      status: "warning",
      message: /the CRD bars.foo.abc.com has \d+ kB: `kubectl apply` cannot install it/,
      hint: /server-side/,
    },
    {
      what: ".dockerignore excludes the bundle",
      check: "project/dockerfile",
      change: { ".dockerignore": "**\n!dst/**/*.js\n" },
      status: "failure",
      message: /\.dockerignore excludes dist\/main.js/,
      hint: /!dist\/\*\*\/\*\.js/,
    },
    {
      what: ".dockerignore has a line that its library cannot read",
      check: "project/dockerfile",
      change: { ".dockerignore": "in (*\n" },
      status: "warning",
      message: /tsop cannot parse the line "in \(\*"/,
      hint: /without brackets/,
    },
    {
      what: ".gitignore does not exclude .tsop",
      check: "project/gitignore",
      change: { ".gitignore": without(".tsop/") },
      status: "warning",
      message: /git would commit \.tsop\//,
      hint: /Add this line: \.tsop\//,
    },
    {
      what: "the image is not pushed",
      check: "project/image",
      change: { ".tsop/image.json": '{ "image": "example.com/a:1", "built": { "tool": "podman" } }' },
      status: "info",
      message: /image: example.com\/a:1, built on this machine and not pushed/,
      hint: /docker-push/,
    },
    {
      what: "a command was killed",
      check: "project/interrupted",
      change: {
        ".tsop/journal.json": JSON.stringify({
          ...{ pid: 999_999_999, start: "1", host: "elsewhere", token: "x", folders: [] },
          entries: [{ kind: "create", path: "a", hash: "" }],
        }),
      },
      status: "info", // of another machine, and fresh: it may be at work
      message: /another tsop command/,
      hint: undefined,
    },
    {
      what: "a journal whose token is a path",
      check: "project/interrupted",
      change: { ".tsop/journal.json": JSON.stringify({ pid: 1, token: "../.." }) },
      status: "failure",
      message: /journal\.json is not a journal of tsop/,
      hint: /delete it/,
    },
  ])("$what", async ({ check, change, status, message, hint }) => {
    const files: Record<string, string> = { ...(await healthyProject()) };
    for (const [file, to] of Object.entries(change)) {
      const after = typeof to === "function" ? to(files[file] ?? "") : to;
      expect(after, "the file changes").not.toBe(files[file]);
      if (after === undefined) Reflect.deleteProperty(files, file);
      else files[file] = after;
    }
    const root = tempFolder();
    takeOver(root); // so that tsop uses the state in it
    writeFiles(root, files);
    const { findings, exitCode } = await findingsIn(root);
    const found = of(findings, check);
    expect(found).toContainEqual([status, expect.stringMatching(message), hint && expect.stringMatching(hint)]);
    expect(exitCode).toBe(status === "failure" ? 1 : exitCode);
  });

  test("packages that are not installed", async () => {
    const root = tempFolder(await healthyProject());
    rmSync(path.join(root, "node_modules"), { recursive: true });
    expect(of((await findingsIn(root)).findings, "project/packages")).toEqual([
      ["failure", "the packages are not installed", "npm install"],
    ]);
  });

  test("the .gitignore of a folder above counts", async () => {
    const files = Object.entries(await healthyProject()).filter(([file]) => file !== ".gitignore");
    const root = tempFolder({ ".git/HEAD": "", ".gitignore": "dist/\nnode_modules\n.tsop\n" });
    writeFiles(path.join(root, "operator"), Object.fromEntries(files));
    const { findings } = await findingsIn(path.join(root, "operator"));
    expect(of(findings, "project/gitignore")).toMatchObject([
      ["ok", ".gitignore excludes generated and private files", undefined],
    ]);
  });
});
