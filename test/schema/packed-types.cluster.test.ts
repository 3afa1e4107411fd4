import { expect, test } from "vitest";
import { PackedTypes, RecursiveTypeFault } from "../../src/schema/packed-types.js";
import type { Schema } from "../../src/schema/schema.js";
import { describeCluster } from "../support/cluster.js";

const types = new PackedTypes();

describeCluster("a real API server", (cluster) => {
  test.each(types.modules())("takes a CRD for each type of %s", async (module) => {
    const crds = types.names(module).flatMap((name) => {
      const schema = schemaOf(module, name);
      return schema === undefined ? [] : [crdOf(name, schema)];
    });
    const list = JSON.stringify({ apiVersion: "v1", kind: "List", items: crds });
    const said = await cluster().kubectl(["create", "--dry-run=server", "-o", "name", "-f", "-"], list);
    expect(said.trim().split("\n")).toHaveLength(crds.length);
  });
});

function schemaOf(module: string, name: string): Schema | undefined {
  try {
    return types.find(module, name)?.schema({ descriptions: false });
  } catch (fault) {
    if (fault instanceof RecursiveTypeFault) return undefined;
    throw fault;
  }
}

function crdOf(name: string, embedded: Schema): object {
  const singular = name.toLowerCase();
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${singular}s.embedded.abc.com` },
    spec: {
      group: "embedded.abc.com",
      names: { kind: name, listKind: `${name}s`, plural: `${singular}s`, singular },
      scope: "Namespaced",
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec: embedded } } },
        },
      ],
    },
  };
}
