/** Scaffolds that earlier commits of this repository created, and a stand-in for their packages. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { create } from "tar";
import { argumentsOf, replaySteps } from "../../../src/commands/update/replay-steps.js";
import type { Project } from "../../../src/project/project.js";
import { tempFolder, writeFiles } from "../temp-folder.js";

/** One command of an earlier tsop, and the files that it wrote. */
export interface RecordedStep {
  /** The arguments, without those that differ from run to run. */
  readonly key: string;
  readonly files: Readonly<Record<string, string>>;
}

export interface OldScaffold {
  readonly commit: string;
  readonly steps: readonly RecordedStep[];
}

/** The commits, from the newest to the oldest: at least 200 commits apart. */
export const oldCommits = ["c58e2e72", "530e44b8", "b380e59f"] as const;
export type OldCommit = (typeof oldCommits)[number];

const folder = fileURLToPath(new URL("../../data/old-scaffolds/", import.meta.url));

export function readOldScaffold(commit: OldCommit): OldScaffold {
  const packed = readFileSync(path.join(folder, `${commit}.json.br`));
  return JSON.parse(brotliDecompressSync(packed).toString()) as OldScaffold; // writeOldScaffold has written it
}

export function writeOldScaffold(scaffold: OldScaffold): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${scaffold.commit}.json.br`), brotliCompressSync(JSON.stringify(scaffold)));
}

/** Returns the files of the whole scaffold. */
export function filesOfScaffold({ steps }: OldScaffold): Record<string, string> {
  return Object.assign({}, ...steps.map(({ files }) => files)) as Record<string, string>;
}

export const oldTarball = "vendor/tsop-0.1.0-00000000.tgz";
export const oldSpec = `file:${oldTarball}`;
export const header = "/*\nCopyright 2026 zhangsan\n*/\n";

const bar = { group: "foo", domain: "abc.com", version: "v1", kind: "Bar", path: "api/v1", core: false } as const;
const kind = { ...bar, plural: undefined, api: { crdVersion: "v1", namespaced: true }, controller: true };
const webhooks = { defaulting: true, validation: true, conversion: false, spokes: [] };

/** The projects that the commits scaffolded. The oldest has no command for webhooks. */
const tenant = { ...kind, kind: "Tenant", webhooks: undefined };
export const oldProjects: Readonly<Record<OldCommit, Project>> = {
  c58e2e72: projectOf([{ ...kind, webhooks }, tenant]),
  "530e44b8": projectOf([{ ...kind, webhooks }, tenant]),
  b380e59f: projectOf([{ ...kind, webhooks: undefined }, tenant]),
};

function projectOf(resources: Project["resources"]): Project {
  const names = { domain: "abc.com", projectName: "demo", layout: [], cliVersion: "0.1.0" };
  return { ...names, multigroup: false, namespaced: false, resources };
}

/** Returns the command lines that create a project, each with its key. */
export function commandLines(
  project: Project,
  licenseFile: string,
): { readonly args: string[]; readonly key: string }[] {
  return replaySteps({ project, modes: undefined, licenseFile, tsop: oldSpec }).map((step) => {
    const args = argumentsOf(step);
    return { args, key: args.filter((arg) => !/^--(license-file|tsop)=/.test(arg)).join(" ") };
  });
}

/** A program that writes what the earlier tsop wrote. */
const standIn = `#!/usr/bin/env node
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
const { steps } = JSON.parse(readFileSync(new URL("../scaffold.json", import.meta.url), "utf8"));
const key = process.argv.slice(2).filter((arg) => !/^--(license-file|tsop)=/.test(arg)).join(" ");
const step = steps.find((each) => each.key === key);
if (step === undefined) {
  console.error("not recorded: " + key);
  process.exit(2);
}
for (const [file, text] of Object.entries(step.files)) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
`;

/** Creates a project with an old scaffold, whose package is a tarball in the project. */
export async function oldProject(
  scaffold: OldScaffold,
): Promise<{ readonly root: string; readonly files: Record<string, string> }> {
  const files = filesOfScaffold(scaffold);
  const root = tempFolder(files);
  const parts = tempFolder({
    "package/package.json": '{ "name": "tsop", "version": "0.1.0", "type": "module" }',
    "package/bin/tsop.js": standIn,
    "package/scaffold.json": JSON.stringify(scaffold),
  });
  writeFiles(root, { [oldTarball]: "" });
  await create({ gzip: true, cwd: parts, file: path.join(root, oldTarball) }, ["package"]);
  return { root, files };
}
