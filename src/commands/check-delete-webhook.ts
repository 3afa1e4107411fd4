/** Validates the options of `delete webhook` against the project. */
import { defined } from "../core/defined.js";
import { nearest } from "../core/suggest.js";
import { describeResource } from "../project/edit.js";
import { projectFileName, type Resource, type ResourceWebhooks } from "../project/project.js";
import { withFewerWebhooks, withoutResource } from "../project/remove.js";
import type { DeleteWebhookOptions } from "./declared/delete.js";
import { findDeletedKind } from "./deleted-kind.js";
import { type Refuse, refusals } from "./refusals.js";
import type { Deletion, OpenedProject } from "./run-delete.js";

/** @throws TsopError with all errors */
export function checkDeleteWebhook(options: DeleteWebhookOptions, { files, project }: OpenedProject): Deletion {
  const { refuse, throwProblems } = refusals();
  const versions = findDeletedKind(options, project, files, refuse);
  throwProblems();
  const resource = chooseVersion(versions, options, refuse);
  throwProblems();
  if (resource === undefined) throw new Error("a missing version was refused");
  const webhooks = remainingWebhooks(resource, options, refuse);
  throwProblems();
  const text = files.read(projectFileName) ?? "";
  const rest = { ...resource, webhooks };
  const isEmpty = webhooks === undefined && !resource.controller && (resource.core || resource.api === undefined);
  const projectText = isEmpty ? withoutResource(text, rest) : withFewerWebhooks(text, rest);
  return {
    projectText,
    next: ["deploy the operator again: `npx tsop deploy` also deletes the webhooks in the cluster"],
  };
}

function chooseVersion(
  versions: readonly Resource[],
  { kind = "", version }: DeleteWebhookOptions,
  refuse: Refuse,
): Resource | undefined {
  const served = versions.filter(({ webhooks }) => webhooks !== undefined);
  if (served.length > 1) {
    const names = served.map((each) => each.version).join(", ");
    refuse({ message: `several versions of ${kind} have webhooks: ${names}`, hint: "Choose one with --version." });
  } else if (served.length === 0) {
    const [first] = versions;
    const name = version === undefined || first === undefined ? kind : describeResource(first);
    refuse({ message: `${name} has no webhooks`, hint: `${projectFileName} lists the webhooks of each version.` });
  }
  return served[0];
}

/** Returns the webhooks that remain; undefined if none does. */
function remainingWebhooks(
  resource: Resource,
  { defaulting, programmaticValidation, conversion, spoke = [] }: DeleteWebhookOptions,
  refuse: Refuse,
): ResourceWebhooks | undefined {
  const present = resource.webhooks;
  if (present === undefined) return undefined;
  const named = {
    defaulting: defaulting === true,
    validation: programmaticValidation === true,
    conversion: conversion === true,
  };
  if (spoke.length > 0 && !named.conversion) {
    refuse({ message: "--spoke requires --conversion", hint: `Add --conversion, or omit --spoke ${spoke.join(",")}.` });
  }
  for (const type of ["defaulting", "validation", "conversion"] as const) {
    if (!named[type] || present[type]) continue;
    const others = (["defaulting", "validation", "conversion"] as const).filter((each) => present[each]);
    refuse({ message: `${describeResource(resource)} has no ${type} webhook`, hint: `It has: ${others.join(", ")}.` });
  }
  if (!Object.values(named).includes(true)) return undefined;
  const gone = spoke.flatMap((text) => text.split(",")).map((text) => text.trim());
  for (const version of gone.filter((each) => !present.spokes.includes(each))) {
    const hint = `--spoke ${nearest(version, present.spokes) ?? present.spokes.join(",")}`;
    refuse({ message: `${JSON.stringify(version)} is not converted to ${resource.version}`, hint });
  }
  const spokes = named.conversion
    ? present.spokes.filter((each) => gone.length > 0 && !gone.includes(each))
    : present.spokes;
  const rest = {
    defaulting: present.defaulting && !named.defaulting,
    validation: present.validation && !named.validation,
    conversion: present.conversion && (!named.conversion || spokes.length > 0),
    spokes,
    ...defined({
      defaultingPath: named.defaulting ? undefined : present.defaultingPath,
      validationPath: named.validation ? undefined : present.validationPath,
    }),
  };
  return rest.defaulting || rest.validation || rest.conversion ? rest : undefined;
}
