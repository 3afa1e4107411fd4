/** Writes of kubelets, schedulers and tests to the status of a pod. */
import type { ContractCase } from "../contract-case.js";
import { ofStatus, podPatches } from "../pod-cases.js";

const subresource = "status";
const ended = (exitCode: number): object => ({ terminated: { exitCode } });
const running = { running: { startedAt: "2020-01-01T00:00:00Z" } };
const container = (name: string, state: object, more: object = {}): object => ({
  ...{ name, image: "i", imageID: "", ready: false, restartCount: 0, state },
  ...more,
});
const statuses = (list: string, ...all: readonly object[]): object => ({ [list]: all });

const transitions = ["Always", "OnFailure", "Never"].map((restartPolicy) =>
  podPatches(
    `containers that have ended, with restartPolicy ${restartPolicy}`,
    { restartPolicy, initContainers: [{ name: "first", image: "i" }] },
    ofStatus(
      statuses("containerStatuses", container("main", ended(0)), container("other", ended(1))),
      statuses("containerStatuses", container("main", running), container("other", ended(1))),
      statuses("containerStatuses", container("main", ended(1))),
      statuses("containerStatuses", container("main", running)),
      statuses("containerStatuses", container("other", { waiting: {} })),
      statuses("initContainerStatuses", container("first", ended(0))),
      statuses("initContainerStatuses", container("first", { waiting: { reason: "a" } })),
      statuses("ephemeralContainerStatuses", container("debug", ended(1))),
      statuses("ephemeralContainerStatuses", container("debug", running)),
      statuses("ephemeralContainerStatuses"),
    ),
    { subresource },
  ),
);

export const cases: readonly ContractCase[] = [
  ...transitions,
  podPatches(
    "conditions",
    {},
    ofStatus(
      { conditions: [{ type: "Ready", status: "True" }] },
      { conditions: [{ type: "example.com/mine", status: "Perhaps", observedGeneration: 3 }] },
      { conditions: [{ type: "example.com/mine", status: "True" }] },
      { conditions: [{ type: "a b", status: "True" }] },
      { conditions: [{ type: "", status: "" }] },
      { conditions: [{ type: "Ready", status: "True", observedGeneration: -1 }] },
      { observedGeneration: 2 },
      { observedGeneration: 0 },
      { observedGeneration: -1 },
    ),
    { subresource },
  ),
  podPatches(
    "phases and quality",
    {},
    ofStatus(
      { phase: "Running", message: "m", reason: "r", startTime: "2020-01-01T00:00:00Z" },
      { phase: "Strange" },
      { phase: null },
      { qosClass: "Guaranteed" },
      { qosClass: null },
      { nominatedNodeName: "n" },
      { nominatedNodeName: "N_" },
      { nominatedNodeName: "" },
      { resize: "Proposed" },
    ),
    { subresource },
  ),
  podPatches("a nominated node of a pod that is bound", { nodeName: "n" }, ofStatus({ nominatedNodeName: "m" }), {
    subresource,
    metadata: { finalizers: ["example.com/f"] },
  }),
  podPatches(
    "addresses",
    {},
    ofStatus(
      { podIP: "10.1.2.3" },
      { podIP: "10.1.2.3", podIPs: [{ ip: "10.1.2.3" }] },
      { podIP: "10.1.2.4" },
      { podIPs: [{ ip: "10.1.2.5" }] },
      { podIPs: [{ ip: "10.1.2.3" }, { ip: "fd00::1" }] },
      { podIPs: [{ ip: "10.1.2.3" }, { ip: "10.1.2.4" }] },
      { podIPs: [{ ip: "10.1.2.3" }, { ip: "fd00::1" }, { ip: "fd00::2" }] },
      { podIP: "nonsense", podIPs: [{ ip: "nonsense" }] },
      { podIP: "010.1.2.3", podIPs: [{ ip: "010.1.2.3" }] },
      { podIP: "FD00::1", podIPs: [{ ip: "FD00::1" }] },
      { podIP: null, podIPs: null },
      { hostIP: "10.9.9.9" },
      { hostIP: "10.9.9.9", hostIPs: [{ ip: "10.9.9.9" }] },
      { hostIP: "10.9.9.8" },
      { hostIPs: [{ ip: "x" }] },
      { hostIPs: [{ ip: "10.9.9.9" }, { ip: "10.9.9.10" }] },
      { hostIPs: [{ ip: "10.9.9.9" }, { ip: "fd00::1" }] },
      { hostIP: "", hostIPs: [] },
    ),
    { subresource },
  ),
  podPatches(
    "users and devices of containers",
    { containers: [{ name: "main", image: "i", resources: { requests: { cpu: "1" } } }] },
    ofStatus(
      statuses("containerStatuses", container("main", running, { user: { linux: { uid: 0, gid: 0 } } })),
      statuses("containerStatuses", container("main", running, { user: { linux: { uid: -1, gid: -1 } } })),
      statuses(
        "containerStatuses",
        container("main", running, { user: { linux: { uid: 1, gid: 1, supplementalGroups: [1, -1] } } }),
      ),
      statuses(
        "containerStatuses",
        container("main", running, { allocatedResourcesStatus: [{ name: "cpu", resources: [] }] }),
      ),
      statuses(
        "containerStatuses",
        container("main", running, {
          allocatedResourcesStatus: [
            { name: "gpu", resources: [{ resourceID: "a" }, { resourceID: "a", health: "Sick" }] },
            { name: "claim:a" },
          ],
        }),
      ),
      statuses(
        "ephemeralContainerStatuses",
        container("debug", running, { allocatedResourcesStatus: [{ name: "cpu" }] }),
      ),
      statuses(
        "containerStatuses",
        container("main", running, { resources: { requests: { cpu: "1" } }, allocatedResources: { cpu: "1" } }),
      ),
    ),
    { subresource },
  ),
  podPatches(
    "claims of the pod",
    { resourceClaims: [{ name: "gpu", resourceClaimName: "c" }] },
    ofStatus(
      { resourceClaimStatuses: [{ name: "gpu", resourceClaimName: "c" }] },
      { resourceClaimStatuses: [{ name: "none", resourceClaimName: "C_" }] },
      { resourceClaimStatuses: [{ name: "gpu" }] },
    ),
    { subresource },
  ),
  podPatches(
    "what is not of the status is left as it is",
    {},
    [
      {
        body: {
          metadata: {
            labels: { b: "c" },
            annotations: { d: "e" },
            finalizers: ["example.com/f"],
            ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "b" }],
          },
          spec: { nodeName: "n", containers: [{ name: "main", image: "other" }] },
        },
      },
      { body: { metadata: { finalizers: null, annotations: { "kubernetes.io/config.mirror": "a" } } } },
    ],
    { subresource },
  ),
];
