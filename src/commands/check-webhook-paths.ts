/** Validates `create webhook --defaulting-path` and `--validation-path`. */
import { parseApiVersion } from "../core/gvk.js";
import { checkWebhookPath, mutatePath, validatePath } from "../kube/webhook-paths.js";
import { describeResource } from "../project/edit.js";
import {
  apiVersionOf,
  type Project,
  type Resource,
  type ResourceWebhooks,
  webhookResources,
} from "../project/project.js";
import { pathKeys, type WebhookType, webhookTypes } from "../scaffold/webhook/webhook-type.js";
import type { CreateWebhookOptions } from "./declared/scaffold.js";
import type { Refuse } from "./refusals.js";

const flags: Readonly<Record<WebhookType, { readonly type: string; readonly path: string }>> = {
  defaulting: { type: "--defaulting", path: "--defaulting-path" },
  validation: { type: "--programmatic-validation", path: "--validation-path" },
};

/** Checks the flags by themselves. */
export function checkPathFlags(options: CreateWebhookOptions, refuse: Refuse): void {
  const wanted = { defaulting: options.defaulting, validation: options.programmaticValidation };
  for (const type of webhookTypes) {
    const path = options[pathKeys[type]];
    if (path === undefined) continue;
    const { type: typeFlag, path: pathFlag } = flags[type];
    if (wanted[type] !== true) {
      refuse({ message: `${pathFlag} requires ${typeFlag}`, hint: `Add ${typeFlag}, or omit ${pathFlag} ${path}.` });
    }
    const problem = checkWebhookPath(path);
    refuse(problem && { ...problem, message: `${pathFlag}: ${problem.message}` });
  }
}

/** Returns the paths of a version as PROJECT will record them: a new path replaces the recorded path. */
export function pathsAfter(
  before: ResourceWebhooks | undefined,
  options: CreateWebhookOptions,
): Pick<ResourceWebhooks, "defaultingPath" | "validationPath"> {
  return {
    defaultingPath: options.defaultingPath ?? before?.defaultingPath,
    validationPath: options.validationPath ?? before?.validationPath,
  };
}

/** Checks that no two webhooks of the operator have the same path. @param resource - with its new webhooks */
export function checkSharedPaths(resource: Resource, { resources }: Project, refuse: Refuse): void {
  const isSame = (other: Resource): boolean => describeResource(other) === describeResource(resource);
  const taken = new Map(
    webhookResources({ resources })
      .filter((other) => !isSame(other))
      .flatMap(servedBy),
  );
  for (const [path, webhook] of webhookResources({ resources: [resource] }).flatMap(servedBy)) {
    const other = taken.get(path);
    taken.set(path, webhook);
    if (other === undefined) continue;
    const names = webhookTypes.map((type) => flags[type].path).join(" or ");
    refuse({
      message: `${webhook} and ${other} would have the same path, ${path}`,
      hint: `Choose another path with ${names}.`,
    });
  }
}

/** Returns the paths of the webhooks of a version, each with a description of the webhook. */
function servedBy(resource: Resource): [path: string, webhook: string][] {
  const { webhooks, kind } = resource;
  const identity = { ...parseApiVersion(apiVersionOf(resource)), kind };
  const usual = { defaulting: mutatePath(identity), validation: validatePath(identity) };
  return webhookTypes.flatMap((type): [string, string][] =>
    webhooks?.[type] === true
      ? [[webhooks[pathKeys[type]] ?? usual[type], `the ${type} webhook of ${describeResource(resource)}`]]
      : [],
  );
}
