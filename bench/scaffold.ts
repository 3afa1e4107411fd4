import { mkdtempSync } from "node:fs";
import path from "node:path";
import type { Benchmark } from "./benchmark.js";
import { bareNode, tsop } from "./timed.js";

/** As after publication, when a scaffold names its tsop by version: packing the package itself is measured apart. */
export const scaffold: Benchmark = {
  name: "scaffold",
  work: "tsop init + tsop create api, without the install",
  peer: "node -e 0",
  reach: 8,
  unit: "ms",
  setUp: (folder) =>
    Promise.resolve({
      ours: () => {
        const project = mkdtempSync(path.join(folder, "project-"));
        return (
          tsop(["init", "--domain", "abc.com", "--owner", "zhangsan", "--tsop", "0.1.0", "--no-install"], project) +
          tsop(["create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar"], project)
        );
      },
      theirs: () => bareNode(folder),
    }),
};

/** What a scaffold made from a checkout or a tarball costs beyond that. */
export const scaffoldVendored: Benchmark = {
  ...scaffold,
  name: "scaffold-vendored",
  work: "tsop init that packs itself into vendor/ + tsop create api, without the install",
  reach: 16,
  setUp: (folder) =>
    Promise.resolve({
      ours: () => {
        const project = mkdtempSync(path.join(folder, "project-"));
        return (
          tsop(["init", "--domain", "abc.com", "--owner", "zhangsan", "--no-install"], project) +
          tsop(["create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar"], project)
        );
      },
      theirs: () => bareNode(folder),
    }),
};
