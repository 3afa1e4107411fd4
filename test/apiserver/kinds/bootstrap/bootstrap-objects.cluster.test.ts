import { expect, test } from "vitest";
import type { ApiObject } from "../../../../src/apiserver/api-object.js";
import { bootstrapObjects } from "../../../../src/apiserver/kinds/bootstrap/bootstrap-objects.js";
import { describeCluster } from "../../../support/cluster.js";
import { assetsVersion } from "../../../support/control-plane.js";

const now = "2026-01-31T12:00:00Z";

/** Resources that kube-controller-manager creates, which does not run here; and the roles whose rules it aggregates. */
const notHere = new Set(["serviceaccounts", "configmaps"]);
const filledByController = new Set(["admin", "edit", "view"]);

describeCluster("what a fresh kube-apiserver holds", (cluster) => {
  const port = () => Number(new URL(cluster().server).port);
  const expected = () =>
    bootstrapObjects({
      ...{ port: port(), caCertificate: "", now, version: assetsVersion() },
      extensionTrust: { clientCa: "", frontProxyCa: "" },
    }).filter(({ storageKey }) => !notHere.has(storageKey));

  test("is what the embedded server begins with", async () => {
    for (const storageKey of new Set(expected().map((each) => each.storageKey))) {
      const [resource = "", group = ""] = storageKey.split("/").toReversed();
      const list = await cluster().kubectl([
        "get",
        group === "" ? resource : `${resource}.${group}`,
        "-A",
        "-o",
        "json",
      ]);
      const ours = expected().filter((each) => each.storageKey === storageKey);
      const names = new Set(ours.map(({ object }) => keyOf(object)));
      const theirs = (JSON.parse(list) as { items: ApiObject[] }).items.filter((each) => names.has(keyOf(each)));
      expect(sorted(ours.map(({ object }) => comparable(object))), storageKey).toEqual(sorted(theirs.map(comparable)));
    }
  });
});

function keyOf({ metadata }: ApiObject): string {
  return `${metadata.namespace ?? ""}/${metadata.name ?? ""}`;
}

function sorted(objects: ApiObject[]): ApiObject[] {
  return objects.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const given = new Set(["uid", "resourceVersion", "creationTimestamp", "managedFields"]);

/** Omits values that differ between starts. */
function comparable(object: ApiObject): ApiObject {
  const isFilled = object.kind === "ClusterRole" && filledByController.has(object.metadata.name ?? "");
  const text = JSON.stringify(object, (key, value: unknown) => {
    if (given.has(key) || (isFilled && key === "rules")) return undefined;
    return key === "lastTransitionTime" ? now : value;
  });
  return JSON.parse(text) as ApiObject;
}
