/** Each chapter of the tutorial: its files, its commands and what they print, on the pages in order. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { compileFolder } from "../support/compile-types.js";
import { assetsFolder } from "../support/control-plane.js";
import { tempFolder } from "../support/temp-folder.js";
import { Reader } from "../support/tutorial/reader.js";
import { stepsOf } from "../support/tutorial/steps.js";

const folder = fileURLToPath(new URL("../../docs/tutorial/", import.meta.url));
const chapters = readdirSync(folder)
  .filter((name) => /^\d/.test(name))
  .sort();
const name =
  assetsFolder === undefined ? "the tutorial (needs KUBEBUILDER_ASSETS, a folder with kubectl)" : "the tutorial";

describe.skipIf(assetsFolder === undefined)(name, () => {
  let reader: Reader;
  let failed: string | undefined;

  beforeAll(() => {
    reader = new Reader(tempFolder(), [assetsFolder ?? ""]);
  });
  afterEach(({ task }) => {
    if (task.result?.state === "fail") failed ??= task.name;
  });
  afterAll(() => reader.leave());

  test.each(chapters)("%s", async (chapter) => {
    if (failed !== undefined) throw new Error(`this chapter begins where ${failed} ends, which has failed`);
    await reader.begin();
    for (const step of stepsOf(readFileSync(path.join(folder, chapter), "utf8"))) await reader.take(step);
    await reader.leave();
    await reader.check("npx tsop manifests --check");
    expect(compileFolder(reader.project)).toBe(""); // in this process, which has read the declarations
    await reader.check('test -z "$(git status --porcelain)"'); // the commit of the chapter contains everything
  });
});
