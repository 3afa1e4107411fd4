/** The pages that messages name are in the package, and its command finds them. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { extract } from "tar";
import { expect, inject, test } from "vitest";
import { documentationPages } from "../support/documentation-pages.js";
import { tempFolder } from "../support/temp-folder.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

function namedPages(): string[] {
  const sources = readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  return sources.flatMap((file) => {
    const calls = readFileSync(path.join(root, "src", file), "utf8").matchAll(
      /documentation\("([^"]+)"(?:, "([^"]+)")?\)/g,
    );
    return [...calls].map(([, page = "", anchor]) => (anchor === undefined ? page : `${page}#${anchor}`));
  });
}

test("tsop manual of the packed tarball finds each page that a message names, and each page of the repository", async () => {
  const cwd = tempFolder();
  await extract({ file: inject("tarball"), cwd });
  const manual = (...args: string[]): string =>
    execFileSync(process.execPath, [path.join(cwd, "package/bin/tsop.js"), "manual", ...args], {
      cwd,
      encoding: "utf8",
    }).trim();
  const pages = documentationPages().map((file) => file.slice(0, -".md".length));
  expect(manual().split("\n")[0]).toBe(path.join(cwd, "package/docs"));
  const named = namedPages();
  expect(named.length).toBeGreaterThan(1);
  for (const page of [...new Set([...named, pages[0] ?? "", pages.at(-1) ?? ""])]) {
    const [file = "", line] = manual(page).split(":");
    expect(existsSync(file)).toBe(true);
    expect(line !== undefined).toBe(page.includes("#"));
  }
  for (const page of pages) expect(existsSync(path.join(cwd, `package/docs/${page}.md`))).toBe(true);
});
