/**
 * The Deployments that OLM creates from a ClusterServiceVersion.
 * Source: operator-lifecycle-manager, pkg/controller/install/deployment.go and certresources.go.
 */
import { createHash } from "node:crypto";
import { bundleAnnotations } from "../../core/bundle-annotations.js";
import { type ExactJsonObject, isJsonObject } from "../../core/json.js";
import { listAt, mapAt, textAt, withAt } from "../../core/object-fields.js";
import { olmKeys } from "../annotations.js";
import { certificateMounts, isCertificateFolder } from "../certificate-mounts.js";
import { mapContainers } from "../containers.js";
import { certificateSecretName } from "../service-name.js";
import { deploymentsOf, type InstallRequest } from "./request.js";

export function deploymentObjects(request: InstallRequest): ExactJsonObject[] {
  const { csv, namespace, certificates } = request;
  const { metadata = {}, spec: csvSpec = {} } = csv.value;
  const bundle = { [bundleAnnotations.name]: metadata.name ?? "", [bundleAnnotations.version]: csvSpec.version ?? "" };
  return deploymentsOf(request).map((deployment) => {
    const name = textAt(deployment, "name");
    const spec = mapAt(deployment, "spec");
    const certificate = certificates.get(name);
    const template = mapAt(spec, "template");
    const annotations = {
      ...mapAt(csv.document.value, "metadata", "annotations"),
      ...mapAt(template, "metadata", "annotations"),
      [olmKeys.operatorNamespace]: namespace,
      [olmKeys.targetNamespaces]: request.targets.namespaces.join(","),
      // New Pods read a new certificate.
      ...(certificate === undefined ? {} : { olmcahash: hashOf(certificate.authority) }),
    };
    const pod = withCondition(mapAt(template, "spec"), metadata.name ?? "");
    return {
      ...{ apiVersion: "apps/v1", kind: "Deployment" },
      metadata: { name, namespace, labels: mapAt(deployment, "label"), annotations: bundle },
      spec: {
        ...spec,
        revisionHistoryLimit: 1,
        template: {
          ...withAt(template, ["metadata", "annotations"], annotations),
          spec: certificate === undefined ? pod : withCertificate(pod, certificateSecretName(name)),
        },
      },
    };
  });
}

/** OLM sets the name of the OperatorCondition, which is that of the ClusterServiceVersion. */
function withCondition(pod: ExactJsonObject, name: string): ExactJsonObject {
  const variable = "OPERATOR_CONDITION_NAME";
  return mapContainers(pod, (container) => ({
    ...container,
    env: [
      ...listAt(container, "env").filter((each) => textAt(each, "name") !== variable),
      { name: variable, value: name },
    ],
  }));
}

/** Mounts the certificate into all containers, in place of other volumes with these names or folders. */
function withCertificate(pod: ExactJsonObject, secretName: string): ExactJsonObject {
  const containers = listAt(pod, "containers").filter(isJsonObject);
  const replaced = new Set<string>(certificateMounts.map(({ volume }) => volume));
  for (const mount of containers.flatMap((each) => listAt(each, "volumeMounts"))) {
    if (isCertificateFolder(textAt(mount, "mountPath"))) replaced.add(textAt(mount, "name"));
  }
  const isKept = (each: Parameters<typeof textAt>[0]): boolean => !replaced.has(textAt(each, "name"));
  return {
    ...pod,
    volumes: [
      ...listAt(pod, "volumes").filter(isKept),
      ...certificateMounts.map(({ volume, certificate, key }) => ({
        name: volume,
        secret: {
          secretName,
          items: [
            { key: "tls.crt", path: certificate },
            { key: "tls.key", path: key },
          ],
        },
      })),
    ],
    containers: containers.map((container) => ({
      ...container,
      volumeMounts: [
        ...listAt(container, "volumeMounts").filter(isKept),
        ...certificateMounts.map(({ volume, folder }) => ({ name: volume, mountPath: folder })),
      ],
    })),
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
