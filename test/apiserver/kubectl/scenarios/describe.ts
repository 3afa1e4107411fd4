import { configMap, container, deployment, pod, service, yaml } from "../manifests.js";
import type { Scenario } from "../scenario.js";
import { widget } from "../widgets.js";

const template = {
  metadata: { labels: { app: "a" } },
  spec: {
    serviceAccountName: "default",
    initContainers: [container("first", { command: ["true"] })],
    containers: [
      container("main", {
        args: ["--all"],
        ports: [{ name: "http", containerPort: 80 }],
        env: [
          { name: "A", value: "1" },
          { name: "B", valueFrom: { configMapKeyRef: { name: "settings", key: "b" } } },
          { name: "C", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
        ],
        envFrom: [{ secretRef: { name: "keys", optional: true } }],
        resources: { limits: { cpu: "1", memory: "1Gi" }, requests: { cpu: "100m" } },
        livenessProbe: { httpGet: { path: "/", port: "http" } },
        readinessProbe: { exec: { command: ["true"] } },
        volumeMounts: [{ name: "data", mountPath: "/data", readOnly: true }],
      }),
    ],
    volumes: [
      { name: "data", emptyDir: { sizeLimit: "1Gi" } },
      { name: "settings", configMap: { name: "settings", items: [{ key: "a", path: "b" }] } },
      { name: "claim", persistentVolumeClaim: { claimName: "claim" } },
      { name: "keys", secret: { secretName: "keys" } },
    ],
    tolerations: [{ key: "only", operator: "Exists", effect: "NoSchedule" }],
    nodeSelector: { disk: "fast" },
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: "zone",
        whenUnsatisfiable: "ScheduleAnyway",
        labelSelector: { matchLabels: { app: "a" } },
      },
    ],
  },
};
const selector = { matchLabels: { app: "a" } };

function object(apiVersion: string, kind: string, rest: object, name = "a"): object {
  return { apiVersion, kind, metadata: { name }, ...rest };
}

const workloads = yaml(
  { ...deployment("a"), metadata: { name: "a", annotations: { note: "some" } }, spec: { selector, template } },
  object("apps/v1", "ReplicaSet", { spec: { replicas: 2, selector, template } }),
  object("apps/v1", "StatefulSet", {
    spec: {
      serviceName: "a",
      selector,
      template,
      volumeClaimTemplates: [
        {
          metadata: { name: "c" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      ],
    },
  }),
  object("apps/v1", "DaemonSet", { spec: { selector, template } }),
  object("v1", "ReplicationController", { spec: { selector: { app: "a" }, template } }),
  object("v1", "Pod", { spec: template.spec }),
  object("batch/v1", "Job", {
    spec: { completions: 3, parallelism: 2, template: { spec: { ...template.spec, restartPolicy: "Never" } } },
  }),
  object("batch/v1", "CronJob", {
    spec: {
      schedule: "@daily",
      jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: "Never" } } } },
    },
  }),
  object("autoscaling/v2", "HorizontalPodAutoscaler", {
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" },
      maxReplicas: 3,
      metrics: [
        { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
      ],
      behavior: { scaleDown: { policies: [{ type: "Pods", value: 1, periodSeconds: 60 }] } },
    },
  }),
  object("policy/v1", "PodDisruptionBudget", { spec: { minAvailable: "50%", selector } }),
);

const rest = yaml(
  configMap("a", { key: "two\nlines\n", empty: "" }),
  object("v1", "Secret", { stringData: { password: "secret" } }),
  service("a", { type: "NodePort", sessionAffinity: "ClientIP" }),
  object("discovery.k8s.io/v1", "EndpointSlice", {
    addressType: "IPv4",
    endpoints: [{ addresses: ["1.2.3.4"], conditions: { ready: true } }],
    ports: [{ name: "http", port: 80 }],
  }),
  object("networking.k8s.io/v1", "Ingress", {
    spec: {
      ingressClassName: "nginx",
      tls: [{ hosts: ["example.com"], secretName: "a" }],
      rules: [
        {
          host: "example.com",
          http: {
            paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "a", port: { number: 80 } } } }],
          },
        },
      ],
    },
  }),
  object("networking.k8s.io/v1", "NetworkPolicy", {
    spec: {
      podSelector: selector,
      policyTypes: ["Ingress", "Egress"],
      ingress: [
        {
          from: [{ namespaceSelector: {} }, { ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }],
          ports: [{ port: 80 }],
        },
      ],
    },
  }),
  object("v1", "PersistentVolumeClaim", {
    spec: { accessModes: ["ReadWriteOnce"], storageClassName: "fast", resources: { requests: { storage: "1Gi" } } },
  }),
  object("v1", "LimitRange", {
    spec: {
      // One resource each: kubectl shows several in random order.
      limits: [
        { type: "Container", default: { cpu: "1" }, defaultRequest: { cpu: "100m" } },
        { type: "PersistentVolumeClaim", max: { storage: "1Gi" }, min: { storage: "1Mi" } },
      ],
    },
  }),
  object("v1", "ServiceAccount", { imagePullSecrets: [{ name: "registry" }] }),
  object("rbac.authorization.k8s.io/v1", "Role", {
    rules: [{ apiGroups: ["", "apps"], resources: ["pods", "deployments"], verbs: ["get", "list"] }],
  }),
  object("rbac.authorization.k8s.io/v1", "RoleBinding", {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "a" },
    subjects: [{ kind: "ServiceAccount", name: "a", namespace: "$NS" }],
  }),
  object("coordination.k8s.io/v1", "Lease", { spec: { holderIdentity: "me", leaseDurationSeconds: 15 } }),
  object("apps/v1", "ControllerRevision", { revision: 1, data: { a: 1 } }),
  object("v1", "PodTemplate", { template }),
  widget("a", { size: 3, parts: [{ name: "p", count: 2, weight: "1Kg" }], notes: { fooBar: "x", userID: "yes" } }),
);

function event(kind: string, apiVersion: string, reason: string, type: string): object {
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: `a.${reason.toLowerCase()}`, namespace: "$NS" },
    involvedObject: { apiVersion, kind, name: "a", namespace: "$NS" },
    reason,
    type,
    message: `it was ${reason}`,
    source: { component: "tester" },
    count: 3,
    firstTimestamp: "2020-01-01T00:00:00Z",
    lastTimestamp: "2020-01-02T00:00:00Z",
  };
}

const others = yaml(
  object(
    "v1",
    "PersistentVolume",
    {
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        hostPath: { path: "/tmp" },
        storageClassName: "$NS",
      },
    },
    "$NS",
  ),
  object("storage.k8s.io/v1", "StorageClass", { provisioner: "example.com/disk", parameters: { a: "b" } }, "$NS"),
  object("networking.k8s.io/v1", "IngressClass", { spec: { controller: "example.com/nginx" } }, "$NS"),
  object("scheduling.k8s.io/v1", "PriorityClass", { value: 7, description: "some" }, "$NS"),
  object(
    "rbac.authorization.k8s.io/v1",
    "ClusterRole",
    { rules: [{ nonResourceURLs: ["/logs"], verbs: ["get"] }] },
    "$NS",
  ),
  object(
    "rbac.authorization.k8s.io/v1",
    "ClusterRoleBinding",
    {
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "$NS" },
      subjects: [{ kind: "Group", name: "us", apiGroup: "rbac.authorization.k8s.io" }],
    },
    "$NS",
  ),
  object("node.k8s.io/v1", "RuntimeClass", { handler: "runc" }, "$NS"),
);

export const scenarios: readonly Scenario[] = [
  {
    name: "workloads",
    files: { "all.yaml": workloads },
    steps: [
      "kubectl create -f all.yaml",
      "kubectl describe -f all.yaml",
      "kubectl get -f all.yaml",
      "kubectl get -f all.yaml -o wide",
      "kubectl describe pods -l app=none",
      "kubectl describe deployment a --show-events=false | head -3",
    ],
  },
  {
    name: "other kinds",
    files: { "all.yaml": rest },
    steps: [
      "kubectl create -f all.yaml",
      "kubectl describe -f all.yaml",
      "kubectl get -f all.yaml",
      "kubectl get -f all.yaml -o wide",
      "kubectl describe sa,cm",
    ],
  },
  {
    name: "objects of the cluster",
    files: { "all.yaml": others },
    steps: [
      "kubectl create -f all.yaml",
      "kubectl describe -f all.yaml",
      "kubectl get -f all.yaml",
      "kubectl get -f all.yaml -o wide",
      "kubectl describe ns $NS",
      "kubectl describe crd widgets.kubectl.example.com | grep -v Resource.Version",
      "kubectl describe clusterrole view",
      "kubectl describe service kubernetes -n default | head -8",
      "kubectl describe flowschema catch-all",
      "kubectl describe priorityclass system-node-critical",
      "kubectl delete -f all.yaml --wait=false",
    ],
  },
  {
    name: "with events",
    files: {
      "all.yaml": yaml(pod("a"), widget("a")),
      "events.yaml": yaml(
        event("Pod", "v1", "Started", "Normal"),
        event("Pod", "v1", "BackOff", "Warning"),
        event("Widget", "kubectl.example.com/v1", "Sold", "Normal"),
      ),
    },
    steps: [
      "kubectl create -f all.yaml -f events.yaml",
      "kubectl describe pod a",
      "kubectl describe widget a",
      "kubectl get events",
      "kubectl get events -o wide",
      "kubectl get events --field-selector type=Warning,involvedObject.kind=Pod",
      "kubectl get events --sort-by=.reason -o name",
      "kubectl events",
      "kubectl events --for=widget/a",
      "kubectl events --types=Warning -o name",
      "kubectl describe event a.sold",
    ],
  },
];
