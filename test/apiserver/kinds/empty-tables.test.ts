import { expect, test } from "vitest";
import { builtIns } from "../../../src/apiserver/server/built-ins.js";
import { kubernetesVersions } from "../../../src/schema/kubernetes-versions.js";

test.each(kubernetesVersions)(
  "in %s, the empty tables of kinds without their own columns have null rows",
  (version) => {
    const tables = builtIns(version).resources.filter(({ table }) => table.columns.length > 0);
    const isCommon = (resource: string, columns: readonly { readonly name: string }[]): boolean =>
      resource === "customresourcedefinitions" || columns.map(({ name }) => name).join() === "Name,Created At";
    for (const { resource, table } of tables) {
      expect([resource, table.nullIfEmpty === true]).toEqual([resource, isCommon(resource, table.columns)]);
    }
  },
);
