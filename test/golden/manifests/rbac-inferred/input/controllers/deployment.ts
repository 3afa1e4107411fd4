import type { Deployment } from "tsop/k8s/apps/v1";
import type { Region, Shop } from "../api/v1/shop_types.js";

export function deploymentOf(shop: Shop, region: Region, nodes: number): Deployment {
  const name = `${shop.metadata.name}-${region.metadata.name}-${nodes}`;
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name },
    spec: { selector: {}, template: {} },
  };
}
