/** Pods with as many compatible fields as possible. */
import type { JsonObject } from "../../../../src/core/json.js";

const selector = { matchLabels: { a: "b" }, matchExpressions: [{ key: "c", operator: "In", values: ["d"] }] };
const httpGet = { path: "/", port: 80, host: "a", scheme: "HTTPS", httpHeaders: [{ name: "X-A", value: "b" }] };
const nodeRequirement = { key: "a", operator: "In", values: ["b"] };
const podTerm = {
  labelSelector: selector,
  namespaceSelector: selector,
  namespaces: ["n"],
  topologyKey: "zone",
  matchLabelKeys: ["k"],
  mismatchLabelKeys: ["l"],
};

const main: JsonObject = {
  name: "main",
  image: "a:1",
  imagePullPolicy: "IfNotPresent",
  command: ["a"],
  args: ["b"],
  workingDir: "/w",
  ports: [
    { name: "web", containerPort: 80, protocol: "TCP" },
    { name: "dns", containerPort: 53, protocol: "UDP" },
  ],
  env: [
    { name: "A", value: "1" },
    { name: "B", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } } },
    { name: "C", valueFrom: { resourceFieldRef: { containerName: "main", resource: "limits.cpu", divisor: "1m" } } },
    { name: "D", valueFrom: { configMapKeyRef: { name: "c", key: "k", optional: true } } },
    { name: "E", valueFrom: { secretKeyRef: { name: "s", key: "k" } } },
  ],
  envFrom: [{ prefix: "P_", configMapRef: { name: "c", optional: true } }, { secretRef: { name: "s" } }],
  resources: {
    limits: { cpu: "1", memory: "1Gi", "example.com/gpu": "1" },
    requests: { cpu: "500m", memory: "512Mi" },
    claims: [{ name: "gpu", request: "one" }],
  },
  resizePolicy: [{ resourceName: "cpu", restartPolicy: "NotRequired" }],
  volumeMounts: [
    { name: "config", mountPath: "/config", readOnly: true, subPath: "a" },
    { name: "empty", mountPath: "/empty", mountPropagation: "HostToContainer", subPathExpr: "$(A)" },
    { name: "projected", mountPath: "/projected", readOnly: true, recursiveReadOnly: "Disabled" },
  ],
  volumeDevices: [{ name: "claim", devicePath: "/dev/a" }],
  livenessProbe: {
    httpGet,
    initialDelaySeconds: 1,
    timeoutSeconds: 2,
    periodSeconds: 3,
    successThreshold: 1,
    failureThreshold: 4,
    terminationGracePeriodSeconds: 5,
  },
  readinessProbe: { tcpSocket: { port: "web", host: "a" }, successThreshold: 2 },
  startupProbe: { exec: { command: ["a"] } },
  lifecycle: { postStart: { exec: { command: ["a"] } }, preStop: { sleep: { seconds: 5 } } },
  terminationMessagePath: "/t",
  terminationMessagePolicy: "FallbackToLogsOnError",
  securityContext: {
    runAsUser: 1,
    runAsGroup: 1,
    runAsNonRoot: true,
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    privileged: false,
    procMount: "Default",
    capabilities: { add: ["NET_ADMIN"], drop: ["ALL"] },
    seLinuxOptions: { level: "s0" },
    seccompProfile: { type: "Localhost", localhostProfile: "p" },
    appArmorProfile: { type: "RuntimeDefault" },
  },
  stdin: true,
  stdinOnce: true,
  tty: true,
};

const volumes = [
  {
    name: "config",
    configMap: { name: "c", defaultMode: 420, optional: true, items: [{ key: "k", path: "p", mode: 256 }] },
  },
  { name: "secret", secret: { secretName: "s", defaultMode: 420, items: [{ key: "k", path: "p" }] } },
  { name: "empty", emptyDir: { medium: "Memory", sizeLimit: "1Gi" } },
  { name: "host", hostPath: { path: "/h", type: "Directory" } },
  { name: "claim", persistentVolumeClaim: { claimName: "pvc", readOnly: true } },
  {
    name: "down",
    downwardAPI: {
      defaultMode: 420,
      items: [
        { path: "labels", fieldRef: { fieldPath: "metadata.labels" } },
        { path: "cpu", resourceFieldRef: { containerName: "main", resource: "limits.cpu" } },
      ],
    },
  },
  {
    name: "projected",
    projected: {
      defaultMode: 420,
      sources: [
        { configMap: { name: "c", items: [{ key: "k", path: "a" }] } },
        { secret: { name: "s", items: [{ key: "k", path: "b" }] } },
        { downwardAPI: { items: [{ path: "c", fieldRef: { fieldPath: "metadata.name" } }] } },
        { serviceAccountToken: { audience: "a", expirationSeconds: 3600, path: "t" } },
        { clusterTrustBundle: { signerName: "example.com/s", path: "ctb", labelSelector: selector } },
      ],
    },
  },
  {
    name: "ephemeral",
    ephemeral: {
      volumeClaimTemplate: {
        metadata: { labels: { a: "b" } },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
      },
    },
  },
  {
    name: "csi",
    csi: {
      driver: "csi.example.com",
      fsType: "ext4",
      readOnly: true,
      volumeAttributes: { a: "b" },
      nodePublishSecretRef: { name: "s" },
    },
  },
  { name: "nfs", nfs: { server: "a", path: "/p", readOnly: true } },
  {
    name: "iscsi",
    iscsi: {
      targetPortal: "1.2.3.4:3260",
      iqn: "iqn.2001-04.com.example:storage",
      lun: 0,
      fsType: "ext4",
      chapAuthSession: true,
      secretRef: { name: "s" },
      initiatorName: "iqn.2001-04.com.example:i",
    },
  },
  { name: "image", image: { reference: "a:1", pullPolicy: "Always" } },
  { name: "fc", fc: { targetWWNs: ["50060e801049cfd1"], lun: 0, fsType: "ext4" } },
  {
    name: "flex",
    flexVolume: { driver: "example.com/d", fsType: "ext4", secretRef: { name: "s" }, options: { a: "b" } },
  },
];

export const podSpec: JsonObject = {
  serviceAccountName: "default",
  automountServiceAccountToken: false,
  nodeSelector: { a: "b" },
  restartPolicy: "Always",
  terminationGracePeriodSeconds: 5,
  activeDeadlineSeconds: 100,
  dnsPolicy: "None",
  dnsConfig: { nameservers: ["1.2.3.4"], searches: ["a.example.com"], options: [{ name: "ndots", value: "2" }] },
  hostname: "h",
  subdomain: "s",
  setHostnameAsFQDN: true,
  shareProcessNamespace: true,
  hostAliases: [{ ip: "1.2.3.4", hostnames: ["a"] }],
  schedulerName: "none",
  priorityClassName: "system-node-critical",
  preemptionPolicy: "PreemptLowerPriority",
  enableServiceLinks: true,
  os: { name: "linux" },
  imagePullSecrets: [{ name: "p" }],
  readinessGates: [{ conditionType: "example.com/a" }],
  schedulingGates: [{ name: "example.com/g" }],
  tolerations: [
    { key: "a", operator: "Equal", value: "b", effect: "NoExecute", tolerationSeconds: 5 },
    { operator: "Exists", effect: "NoSchedule" },
  ],
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      minDomains: 2,
      topologyKey: "zone",
      whenUnsatisfiable: "DoNotSchedule",
      labelSelector: selector,
      nodeAffinityPolicy: "Honor",
      nodeTaintsPolicy: "Ignore",
      matchLabelKeys: ["k"],
    },
  ],
  securityContext: {
    runAsUser: 1,
    runAsGroup: 1,
    runAsNonRoot: true,
    fsGroup: 1,
    fsGroupChangePolicy: "OnRootMismatch",
    supplementalGroups: [1, 2],
    supplementalGroupsPolicy: "Merge",
    sysctls: [{ name: "kernel.shm_rmid_forced", value: "1" }],
    seLinuxOptions: { level: "s0" },
    seccompProfile: { type: "RuntimeDefault" },
    appArmorProfile: { type: "RuntimeDefault" },
  },
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          { matchExpressions: [nodeRequirement], matchFields: [{ ...nodeRequirement, key: "metadata.name" }] },
        ],
      },
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, preference: { matchExpressions: [nodeRequirement] } },
      ],
    },
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [podTerm],
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: podTerm }],
    },
    podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [podTerm] },
  },
  resourceClaims: [{ name: "gpu", resourceClaimName: "c" }],
  initContainers: [
    { name: "init", image: "a:1", resources: { limits: { cpu: "1" } } },
    {
      name: "sidecar",
      image: "a:1",
      restartPolicy: "Always",
      startupProbe: { grpc: { port: 5, service: "s" } },
      lifecycle: { preStop: { httpGet } },
    },
  ],
  containers: [main, { name: "second", image: "b:1" }],
  volumes,
};

export const template: JsonObject = { metadata: { labels: { app: "a" }, annotations: { a: "b" } }, spec: podSpec };

export const simpleTemplate: JsonObject = {
  metadata: { labels: { app: "a" } },
  spec: { containers: [{ name: "main", image: "a:1", ports: [{ containerPort: 80 }] }] },
};
