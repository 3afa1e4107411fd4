import path from "node:path";
import { single } from "./benchmark.js";
import { timed, tsop } from "./timed.js";

export const render = single({
  name: "render",
  work: "tsop render of a scaffold",
  peer: "kustomize build",
  reach: 3,
  setUp: (folder) => {
    const assets = process.env["KUBEBUILDER_ASSETS"];
    if (assets === undefined) throw new Error("KUBEBUILDER_ASSETS has to name the folder that kustomize is in");
    tsop(["init", "--domain", "abc.com", "--tsop", "0.1.0", "--no-install"], folder);
    tsop(["create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar"], folder);
    tsop(["manifests"], folder);
    return {
      ours: () => tsop(["render"], folder),
      theirs: () => timed(path.join(assets, "kustomize"), ["build", "config/default"], folder),
    };
  },
});
