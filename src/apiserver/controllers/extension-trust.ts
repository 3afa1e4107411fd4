/**
 * Restores the ConfigMap by which extension API servers recognize this server and its users, after its deletion.
 * Source: kubernetes/pkg/controlplane/controller/clusterauthenticationtrust/cluster_authentication_trust_controller.go.
 */
import type { ConfigMap } from "../../k8s/core/v1.js";
import {
  type ExtensionTrust,
  extensionTrustConfigMap,
  extensionTrustName,
} from "../kinds/bootstrap/extension-trust.js";
import { textMapOf } from "../api-object.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";
import { KindObjects } from "./shared/kind-objects.js";

export function keepExtensionTrust(objects: ControllerObjects, trust: ExtensionTrust): Stoppable {
  const maps = new KindObjects<ConfigMap>(objects, { group: "", resource: "configmaps" });
  const wanted = extensionTrustConfigMap(trust);
  const { namespace = "" } = wanted.metadata;
  const queue = objects.queues.create(async () => {
    if (maps.get(namespace, extensionTrustName) !== undefined) return;
    const metadata = { name: extensionTrustName, namespace };
    await maps.create({ apiVersion: "v1", kind: "ConfigMap", metadata, data: { ...textMapOf(wanted, "data") } });
  });
  return queue.feedBy(
    objects.parts.store.subscribe(maps.storageKey, ({ type, object: { metadata } }) => {
      if (type === "DELETED" && metadata.namespace === namespace && metadata.name === extensionTrustName) queue.add("");
    }),
  );
}
