import semver from "semver";
import type { ClusterConfig } from "../../kube/cluster-config.js";
import {
  type Check,
  failure,
  type Finding,
  type Findings,
  findingsOf,
  info,
  ok,
  skipped,
  warning,
} from "../finding.js";
import type { ClusterFacts, ProjectInCluster } from "./cluster-facts.js";
import { checkCrds, checkStoredVersions } from "./crd-checks.js";
import { checkAccount, checkDeployed, checkPodSecurity, checkWebhooks } from "./operator-checks.js";
import { type RightsFacts, showRights } from "./rights-facts.js";

type Reached = Extract<ClusterFacts, { kind: "reached" }>;

export const clusterChecks: readonly Check<ClusterFacts>[] = [
  { id: "cluster/kubeconfig", what: "which kubeconfig, and which context of it", run: checkKubeconfig },
  { id: "cluster/server", what: "the API server answers", run: checkServer },
  { id: "cluster/version", what: "its version is one that tsop is for", run: whenReached(checkVersion) },
  { id: "cluster/clock", what: "its clock and this machine's agree", run: whenReached(checkClock) },
  { id: "cluster/user", what: "who you are there", run: whenReached(checkUser) },
  { id: "cluster/rights", what: "you may do what `tsop deploy` and `tsop undeploy` do", run: inProject(checkRights) },
  { id: "cluster/crds", what: "the CRDs are installed, and are those of config/", run: inProject(checkCrds) },
  {
    id: "cluster/stored-versions",
    what: "no objects are stored in a version that is gone",
    run: inProject(checkStoredVersions),
  },
  {
    id: "cluster/operator",
    what: "the operator is deployed, ready, and does not restart",
    run: inProject(checkDeployed),
  },
  { id: "cluster/account", what: "the operator's account may do what its roles say", run: inProject(checkAccount) },
  { id: "cluster/webhooks", what: "somebody answers the operator's webhooks", run: inProject(checkWebhooks) },
  { id: "cluster/pod-security", what: "the namespace takes the operator's pods", run: inProject(checkPodSecurity) },
];

function whenReached(run: (facts: Reached) => Findings): Check<ClusterFacts>["run"] {
  return (facts) => (facts.kind === "reached" ? run(facts) : []);
}

function inProject(run: (facts: ProjectInCluster) => Findings): Check<ClusterFacts>["run"] {
  return (facts) => (facts.kind === "reached" && facts.project !== undefined ? run(facts.project) : []);
}

function checkKubeconfig(facts: ClusterFacts): Findings {
  if (facts.kind !== "none") return ok(showCluster(facts.config));
  const { error, isExpected } = facts;
  // Much of tsop works without a cluster, but a broken kubeconfig is always an error.
  if (error.code !== "cluster/no-kubeconfig" || isExpected) return findingsOf(error);
  return {
    ...info(error.message, "Without a cluster: npm run dev and npm test. --cluster makes it a failure."),
    status: "skipped",
  };
}

function showCluster({ source, context, server }: ClusterConfig): string {
  return context === undefined ? `${source}: ${server}` : `${source}: context ${context}, ${server}`;
}

function checkServer(facts: ClusterFacts): Findings {
  if (facts.kind === "none") return [];
  if (facts.kind === "reached") return ok("the API server answers");
  const [found] = findingsOf(facts.error, facts.isExpected ? "failure" : severityOf(facts.error.code));
  return found === undefined ? [] : [found];
}

/** Returns the severity. A local cluster is often not running. */
function severityOf(code: string): "warning" | "failure" {
  return code === "cluster/unreachable" ? "warning" : "failure";
}

/** The first version in which CRDs can use CEL rules without a feature gate. */
const oldest = "1.25.0";

function checkVersion({ server: { version } }: Reached): Findings {
  const parsed = semver.coerce(version);
  if (parsed === null)
    return warning(`its version ${JSON.stringify(version)} is none`, "Is it a Kubernetes API server?");
  if (semver.gte(parsed, oldest)) return ok(`Kubernetes ${version}`);
  const hint = "Older ones do not know rules in CEL, among others: update the cluster.";
  return warning(`Kubernetes ${version}; tsop is for 1.25 and newer`, hint);
}

/** Leases and certificates need clocks that agree within seconds. */
const skewLimitMs = 5_000;

function checkClock({ server: { skewMs } }: Reached): Findings {
  if (skewMs === undefined) return [];
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) < skewLimitMs) return ok("its clock and this machine's agree");
  const hint = "Let both take their time from the network (NTP): leases, tokens and certificates count on it.";
  return warning(`the API server's clock is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} this machine's`, hint);
}

function checkUser({ user }: Reached): Findings {
  if (user.kind === "failed") return findingsOf(user.error);
  if (user.value === undefined) return skipped("who you are: the API server does not say");
  if (user.value === "system:anonymous") {
    return failure(
      "the API server takes you for nobody (system:anonymous)",
      "The user of the context has no credentials, or some that nobody looks at: log in again.",
    );
  }
  return ok(`you are ${user.value}`);
}

function checkRights({ rights }: ProjectInCluster): Findings {
  if (rights.kind === "failed") return findingsOf(rights.error, "warning");
  const { missing, missingToDelete, notToGive } = rights.value;
  const findings = [
    ...lacking(
      missing,
      "failure",
      "you may not do what deploy does",
      "Ask whoever runs the cluster for these rights, or choose another context with --context NAME.",
    ),
    ...lacking(
      notToGive,
      "failure",
      "the operator's roles give what you may not give",
      "Nobody can give rights that they lack: ask for them, or for the verb escalate on roles and clusterroles.",
    ),
    ...lacking(
      missingToDelete,
      "warning",
      "you may not do what undeploy does",
      "Deploying works without; taking away what is deployed no more does not.",
    ),
  ];
  return findings.length > 0 ? findings : [ok("you may deploy and undeploy")];
}

function lacking(rights: RightsFacts["missing"], status: "warning" | "failure", what: string, hint: string): Finding[] {
  if (rights.length === 0) return [];
  return [{ status, message: `${what}: ${showRights(rights)}`, hint, code: "cluster/forbidden" }];
}
