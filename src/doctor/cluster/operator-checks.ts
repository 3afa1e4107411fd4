import { failure, type Findings, findingsOf, info, ok, warning } from "../finding.js";
import type { ProjectInCluster } from "./cluster-facts.js";
import type { OperatorFacts, WorkloadFacts } from "./operator-facts.js";
import { showRights } from "./rights-facts.js";
import type { WebhookFacts } from "./webhook-facts.js";

export function checkDeployed({ operator, inventory }: ProjectInCluster): Findings {
  if (operator.kind === "failed") return findingsOf(operator.error, "warning");
  const damaged = inventory.kind === "failed" ? findingsOf(inventory.error, "warning") : [];
  const entries = inventory.kind === "known" ? inventory.value.length : 0;
  if (operator.value === undefined) {
    if (entries === 0) return [...damaged, info("the operator is not deployed")];
    const message = `${entries} objects were deployed, but the operator itself is missing`;
    return [
      ...damaged,
      failure(message, "Deploy it again: npm run deploy. Or delete the remaining objects: npm run undeploy."),
    ];
  }
  const foreign =
    entries === 0 && inventory.kind === "known"
      ? [info("tsop did not deploy it: the list of deployed objects is missing")]
      : [];
  return [...damaged, ...operator.value.workloads.flatMap(findingsOfWorkload), ...foreign];
}

/**
 * The number of restarts that is suspicious. Fewer are normal, because programs that start together may not be ready in
 * the right order.
 */
const manyRestarts = 3;

function findingsOfWorkload({ name, images, readiness, restarts, troubles }: WorkloadFacts): Findings {
  const again = restarts === 0 ? "" : `, restarted ${restarts === 1 ? "once" : `${restarts} times`}`;
  if (readiness.state !== "ready") {
    if (troubles.length === 0) {
      return failure(
        `${name} is not ready: ${readiness.why}`,
        "Wait a moment; `kubectl describe` and the logs of its pods show more.",
      );
    }
    return troubles.map(({ where, reason, message, advice }) =>
      failure(`${name} is not ready: ${where}: ${reason}: ${message}`, advice),
    );
  }
  if (restarts >= manyRestarts) {
    const hint =
      "`kubectl logs --previous` shows its last lines; `kubectl describe pod` shows why it ended (OOMKilled: raise its memory limit).";
    return warning(`${name} is ready${again}`, hint);
  }
  return ok(`${name} is ready${again}; image ${images.join(", ")}`);
}

export function checkAccount(facts: ProjectInCluster): Findings {
  return ofOperator(facts, ({ account, missingRights }) => {
    if (missingRights.kind === "failed") return findingsOf(missingRights.error, "warning");
    if (missingRights.value.length === 0)
      return ok(`ServiceAccount ${account} has the permissions that config/rbac grants`);
    const message = `ServiceAccount ${account} lacks permissions that config/rbac grants: ${showRights(missingRights.value)}`;
    return failure(message, "Update the roles: npm run deploy");
  });
}

export function checkWebhooks(facts: ProjectInCluster): Findings {
  return ofOperator(facts, ({ webhooks }) => {
    if (webhooks.kind === "failed") return findingsOf(webhooks.error, "warning");
    const findings = webhooks.value.flatMap(findingsOfWebhook);
    return findings.length > 0 || webhooks.value.length === 0
      ? findings
      : [ok(`ready pods serve all ${webhooks.value.length} webhooks`)];
  });
}

function findingsOfWebhook({ name, service, state }: WebhookFacts): Findings {
  switch (state) {
    case "answered":
      return [];
    case "no-service":
      return failure(
        `the Service ${service} of the webhook ${name} does not exist`,
        "Deploy again: npm run deploy. Until then, requests that need this webhook fail.",
      );
    case "no-endpoint":
      return failure(
        `no ready pod is behind the Service ${service} of the webhook ${name}`,
        "Check the operator's pods; the Service's selector must match their labels.",
      );
    case "no-ca":
      return failure(
        `the webhook ${name} has no caBundle: the API server cannot trust its certificate`,
        "The operator or cert-manager's cainjector sets the caBundle: check its log.",
      );
    case "expired-ca":
      return failure(
        `the caBundle of the webhook ${name} contains no valid certificate`,
        "The operator or cert-manager renews the caBundle: check its log.",
      );
    case "expired":
      return failure(
        `the certificate of the webhook ${name} in the Secret for ${service} has expired`,
        "The operator renews the certificate while it runs, and needs permission to write the Secret: check its log.",
      );
    case "other-ca":
      return failure(
        `the caBundle of the webhook ${name} does not trust the certificate of ${service}`,
        "The operator sets the caBundle if it has the permission: check its log for a missing permission.",
      );
  }
}

export function checkPodSecurity(facts: ProjectInCluster): Findings {
  return ofOperator(facts, ({ podSecurity }) => {
    if (podSecurity.kind === "failed") return findingsOf(podSecurity.error, "warning");
    if (podSecurity.value === undefined) return ok("the namespace's pod security standard allows the operator's pods");
    const hint =
      "Correct the securityContext in config/manager, or the namespace's label pod-security.kubernetes.io/enforce.";
    return failure(`the namespace would reject the operator's pods: the pod template ${podSecurity.value}`, hint);
  });
}

function ofOperator({ operator }: ProjectInCluster, run: (facts: OperatorFacts) => Findings): Findings {
  return operator.kind === "known" && operator.value !== undefined ? run(operator.value) : [];
}
