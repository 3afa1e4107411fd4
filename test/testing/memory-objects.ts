import { type CustomResource, defineKind } from "../../src/kube/objects.js";
import type { Deployment } from "../../src/k8s/apps/v1.js";
import type { ConfigMap } from "../../src/k8s/core/v1.js";

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: { size?: number; kept?: string; replicas?: number };
  status?: { phase?: string };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");

export const key = { namespace: "default", name: "a" };
export const bar = (spec: NonNullable<Bar["spec"]> = {}, metadata: Bar["metadata"] = key): Bar => ({
  apiVersion: "foo.abc.com/v1",
  kind: "Bar",
  metadata,
  spec,
});
export const config: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: key };
export const deployment = (image?: string): Deployment => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: key,
  spec: {
    selector: { matchLabels: { app: "a" } },
    template: {
      metadata: { labels: { app: "a" } },
      spec: { containers: [{ name: "a", ...(image === undefined ? {} : { image }) }] },
    },
  },
});
