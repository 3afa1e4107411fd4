/** Reads files of a published package. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { jsonOf } from "../project/files.js";
import type { Context } from "./context.js";
import { isDefinitionFile } from "../project/definition-module.js";
import { projectFileName } from "../project/project.js";
import { type GitFile, yamlFile } from "./git-files.js";

/**
 * Downloads a version of the project's own package with npm, which knows the registry and its credentials, and returns its
 * YAML files, its definitions of kinds, and its PROJECT. Runs no script of the package.
 *
 * @throws TsopError `api/unreadable`
 */
export async function npmFiles(version: string, context: Context): Promise<GitFile[]> {
  const name = jsonOf(context.cwd, "package.json")?.["name"];
  if (typeof name !== "string" || !/^(?:@[\w.-]+\/)?\w[\w.-]*$/.test(name)) {
    throw unreadable("package.json has no valid name", "Name the package in package.json, or compare with git:REF.");
  }
  if (!/^[\w.+~^-]+$/.test(version)) {
    const hint = "For example: npm:1.2.0, npm:latest";
    throw new TsopError("usage/invalid-argument", `npm:${version} names no version`, { hint });
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-api-"));
  try {
    const args = ["pack", `${name}@${version}`, "--ignore-scripts", "--silent", "--pack-destination", folder];
    const { exitCode, stderr } = await context.exec("npm", args, {
      cwd: context.cwd,
      env: context.env,
      signal: context.signal,
    });
    const [tarball] = readdirSync(folder);
    if (exitCode !== 0 || tarball === undefined) {
      const why = stderr.trim().split("\n").at(-1) ?? "";
      throw unreadable(
        `npm cannot download ${name}@${version}${why === "" ? "" : `: ${why}`}`,
        `Check the version with \`npm view ${name} versions\`. A project that is not published has no npm:VERSION: use git:REF.`,
      );
    }
    return await unpack(readFileSync(path.join(folder, tarball)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The most bytes of one file. */
const longest = 16 * 1024 * 1024;

async function unpack(bytes: Buffer): Promise<GitFile[]> {
  const { Parser } = await import("tar");
  const files: GitFile[] = [];
  await new Promise<void>((resolve, reject) => {
    const parser = new Parser({
      onReadEntry: (entry) => {
        // npm puts all files into one folder.
        const file = entry.path.replace(/^[^/]*\//, "");
        const isWanted = yamlFile.test(file) || isDefinitionFile(file) || file === projectFileName;
        if (entry.type !== "File" || !isWanted || entry.size > longest) {
          entry.resume();
          return;
        }
        const chunks: Buffer[] = [];
        entry.on("data", (chunk: Buffer) => void chunks.push(chunk));
        entry.on("end", () => {
          files.push({ path: file, text: Buffer.concat(chunks).toString("utf8") });
        });
      },
    });
    parser.on("end", resolve);
    parser.on("error", (cause: unknown) =>
      reject(unreadable(`cannot unpack the package: ${String(cause)}`, "Use git:REF.")),
    );
    parser.end(bytes);
  });
  return files;
}

function unreadable(message: string, hint: string): TsopError {
  return new TsopError("api/unreadable", message, { hint });
}
