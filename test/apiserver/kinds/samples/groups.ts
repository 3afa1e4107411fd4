import type { Sample } from "./sample.js";

const metadata = { name: "full", labels: { app: "a" } };
const clusterScoped = { name: "$id", labels: { app: "a" } };
const networking = "/apis/networking.k8s.io/v1";
const flowcontrol = "/apis/flowcontrol.apiserver.k8s.io/v1";
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const condition = {
  type: "Ready",
  status: "True",
  reason: "R",
  message: "m",
  lastTransitionTime: "2020-01-01T00:00:00Z",
};
const rules = [
  { apiGroups: ["apps"], resources: ["deployments"], verbs: ["get"], resourceNames: ["a"] },
  { nonResourceURLs: ["/x"], verbs: ["get"] },
];

export const groupSamples: readonly Sample[] = [
  {
    path: `${networking}/namespaces/$ns/ingresses`,
    object: {
      metadata,
      spec: {
        ingressClassName: "c",
        defaultBackend: { service: { name: "s", port: { number: 80 } } },
        tls: [{ hosts: ["a.example.com"], secretName: "t" }],
        rules: [
          {
            host: "a.example.com",
            http: {
              paths: [
                { path: "/a", pathType: "Prefix", backend: { service: { name: "s", port: { name: "web" } } } },
                {
                  path: "/b",
                  pathType: "Exact",
                  backend: { resource: { apiGroup: "example.com", kind: "K", name: "n" } },
                },
              ],
            },
          },
        ],
      },
    },
    status: {
      loadBalancer: {
        ingress: [{ ip: "1.2.3.4", ports: [{ port: 80, protocol: "TCP", error: "E" }] }, { hostname: "a.example.com" }],
      },
    },
  },
  {
    path: `${networking}/ingressclasses`,
    object: {
      metadata: clusterScoped,
      spec: {
        controller: "example.com/c",
        parameters: { apiGroup: "example.com", kind: "K", name: "n", scope: "Namespace", namespace: "a" },
      },
    },
  },
  {
    path: `${networking}/namespaces/$ns/networkpolicies`,
    object: {
      metadata,
      spec: {
        podSelector: { matchLabels: { a: "b" } },
        policyTypes: ["Ingress", "Egress"],
        ingress: [
          {
            ports: [{ port: 80, protocol: "TCP", endPort: 90 }, { port: "web" }],
            from: [
              {
                podSelector: { matchLabels: { a: "b" } },
                namespaceSelector: { matchExpressions: [{ key: "c", operator: "Exists" }] },
              },
              { ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } },
            ],
          },
        ],
        egress: [{ ports: [{ port: 53, protocol: "UDP" }], to: [{ ipBlock: { cidr: "fd00::/8" } }] }],
      },
    },
  },
  {
    path: `${networking}/ipaddresses`,
    object: {
      metadata: { name: "192.168.77.5", labels: { "ipaddress.kubernetes.io/managed-by": "a" } },
      spec: { parentRef: { group: "example.com", resource: "things", namespace: "a", name: "b" } },
    },
  },
  {
    path: `${networking}/servicecidrs`,
    object: { metadata: clusterScoped, spec: { cidrs: ["192.168.77.0/24", "fd77::/112"] } },
    status: { conditions: [condition] },
  },
  {
    path: "/apis/discovery.k8s.io/v1/namespaces/$ns/endpointslices",
    object: {
      metadata,
      addressType: "IPv4",
      endpoints: [
        {
          addresses: ["10.1.1.1"],
          conditions: { ready: true, serving: true, terminating: false },
          hostname: "a",
          nodeName: "n",
          zone: "z",
          deprecatedTopology: { a: "b" },
          hints: { forZones: [{ name: "z" }], forNodes: [{ name: "n" }] },
          targetRef: { kind: "Pod", name: "p", namespace: "$ns" },
        },
      ],
      ports: [
        { name: "http", port: 80, protocol: "TCP", appProtocol: "example.com/http" },
        { name: "b", port: 53, protocol: "UDP" },
      ],
    },
  },
  {
    path: "/apis/coordination.k8s.io/v1/namespaces/$ns/leases",
    object: {
      metadata,
      spec: {
        holderIdentity: "h",
        leaseDurationSeconds: 15,
        leaseTransitions: 1,
        acquireTime: "2020-01-01T00:00:00.000000Z",
        renewTime: "2020-01-01T00:00:00.000000Z",
      },
    },
  },
  {
    path: "/apis/policy/v1/namespaces/$ns/poddisruptionbudgets",
    object: {
      metadata,
      spec: { minAvailable: "50%", selector: { matchLabels: { a: "b" } }, unhealthyPodEvictionPolicy: "AlwaysAllow" },
    },
    status: {
      disruptionsAllowed: 1,
      currentHealthy: 2,
      desiredHealthy: 1,
      expectedPods: 2,
      disruptedPods: { a: "2020-01-01T00:00:00Z" },
      conditions: [condition],
    },
  },
  {
    path: "/apis/node.k8s.io/v1/runtimeclasses",
    object: {
      metadata: clusterScoped,
      handler: "h",
      overhead: { podFixed: { cpu: "100m", memory: "10Mi" } },
      scheduling: { nodeSelector: { a: "b" }, tolerations: [{ key: "a", operator: "Exists", effect: "NoSchedule" }] },
    },
  },
  {
    path: "/apis/scheduling.k8s.io/v1/priorityclasses",
    object: { metadata: clusterScoped, value: 5, globalDefault: false, description: "d", preemptionPolicy: "Never" },
  },
  {
    path: "/apis/certificates.k8s.io/v1/certificatesigningrequests",
    object: {
      metadata: clusterScoped,
      spec: {
        request:
          "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIS01ISUNBUUF3RURFT01Bd0dBMVVFQXd3RlpXUjBjM1F3V1RBVEJnY3Foa2pPUFFJQkJnZ3Foa2pPUFFNQgpCd05DQUFRPQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K",
        signerName: "example.com/s",
        usages: ["client auth", "digital signature"],
        expirationSeconds: 3600,
      },
    },
    status: { conditions: [{ type: "Failed", status: "True", reason: "R", message: "m" }] },
  },
  {
    path: `${flowcontrol}/flowschemas`,
    object: {
      metadata: clusterScoped,
      spec: {
        priorityLevelConfiguration: { name: "global-default" },
        matchingPrecedence: 9000,
        distinguisherMethod: { type: "ByUser" },
        rules: [
          {
            subjects: [
              { kind: "User", user: { name: "nobody-$id" } },
              { kind: "Group", group: { name: "g-$id" } },
              { kind: "ServiceAccount", serviceAccount: { name: "s", namespace: "$id" } },
            ],
            resourceRules: [
              {
                verbs: ["get"],
                apiGroups: ["example.com"],
                resources: ["things"],
                namespaces: ["a"],
                clusterScope: true,
              },
            ],
            nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/x/*", "/y"] }],
          },
        ],
      },
    },
    status: { conditions: [{ ...condition, type: "Dangling" }] },
  },
  {
    path: `${flowcontrol}/prioritylevelconfigurations`,
    object: {
      metadata: clusterScoped,
      spec: {
        type: "Limited",
        limited: {
          nominalConcurrencyShares: 0,
          lendablePercent: 50,
          borrowingLimitPercent: 50,
          limitResponse: { type: "Queue", queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 } },
        },
      },
    },
    status: { conditions: [{ ...condition, type: "C" }] },
  },
  {
    path: "/apis/apiregistration.k8s.io/v1/apiservices",
    object: {
      metadata: { name: "v1.$id.example.com" },
      spec: {
        group: "$id.example.com",
        version: "v1",
        groupPriorityMinimum: 100,
        versionPriority: 10,
        insecureSkipTLSVerify: true,
        service: { name: "s", namespace: "none", port: 443 },
      },
    },
    status: { conditions: [{ ...condition, type: "Available" }] },
  },
  { path: `${rbac}/namespaces/$ns/roles`, object: { metadata, rules: rules.slice(0, 1) } },
  {
    path: `${rbac}/clusterroles`,
    object: {
      metadata: clusterScoped,
      rules,
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { $id: "b" } }] },
    },
  },
  {
    path: `${rbac}/namespaces/$ns/rolebindings`,
    object: {
      metadata,
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
      subjects: [
        { kind: "User", name: "u", apiGroup: "rbac.authorization.k8s.io" },
        { kind: "ServiceAccount", name: "s", namespace: "n" },
      ],
    },
  },
  {
    path: `${rbac}/clusterrolebindings`,
    object: {
      metadata: clusterScoped,
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "r-$id" },
      subjects: [{ kind: "Group", name: "g-$id", apiGroup: "rbac.authorization.k8s.io" }],
    },
  },
];
