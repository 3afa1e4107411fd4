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
    const message = `${entries} objects were deployed, and the operator itself is not there`;
    return [...damaged, failure(message, "Deploy it again: npm run deploy. Or take away the rest: npm run undeploy.")];
  }
  const foreign =
    entries === 0 && inventory.kind === "known"
      ? [info("it was not deployed by tsop: no list of what was is there")]
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
        "Wait a moment; `kubectl describe` and its pods' logs say more.",
      );
    }
    return troubles.map(({ where, reason, message, advice }) =>
      failure(`${name} is not ready: ${where}: ${reason}: ${message}`, advice),
    );
  }
  if (restarts >= manyRestarts) {
    const hint =
      "Its last words are in `kubectl logs --previous`; `kubectl describe pod` says how it ended (OOMKilled: raise its memory).";
    return warning(`${name} is ready${again}`, hint);
  }
  return ok(`${name} is ready${again}; image ${images.join(", ")}`);
}

export function checkAccount(facts: ProjectInCluster): Findings {
  return ofOperator(facts, ({ account, missingRights }) => {
    if (missingRights.kind === "failed") return findingsOf(missingRights.error, "warning");
    if (missingRights.value.length === 0)
      return ok(`ServiceAccount ${account} has the rights that config/rbac gives it`);
    const message = `ServiceAccount ${account} lacks rights that config/rbac gives it: ${showRights(missingRights.value)}`;
    return failure(message, "Bring the roles up to date: npm run deploy");
  });
}

export function checkWebhooks(facts: ProjectInCluster): Findings {
  return ofOperator(facts, ({ webhooks }) => {
    if (webhooks.kind === "failed") return findingsOf(webhooks.error, "warning");
    const findings = webhooks.value.flatMap(findingsOfWebhook);
    return findings.length > 0 || webhooks.value.length === 0
      ? findings
      : [ok(`${webhooks.value.length} webhooks have somebody who answers`)];
  });
}

function findingsOfWebhook({ name, service, state }: WebhookFacts): Findings {
  switch (state) {
    case "answered":
      return [];
    case "no-service":
      return failure(
        `the Service ${service} of the webhook ${name} is not there`,
        "Deploy again: npm run deploy. Until then, what it judges is refused.",
      );
    case "no-endpoint":
      return failure(
        `no pod behind the Service ${service} answers the webhook ${name}`,
        "Look at the operator's pods; the Service's selector has to be their labels.",
      );
    case "no-ca":
      return failure(
        `the webhook ${name} has no caBundle: the API server trusts nobody to answer it`,
        "The operator fills it in, or cert-manager's cainjector: look at the log of whichever it is.",
      );
    case "expired-ca":
      return failure(
        `the caBundle of the webhook ${name} holds no certificate that is still valid`,
        "Whoever fills it in renews it in time: the operator, or cert-manager. Look at its log.",
      );
    case "expired":
      return failure(
        `the certificate of the webhook ${name} in the Secret for ${service} has expired`,
        "The operator renews it as long as it runs, and may write the Secret: look at its log.",
      );
    case "other-ca":
      return failure(
        `the caBundle of the webhook ${name} does not trust the certificate of ${service}`,
        "The operator writes it where it may: look at its log for a right that is missing.",
      );
  }
}

export function checkPodSecurity(facts: ProjectInCluster): Findings {
  return ofOperator(facts, ({ podSecurity }) => {
    if (podSecurity.kind === "failed") return findingsOf(podSecurity.error, "warning");
    if (podSecurity.value === undefined) return ok("the namespace's pod security standard takes the operator's pods");
    const hint =
      "Correct the securityContext in config/manager, or the namespace's label pod-security.kubernetes.io/enforce.";
    return failure(`the operator's pods would be refused: it ${podSecurity.value}`, hint);
  });
}

function ofOperator({ operator }: ProjectInCluster, run: (facts: OperatorFacts) => Findings): Findings {
  return operator.kind === "known" && operator.value !== undefined ? run(operator.value) : [];
}
