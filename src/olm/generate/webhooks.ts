/** The webhooks of an operator as OLM registers them: OLM creates their configurations, their Service and their certificate. */
import { compareText } from "../../core/compare-text.js";
import type { Diagnostic } from "../../core/diagnostic.js";
import { type ExactJsonObject, isJsonObject } from "../../core/json.js";
import { at, listAt, mapAt, textAt, withAt } from "../../core/object-fields.js";
import { webhookServiceName } from "../service-name.js";
import { isSelected } from "./deployments.js";
import { nameOf, type Rendered } from "./rendered.js";

export interface OlmWebhooks {
  readonly definitions: readonly ExactJsonObject[];
  /** The CRDs, with the Service that OLM creates. */
  readonly crds: readonly ExactJsonObject[];
  readonly convertedCrds: ReadonlySet<string>;
  /** The Services of the webhooks, which OLM replaces. */
  readonly services: ReadonlySet<ExactJsonObject>;
  /** The names of the Deployments that serve webhooks. */
  readonly servers: ReadonlySet<string>;
  readonly problems: readonly Diagnostic[];
}

/** The part of a webhook's configuration that OLM passes on. */
const kept = [
  ...["admissionReviewVersions", "failurePolicy", "matchPolicy", "objectSelector", "reinvocationPolicy"],
  ...["rules", "sideEffects", "timeoutSeconds"],
];

/** The part that OLM cannot pass on, because a ClusterServiceVersion has no field for it. */
const lost = ["namespaceSelector", "matchConditions"];

interface Server {
  readonly service: ExactJsonObject;
  readonly deployment: string;
  readonly port: ExactJsonObject;
}

export function webhooksOf(rendered: Rendered): OlmWebhooks {
  const problems: Diagnostic[] = [];
  const servers: Server[] = [];
  const definitions: ExactJsonObject[] = [];
  for (const configuration of rendered.webhookConfigurations) {
    const type = textAt(configuration, "kind").replace("WebhookConfiguration", "AdmissionWebhook");
    for (const webhook of listAt(configuration, "webhooks").filter(isJsonObject)) {
      const server = serverOf(rendered, mapAt(webhook, "clientConfig"));
      const name = textAt(webhook, "name");
      if (server === undefined) {
        problems.push(unreachable(`the webhook ${name}`));
        continue;
      }
      servers.push(server);
      problems.push(...lostFields(name, webhook));
      definitions.push({
        ...Object.fromEntries(kept.flatMap((key) => (webhook[key] === undefined ? [] : [[key, webhook[key]]]))),
        type,
        generateName: name,
        ...destination(server, textAt(webhook, "clientConfig", "service", "path")),
      });
    }
  }
  const conversions = new Map<string, { readonly server: Server; readonly path: string; crds: ExactJsonObject[] }>();
  const crds = rendered.crds.map((crd) => {
    const tidy = withoutInjection(crd);
    const client = mapAt(crd, "spec", "conversion", "webhook", "clientConfig");
    if (textAt(crd, "spec", "conversion", "strategy") !== "Webhook") return tidy;
    const server = serverOf(rendered, client);
    if (server === undefined) {
      problems.push(unreachable(`the conversion webhook of ${nameOf(crd)}`));
      return tidy;
    }
    servers.push(server);
    const path = textAt(client, "service", "path");
    const key = `${server.deployment} ${path}`;
    const group = conversions.get(key) ?? { server, path, crds: [] };
    conversions.set(key, { ...group, crds: [...group.crds, crd] });
    const name = webhookServiceName(server.deployment);
    return withAt(tidy, ["spec", "conversion", "webhook", "clientConfig", "service", "name"], name);
  });
  for (const { server, path, crds: converted } of conversions.values()) {
    const plurals = converted.map((crd) => textAt(crd, "spec", "names", "plural"));
    definitions.push({
      type: "ConversionWebhook",
      generateName: `c${plurals.join("")}.kb.io`,
      admissionReviewVersions: listAt(converted[0], ...["spec", "conversion", "webhook", "conversionReviewVersions"]),
      sideEffects: "None",
      ...destination(server, path),
      conversionCRDs: converted.map(nameOf).toSorted(compareText),
    });
  }
  return {
    definitions: definitions.toSorted((a, b) => compareText(textAt(a, "generateName"), textAt(b, "generateName"))),
    crds,
    convertedCrds: new Set([...conversions.values()].flatMap((each) => each.crds.map(nameOf))),
    services: new Set(servers.map(({ service }) => service)),
    servers: new Set(servers.map(({ deployment }) => deployment)),
    problems,
  };
}

/** @param client - an object with a field `service`: a webhook's clientConfig, or the spec of an APIService */
export function serverOf({ services, deployments }: Rendered, client: ExactJsonObject): Server | undefined {
  const service = services.find((each) => nameOf(each) === textAt(client, "service", "name"));
  const deployment = service && deployments.find((each) => isSelected(service, each));
  if (service === undefined || deployment === undefined) return undefined;
  const wanted = Number(at(client, "service", "port") ?? 443);
  const ports = listAt(service, "spec", "ports").filter(isJsonObject);
  const port = ports.find((each) => Number(each["port"]) === wanted) ?? { port: wanted };
  return { service, deployment: nameOf(deployment), port };
}

function destination({ deployment, port }: Server, path: string): ExactJsonObject {
  return {
    deploymentName: deployment,
    containerPort: port["port"],
    targetPort: port["targetPort"] ?? port["port"],
    ...(path === "" ? {} : { webhookPath: path }),
  };
}

/** Removes the annotations by which cert-manager would add its CA. */
function withoutInjection(crd: ExactJsonObject): ExactJsonObject {
  const annotations = Object.entries(mapAt(crd, "metadata", "annotations"));
  const others = annotations.filter(([key]) => !key.startsWith("cert-manager.io/"));
  if (others.length === annotations.length) return crd;
  const left = others.length === 0 ? undefined : Object.fromEntries(others);
  return withAt(crd, ["metadata", "annotations"], left);
}

function lostFields(name: string, webhook: ExactJsonObject): Diagnostic[] {
  return lost
    .filter((field) => webhook[field] !== undefined)
    .map((field) => ({
      code: "bundle/not-supported",
      severity: "warning",
      message: `OLM does not support ${field}, so the webhook ${name} receives more requests in a cluster with OLM`,
      hint: "Let the handler accept the requests that it does not check.",
    }));
}

function unreachable(what: string): Diagnostic {
  return {
    code: "bundle/not-supported",
    severity: "error",
    message: `${what} does not call a Service of a Deployment in the bundle, and OLM supports no other webhooks`,
    hint: "Let its clientConfig name a Service whose selector matches the operator's Pods.",
  };
}
