/** What may stand in a pod's spec: tried with PodTemplates, which no controller and no admission touches. */
import type { ContractCase } from "../contract-case.js";
import { type Change, type KindObject, tries, variants } from "../kind-cases.js";

const templates = "/api/v1/namespaces/$ns/podtemplates";

const minimal: KindObject = {
  metadata: { name: "a" },
  template: { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "main", image: "nginx" }] } },
};

/** A case for a list of values of one field of the pod's spec. */
function spec(name: string, all: readonly Change[]): ContractCase {
  const inSpec = all.map((change) =>
    Object.fromEntries(Object.entries(change).map(([path, value]) => [`template.spec.${path}`, value])),
  );
  return variants(`pod specs: ${name}`, templates, minimal, inSpec);
}

/** Of the only container. */
function container(name: string, all: readonly Change[]): ContractCase {
  return spec(
    name,
    all.map((change) =>
      Object.fromEntries(Object.entries(change).map(([path, value]) => [`containers.0.${path}`, value])),
    ),
  );
}

const mount = { name: "data", mountPath: "/data" };
const httpGet = { httpGet: { port: 80 } };

export const cases: readonly ContractCase[] = [
  tries("pod specs: what the server fills in", templates, [
    minimal,
    { metadata: { name: "a" } },
    { metadata: { name: "a" }, template: { spec: {} } },
    { metadata: { name: "a" }, template: { spec: { containers: [] } } },
  ]),
  tries("pod specs: a whole one", templates, [
    {
      metadata: { name: "a" },
      template: {
        metadata: { labels: { app: "a" }, annotations: { "example.com/a": "b" } },
        spec: {
          serviceAccountName: "robot",
          hostNetwork: true,
          nodeSelector: { disk: "ssd" },
          initContainers: [
            { name: "first", image: "busybox:1.36", command: ["true"] },
            {
              name: "beside",
              image: "busybox@sha256:" + "a".repeat(64),
              restartPolicy: "Always",
              startupProbe: { exec: { command: ["true"] } },
            },
          ],
          containers: [
            {
              name: "main",
              image: "registry.example.com:5000/team/app:v1",
              ports: [
                { name: "http", containerPort: 80, hostPort: 80 },
                { containerPort: 53, hostPort: 53, protocol: "UDP" },
              ],
              env: [
                { name: "A", value: "b" },
                { name: "NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
                { name: "CPU", valueFrom: { resourceFieldRef: { resource: "limits.cpu" } } },
                { name: "KEY", valueFrom: { secretKeyRef: { name: "s", key: "k" } } },
              ],
              envFrom: [{ prefix: "P_", configMapRef: { name: "c" } }],
              resources: { limits: { cpu: "1000m", memory: "1024Mi" }, requests: { cpu: 0.5, memory: "512Mi" } },
              livenessProbe: { httpGet: { port: "http" }, initialDelaySeconds: 0 },
              readinessProbe: { tcpSocket: { port: 80 } },
              startupProbe: { grpc: { port: 90 } },
              lifecycle: { preStop: { sleep: { seconds: 3 } }, postStart: { httpGet: { port: 80, path: "/start" } } },
              securityContext: {
                runAsNonRoot: true,
                capabilities: { drop: ["ALL"] },
                seccompProfile: { type: "RuntimeDefault" },
              },
              volumeMounts: [mount, { name: "conf", mountPath: "/conf", subPath: "a/b", readOnly: true }],
            },
          ],
          volumes: [
            { name: "data" },
            { name: "conf", configMap: { name: "c", items: [{ key: "a", path: "a/b" }] } },
            { name: "keys", secret: { secretName: "s" } },
            { name: "info", downwardAPI: { items: [{ path: "labels", fieldRef: { fieldPath: "metadata.labels" } }] } },
            {
              name: "all",
              projected: { sources: [{ serviceAccountToken: { path: "token" } }, { configMap: { name: "c" } }] },
            },
            { name: "host", hostPath: { path: "/tmp" } },
            {
              name: "disk",
              ephemeral: {
                volumeClaimTemplate: {
                  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
                },
              },
            },
          ],
          tolerations: [{ operator: "Exists" }, { key: "a", value: "b", effect: "NoExecute", tolerationSeconds: 5 }],
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "In", values: ["b"] }] }],
              },
            },
            podAntiAffinity: {
              preferredDuringSchedulingIgnoredDuringExecution: [
                { weight: 1, podAffinityTerm: { topologyKey: "zone", labelSelector: { matchLabels: { a: "b" } } } },
              ],
            },
          },
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: "zone",
              whenUnsatisfiable: "DoNotSchedule",
              labelSelector: { matchLabels: { app: "a" } },
            },
          ],
          dnsConfig: { nameservers: ["1.2.3.4"], searches: ["a.b."] },
          hostAliases: [{ ip: "1.2.3.4", hostnames: ["a.b"] }],
          imagePullSecrets: [{ name: "s" }],
        },
      },
    },
  ]),
  container("images and when they are pulled", [
    { image: "nginx:latest" },
    { image: "nginx:1.27" },
    { image: "localhost:5000/nginx" },
    { image: "nginx@sha256:" + "0".repeat(64) },
    { image: "NGINX" },
    { image: "" },
    { image: " nginx" },
    { imagePullPolicy: "Sometimes" },
  ]),
  container("names of containers", [
    { name: "" },
    { name: "A" },
    { name: "a.b" },
    { name: "a".repeat(64) },
    { name: undefined },
  ]),
  spec("names of containers that come twice", [
    {
      containers: [
        { name: "a", image: "b" },
        { name: "a", image: "b" },
      ],
    },
    { initContainers: [{ name: "main", image: "b" }] },
    { initContainers: [{ name: "a", image: "b" }, { name: "a" }] },
  ]),
  container("ports", [
    { ports: [{}] },
    { ports: [{ containerPort: 0 }] },
    { ports: [{ containerPort: 65536 }] },
    { ports: [{ containerPort: 80, protocol: "HTTP" }] },
    { ports: [{ containerPort: 80, name: "Http" }] },
    { ports: [{ containerPort: 80, name: "a-name-that-is-too-long" }] },
    {
      ports: [
        { containerPort: 80, name: "a" },
        { containerPort: 81, name: "a" },
      ],
    },
    {
      ports: [
        { containerPort: 80, hostPort: 80 },
        { containerPort: 81, hostPort: 80 },
      ],
    },
    { ports: [{ containerPort: 80, hostPort: 70000 }] },
  ]),
  container("the environment", [
    { env: [{ name: "" }] },
    { env: [{ name: "a=b" }] },
    { env: [{ name: "a b" }] },
    { env: [{ name: "A", valueFrom: {} }] },
    { env: [{ name: "A", value: "b", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }] },
    { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.nme" } } }] },
    { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "status.phase" } } }] },
    { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.labels['a']" } } }] },
    { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.labels['a b']" } } }] },
    { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name", apiVersion: "v2" } } }] },
    { env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "limits.disk" } } }] },
    { env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "limits.cpu", divisor: "2" } } }] },
    { env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "A_b", key: "a b" } } }] },
    { env: [{ name: "A", valueFrom: { secretKeyRef: { name: "a", key: "" } } }] },
    { envFrom: [{}] },
    { envFrom: [{ configMapRef: { name: "" } }] },
    { envFrom: [{ prefix: "=", secretRef: { name: "a" }, configMapRef: { name: "a" } }] },
  ]),
  container("mounts", [
    { volumeMounts: [mount] },
    { volumeMounts: [{ name: "", mountPath: "" }] },
    { volumeDevices: [{ name: "data", devicePath: "/dev/a" }] },
  ]),
  spec("mounts of volumes", [
    { volumes: [{ name: "data" }], "containers.0.volumeMounts": [mount, mount] },
    { volumes: [{ name: "data" }], "containers.0.volumeMounts": [{ ...mount, subPath: "/a" }] },
    { volumes: [{ name: "data" }], "containers.0.volumeMounts": [{ ...mount, subPath: "../a", subPathExpr: "b" }] },
    { volumes: [{ name: "data" }], "containers.0.volumeMounts": [{ ...mount, mountPropagation: "Bidirectional" }] },
    { volumes: [{ name: "data" }], "containers.0.volumeMounts": [{ ...mount, mountPropagation: "Both" }] },
    { volumes: [{ name: "data" }], "containers.0.volumeMounts": [{ ...mount, recursiveReadOnly: "Enabled" }] },
    { volumes: [{ name: "data" }], "containers.0.volumeDevices": [{ name: "data", devicePath: "a/../b" }] },
  ]),
  spec("volumes", [
    { volumes: [{ name: "" }] },
    { volumes: [{ name: "A" }, { name: "b" }, { name: "b" }] },
    { volumes: [{ name: "a", emptyDir: { sizeLimit: "-1" } }] },
    { volumes: [{ name: "a", emptyDir: {}, hostPath: { path: "/a" } }] },
    { volumes: [{ name: "a", hostPath: { path: "" } }] },
    { volumes: [{ name: "a", hostPath: { path: "/a/../b", type: "Folder" } }] },
    { volumes: [{ name: "a", secret: {} }] },
    { volumes: [{ name: "a", secret: { secretName: "s", defaultMode: 512 } }] },
    {
      volumes: [
        {
          name: "a",
          configMap: {
            name: "c",
            items: [
              { key: "", path: "../a" },
              { key: "a", path: "/b", mode: -1 },
            ],
          },
        },
      ],
    },
    { volumes: [{ name: "a", persistentVolumeClaim: { claimName: "" } }] },
    { volumes: [{ name: "a", nfs: { server: "", path: "a" } }] },
    { volumes: [{ name: "a", downwardAPI: { items: [{ path: "" }] } }] },
    { volumes: [{ name: "a", downwardAPI: { items: [{ path: "a", fieldRef: { fieldPath: "spec.nodeName" } }] } }] },
    { volumes: [{ name: "a", projected: { sources: [{ serviceAccountToken: { path: "", expirationSeconds: 5 } }] } }] },
    {
      volumes: [
        {
          name: "a",
          projected: {
            sources: [{ configMap: { name: "a", items: [{ key: "a", path: "a" }] }, secret: { name: "" } }],
          },
        },
      ],
    },
    { volumes: [{ name: "a", csi: { driver: "" } }] },
    { volumes: [{ name: "a", ephemeral: {} }] },
    { volumes: [{ name: "a", ephemeral: { volumeClaimTemplate: { spec: {} } } }] },
    { volumes: [{ name: "a", image: { reference: "b" } }] },
  ]),
  container("probes", [
    { livenessProbe: {} },
    { livenessProbe: { ...httpGet, exec: { command: ["a"] } } },
    { livenessProbe: { exec: {} } },
    { livenessProbe: { httpGet: { port: 0, scheme: "http" } } },
    { livenessProbe: { httpGet: { port: "UPPER", httpHeaders: [{ name: "a b", value: "c" }] } } },
    { livenessProbe: { ...httpGet, successThreshold: 2 } },
    { livenessProbe: { ...httpGet, periodSeconds: -1, failureThreshold: -1 } },
    { readinessProbe: { ...httpGet, terminationGracePeriodSeconds: 5 } },
    { startupProbe: { ...httpGet, terminationGracePeriodSeconds: 0 } },
    { startupProbe: { tcpSocket: { port: 99999 } } },
  ]),
  container("lifecycle", [
    { lifecycle: { preStop: {} } },
    { lifecycle: { preStop: { sleep: { seconds: 60 } } } },
    { lifecycle: { postStart: { exec: { command: ["a"] }, sleep: { seconds: 1 } } } },
  ]),
  spec("init containers do not keep running", [
    { initContainers: [{ name: "a", image: "b", livenessProbe: httpGet }] },
    {
      initContainers: [
        { name: "a", image: "b", lifecycle: { preStop: { exec: { command: ["a"] } } }, readinessProbe: httpGet },
      ],
    },
    { initContainers: [{ name: "a", image: "b", restartPolicy: "Always", livenessProbe: httpGet }] },
    { initContainers: [{ name: "a", image: "b", restartPolicy: "Sometimes" }] },
  ]),
  container("resources", [
    { resources: { requests: { cpu: "2" }, limits: { cpu: "1" } } },
    { resources: { limits: { cpu: "-1" } } },
    { resources: { limits: { disk: "1" } } },
    { resources: { limits: { pods: "1" } } },
    { resources: { limits: { "example.com/gpu": "1" } } },
    { resources: { limits: { "example.com/gpu": "500m" } } },
    { resources: { requests: { "example.com/gpu": "1" } } },
    { resources: { requests: { "example.com/gpu": "1" }, limits: { "example.com/gpu": "2" } } },
    { resources: { limits: { "a b": "1" } } },
    { resources: { limits: { "hugepages-2Mi": "2Mi" } } },
    { resources: { limits: { "hugepages-2Mi": "3Mi", cpu: "1" } } },
    { resources: { limits: { memory: "1.5Gi", cpu: "0.1" } } },
    { resources: { limits: { cpu: "1e3", memory: "1000000" } } },
    { resources: { limits: { cpu: "100u" } } },
    { resources: { claims: [{ name: "a" }] } },
  ]),
  spec("resources of the whole pod", [
    { resources: { limits: { cpu: "1" } }, "containers.0.resources": { requests: { cpu: "500m" } } },
    { resources: { requests: { cpu: "100m" } }, "containers.0.resources": { requests: { cpu: "500m" } } },
    { resources: { limits: { "example.com/gpu": "1" } } },
    { resources: { limits: { memory: "1Gi" } } },
  ]),
  container("security contexts of containers", [
    { securityContext: { runAsUser: -1, runAsGroup: 4294967296 } },
    { securityContext: { privileged: true, allowPrivilegeEscalation: false } },
    { securityContext: { procMount: "Masked" } },
    { securityContext: { seccompProfile: {} } },
    { securityContext: { seccompProfile: { type: "Localhost" } } },
    { securityContext: { seccompProfile: { type: "Other" } } },
    { securityContext: { appArmorProfile: { type: "Localhost", localhostProfile: " a" } } },
  ]),
  spec("security contexts of pods", [
    { securityContext: { fsGroup: -1, supplementalGroups: [-1] } },
    { securityContext: { fsGroupChangePolicy: "Never" } },
    {
      securityContext: {
        sysctls: [
          { name: "", value: "" },
          { name: "A", value: "" },
          { name: "a.b", value: "c" },
          { name: "a.b", value: "d" },
        ],
      },
    },
    { hostNetwork: true, securityContext: { sysctls: [{ name: "net.a", value: "b" }] } },
    { hostPID: true, shareProcessNamespace: true },
    { hostUsers: false, hostNetwork: true, hostPID: true },
    { securityContext: { supplementalGroupsPolicy: "None" } },
  ]),
  spec("node affinity", [
    { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } } },
    {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              {
                matchExpressions: [
                  { key: "a b", operator: "In" },
                  { key: "a", operator: "Exists", values: ["b"] },
                  { key: "a", operator: "Gt", values: [] },
                  { key: "a", operator: "Is" },
                ],
              },
            ],
          },
        },
      },
    },
    {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              {
                matchFields: [
                  { key: "metadata.name", operator: "In", values: ["A_b"] },
                  { key: "a", operator: "Exists" },
                ],
              },
            ],
          },
        },
      },
    },
    {
      affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 0, preference: {} }] } },
    },
  ]),
  spec("pod affinity", [
    { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "" }] } } },
    {
      affinity: {
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            {
              topologyKey: "a",
              namespaces: ["A"],
              labelSelector: { matchExpressions: [{ key: "a", operator: "In" }] },
            },
          ],
        },
      },
    },
    {
      affinity: {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 101, podAffinityTerm: { topologyKey: "a" } }],
        },
      },
    },
    {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "a", matchLabelKeys: ["b"] }],
        },
      },
    },
  ]),
  spec("tolerations", [
    { tolerations: [{}] },
    { tolerations: [{ key: "a b" }] },
    { tolerations: [{ key: "a", operator: "Exists", value: "b" }] },
    { tolerations: [{ key: "a", operator: "Is" }] },
    { tolerations: [{ key: "a", operator: "Gt", value: "5" }] },
    { tolerations: [{ key: "a", effect: "Run" }] },
    { tolerations: [{ key: "a", effect: "NoSchedule", tolerationSeconds: 5 }] },
    { tolerations: [{ key: "a", value: "b c" }] },
  ]),
  spec("spreading", [
    { topologySpreadConstraints: [{ maxSkew: 0, topologyKey: "", whenUnsatisfiable: "Wait" }] },
    {
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: "a", whenUnsatisfiable: "DoNotSchedule" },
        { maxSkew: 2, topologyKey: "a", whenUnsatisfiable: "DoNotSchedule" },
      ],
    },
    {
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "a", whenUnsatisfiable: "ScheduleAnyway", minDomains: 1 }],
    },
    {
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: "a", whenUnsatisfiable: "DoNotSchedule", nodeTaintsPolicy: "Maybe" },
      ],
    },
  ]),
  spec("policies", [
    { restartPolicy: "Sometimes" },
    { dnsPolicy: "Cluster" },
    { dnsPolicy: "None" },
    { dnsPolicy: "None", dnsConfig: {} },
    { preemptionPolicy: "Always" },
    { os: { name: "plan9" } },
    { os: { name: "linux" }, securityContext: { windowsOptions: { runAsUserName: "a" } } },
  ]),
  spec("name servers and hosts", [
    { dnsConfig: { nameservers: ["a", "1.1.1.1", "1.1.1.2", "1.1.1.3"] } },
    { dnsConfig: { searches: ["A b", "."], options: [{}] } },
    { hostAliases: [{ ip: "a", hostnames: ["A_b"] }] },
    { hostname: "a.b", subdomain: "C" },
    { hostNetwork: true, "containers.0.ports": [{ containerPort: 80, hostPort: 81 }] },
  ]),
  spec("names in a spec", [
    { serviceAccountName: "A" },
    { serviceAccount: "robot" },
    { nodeName: "A_b" },
    { priorityClassName: "A_b" },
    { runtimeClassName: "A_b" },
    { nodeSelector: { "a b": "c d" } },
    { activeDeadlineSeconds: 0 },
    { readinessGates: [{ conditionType: "a b" }] },
    { schedulingGates: [{ name: "a" }, { name: "a" }] },
    { overhead: { cpu: "-1" } },
    { ephemeralContainers: [{ name: "debug", image: "busybox" }] },
  ]),
  variants("pod specs: metadata of templates", templates, minimal, [
    { "template.metadata.labels": { "a b": "c" } },
    { "template.metadata.annotations": { "a b": "c" } },
    { "template.metadata.annotations": { "controller.kubernetes.io/pod-deletion-cost": "a" } },
  ]),
];
