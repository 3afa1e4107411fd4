import { failure, type Finding, type Findings, findingsOf, ok } from "../finding.js";
import type { ProjectInCluster } from "./cluster-facts.js";
import type { ExtensionApiFacts } from "./extension-facts.js";
import type { TrustProblem } from "./webhook-facts.js";

export function checkExtension({ extension }: Pick<ProjectInCluster, "extension">): Findings {
  if (extension.kind === "failed") return findingsOf(extension.error, "warning");
  if (extension.value === undefined) return [];
  const { apis, isIdentified } = extension.value;
  const findings = [...apis.flatMap(findingsOfApi), ...(isIdentified === false ? [notIdentified] : [])];
  return findings.length > 0
    ? findings
    : ok(`the extension API server serves ${apis.map(({ name }) => name).join(", ")}`);
}

const notIdentified = failure(
  "kube-apiserver does not identify itself to extension API servers: they treat every user as anonymous",
  "Start kube-apiserver with --requestheader-client-ca-file, --proxy-client-cert-file and --proxy-client-key-file.",
);

const pods = "Check the Pods with the label control-plane=apiserver, and their log.";

function findingsOfApi({ name, problem, trust }: ExtensionApiFacts): Finding[] {
  const messages = [
    ...(problem === undefined
      ? []
      : [`the APIService ${name} is not available (${problem.reason}): ${problem.message}`]),
    ...(trust === undefined ? [] : [showTrust(name, trust)]),
  ];
  return messages.map((message) => failure(message, pods));
}

function showTrust(name: string, trust: TrustProblem): string {
  switch (trust) {
    case "no-ca":
      return `the APIService ${name} has no caBundle: kube-apiserver trusts no certificate of its server`;
    case "expired-ca":
      return `the caBundle of the APIService ${name} has expired`;
    case "expired":
      return `the certificate of the server of the APIService ${name} has expired`;
    case "other-ca":
      return `the caBundle of the APIService ${name} does not belong to the certificate of its server`;
  }
}
