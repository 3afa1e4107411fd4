/**
 * Priority levels and flow schemas: they are served, as kubectl and dashboards ask for them; the embedded server does not queue.
 * Source: k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap/default.go.
 */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";

const apiVersion = "flowcontrol.apiserver.k8s.io/v1";

/** Shares, how many percent may be lent, and the queues (hand, count) of a level that does not reject. */
type LimitedLevel = readonly [shares: number, lendable: number, hand?: number, queues?: number];

const limitedLevels: Readonly<Record<string, LimitedLevel>> = {
  "catch-all": [5, 0],
  "global-default": [20, 50, 6, 128],
  "leader-election": [10, 0, 4, 16],
  "node-high": [40, 25, 6, 64],
  system: [30, 33, 6, 64],
  "workload-high": [40, 50, 6, 128],
  "workload-low": [100, 90, 6, 128],
};

interface Flow {
  readonly level: string;
  readonly precedence: number;
  readonly by?: "ByNamespace" | "ByUser";
  readonly subjects: readonly string[];
  /** Default: everything. */
  readonly rule?: JsonObject;
}

const everyone = ["group system:unauthenticated", "group system:authenticated"];

const leases = {
  apiGroups: ["coordination.k8s.io"],
  namespaces: ["*"],
  resources: ["leases"],
};

const flows: Readonly<Record<string, Flow>> = {
  "catch-all": { level: "catch-all", precedence: 10_000, by: "ByUser", subjects: everyone },
  exempt: { level: "exempt", precedence: 1, subjects: ["group system:masters"] },
  "global-default": { level: "global-default", precedence: 9_900, by: "ByUser", subjects: everyone },
  "kube-controller-manager": {
    level: "workload-high",
    precedence: 800,
    by: "ByNamespace",
    subjects: ["user system:kube-controller-manager"],
  },
  "kube-scheduler": {
    level: "workload-high",
    precedence: 800,
    by: "ByNamespace",
    subjects: ["user system:kube-scheduler"],
  },
  "kube-system-service-accounts": {
    level: "workload-high",
    precedence: 900,
    by: "ByNamespace",
    subjects: ["accounts kube-system"],
  },
  probes: {
    level: "exempt",
    precedence: 2,
    subjects: everyone,
    rule: { nonResourceRules: [{ nonResourceURLs: ["/healthz", "/readyz", "/livez"], verbs: ["get"] }] },
  },
  "service-accounts": {
    level: "workload-low",
    precedence: 9_000,
    by: "ByUser",
    subjects: ["group system:serviceaccounts"],
  },
  "system-leader-election": {
    level: "leader-election",
    precedence: 100,
    by: "ByUser",
    subjects: ["user system:kube-controller-manager", "user system:kube-scheduler", "accounts kube-system"],
    rule: { resourceRules: [{ ...leases, verbs: ["get", "create", "update"] }] },
  },
  "system-node-high": {
    level: "node-high",
    precedence: 400,
    by: "ByUser",
    subjects: ["group system:nodes"],
    rule: {
      resourceRules: [
        {
          apiGroups: [""],
          clusterScope: true,
          namespaces: ["*"],
          resources: ["nodes", "nodes/status"],
          verbs: ["*"],
        },
        { ...leases, verbs: ["*"] },
      ],
    },
  },
  "system-nodes": { level: "system", precedence: 500, by: "ByUser", subjects: ["group system:nodes"] },
};

export function bootstrapPriorityLevels(): ApiObject[] {
  const levels = Object.entries(limitedLevels).map(([name, [shares, lendable, hand, queues]]) => {
    const limitResponse =
      queues === undefined
        ? { type: "Reject" }
        : { queuing: { handSize: hand, queueLengthLimit: 50, queues }, type: "Queue" };
    const limited = { lendablePercent: lendable, limitResponse, nominalConcurrencyShares: shares };
    return { ...common("PriorityLevelConfiguration", name), spec: { limited, type: "Limited" }, status: {} };
  });
  const exempt = {
    ...common("PriorityLevelConfiguration", "exempt"),
    spec: { exempt: { lendablePercent: 0, nominalConcurrencyShares: 0 }, type: "Exempt" },
    status: {},
  };
  return [...levels, exempt];
}

export function bootstrapFlowSchemas(now: string): ApiObject[] {
  return Object.entries(flows).map(([name, { level, precedence, by, subjects, rule }]) => ({
    ...common("FlowSchema", name),
    spec: {
      ...(by === undefined ? {} : { distinguisherMethod: { type: by } }),
      matchingPrecedence: precedence,
      priorityLevelConfiguration: { name: level },
      rules: [{ ...(rule ?? everything()), subjects: subjects.map(toSubject) }],
    },
    status: {
      conditions: [
        {
          lastTransitionTime: now,
          message: `This FlowSchema references the PriorityLevelConfiguration object named "${level}" and it exists`,
          reason: "Found",
          status: "False",
          type: "Dangling",
        },
      ],
    },
  }));
}

function everything(): JsonObject {
  const all = ["*"];
  return {
    nonResourceRules: [{ nonResourceURLs: all, verbs: all }],
    resourceRules: [{ apiGroups: all, clusterScope: true, namespaces: all, resources: all, verbs: all }],
  };
}

function common(kind: string, name: string): ApiObject {
  const annotations = { "apf.kubernetes.io/autoupdate-spec": "true" };
  return { apiVersion, kind, metadata: { annotations, generation: 1, name } };
}

/** `group NAME`, `user NAME`, or `accounts NAMESPACE` for all of a namespace. */
function toSubject(text: string): JsonObject {
  const [kind = "", name = ""] = text.split(" ");
  switch (kind) {
    case "group":
      return { group: { name }, kind: "Group" };
    case "user":
      return { kind: "User", user: { name } };
    default:
      return { kind: "ServiceAccount", serviceAccount: { name: "*", namespace: name } };
  }
}
