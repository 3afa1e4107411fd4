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
import { checkCrds, checkStoredVersions, checkWriters } from "./crd-checks.js";
import { checkExtension } from "./extension-checks.js";
import { checkAccount, checkDeployed, checkPodSecurity, checkWebhooks } from "./operator-checks.js";
import { type RightsFacts, showRights } from "./rights-facts.js";

type Reached = Extract<ClusterFacts, { kind: "reached" }>;

export const clusterChecks: readonly Check<ClusterFacts>[] = [
  { id: "cluster/kubeconfig", what: "the kubeconfig and the context that tsop uses", run: checkKubeconfig },
  { id: "cluster/server", what: "the API server responds", run: checkServer },
  { id: "cluster/version", what: "tsop supports the version of the API server", run: whenReached(checkVersion) },
  { id: "cluster/clock", what: "the clocks of the API server and this machine agree", run: whenReached(checkClock) },
  { id: "cluster/user", what: "your user in the cluster", run: whenReached(checkUser) },
  {
    id: "cluster/rights",
    what: "you have the permissions that `tsop deploy` and `tsop undeploy` need",
    run: inProject(checkRights),
  },
  { id: "cluster/crds", what: "the CRDs in the cluster match config/", run: inProject(checkCrds) },
  {
    id: "cluster/stored-versions",
    what: "no objects are stored in a version that the CRD no longer contains or serves",
    run: inProject(checkStoredVersions),
  },
  {
    id: "cluster/version-writers",
    what: "no client still writes a version that is older than the storage version, or no longer served",
    run: inProject(checkWriters),
  },
  {
    id: "cluster/operator",
    what: "the operator is deployed and ready, and does not restart",
    run: inProject(checkDeployed),
  },
  {
    id: "cluster/account",
    what: "the operator's account has the permissions of its roles",
    run: inProject(checkAccount),
  },
  { id: "cluster/webhooks", what: "a ready pod serves each webhook of the operator", run: inProject(checkWebhooks) },
  {
    id: "cluster/extension-api",
    what: "the API server passes requests on to the extension API server, and trusts its certificate",
    run: inProject(checkExtension),
  },
  {
    id: "cluster/pod-security",
    what: "the namespace's pod security standard allows the operator's pods",
    run: inProject(checkPodSecurity),
  },
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
    ...info(
      error.message,
      "`npm run dev` and `npm test` need no cluster. With --cluster, a missing cluster is a failure.",
    ),
    status: "skipped",
  };
}

function showCluster({ source, context, server }: ClusterConfig): string {
  return context === undefined ? `${source}: ${server}` : `${source}: context ${context}, ${server}`;
}

function checkServer(facts: ClusterFacts): Findings {
  if (facts.kind === "none") return [];
  if (facts.kind === "reached") return ok("the API server responds");
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
    return warning(
      `the API server returns an invalid version: ${JSON.stringify(version)}`,
      "Check that the server in the kubeconfig is a Kubernetes API server.",
    );
  if (semver.gte(parsed, oldest)) return ok(`Kubernetes ${version}`);
  const hint = "Older versions lack features such as CEL validation rules: upgrade the cluster.";
  return warning(`Kubernetes ${version}; tsop supports 1.25 and newer`, hint);
}

/** Leases and certificates need clocks that agree within seconds. */
const skewLimitMs = 5_000;

function checkClock({ server: { skewMs } }: Reached): Findings {
  if (skewMs === undefined) return [];
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) < skewLimitMs) return ok("the clocks of the API server and this machine agree");
  const hint = "Synchronize both clocks (NTP): leases, tokens and certificates depend on them.";
  return warning(`the API server's clock is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} this machine's`, hint);
}

function checkUser({ user }: Reached): Findings {
  if (user.kind === "failed") return findingsOf(user.error);
  if (user.value === undefined) return skipped("your user: the API server does not report it");
  if (user.value === "system:anonymous") {
    return failure(
      "the API server treats you as anonymous (system:anonymous)",
      "The user of the context has no credentials, or the API server ignores them: log in again.",
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
      "you lack permissions that deploy needs",
      "Ask an administrator of the cluster for these permissions, or choose another context with --context NAME.",
    ),
    ...lacking(
      notToGive,
      "failure",
      "the operator's roles grant permissions that you lack",
      "You cannot grant permissions that you lack: ask for them, or for the verb escalate on roles and clusterroles.",
    ),
    ...lacking(
      missingToDelete,
      "warning",
      "you lack permissions that undeploy needs",
      "Deploying works without these permissions; deleting objects that are no longer in config/ does not.",
    ),
  ];
  return findings.length > 0 ? findings : [ok("you have the permissions to deploy and undeploy")];
}

function lacking(rights: RightsFacts["missing"], status: "warning" | "failure", what: string, hint: string): Finding[] {
  if (rights.length === 0) return [];
  return [{ status, message: `${what}: ${showRights(rights)}`, hint, code: "cluster/forbidden" }];
}
