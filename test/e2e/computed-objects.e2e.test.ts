/** Follows docs/how-to/serve-computed-objects.md: its files, its commands and what they print. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, test } from "vitest";
import { assetsFolder } from "../support/control-plane.js";
import { tempFolder } from "../support/temp-folder.js";
import { Reader } from "../support/tutorial/reader.js";
import { stepsOf } from "../support/tutorial/steps.js";

const page = fileURLToPath(new URL("../../docs/how-to/serve-computed-objects.md", import.meta.url));
const needs = assetsFolder === undefined ? " (needs KUBEBUILDER_ASSETS, a folder with kubectl)" : "";

describe.skipIf(assetsFolder === undefined)(`the page about computed objects${needs}`, () => {
  test("shows what its reader sees", async ({ onTestFinished }) => {
    const reader = new Reader(tempFolder(), [assetsFolder ?? ""], "readings");
    onTestFinished(() => reader.leave());
    await reader.begin();
    for (const step of stepsOf(readFileSync(page, "utf8"))) await reader.take(step);
    await reader.leave();
    await reader.check("npx tsop manifests --check");
    await reader.check("npm run --silent typecheck && npm run --silent lint");
  });
});
