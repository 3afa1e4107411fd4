/** The Deployments of an operator as OLM runs them: OLM creates and mounts the certificate for webhooks, and sets the namespaces. */
import { type ExactJsonObject, type ExactJsonValue, isJsonObject } from "../../core/json.js";
import { at, listAt, mapAt, textAt } from "../../core/object-fields.js";
import { olmKeys } from "../annotations.js";
import { isCertificateFolder } from "../certificate-mounts.js";
import { mapContainers } from "../containers.js";
import { nameOf } from "./rendered.js";

/** The variables by which the operator creates its own certificate for webhooks. */
const certificateVariables = { secret: "WEBHOOK_CERT_SECRET", service: "WEBHOOK_SERVICE" };

/** The variable with the namespaces that the operator watches. */
const namespacesVariable = "WATCH_NAMESPACE";

/** Returns the names of the Secrets in which the operator, or cert-manager, stores the certificate for webhooks. */
export function certificateSecrets(deployments: readonly ExactJsonObject[]): Set<string> {
  const names = deployments.flatMap((deployment) => {
    const pod = podOf(deployment);
    const own = containersOf(pod).flatMap((container) =>
      listAt(container, "env")
        .filter((variable) => textAt(variable, "name") === certificateVariables.secret)
        .map((variable) => textAt(variable, "value")),
    );
    const mounted = listAt(pod, "volumes")
      .filter((volume) => certificateVolumes(pod).has(textAt(volume, "name")))
      .map((volume) => textAt(volume, "secret", "secretName"));
    return [...own, ...mounted];
  });
  return new Set(names.filter((name) => name !== ""));
}

/** Returns the Deployment as an entry of the ClusterServiceVersion. */
export function strategyDeployment(deployment: ExactJsonObject, servesWebhooks: boolean): ExactJsonObject {
  const pod = servesWebhooks ? withoutCertificates(podOf(deployment)) : podOf(deployment);
  const spec = mapAt(deployment, "spec");
  const template = mapAt(spec, "template");
  const label = mapAt(deployment, "metadata", "labels");
  return {
    name: nameOf(deployment),
    ...(Object.keys(label).length === 0 ? {} : { label }),
    spec: { ...spec, template: { ...template, spec: withNamespacesOfOlm(pod) } },
  };
}

export function podOf(deployment: ExactJsonObject): ExactJsonObject {
  return mapAt(deployment, "spec", "template", "spec");
}

export function containersOf(pod: ExactJsonObject): readonly ExactJsonObject[] {
  return [...listAt(pod, "initContainers"), ...listAt(pod, "containers")].filter(isJsonObject);
}

function withoutCertificates(pod: ExactJsonObject): ExactJsonObject {
  const volumes = certificateVolumes(pod);
  const changed = mapContainers(pod, (container) => ({
    ...container,
    ...filtered(container, "env", (variable) => !isCertificateVariable(variable)),
    ...filtered(container, "args", (arg) => typeof arg !== "string" || !isCertificateFlag(arg)),
    ...filtered(container, "volumeMounts", (mount) => !volumes.has(textAt(mount, "name"))),
  }));
  return { ...changed, ...filtered(changed, "volumes", (volume) => !volumes.has(textAt(volume, "name"))) };
}

/** Returns the names of the volumes that a container mounts where OLM mounts its certificate. */
function certificateVolumes(pod: ExactJsonObject): Set<string> {
  return new Set(
    containersOf(pod)
      .flatMap((container) => [...listAt(container, "volumeMounts")])
      .filter((mount) => isCertificateFolder(textAt(mount, "mountPath")))
      .map((mount) => textAt(mount, "name")),
  );
}

function isCertificateVariable(variable: ExactJsonValue): boolean {
  return Object.values(certificateVariables).includes(textAt(variable, "name"));
}

function isCertificateFlag(arg: string): boolean {
  return /^--webhook-(?:cert-secret|service|cert-path|cert-name|cert-key)(?:=|$)/.test(arg);
}

/** Returns the field without some of its items; without the field, if no item is left. */
function filtered(value: ExactJsonObject, key: string, isKept: (item: ExactJsonValue) => boolean): ExactJsonObject {
  if (value[key] === undefined) return {};
  const items = listAt(value, key).filter(isKept);
  return { [key]: items.length === 0 ? undefined : items };
}

/** Lets OLM set the watched namespaces: those of the OperatorGroup. */
function withNamespacesOfOlm(pod: ExactJsonObject): ExactJsonObject {
  const fieldPath = `metadata.annotations['${olmKeys.targetNamespaces}']`;
  return mapContainers(pod, (container) =>
    at(container, "env") === undefined
      ? container
      : {
          ...container,
          env: listAt(container, "env").map((variable) =>
            textAt(variable, "name") === namespacesVariable
              ? { name: namespacesVariable, valueFrom: { fieldRef: { fieldPath } } }
              : variable,
          ),
        },
  );
}

/** Returns the name of the ServiceAccount of the Deployment's Pods. */
export function serviceAccountOf(deployment: ExactJsonObject): string {
  const pod = podOf(deployment);
  return textAt(pod, "serviceAccountName") || textAt(pod, "serviceAccount") || "default";
}

/** Returns whether a Service leads to the Pods of the Deployment. */
export function isSelected(service: ExactJsonObject, deployment: ExactJsonObject): boolean {
  const labels = mapAt(deployment, "spec", "template", "metadata", "labels");
  const selector = Object.entries(mapAt(service, "spec", "selector"));
  return selector.length > 0 && selector.every(([key, value]) => labels[key] === value);
}
