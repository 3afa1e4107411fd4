import type { Sample } from "./sample.js";

const namespaced = "/api/v1/namespaces/$ns";
const metadata = { name: "full", labels: { app: "a" }, annotations: { "example.com/a": "b" } };
const condition = { type: "Ready", status: "True", reason: "R", message: "m" };

export const coreSamples: readonly Sample[] = [
  {
    path: `${namespaced}/configmaps`,
    object: { metadata, data: { a: "1" }, binaryData: { b: "AAE=" }, immutable: false },
  },
  { path: `${namespaced}/secrets`, object: { metadata, type: "Opaque", data: { a: "MQ==" }, stringData: { b: "2" } } },
  {
    path: `${namespaced}/serviceaccounts`,
    object: {
      metadata,
      secrets: [{ name: "s" }],
      imagePullSecrets: [{ name: "p" }],
      automountServiceAccountToken: true,
    },
  },
  {
    path: "/api/v1/namespaces",
    object: { metadata: { ...metadata, name: "$id" }, spec: { finalizers: ["kubernetes", "example.com/f"] } },
    status: { phase: "Active", conditions: [{ ...condition, lastTransitionTime: "2020-01-01T00:00:00Z" }] },
  },
  {
    path: `${namespaced}/resourcequotas`,
    object: {
      metadata,
      spec: {
        hard: {
          cpu: "1",
          "requests.memory": "1Gi",
          pods: "10",
          "count/jobs.batch": "5",
          "gold.storageclass.storage.k8s.io/requests.storage": "5Gi",
        },
        scopes: ["NotTerminating"],
        scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["high"] }] },
      },
    },
    status: { hard: { cpu: "1" }, used: { cpu: "500m" } },
  },
  {
    path: `${namespaced}/limitranges`,
    object: {
      metadata,
      spec: {
        limits: [
          {
            type: "Container",
            max: { cpu: "2", memory: "2Gi" },
            min: { cpu: "100m", memory: "1Mi" },
            default: { cpu: "1", memory: "1Gi" },
            defaultRequest: { cpu: "500m", memory: "512Mi" },
            maxLimitRequestRatio: { cpu: "4" },
          },
          { type: "Pod", max: { cpu: "4" }, min: { cpu: "200m" } },
          { type: "PersistentVolumeClaim", max: { storage: "2Gi" }, min: { storage: "1Gi" } },
        ],
      },
    },
  },
  {
    path: "/api/v1/nodes",
    object: {
      metadata: { ...metadata, name: "$id" },
      spec: {
        podCIDR: "10.1.0.0/24",
        podCIDRs: ["10.1.0.0/24", "fd00::/64"],
        providerID: "example://a",
        unschedulable: true,
        taints: [{ key: "a", value: "b", effect: "NoSchedule" }],
      },
      status: { capacity: { cpu: "2", memory: "1Gi", pods: "10" } },
    },
    status: {
      capacity: { cpu: "2", memory: "1Gi", pods: "10" },
      allocatable: { cpu: "1900m", memory: "900Mi", pods: "10" },
      conditions: [
        { ...condition, lastHeartbeatTime: "2020-01-01T00:00:00Z", lastTransitionTime: "2020-01-01T00:00:00Z" },
      ],
      addresses: [
        { type: "InternalIP", address: "10.0.0.1" },
        { type: "Hostname", address: "a" },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      images: [{ names: ["a:1"], sizeBytes: 5 }],
      volumesInUse: ["a"],
      volumesAttached: [{ name: "a", devicePath: "/dev/a" }],
    },
  },
  {
    path: "/api/v1/persistentvolumes",
    object: {
      metadata: { ...metadata, name: "$id" },
      spec: {
        accessModes: ["ReadWriteOnce"],
        capacity: { storage: "1Gi" },
        persistentVolumeReclaimPolicy: "Retain",
        storageClassName: "fast",
        volumeMode: "Filesystem",
        mountOptions: ["ro"],
        volumeAttributesClassName: "gold",
        claimRef: { kind: "PersistentVolumeClaim", namespace: "a", name: "b", uid: "u" },
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: ["a"] }] },
              { matchFields: [{ key: "metadata.name", operator: "In", values: ["a"] }] },
            ],
          },
        },
        csi: {
          driver: "csi.example.com",
          volumeHandle: "h",
          fsType: "ext4",
          volumeAttributes: { a: "b" },
          readOnly: true,
          controllerPublishSecretRef: { name: "a", namespace: "b" },
          nodeStageSecretRef: { name: "a", namespace: "b" },
          nodePublishSecretRef: { name: "a", namespace: "b" },
          controllerExpandSecretRef: { name: "a", namespace: "b" },
          nodeExpandSecretRef: { name: "a", namespace: "b" },
        },
      },
    },
    status: { phase: "Available", message: "m", reason: "r" },
  },
  {
    path: `${namespaced}/persistentvolumeclaims`,
    object: {
      metadata,
      spec: {
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage: "1Gi" }, limits: { storage: "2Gi" } },
        selector: { matchLabels: { a: "b" }, matchExpressions: [{ key: "c", operator: "In", values: ["d"] }] },
        storageClassName: "fast",
        volumeMode: "Filesystem",
        volumeName: "v",
        volumeAttributesClassName: "gold",
        dataSource: { kind: "PersistentVolumeClaim", name: "x" },
        dataSourceRef: { kind: "PersistentVolumeClaim", name: "x" },
      },
    },
    status: {
      phase: "Bound",
      accessModes: ["ReadWriteOnce"],
      capacity: { storage: "1Gi" },
      conditions: [{ type: "Resizing", status: "True", reason: "R" }],
      allocatedResources: { storage: "2Gi" },
      allocatedResourceStatuses: { storage: "ControllerResizeInProgress" },
      currentVolumeAttributesClassName: "gold",
      modifyVolumeStatus: { targetVolumeAttributesClassName: "silver", status: "Pending" },
    },
  },
  {
    path: `${namespaced}/endpoints`,
    object: {
      metadata,
      subsets: [
        {
          addresses: [
            { ip: "10.1.1.1", hostname: "a", nodeName: "n", targetRef: { kind: "Pod", name: "p", namespace: "$ns" } },
          ],
          notReadyAddresses: [{ ip: "10.1.1.2" }],
          ports: [
            { name: "http", port: 80, protocol: "TCP", appProtocol: "example.com/http" },
            { name: "dns", port: 53, protocol: "UDP" },
          ],
        },
      ],
    },
  },
  {
    path: `${namespaced}/events`,
    object: {
      metadata,
      involvedObject: { apiVersion: "v1", kind: "ConfigMap", name: "c", namespace: "$ns", uid: "u", fieldPath: "data" },
      reason: "Because",
      message: "m",
      source: { component: "c", host: "h" },
      firstTimestamp: "2020-01-01T00:00:00Z",
      lastTimestamp: "2020-01-01T00:00:00Z",
      count: 2,
      type: "Normal",
    },
  },
  {
    path: "/apis/events.k8s.io/v1/namespaces/$ns/events",
    object: {
      metadata: { ...metadata, name: "newer" },
      eventTime: "2020-01-01T00:00:00.000000Z",
      series: { count: 2, lastObservedTime: "2020-01-01T00:00:00.000000Z" },
      reportingController: "example.com/c",
      reportingInstance: "i",
      action: "Doing",
      reason: "Because",
      regarding: { kind: "ConfigMap", name: "c", namespace: "$ns" },
      related: { kind: "ConfigMap", name: "d", namespace: "$ns" },
      note: "n",
      type: "Warning",
    },
  },
  {
    path: `${namespaced}/services`,
    object: {
      metadata,
      spec: {
        type: "LoadBalancer",
        selector: { a: "b" },
        ports: [
          { name: "http", port: 80, targetPort: "web", protocol: "TCP", appProtocol: "example.com/http" },
          { name: "dns", port: 53, targetPort: 53, protocol: "TCP" },
        ],
        externalIPs: ["1.2.3.4"],
        loadBalancerIP: "1.2.3.4",
        loadBalancerSourceRanges: ["10.0.0.0/8"],
        loadBalancerClass: "example.com/lb",
        externalTrafficPolicy: "Cluster",
        internalTrafficPolicy: "Local",
        sessionAffinity: "ClientIP",
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 100 } },
        publishNotReadyAddresses: true,
        allocateLoadBalancerNodePorts: false,
        ipFamilyPolicy: "SingleStack",
        ipFamilies: ["IPv4"],
        trafficDistribution: "PreferClose",
      },
    },
    status: {
      loadBalancer: {
        ingress: [
          { ip: "1.2.3.4", ipMode: "VIP", ports: [{ port: 80, protocol: "TCP" }] },
          { hostname: "a.example.com" },
        ],
      },
      conditions: [{ ...condition, lastTransitionTime: "2020-01-01T00:00:00Z" }],
    },
  },
];
