/** Prints the changes to objects in a cluster, for users and for programs. */
import { defined } from "../core/defined.js";
import { showGroupKind } from "../core/gvk.js";
import type { DeployedObject } from "../cluster/deploy/apply-object.js";
import { comparableTexts } from "../cluster/deploy/comparable-text.js";
import { idOf, showId, showObject } from "../cluster/deploy/object-id.js";
import type { KubeObject } from "../kube/objects.js";
import type { FileAction } from "../machinery/snapshot.js";
import { printDiff } from "../machinery/print-actions.js";
import type { CommandResult } from "./context.js";
import type { ClusterCommandOptions } from "./declared/shared.js";

export interface ChangedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly change: string;
  readonly diff?: string;
}

export interface PrintedChanges {
  readonly text: string;
  readonly objects: readonly ChangedObject[];
  /** The diffs, in the order of the objects. No entries if diffs were not requested; an empty text for an unchanged object. */
  readonly diffs: readonly string[];
}

/** Prints one line per object. If diffs were requested, prints them first. */
export async function printChanges(
  deployed: readonly DeployedObject[],
  { diff = false, dryRun }: Pick<ClusterCommandOptions, "diff" | "dryRun">,
): Promise<PrintedChanges> {
  const note = dryRun === undefined ? "" : " (dry run)";
  const diffs = diff ? await Promise.all(deployed.map(diffOf)) : [];
  const lines = deployed.map(({ object, change }) => `${showId(idOf(object))} ${words[change] ?? change}${note}`);
  return {
    diffs,
    text: [...diffs.filter((text) => text !== ""), ...lines].join("\n"),
    objects: deployed.map(({ object, change }, index) => ({
      ...identityOf(object),
      change,
      ...(diff ? { diff: diffs[index] ?? "" } : {}),
    })),
  };
}

/** Returns the result of `--dry-run=client`, which does not call the API server. */
export function listObjects(objects: readonly KubeObject[], fate: "applied" | "deleted"): CommandResult {
  return {
    text: objects.map((object) => `${showObject(object)} would be ${fate}`).join("\n"),
    json: { objects: objects.map(identityOf), dryRun: "client" },
  };
}

/** Returns the same for CRDs only. */
export function listCrds(crds: readonly KubeObject[], fateOf: (name: string) => string): CommandResult {
  const names = crds.map(({ metadata }) => metadata.name);
  return { text: names.map(fateOf).join("\n"), json: { crds: names, dryRun: "client" } };
}

function identityOf({ apiVersion, kind, metadata: { namespace, name } }: KubeObject): Omit<ChangedObject, "change"> {
  return defined({ apiVersion, kind, namespace, name });
}

const words: Readonly<Record<string, string>> = {
  unchecked: "would be created, after the objects that it depends on",
};

async function diffOf({ object, before, after }: DeployedObject): Promise<string> {
  const { group, kind, namespace, name } = idOf(object);
  const path = [showGroupKind({ group, kind }), ...(namespace === "" ? [] : [namespace]), name].join("/");
  const texts = comparableTexts(before, after);
  if (texts.before === texts.after) return "";
  return printDiff([toAction(path, texts)]);
}

function toAction(path: string, { before, after }: { readonly before: string; readonly after: string }): FileAction {
  if (before === "") return { kind: "create", path, content: after };
  if (after === "") return { kind: "delete", path, before };
  return { kind: "overwrite", path, content: after, before };
}
