import path from "node:path";
import type { CommandResult, Context } from "./context.js";
import type { RenderOptions } from "./declared/cluster.js";
import { defaultFolder, readBuilt, renderHere, runKustomize } from "./rendered-objects.js";

/** Prints the objects that a kustomization renders. */
export async function render(
  { dir = defaultFolder, kustomize }: RenderOptions,
  context: Context,
): Promise<CommandResult> {
  // Pass on the output of another kustomize unchanged.
  const built =
    kustomize === undefined ? undefined : await runKustomize(kustomize, path.resolve(context.cwd, dir), context);
  const rendered = built === undefined ? renderHere(context.cwd, dir) : readBuilt(built);
  return {
    text: (built ?? rendered.yaml).replace(/\n$/, ""),
    isDocument: true,
    json: {
      get objects() {
        return rendered.objects();
      },
    },
  };
}
