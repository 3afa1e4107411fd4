/** Validates the options of `create webhook` against the project. */
import { nearest } from "../core/suggest.js";
import { describeResource } from "../project/edit.js";
import { findResource, findVersions, type Project, qualifiedGroup, type Resource } from "../project/project.js";
import { namesOf } from "../scaffold/naming.js";
import { handlerName, type WebhookType } from "../scaffold/webhook/webhook-type.js";
import type { WebhookRequest } from "../scaffold/webhook/plan-webhook.js";
import { type BuiltInGroup, checkBuiltInKind } from "./built-in-kinds.js";
import { checkExternalFlags, checkExternalKind, externalResource, locationOf } from "./check-external.js";
import { checkPathFlags, checkSharedPaths, pathsAfter } from "./check-webhook-paths.js";
import { checkKindFlags, type NamedKind } from "./named-kind.js";
import { type Refuse, refusals } from "./refusals.js";
import type { CreateWebhookOptions } from "./declared/scaffold.js";

/** All but the fields of the versions, which are read from the sources. @throws TsopError with all errors */
export function checkWebhook(
  options: CreateWebhookOptions,
  project: Project,
): Omit<WebhookRequest, "versions" | "namespaced"> {
  const { refuse, throwProblems } = refusals();
  const external = checkExternalFlags(options, refuse);
  const { named, builtIn } = checkKindFlags(options, project, { mayBeBuiltIn: true, external }, refuse);
  checkChoice(options, refuse);
  checkPathFlags(options, refuse);
  throwProblems();
  const existing = findResource(project, named);
  const outside = external && externalResource(named, external);
  if (outside !== undefined) checkExternalKind(outside, existing, project, options.force, refuse);
  else if (existing === undefined) checkKnown(named, builtIn, project, refuse);
  if (existing?.extension !== undefined) checkServed(existing, options, project, refuse);
  throwProblems();
  const resource = {
    ...(existing ?? outside ?? builtInResource(named, project)),
    ...(external && locationOf(external)),
  };
  const types = checkTypes(options, resource, refuse);
  const spokes = options.conversion === true ? checkConversion(options, resource, project, refuse) : [];
  const before = rulesBefore(resource, project);
  const after: Resource = {
    ...resource,
    webhooks: {
      defaulting: before?.defaulting === true || types.includes("defaulting"),
      validation: before?.validation === true || types.includes("validation"),
      conversion: before?.conversion === true || spokes.length > 0,
      spokes: [...new Set([...(before?.spokes ?? []), ...spokes])],
      ...pathsAfter(before, options),
    },
  };
  checkSharedPaths(after, project, refuse);
  throwProblems();
  return {
    resource: after,
    types,
    spokes,
    certManager: options.certManager,
  };
}

/** Returns the webhooks of a version. The rules of the extension API server are those of the whole kind. */
function rulesBefore(resource: Resource, project: Project): Resource["webhooks"] {
  const { webhooks, extension } = resource;
  const all = extension === undefined ? [] : findVersions(project, resource).map((each) => each.webhooks);
  const has = (type: WebhookType): boolean => all.some((each) => each?.[type] === true);
  if (!has("defaulting") && !has("validation")) return webhooks;
  return {
    ...{ conversion: webhooks?.conversion === true, spokes: webhooks?.spokes ?? [] },
    ...{ defaulting: has("defaulting"), validation: has("validation") },
  };
}

/** Checks the options that do not depend on the kind. */
function checkChoice(
  { defaulting, programmaticValidation, conversion, spoke }: CreateWebhookOptions,
  refuse: Refuse,
): void {
  if (defaulting !== true && programmaticValidation !== true && conversion !== true) {
    refuse({
      message: "the command line names no type of webhook",
      hint: "Add one or more of --defaulting, --programmatic-validation and --conversion.",
    });
  }
  if (spoke !== undefined && spoke.length > 0 && conversion !== true) {
    refuse({
      message: "--spoke requires --conversion",
      hint: `Add --conversion, or omit --spoke ${spoke.join(",")}.`,
    });
  }
}

/** Checks the options for a kind of the extension API server, which calls the rules itself. */
function checkServed(served: Resource, options: CreateWebhookOptions, project: Project, refuse: Refuse): void {
  const code = "project/extension-kind";
  const { defaultingPath, validationPath, certManager, conversion } = options;
  const wanted = [
    ...(options.defaulting === true ? ["--defaulting"] : []),
    ...(options.programmaticValidation === true ? ["--programmatic-validation"] : []),
  ];
  const webhookFlags = [
    ...(defaultingPath === undefined ? [] : ["--defaulting-path"]),
    ...(validationPath === undefined ? [] : ["--validation-path"]),
    ...(certManager === undefined ? [] : ["--cert-manager"]),
  ];
  const server = `the extension API server of the project serves ${describeResource(served)}`;
  if (webhookFlags.length > 0) {
    refuse({
      code,
      message: `${server}, and calls the code itself: its kinds need no webhook with a path or a certificate`,
      hint: `Omit ${webhookFlags.join(" and ")}.`,
    });
  }
  if (wanted.length > 0 && served.extension?.storage === "virtual") {
    refuse({
      code,
      message: `the extension API server of the project computes the objects of ${describeResource(served)}, so no client writes them`,
      hint: `Omit ${wanted.join(" and ")}, and return valid objects from the functions of virtualStorage.`,
    });
  }
  const hub = findVersions(project, served).find(({ webhooks }) => webhooks?.conversion === true);
  if (wanted.length > 0 && hub !== undefined && hub.version !== served.version && conversion !== true) {
    refuse({
      message: `${hub.version} is the hub of ${served.kind}, and rules get the objects of the hub`,
      hint: `--version ${hub.version} ${wanted.join(" ")}`,
    });
  }
}

function checkKnown(named: NamedKind, builtIn: BuiltInGroup | undefined, project: Project, refuse: Refuse): void {
  const elsewhere = project.resources.find(
    ({ kind, ...other }) => kind === named.kind && qualifiedGroup(other) !== qualifiedGroup(named),
  );
  const problem = builtIn === undefined ? undefined : checkBuiltInKind(builtIn, builtInResource(named, project));
  if (problem !== undefined && elsewhere !== undefined) {
    refuse({ ...problem, hint: `The project has ${describeResource(elsewhere)}: ${groupFlag(elsewhere)}` });
    return;
  }
  if (builtIn !== undefined) {
    refuse(problem);
    return;
  }
  const versions = findVersions(project, named).map(({ version }) => version);
  if (versions.length > 0) {
    refuse({
      message: `${named.kind} has no version ${named.version} in the project; it has ${versions.join(", ")}`,
      hint: `--version ${nearest(named.version, versions) ?? versions[0] ?? ""}, or create the version: tsop create api ${flagsOf(named)}`,
    });
    return;
  }
  const kinds = project.resources.map(({ kind }) => kind);
  const near = nearest(named.kind, kinds);
  refuse({
    message: `${describeResource(named)} is neither in the project nor a built-in kind of Kubernetes`,
    hint:
      elsewhere !== undefined
        ? `The project has ${describeResource(elsewhere)}: ${groupFlag(elsewhere)}`
        : near !== undefined
          ? `Did you mean --kind ${near}?`
          : `Create it with \`tsop create api ${flagsOf(named)}\`, or import the CRD of another project with \`tsop import crd\`.`,
  });
}

function groupFlag(resource: Resource): string {
  return `--group ${resource.group === "" ? qualifiedGroup(resource) : resource.group}`;
}

function flagsOf({ group, version, kind }: NamedKind): string {
  return `${group === "" ? "" : `--group ${group} `}--version ${version} --kind ${kind}`;
}

function builtInResource(named: NamedKind, project: Project): Resource {
  const { typesPath: path } = namesOf(named, project);
  return { ...named, plural: undefined, path, api: undefined, controller: false, webhooks: undefined };
}

function checkTypes(options: CreateWebhookOptions, resource: Resource, refuse: Refuse): WebhookType[] {
  const wanted: [WebhookType, boolean | undefined, string][] = [
    ["defaulting", options.defaulting, "--defaulting"],
    ["validation", options.programmaticValidation, "--programmatic-validation"],
  ];
  return wanted.flatMap(([type, isWanted, flag]) => {
    if (isWanted !== true) return [];
    if (resource.webhooks?.[type] === true && options.force !== true) {
      refuse({
        code: "project/webhook-exists",
        message: `${describeResource(resource)} already has a ${type} webhook`,
        hint: `Edit ${handlerName(type, resource.kind)}, and omit ${flag}. With --force, tsop overwrites the file of the webhooks.`,
      });
    }
    return [type];
  });
}

/** Returns the spokes that this command creates. */
function checkConversion(options: CreateWebhookOptions, hub: Resource, project: Project, refuse: Refuse): string[] {
  const name = describeResource(hub);
  if (hub.api === undefined) {
    refuse({
      message: `${name} is not a kind of this project, and only the project that defines a kind can convert its versions`,
      hint: "Omit --conversion.",
    });
    return [];
  }
  const versions = findVersions(project, hub);
  const others = versions.map(({ version }) => version).filter((version) => version !== hub.version);
  const otherHub = versions.find(({ version, webhooks }) => version !== hub.version && webhooks?.conversion === true);
  if (otherHub !== undefined) {
    refuse({
      code: "project/webhook-exists",
      message: `${otherHub.version} is already the hub of ${hub.kind}, and a kind has one hub`,
      hint: `--version ${otherHub.version} --conversion --spoke ${hub.version}`,
    });
    return [];
  }
  if (others.length === 0) {
    refuse({
      message: `${hub.kind} has one version, ${hub.version}, so there is nothing to convert`,
      hint: `Add a version first, for example: tsop create api ${flagsOf({ ...hub, version: nextVersion(hub.version) })}`,
    });
    return [];
  }
  const spokes = (options.spoke ?? []).flatMap((text) => text.split(",")).map((text) => text.trim());
  if (spokes.length === 0) {
    refuse({
      message: `--conversion makes ${hub.version} the hub, and needs --spoke for the versions to convert to it and back`,
      hint: `--spoke ${others.join(",")}`,
    });
  }
  const present = hub.webhooks?.spokes ?? [];
  for (const [index, version] of spokes.entries()) {
    if (spokes.indexOf(version) !== index) {
      refuse({ message: `--spoke names ${version} twice`, hint: "Name it once." });
    } else if (version === hub.version) {
      refuse({
        message: `${version} is the hub (--version), so it cannot be a spoke`,
        hint: `--spoke ${others.join(",")}`,
      });
    } else if (!others.includes(version)) {
      refuse({
        message: `${JSON.stringify(version)} is not a version of ${hub.kind}; besides the hub, it has ${others.join(", ")}`,
        hint: `--spoke ${nearest(version, others) ?? others.join(",")}`,
      });
    } else if (present.includes(version) && options.force !== true) {
      const free = others.filter((other) => !present.includes(other));
      refuse({
        code: "project/webhook-exists",
        message: `${hub.kind} already has a conversion between ${version} and ${hub.version}`,
        hint: `${free.length === 0 ? "" : `Pass --spoke ${free.join(",")}. `}Edit its conversion, or add --force: tsop then adds the fields that it lacks, and keeps your code.`,
      });
    }
  }
  return spokes;
}

/** Returns the name of the next version: `v1` → `v2`, `v1alpha1` → `v1alpha2`. */
function nextVersion(version: string): string {
  return version.replace(/(?<!\d)\d+$/, (digits) => String(Number(digits) + 1));
}
