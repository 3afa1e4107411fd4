/** Removes the code of webhooks from files that stay: other handlers, tests of other versions, the controller's test. */
import { controllersOf, findResource, findVersions, type Project } from "../../project/project.js";
import { extensionNamesOf } from "../extension/extension-names.js";
import { resourceRules } from "../extension/plan-rules.js";
import { moduleFrom, namesOf } from "../naming.js";
import type { Placement } from "../placement.js";
import { siblingOf, siblingsOf, spokeOf } from "../webhook/plan-webhook.js";
import { testFileOf } from "../webhook/test-file.js";
import { handlerName } from "../webhook/webhook-type.js";
import type { Removed } from "./created-again.js";
import { controllerFiles, controllerNames } from "./owned-files.js";

export interface WebhookChange {
  readonly before: Project;
  readonly project: Project;
  readonly removed: readonly Removed[];
}

/** Removes the code. Returns the files that lose code of the user's webhooks, if there was any. */
export async function removeWebhookCode(placement: Placement, change: WebhookChange): Promise<string[]> {
  const { before, project } = change;
  const removed = change.removed.filter(({ types, spokes }) => types.length > 0 || spokes.length > 0);
  if (removed.length === 0) return [];
  const { removeConversion, removeHandlers, removeHandlerTests, removeWires } = await import("../edits/removals.js");
  const partly: string[] = [];
  for (const part of removed) {
    const { resource, types, spokes } = part;
    if (resource.extension !== undefined) {
      partly.push(...(await removeServedCode(placement, before, part)));
      continue;
    }
    const names = namesOf(resource, before);
    const rest = findResource(project, resource)?.webhooks;
    if (rest === undefined) {
      for (const other of siblingsOf(before, resource)) {
        const otherNames = namesOf(other, before);
        const { module, setup } = siblingOf(before, resource, otherNames);
        removeWires(placement, testFileOf(otherNames), [{ module, exported: setup }]);
      }
    } else {
      const { kind } = resource;
      const file = names.webhookFile;
      const converted = spokes.map((version) => spokeOf(before, resource, version, names));
      removeHandlers(placement, { file, kind, types, spokes: converted });
      const handled = types.map((type) => handlerName(type, kind));
      removeHandlerTests(placement, testFileOf(names), `./${names.kindLower}_webhook.js`, handled);
      if (types.length > 0) partly.push(file, testFileOf(names));
    }
    if (resource.webhooks?.conversion !== true || rest?.conversion === true) continue;
    for (const controlled of findVersions(before, resource)) {
      for (const controller of controllersOf(controlled)) {
        const [, file = ""] = controllerFiles(placement.tree, before, controlled, controller);
        const { controllerPath } = controllerNames(placement.tree, before, controlled, controller);
        const module = moduleFrom(controllerPath, names.webhookFile);
        removeConversion(placement, file, { setUp: `setup${resource.kind}Webhook`, module });
      }
    }
  }
  return partly;
}

/** Removes rules and conversions from the code of the extension API server. Returns the files that lose code of the user. */
async function removeServedCode(
  placement: Placement,
  before: Project,
  { resource, types, spokes }: Removed,
): Promise<string[]> {
  const names = extensionNamesOf(resource, before);
  const { removeFromResource, removeRules } = await import("../edits/rules-file.js");
  const { removeHandlerTests } = await import("../edits/removals.js");
  const rules = resourceRules(before, resource, names, spokes);
  removeFromResource(placement, { ...rules, types });
  removeRules(placement, names.rulesFile, resource.kind, types);
  const handled = types.map((type) => handlerName(type, resource.kind));
  removeHandlerTests(placement, names.rulesTestFile, `./${names.kindLower}_rules.js`, handled);
  return types.length > 0 ? [names.rulesFile, names.rulesTestFile] : [];
}
