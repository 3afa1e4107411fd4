/** Kustomizations at random, which kustomize itself is asked about. */
import path from "node:path";
import { describe, expect, test } from "vitest";
import { TsopError } from "../../src/core/errors.js";
import { assetsFolder } from "../support/control-plane.js";
import { seeded } from "../support/seeded.js";
import { tempFolder } from "../support/temp-folder.js";
import { kustomizeCase, renderCase } from "./compare.js";
import type { RenderCase } from "./corpus/objects.js";
import { randomKustomization } from "./random-kustomization.js";

const isThere = assetsFolder !== undefined;
const reason = isThere ? "" : " (needs KUBEBUILDER_ASSETS, a folder with kustomize)";
const first = Number(process.env["TSOP_RENDER_SEED"] ?? 1);
const count = Number(process.env["TSOP_RENDER_COUNT"] ?? 40);

/** Returns undefined if tsop rejects the kustomization, and "unsupported" if the error says that kustomize may support it. */
function renderOrRefuse(each: RenderCase): string | undefined {
  try {
    return renderCase(each);
  } catch (error) {
    if (!(error instanceof TsopError)) throw error;
    return error.code === "render/unsupported" ? "unsupported" : undefined;
  }
}

describe.skipIf(!isThere)(`a kustomization at random${reason}`, () => {
  test.each(Array.from({ length: count }, (_, index) => first + index))("seed %i", async (seed) => {
    const each = randomKustomization(seeded(seed));
    const theirs = await kustomizeCase(each, tempFolder(), path.join(assetsFolder ?? "", "kustomize"));
    const ours = renderOrRefuse(each);
    if (ours !== "unsupported") expect({ files: each.files, yaml: ours }).toEqual({ files: each.files, yaml: theirs });
  });
});
