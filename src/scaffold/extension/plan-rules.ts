/** The rules and conversions of a kind that the extension API server serves. */
import { withResource } from "../../project/edit.js";
import { parseProject } from "../../project/parse.js";
import { findVersions, type Project, projectFileName, type Resource } from "../../project/project.js";
import { withFewerWebhooks } from "../../project/remove.js";
import { viewOf } from "../api.js";
import type { ResourceRules } from "../edits/rules-file.js";
import { moduleFrom } from "../naming.js";
import type { Placement } from "../placement.js";
import { conversionFileOf, planConversion, spokeConstant } from "../webhook/conversion-file.js";
import type { WebhookRequest } from "../webhook/plan-webhook.js";
import { renderHandler } from "../webhook/render-handler.js";
import { callTests } from "../webhook/test-file.js";
import { handlerName, type WebhookType, webhookTypes } from "../webhook/webhook-type.js";
import { extensionFolder, type ExtensionNames, extensionNamesOf } from "./extension-names.js";
import { extensionView } from "./plan-extension.js";

/** Places the rules, their test and the conversions, and adds them to the resource. PROJECT comes last. */
export async function placeRules(placement: Placement, before: Project, request: WebhookRequest): Promise<void> {
  const { resource, spokes } = request;
  const names = extensionNamesOf(resource, before);
  const projectText = recordRules(placement.tree.read(projectFileName) ?? "", before, resource);
  const project = parseProject(projectText);
  const isAnew = !placement.tree.exists(names.rulesFile) || placement.force;
  const all = webhookTypes.filter((type) => resource.webhooks?.[type] === true);
  const types = request.types.length > 0 && isAnew ? all : request.types;
  const { addToResource, useVersionIn } = await import("../edits/rules-file.js");
  const rules = { ...resourceRules(before, resource, names, spokes), types };
  const used = placement.tree.read(names.resourceFile);
  addToResource(placement, rules);
  if (spokes.length > 0) useVersionIn(placement, names.rulesFile, rules);
  if (types.length > 0) await planRules(placement, { before, resource, names, types, isAnew });
  const decisions: string[] = [];
  for (const version of spokes) decisions.push(...(await planConversion(placement, { request, project, version })));
  placement.change(projectFileName, projectText);
  if (types.length > 0) placement.next.push(`edit ${names.rulesFile}`);
  if (used?.includes(rules.typesModule) === false) {
    placement.next.push(
      `${names.resourceFile} now works with the objects of ${resource.version}, the hub: compare its code with ${names.typesFile}`,
    );
  }
  placement.next.push(...decisions);
}

/** Records the rules in the entry of the version with which they work, and in no other. */
function recordRules(text: string, before: Project, resource: Resource): string {
  const others = findVersions(before, resource).filter(
    ({ version, webhooks }) => version !== resource.version && webhooks !== undefined,
  );
  return withResource(
    others.reduce((changed, each) => withFewerWebhooks(changed, { ...each, webhooks: undefined }), text),
    resource,
  );
}

/** Returns what the resource of a kind contains for its conversions. */
export function resourceRules(
  project: Project,
  resource: Resource,
  names: ExtensionNames,
  spokes: readonly string[],
): Omit<ResourceRules, "types"> {
  const folder = extensionFolder(resource, project);
  const versions = findVersions(project, resource).filter(({ version }) => version !== resource.version);
  const typesOf = (each: Resource): string => moduleFrom(folder, extensionNamesOf(each, project).typesFile);
  return {
    file: names.resourceFile,
    kind: resource.kind,
    rulesModule: moduleFrom(folder, names.rulesFile),
    typesModule: typesOf(resource),
    otherModules: versions.map(typesOf),
    spokes: spokes.map((version) => ({
      exported: spokeConstant(names.variable, version),
      module: moduleFrom(folder, conversionFileOf(extensionNamesOf({ ...resource, version }, project))),
    })),
  };
}

interface PlannedRules {
  readonly before: Project;
  readonly resource: Resource;
  readonly names: ExtensionNames;
  readonly types: readonly WebhookType[];
  readonly isAnew: boolean;
}

async function planRules(
  placement: Placement,
  { before, resource, names, types, isAnew }: PlannedRules,
): Promise<void> {
  const { templates, header } = placement;
  const { kind } = resource;
  const view = extensionView(viewOf(placement, before, { resource, shortName: undefined }, names), { resource }, names);
  const { handlers } = await import("../edits/handler-file.js");
  const imported = [...new Set(types.flatMap((type) => handlers[type].imported))].toSorted();
  if (isAnew) {
    const { typesModule } = view;
    const text = templates.render("apiserver/rules.ts.hbs", {
      header,
      kind,
      typesModule,
      imports: imported.join(", "),
    });
    placement.put(names.rulesFile, text, "collide");
  }
  const { addRules } = await import("../edits/rules-file.js");
  addRules(
    placement,
    names.rulesFile,
    kind,
    types.map((type) => ({ type, code: renderHandler(placement, type, kind, names) })),
  );
  if (isAnew) placement.put(names.rulesTestFile, templates.render("apiserver/rules.test.ts.hbs", view), "collide");
  const test = placement.tree.read(names.rulesTestFile);
  if (test === undefined) return; // the user has removed it
  const { editTest } = await import("../edits/webhook-test.js");
  editTest(placement, names.rulesTestFile, test, {
    module: moduleFrom(extensionFolder(resource, before), names.rulesFile),
    tests: types.map((type) => ({
      handler: handlerName(type, kind),
      code: templates.render(callTests[type], { kind }).trimEnd(),
    })),
    siblings: [],
  });
}
