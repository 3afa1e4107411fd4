import type { ApiObject } from "../../api-object.js";

/**
 * The order of groups (higher comes first) and of their versions, as in discovery.
 * Source: kubernetes/pkg/controlplane/apiserver/aggregator.go.
 */
const priorities: Readonly<Record<string, readonly [group: number, version: number]>> = {
  "v1.": [18_000, 1],
  "v1.admissionregistration.k8s.io": [16_700, 15],
  "v1.apiextensions.k8s.io": [16_700, 15],
  "v1.apps": [17_800, 15],
  "v1.authentication.k8s.io": [17_700, 15],
  "v1.authorization.k8s.io": [17_600, 15],
  "v1.autoscaling": [17_500, 15],
  "v2.autoscaling": [17_500, 30],
  "v1.batch": [17_400, 15],
  "v1.certificates.k8s.io": [17_300, 15],
  "v1.coordination.k8s.io": [16_500, 15],
  "v1.discovery.k8s.io": [16_200, 15],
  "v1.events.k8s.io": [17_750, 15],
  "v1.flowcontrol.apiserver.k8s.io": [16_100, 21],
  "v1.networking.k8s.io": [17_200, 15],
  "v1.node.k8s.io": [16_300, 15],
  "v1.policy": [17_100, 15],
  "v1.rbac.authorization.k8s.io": [17_000, 15],
  "v1.resource.k8s.io": [16_200, 21],
  "v1.scheduling.k8s.io": [16_600, 15],
  "v1.storage.k8s.io": [16_800, 15],
};

export function bootstrapApiServices(now: string): ApiObject[] {
  return Object.entries(priorities).map(([name, [group, version]]) =>
    localApiService(name, "onstart", [group, version], now),
  );
}

/** Of a version that this server serves itself; those of custom resources are `true`, 1000 and 100. */
export function localApiService(
  name: string,
  automanaged: "onstart" | "true",
  [groupPriority, versionPriority]: readonly [group: number, version: number],
  now: string,
): ApiObject {
  const dot = name.indexOf(".");
  const group = name.slice(dot + 1);
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { labels: { "kube-aggregator.kubernetes.io/automanaged": automanaged }, name },
    spec: {
      ...(group === "" ? {} : { group }),
      groupPriorityMinimum: groupPriority,
      version: name.slice(0, dot),
      versionPriority,
    },
    status: {
      conditions: [
        {
          lastTransitionTime: now,
          message: "Local APIServices are always available",
          reason: "Local",
          status: "True",
          type: "Available",
        },
      ],
    },
  };
}
