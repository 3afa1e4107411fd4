import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const checkout = fileURLToPath(new URL("../../../", import.meta.url));

/** Gives a project the packages of this checkout, and tsop itself, instead of installing them. */
export function linkPackages(root: string): void {
  const modules = path.join(root, "node_modules");
  mkdirSync(path.join(modules, ".bin"), { recursive: true });
  mkdirSync(path.join(modules, "@types"));
  symlinkSync(checkout, path.join(modules, "tsop"), "junction");
  for (const name of ["vitest", "typescript", "@types/node"]) {
    symlinkSync(path.join(checkout, "node_modules", name), path.join(modules, name), "junction");
  }
  symlinkSync("../tsop/bin/tsop.js", path.join(modules, ".bin/tsop"));
  symlinkSync("../vitest/vitest.mjs", path.join(modules, ".bin/vitest"));
}

/**
 * Runs `npm test` in a project, in one process with the embedded API server, and returns its output.
 *
 * @throws Error with the output if a test fails
 */
export async function npmTest(root: string): Promise<string> {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  if (scripts["test"] === undefined) throw new Error("package.json has no script `test`");
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|npm_|NODE_ENV|KUBEBUILDER_ASSETS)/.test(name)),
  );
  const args = ["test", "--", "--no-isolate", "--maxWorkers=1"];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: root, env: { ...env, NO_COLOR: "1" } }).catch(
    (error: unknown) => {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      throw new Error(`npm test failed:\n${stdout}\n${stderr}`);
    },
  );
  return stdout;
}
