/**
 * The Services, Secrets and webhooks that OLM creates from the webhook definitions of a ClusterServiceVersion.
 * Source: operator-lifecycle-manager, pkg/controller/install/webhook.go and certresources.go.
 */
import { type ExactJsonObject, isJsonObject } from "../../core/json.js";
import { at, listAt, mapAt, textAt, textListAt, withAt } from "../../core/object-fields.js";
import type { ReadCsv } from "../read/csv-shape.js";
import { certificateSecretName, webhookServiceName } from "../service-name.js";
import { deploymentsOf, type InstallRequest } from "./request.js";

/** Returns the names of the Deployments that serve webhooks. */
export function webhookServers({ spec = {} }: ReadCsv): string[] {
  return [...new Set((spec.webhookdefinitions ?? []).map(({ deploymentName = "" }) => deploymentName))];
}

function definitionsOf({ csv }: Pick<InstallRequest, "csv">): readonly ExactJsonObject[] {
  return listAt(csv.document.value, "spec", "webhookdefinitions").filter(isJsonObject);
}

/** One Service and one Secret for each Deployment with webhooks. */
export function webhookServices(request: InstallRequest): ExactJsonObject[] {
  const { csv, namespace, certificates } = request;
  return webhookServers(csv.value).flatMap((deployment) => {
    const definitions = definitionsOf(request).filter((each) => textAt(each, "deploymentName") === deployment);
    const ports = new Map(definitions.map((each) => [portOf(each), each]));
    const spec = mapAt(
      deploymentsOf(request).find((each) => textAt(each, "name") === deployment),
      "spec",
    );
    const { serving, authority } = certificates.get(deployment) ?? { serving: { cert: "", key: "" }, authority: "" };
    return [
      {
        ...{ apiVersion: "v1", kind: "Service" },
        metadata: { name: webhookServiceName(deployment), namespace },
        spec: {
          selector: mapAt(spec, "selector", "matchLabels"),
          ports: Array.from(ports, ([port, each]) => ({
            ...{ name: String(port), port, protocol: "TCP" },
            targetPort: at(each, "targetPort") ?? port,
          })),
        },
      },
      {
        ...{ apiVersion: "v1", kind: "Secret", type: "kubernetes.io/tls" },
        metadata: { name: certificateSecretName(deployment), namespace },
        data: { "tls.crt": base64(serving.cert), "tls.key": base64(serving.key), "ca.crt": base64(authority) },
      },
    ];
  });
}

/** One configuration for each admission webhook, as OLM creates them. */
export function webhookConfigurations(request: InstallRequest): ExactJsonObject[] {
  const { namespace } = request;
  const taken = new Map<string, number>();
  return definitionsOf(request)
    .filter((each) => textAt(each, "type") !== "ConversionWebhook")
    .map((definition) => {
      const kind = textAt(definition, "type").replace("AdmissionWebhook", "WebhookConfiguration");
      const name = textAt(definition, "generateName").replace(/-$/, "");
      const count = taken.get(`${kind} ${name}`) ?? 0;
      taken.set(`${kind} ${name}`, count + 1);
      return {
        ...{ apiVersion: "admissionregistration.k8s.io/v1", kind },
        metadata: { name: [name, namespace, ...(count === 0 ? [] : [count])].join("-") },
        webhooks: [entryOf(name, kind, definition, request)],
      };
    });
}

const copied = [
  ...["admissionReviewVersions", "rules", "failurePolicy", "matchPolicy", "objectSelector", "sideEffects"],
  "timeoutSeconds",
];

function entryOf(
  name: string,
  kind: string,
  definition: ExactJsonObject,
  { namespace, targets, certificates }: InstallRequest,
): ExactJsonObject {
  const { namespaces } = targets;
  const key = "kubernetes.io/metadata.name";
  return {
    name,
    ...fieldsOf(definition, kind === "MutatingWebhookConfiguration" ? [...copied, "reinvocationPolicy"] : copied),
    clientConfig: clientOf(definition, namespace, certificates),
    ...(namespaces.length === 0
      ? {}
      : { namespaceSelector: { matchExpressions: [{ key, operator: "In", values: namespaces }] } }),
  };
}

function fieldsOf(definition: ExactJsonObject, names: readonly string[]): ExactJsonObject {
  return Object.fromEntries(names.flatMap((name) => (definition[name] == null ? [] : [[name, definition[name]]])));
}

function clientOf(
  definition: ExactJsonObject,
  namespace: string,
  certificates: InstallRequest["certificates"],
): ExactJsonObject {
  const deployment = textAt(definition, "deploymentName");
  const path = textAt(definition, "webhookPath");
  return {
    service: {
      ...{ name: webhookServiceName(deployment), namespace, port: portOf(definition) },
      ...(path === "" ? {} : { path }),
    },
    caBundle: base64(certificates.get(deployment)?.authority ?? ""),
  };
}

/** Returns the CRDs of the bundle, with the conversion webhooks that the ClusterServiceVersion defines. */
export function crdObjects(request: InstallRequest): ExactJsonObject[] {
  const converters = new Map(
    definitionsOf(request)
      .filter((each) => textAt(each, "type") === "ConversionWebhook")
      .flatMap((each) => textListAt(each, "conversionCRDs").map((name) => [name, each] as const)),
  );
  return request.bundle.crds.map(({ name, document }) => {
    const definition = converters.get(name);
    if (definition === undefined) return document.value;
    return withAt(document.value, ["spec", "conversion"], {
      strategy: "Webhook",
      webhook: {
        clientConfig: clientOf({ webhookPath: "/", ...definition }, request.namespace, request.certificates),
        conversionReviewVersions: listAt(definition, "admissionReviewVersions"),
      },
    });
  });
}

function portOf(definition: ExactJsonObject): number {
  return Number(at(definition, "containerPort") ?? 0) || 443;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
