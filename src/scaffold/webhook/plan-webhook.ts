import { withResource } from "../../project/edit.js";
import { parseProject } from "../../project/parse.js";
import { findResource, findVersions, type Project, projectFileName, type Resource } from "../../project/project.js";
import { placeRules } from "../extension/plan-rules.js";
import { planMain, webhookWire } from "../main-file.js";
import type { SiblingCall } from "../edits/webhook-test.js";
import { capital, moduleFrom, type Names, namesOf } from "../naming.js";
import { type Placement, type PlanInput, planOf, type ScaffoldPlan } from "../placement.js";
import { planWebhookConfiguration } from "./configuration.js";
import { planConversionInControllerTest } from "./controller-test.js";
import { conversionFileOf, type ConvertedVersion, planConversion, spokeConstant } from "./conversion-file.js";
import { renderHandler } from "./render-handler.js";
import { planSiblingInTest, planTest, testFileOf } from "./test-file.js";
import { pathKeys, type WebhookType, webhookTypes } from "./webhook-type.js";

/** The request of `create webhook`; all values are validated. */
export interface WebhookRequest {
  /** The resource with all its existing and new webhooks. */
  readonly resource: Resource;
  /** The handlers to create now. */
  readonly types: readonly WebhookType[];
  /** The versions whose conversion to create now. */
  readonly spokes: readonly string[];
  /** Undefined keeps the current setting. */
  readonly certManager: boolean | undefined;
  /** The schemas of the versions, if the command creates a conversion. */
  readonly versions: readonly ConvertedVersion[];
  /** Whether the kind is namespaced. */
  readonly namespaced: boolean;
}

/**
 * Plans handlers, their test, conversions, and the configuration that makes them reachable. The extension API server calls those of its kinds
 * itself. PROJECT comes last.
 */
export function planWebhook(input: PlanInput, before: Project, request: WebhookRequest): Promise<ScaffoldPlan> {
  const place = request.resource.extension === undefined ? placeWebhook : placeRules;
  return planOf(input, (placement) => place(placement, before, request));
}

async function placeWebhook(placement: Placement, before: Project, request: WebhookRequest): Promise<void> {
  const { resource } = request;
  const { templates, header } = placement;
  const names = namesOf(resource, before);
  const projectText = withResource(placement.tree.read(projectFileName) ?? "", resource);
  const project = parseProject(projectText);
  const view = { header, kind: resource.kind, typesModule: names.webhookTypesModule };
  const isThere = placement.tree.exists(names.webhookFile);
  // A conversion only adds its name to the file.
  const isAnew = !isThere || (placement.force && request.types.length > 0);
  if (isAnew) placement.put(names.webhookFile, templates.render("webhook/webhook.ts.hbs", view), "collide");
  const { defaulting = false, validation = false, spokes = [] } = resource.webhooks ?? {};
  const wanted = { defaulting, validation };
  const all = webhookTypes.filter((type) => wanted[type]);
  const conversions = (isAnew ? spokes : request.spokes).map((version) => spokeOf(project, resource, version, names));
  const types = isAnew ? all : request.types;
  const { editHandlers } = await import("../edits/handler-file.js");
  editHandlers(placement, {
    file: names.webhookFile,
    kind: resource.kind,
    types: types.map((type) => ({
      type,
      code: renderHandler(placement, type, resource.kind, names),
      path: resource.webhooks?.[pathKeys[type]],
    })),
    spokes: conversions,
  });
  if (types.length > 0) {
    await planTest(placement, {
      ...{ resource, names, types, namespaced: request.namespaced },
      isAnew: !placement.tree.exists(testFileOf(names)) || placement.force,
      siblings: siblingsOf(project, resource).map((each) => siblingOf(project, each, names)),
    });
  }
  for (const other of siblingsOf(project, resource)) {
    const otherNames = namesOf(other, project);
    await planSiblingInTest(placement, testFileOf(otherNames), siblingOf(project, resource, otherNames));
  }
  const decisions: string[] = [];
  for (const version of request.spokes) {
    decisions.push(...(await planConversion(placement, { request, project, version })));
  }
  if (request.spokes.length > 0) await planConversionInControllerTest(placement, project, resource);
  await planMain(placement, { before, after: project, wires: [webhookWire(resource, names)] });
  planWebhookConfiguration({ placement, before, project }, request.certManager);
  placement.change(projectFileName, projectText);
  sayNext(placement, request, project, names);
  placement.next.push(...decisions);
}

/** Returns the other versions of the kind that have webhooks. */
export function siblingsOf(project: Project, resource: Resource): Resource[] {
  return findVersions(project, resource).filter(
    ({ version, webhooks }) => version !== resource.version && webhooks !== undefined,
  );
}

/** Returns the webhooks of a version, as a file of another version refers to them. */
export function siblingOf(project: Project, sibling: Resource, { webhookPath }: Names): SiblingCall {
  const module = moduleFrom(webhookPath, namesOf(sibling, project).webhookFile);
  const { kind, version } = sibling;
  return { module, setup: `setup${kind}Webhook`, name: `setup${kind}${capital(version)}Webhook` };
}

export function spokeOf(
  project: Project,
  hub: Resource,
  version: string,
  { webhookPath, variable }: Names,
): { readonly constant: string; readonly module: string } {
  const names = namesOf(findResource(project, { ...hub, version }) ?? { ...hub, version }, project);
  return { constant: spokeConstant(variable, version), module: moduleFrom(webhookPath, conversionFileOf(names)) };
}

function sayNext({ next }: Placement, { types, resource }: WebhookRequest, project: Project, names: Names): void {
  if (types.length > 0) next.push(`edit ${names.webhookFile}, then: npm run manifests`);
  else next.push("npm run manifests");
  if (resource.core && types.length > 0) {
    next.push(
      `let the operator start without its webhooks: put "@namespaceSelector kubernetes.io/metadata.name!=${project.projectName}-system" above the handlers; otherwise, the API server calls a webhook that does not run yet`,
    );
  }
  if (project.namespaced && types.length > 0) {
    next.push(
      "the API server calls webhooks for all namespaces, and the operator watches only its own: limit them with @namespaceSelector above the handlers",
    );
  }
}
