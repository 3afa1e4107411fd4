/**
 * Finds edited files: tsop runs `create` again on the planned state, in memory. A file that comes out as it is now contains
 * nothing but the scaffold.
 */
import { defined } from "../../core/defined.js";
import { type Snapshot, snapshotAfter } from "../../machinery/snapshot.js";
import { parseProject } from "../../project/parse.js";
import {
  controllersOf,
  findResource,
  findVersions,
  type Project,
  projectFileName,
  type Resource,
  type ResourceWebhooks,
} from "../../project/project.js";
import { withoutResource } from "../../project/remove.js";
import { type ApiRequest, planApi } from "../api.js";
import { planExtension } from "../extension/plan-extension.js";
import { namesOf } from "../naming.js";
import { type PlanInput, withEndingsOf } from "../placement.js";
import { inLayout } from "./other-layout.js";
import type { ConvertedVersion } from "../webhook/conversion-file.js";
import { planWebhook } from "../webhook/plan-webhook.js";
import { type WebhookType, webhookTypes } from "../webhook/webhook-type.js";

/** The parts of a version that a command deletes. */
export interface Removed {
  /** The version as it is now. */
  readonly resource: Resource;
  readonly api: boolean;
  /** The names of the controllers. */
  readonly controllers: readonly string[];
  readonly types: readonly WebhookType[];
  readonly spokes: readonly string[];
}

/** Returns the differences between two states of a project. */
export function removedParts(before: Project, after: Project): Removed[] {
  return before.resources
    .map((resource) => {
      const rest = findResource(after, resource);
      const [now, then] = [resource.webhooks, rest?.webhooks];
      return {
        resource,
        api: resource.api !== undefined && !resource.core && rest === undefined,
        controllers: controllersOf(resource).filter(
          (name) => rest === undefined || !controllersOf(rest).includes(name),
        ),
        types: webhookTypes.filter((type) => now?.[type] === true && then?.[type] !== true),
        spokes: (now?.spokes ?? []).filter((version) => then?.spokes.includes(version) !== true),
      };
    })
    .filter(
      ({ api, controllers, types, spokes }) => api || [controllers, types, spokes].some((parts) => parts.length > 0),
    );
}

export interface CreatedAgain {
  readonly input: PlanInput;
  /** The state after the deletion. */
  readonly after: Snapshot;
  readonly removed: readonly Removed[];
  /** The fields of the versions, if conversions are removed. */
  readonly versions: readonly ConvertedVersion[];
  /** Returns whether a built-in kind is namespaced. */
  readonly isNamespaced: (resource: Resource) => boolean;
}

/** Returns those of the files that `create` does not create with their present content, also not in the other layout. */
export async function editedFiles(files: readonly string[], scene: CreatedAgain): Promise<string[]> {
  const open = new Set(files);
  const close = (again: Snapshot): void => {
    for (const file of open) {
      const present = scene.input.files.read(file);
      const created = again.read(file);
      if (created !== undefined && untagged(present) === untagged(withEndingsOf(present, created))) open.delete(file);
    }
  };
  for (const variant of variantsOf(scene)) {
    if (open.size === 0) return [];
    close(await replay(scene, variant));
  }
  const { multigroup } = projectIn(scene.input.files);
  const other = await inOtherLayout(scene, !multigroup);
  for (const variant of other === undefined ? [] : variantsOf(other)) {
    if (open.size === 0 || other === undefined) break;
    const again = await inLayout(other.input, await replay(other, variant), multigroup);
    if (again !== undefined) close(again);
  }
  return [...open];
}

/** Returns the same deletion in a project that has the other layout: `edit --multigroup` moves files and keeps names in them. */
async function inOtherLayout(scene: CreatedAgain, multigroup: boolean): Promise<CreatedAgain | undefined> {
  const files = await inLayout(scene.input, scene.input.files, multigroup);
  const after = await inLayout(scene.input, scene.after, multigroup);
  if (files === undefined || after === undefined) return undefined;
  const removed = removedParts(projectIn(files), projectIn(after));
  return { ...scene, input: { ...scene.input, files }, after, removed };
}

function projectIn(files: Snapshot): Project {
  return parseProject(files.read(projectFileName) ?? "");
}

/** Returns the text without the tag that moves with the storage version: it is no edit. */
function untagged(text: string | undefined): string | undefined {
  return text?.replaceAll(/^ \* @storageVersion\r?\n/gm, "");
}

type WebhookStep = "defaulting" | "validation" | "conversion";

/** The unrecorded facts of the commands that created the files: their order, and their other flags. */
interface Variant {
  readonly webhooks: readonly WebhookStep[];
  /** Whether the deleted version existed before the others. */
  readonly isFirst: boolean;
  readonly isBare: boolean | undefined;
}

const webhookOrders: readonly (readonly WebhookStep[])[] = [
  ["defaulting", "validation", "conversion"],
  ["validation", "defaulting", "conversion"],
  ["conversion", "defaulting", "validation"],
  ["conversion", "validation", "defaulting"],
  ["defaulting", "conversion", "validation"],
  ["validation", "conversion", "defaulting"],
];

function variantsOf({ removed }: CreatedAgain): Variant[] {
  const hasWebhooks = removed.some(({ types, spokes }) => types.length > 0 || spokes.length > 0);
  const isVersion = removed.some(({ api }) => api);
  const isAlone = removed.some(({ api, controllers }) => controllers.length > 0 && !api);
  const orders = hasWebhooks ? webhookOrders : webhookOrders.slice(0, 1);
  return orders.flatMap((webhooks) =>
    (isVersion ? [false, true] : [false]).flatMap((isFirst) =>
      (isAlone ? [undefined, false, true] : [undefined]).map((isBare) => ({ webhooks, isFirst, isBare })),
    ),
  );
}

async function replay(scene: CreatedAgain, variant: Variant): Promise<Snapshot> {
  let files = variant.isFirst ? withoutOthers(scene) : scene.after;
  const project = (): Project => projectIn(files);
  const input = (): PlanInput => ({ ...scene.input, force: false, files });
  for (const part of scene.removed) {
    for (const request of apiRequests(scene, part, variant)) {
      const present = findResource(project(), request.resource);
      const { actions } =
        request.resource.extension === undefined
          ? await planApi(input(), project(), { ...request, resource: withController(request, present) })
          : await planExtension(input(), project(), request);
      files = snapshotAfter(files, actions);
    }
  }
  for (const { resource, types, spokes } of scene.removed) {
    for (const step of variant.webhooks) {
      const added = step === "conversion" ? [] : types.filter((type) => type === step);
      const converted = step === "conversion" && scene.versions.length > 0 ? spokes : [];
      if (added.length === 0 && converted.length === 0) continue;
      const present = findResource(project(), resource) ?? {
        ...resource,
        controller: false,
        controllers: undefined,
        webhooks: undefined,
      };
      const { actions } = await planWebhook(input(), project(), {
        resource: withWebhooks(present, added, converted, resource.webhooks),
        types: added,
        spokes: converted,
        certManager: undefined,
        versions: scene.versions,
        namespaced: resource.api?.namespaced ?? scene.isNamespaced(resource),
      });
      files = snapshotAfter(files, actions);
    }
  }
  return files;
}

/** Returns the state in which the other versions of a deleted version are not recorded. */
function withoutOthers({ after, removed }: CreatedAgain): Snapshot {
  const text = after.read(projectFileName) ?? "";
  const others = removed.flatMap(({ resource }) => findVersions(parseProject(text), resource));
  const content = others.reduce(withoutResource, text);
  return snapshotAfter(after, [{ kind: "overwrite", path: projectFileName, content, before: text }]);
}

/** Returns the commands that created a kind and its controllers: the first creates both. */
function apiRequests(
  { input, isNamespaced }: CreatedAgain,
  { resource, api, controllers }: Removed,
  variant: Variant,
): ApiRequest[] {
  const text = input.files.read(namesOf(resource, { multigroup: false }).typesFile) ?? "";
  const bare = { ...resource, controller: false, controllers: undefined, webhooks: undefined };
  const steps = api && controllers.length === 0 ? [undefined] : controllers;
  return steps.map((controllerName, index) => {
    const withResource = api && index === 0;
    return {
      resource: bare,
      withResource,
      withController: controllerName !== undefined,
      controllerName,
      isClusterScoped: resource.core && !isNamespaced(resource),
      shortName: /@shortName ([a-z0-9-]+)/.exec(text)?.[1],
      storageVersion: undefined,
      ...(withResource || variant.isBare === undefined ? {} : { isBare: variant.isBare }),
    };
  });
}

/** Returns the entry of PROJECT with another controller. */
function withController({ resource, controllerName }: ApiRequest, present: Resource = resource): Resource {
  const before = controllersOf(present);
  if (controllerName === undefined) return present;
  const isOnly = before.length === 0 && controllerName === resource.kind.toLowerCase();
  return { ...present, controller: true, controllers: isOnly ? undefined : [...before, controllerName] };
}

/** @param now - the webhooks as they are now, with their paths */
function withWebhooks(
  resource: Resource,
  types: readonly WebhookType[],
  spokes: readonly string[],
  now: ResourceWebhooks | undefined,
): Resource {
  const { webhooks } = resource;
  const all = [...new Set([...(webhooks?.spokes ?? []), ...spokes])];
  return {
    ...resource,
    webhooks: {
      defaulting: webhooks?.defaulting === true || types.includes("defaulting"),
      validation: webhooks?.validation === true || types.includes("validation"),
      conversion: all.length > 0,
      spokes: all,
      ...defined({
        defaultingPath: types.includes("defaulting") ? now?.defaultingPath : webhooks?.defaultingPath,
        validationPath: types.includes("validation") ? now?.validationPath : webhooks?.validationPath,
      }),
    },
  };
}
