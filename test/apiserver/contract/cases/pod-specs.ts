/** The containers and volumes of a pod, in templates. */
import type { ContractCase } from "../contract-case.js";
import { tries } from "../kind-cases.js";
import { container, minimal, spec, templates } from "../pod-spec-cases.js";

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
];
