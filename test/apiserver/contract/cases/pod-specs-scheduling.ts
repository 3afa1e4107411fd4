/** The resources, placement and user of a pod, in templates. */
import type { ContractCase } from "../contract-case.js";
import { variants } from "../kind-cases.js";
import { container, minimal, spec, templates } from "../pod-spec-cases.js";

export const cases: readonly ContractCase[] = [
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
