import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { render } from "../../src/render/render.js";
import { memoryFiles } from "../support/memory-files.js";
import type { RenderCase } from "./corpus/objects.js";

/** The folder of a case that is rendered. */
export function folderOf({ files }: RenderCase): string {
  return Object.keys(files).some((name) => name.startsWith("overlay/")) ? "overlay" : ".";
}

export function renderCase(each: RenderCase): string {
  return render(path.posix.join("/", folderOf(each)), memoryFiles(each.files), "/").yaml;
}

/** What kustomize makes of it; undefined when it refuses. */
export async function kustomizeCase(each: RenderCase, folder: string, kustomize: string): Promise<string | undefined> {
  for (const [name, text] of Object.entries(each.files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const { exitCode, stdout } = await execa(kustomize, ["build", path.join(folder, folderOf(each))], {
    reject: false,
    stripFinalNewline: false,
  });
  return exitCode === 0 ? stdout : undefined;
}

export function goldenOf(name: string): string {
  return fileURLToPath(new URL(`../golden/render/${name}.yaml`, import.meta.url));
}
