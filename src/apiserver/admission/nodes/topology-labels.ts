/** Source: k8s.io/kubernetes/plugin/pkg/admission/podtopologylabels/admission.go. */
import { type ApiObject, objectOf, textOf } from "../../api-object.js";
import { type AdmissionPlugin, storageKeyOf, type StoredObjects } from "../../resource.js";

const labelNames: readonly string[] = ["topology.kubernetes.io/zone", "topology.kubernetes.io/region"];

/** Copies the zone and region labels of its node to a pod as soon as it has a node. */
export function topologyLabels(objects: StoredObjects): AdmissionPlugin {
  return {
    mutate: ({ operation, resource, subresource, object }) => {
      if (operation !== "CREATE" || resource.group !== "" || resource.resource !== "pods" || object === undefined)
        return;
      const name = nodeOf(object, subresource);
      const labels = objects.get(storageKeyOf("", "nodes"), "", name)?.metadata.labels ?? {};
      const copied = Object.entries(labels).filter(([key]) => labelNames.includes(key));
      const { metadata } = object;
      if (copied.length > 0) metadata.labels = { ...metadata.labels, ...Object.fromEntries(copied) };
    },
  };
}

function nodeOf(object: ApiObject, subresource: string): string {
  if (subresource === "") return textOf(objectOf(object, "spec"), "nodeName");
  const target = subresource === "binding" ? objectOf(object, "target") : undefined;
  return textOf(target, "kind") === "Node" ? textOf(target, "name") : "";
}
