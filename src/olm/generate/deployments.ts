/** The Deployments of an operator as OLM runs them: OLM creates and mounts the certificate for webhooks, and sets the namespaces. */
import { type ExactJsonObject, type ExactJsonValue, isJsonObject } from "../../core/json.js";
import { at, listAt, mapAt, textAt } from "../../core/object-fields.js";
import { olmKeys } from "../annotations.js";
import { certificateMounts, isCertificateFolder } from "../certificate-mounts.js";
import { mapContainers } from "../containers.js";
import { nameOf } from "./rendered.js";

/** The variables with the Secret in which the operator, or its extension API server, stores its own certificate. */
const secretVariables = ["WEBHOOK_CERT_SECRET", "APISERVER_CERT_SECRET"];

/** The variable with the folder of the certificate that an extension API server serves. */
const folderVariable = "APISERVER_CERT_PATH";

/** The variables that choose a certificate. */
const certificateVariables = [...secretVariables, "WEBHOOK_SERVICE", "APISERVER_SERVICE", folderVariable];

/** The variable with the namespaces that the operator watches. */
const namespacesVariable = "WATCH_NAMESPACE";

/** Returns the names of the Secrets in which the servers of Deployments, or cert-manager, store their certificates. */
export function certificateSecrets(deployments: readonly ExactJsonObject[]): Set<string> {
  const names = deployments.flatMap((deployment) => {
    const pod = podOf(deployment);
    const own = containersOf(pod).flatMap((container) =>
      listAt(container, "env")
        .filter((variable) => secretVariables.includes(textAt(variable, "name")))
        .map((variable) => textAt(variable, "value")),
    );
    const mounted = listAt(pod, "volumes")
      .filter((volume) => certificateVolumes(pod).has(textAt(volume, "name")))
      .map((volume) => textAt(volume, "secret", "secretName"));
    return [...own, ...mounted];
  });
  return new Set(names.filter((name) => name !== ""));
}

/** What a Deployment serves with a certificate of OLM. */
export interface Serves {
  readonly webhooks: boolean;
  /** The port of the extension API server; undefined without one. */
  readonly apiPort: number | undefined;
}

/** Returns the Deployment as an entry of the ClusterServiceVersion. */
export function strategyDeployment(deployment: ExactJsonObject, { webhooks, apiPort }: Serves): ExactJsonObject {
  const bare = webhooks || apiPort !== undefined ? withoutCertificates(podOf(deployment)) : podOf(deployment);
  const pod = apiPort === undefined ? bare : withCertificateOfOlm(bare, apiPort);
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

/** Lets the extension API server read the certificate that OLM mounts. */
function withCertificateOfOlm(pod: ExactJsonObject, port: number): ExactJsonObject {
  const containers = listAt(pod, "containers").filter(isJsonObject);
  const isServer = (container: ExactJsonObject): boolean =>
    listAt(container, "ports").some((each) => Number(at(each, "containerPort")) === port);
  const server = containers.find(isServer) ?? containers[0];
  const variable = { name: folderVariable, value: certificateMounts[0].folder };
  return {
    ...pod,
    containers: containers.map((each) =>
      each === server ? { ...each, env: [...listAt(each, "env"), variable] } : each,
    ),
  };
}

/** Returns the names of the volumes with certificates: a container mounts them where OLM mounts its own, or reads them there. */
function certificateVolumes(pod: ExactJsonObject): Set<string> {
  return new Set(
    containersOf(pod).flatMap((container) => {
      const folder = listAt(container, "env").find((each) => textAt(each, "name") === folderVariable);
      return listAt(container, "volumeMounts")
        .filter((mount) => {
          const place = textAt(mount, "mountPath");
          return isCertificateFolder(place) || (folder !== undefined && place === textAt(folder, "value"));
        })
        .map((mount) => textAt(mount, "name"));
    }),
  );
}

function isCertificateVariable(variable: ExactJsonValue): boolean {
  return certificateVariables.includes(textAt(variable, "name"));
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
