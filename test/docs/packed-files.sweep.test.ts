import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { packedFiles } from "../support/packed-files.js";

test("npm packs what package.json names", () => {
  const text = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: fileURLToPath(new URL("../../", import.meta.url)),
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [packed] = JSON.parse(text) as { readonly files: readonly { readonly path: string }[] }[];
  expect(packed?.files.map((file) => file.path).toSorted()).toEqual(packedFiles().toSorted());
});
