import type { Sample } from "./sample.js";

const storage = "/apis/storage.k8s.io/v1";
const metadata = { name: "$id", labels: { app: "a" } };

export const storageSamples: readonly Sample[] = [
  {
    path: `${storage}/storageclasses`,
    object: {
      metadata,
      provisioner: "example.com/p",
      parameters: { a: "b" },
      reclaimPolicy: "Delete",
      mountOptions: ["ro"],
      allowVolumeExpansion: true,
      volumeBindingMode: "WaitForFirstConsumer",
      allowedTopologies: [
        {
          matchLabelExpressions: [
            { key: "zone", values: ["a", "b"] },
            { key: "rack", values: ["1"] },
          ],
        },
        { matchLabelExpressions: [{ key: "zone", values: ["c"] }] },
      ],
    },
  },
  {
    path: `${storage}/volumeattachments`,
    object: { metadata, spec: { attacher: "csi.example.com", nodeName: "n", source: { persistentVolumeName: "v" } } },
    status: {
      attached: true,
      attachmentMetadata: { a: "b" },
      attachError: { message: "m", time: "2020-01-01T00:00:00Z", errorCode: 5 },
      detachError: { message: "m", time: "2020-01-01T00:00:00Z" },
    },
  },
  {
    path: `${storage}/volumeattributesclasses`,
    object: { metadata, driverName: "csi.example.com", parameters: { a: "b" } },
  },
  {
    path: `${storage}/csidrivers`,
    object: {
      metadata,
      spec: {
        attachRequired: true,
        podInfoOnMount: true,
        volumeLifecycleModes: ["Persistent", "Ephemeral"],
        storageCapacity: true,
        fsGroupPolicy: "File",
        tokenRequests: [{ audience: "a", expirationSeconds: 3600 }, { audience: "b" }],
        requiresRepublish: true,
        seLinuxMount: true,
        nodeAllocatableUpdatePeriodSeconds: 60,
        serviceAccountTokenInSecrets: true,
      },
    },
  },
  {
    path: `${storage}/csinodes`,
    object: {
      metadata,
      spec: {
        drivers: [
          { name: "csi.example.com", nodeID: "n", topologyKeys: ["zone", "rack"], allocatable: { count: 5 } },
          { name: "other.example.com", nodeID: "n" },
        ],
      },
    },
  },
  {
    path: `${storage}/namespaces/$ns/csistoragecapacities`,
    object: {
      metadata: { name: "full" },
      storageClassName: "fast",
      nodeTopology: { matchLabels: { zone: "a" }, matchExpressions: [{ key: "c", operator: "In", values: ["d"] }] },
      capacity: "1Gi",
      maximumVolumeSize: "1Gi",
    },
  },
];
