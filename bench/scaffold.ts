import { mkdtempSync } from "node:fs";
import path from "node:path";
import { single } from "./benchmark.js";
import { bareNode, tsop } from "./timed.js";

/** As after publication, when a scaffold names its tsop by version: packing the package itself is measured apart. */
export const scaffold = single({
  name: "scaffold",
  work: "tsop init + tsop create api, without the install",
  peer: "node -e 0",
  reach: 8,
  setUp: scaffolding(["--tsop", "0.1.0"]),
});

/** What a scaffold made from a checkout or a tarball costs beyond that. */
export const scaffoldVendored = single({
  name: "scaffold-vendored",
  work: "tsop init that packs itself into vendor/ + tsop create api, without the install",
  peer: "node -e 0",
  reach: 16,
  setUp: scaffolding([]),
});

function scaffolding(flags: readonly string[]) {
  return (folder: string) => ({
    ours: () => {
      const project = mkdtempSync(path.join(folder, "project-"));
      return (
        tsop(["init", "--domain", "abc.com", "--owner", "zhangsan", ...flags, "--no-install"], project) +
        tsop(["create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar"], project)
      );
    },
    theirs: () => bareNode(folder),
  });
}
