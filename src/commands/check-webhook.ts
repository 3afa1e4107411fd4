/** Validates the options of `create webhook` against the project. */
import { nearest } from "../core/suggest.js";
import { describeResource } from "../project/edit.js";
import { findResource, findVersions, type Project, qualifiedGroup, type Resource } from "../project/project.js";
import { namesOf } from "../scaffold/naming.js";
import { handlerName, type WebhookType } from "../scaffold/webhook/webhook-type.js";
import type { WebhookRequest } from "../scaffold/webhook/plan-webhook.js";
import { type BuiltInGroup, checkBuiltInKind } from "./built-in-kinds.js";
import { checkKindFlags, type NamedKind } from "./named-kind.js";
import { type Refuse, refusals } from "./refusals.js";
import type { CreateWebhookOptions } from "./declared/scaffold.js";

/** All but the fields of the versions, which are read from the sources. @throws TsopError with everything that is wrong */
export function checkWebhook(
  options: CreateWebhookOptions,
  project: Project,
): Omit<WebhookRequest, "versions" | "namespaced"> {
  const { refuse, throwProblems } = refusals();
  const { named, builtIn } = checkKindFlags(options, project, { mayBeBuiltIn: true }, refuse);
  checkChoice(options, refuse);
  throwProblems();
  const existing = findResource(project, named);
  if (existing === undefined) checkKnown(named, builtIn, project, refuse);
  throwProblems();
  const resource = existing ?? builtInResource(named, project);
  const types = checkTypes(options, resource, refuse);
  const spokes = options.conversion === true ? checkConversion(options, resource, project, refuse) : [];
  throwProblems();
  const before = resource.webhooks;
  return {
    resource: {
      ...resource,
      webhooks: {
        defaulting: before?.defaulting === true || types.includes("defaulting"),
        validation: before?.validation === true || types.includes("validation"),
        conversion: before?.conversion === true || spokes.length > 0,
        spokes: [...new Set([...(before?.spokes ?? []), ...spokes])],
      },
    },
    types,
    spokes,
    certManager: options.certManager,
  };
}

/** Checks the options that do not depend on the kind. */
function checkChoice(
  { defaulting, programmaticValidation, conversion, spoke }: CreateWebhookOptions,
  refuse: Refuse,
): void {
  if (defaulting !== true && programmaticValidation !== true && conversion !== true) {
    refuse({
      message: "no kind of webhook is chosen",
      hint: "Add one or more of --defaulting, --programmatic-validation and --conversion.",
    });
  }
  if (spoke !== undefined && spoke.length > 0 && conversion !== true) {
    refuse({
      message: "--spoke names a version to convert, and there is no --conversion",
      hint: `Add --conversion, or leave out --spoke ${spoke.join(",")}.`,
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
      hint: `--version ${nearest(named.version, versions) ?? versions[0] ?? ""}, or make it: tsop create api ${flagsOf(named)}`,
    });
    return;
  }
  const kinds = project.resources.map(({ kind }) => kind);
  const near = nearest(named.kind, kinds);
  refuse({
    message: `${describeResource(named)} is neither in the project nor a kind of Kubernetes' own`,
    hint:
      elsewhere !== undefined
        ? `The project has ${describeResource(elsewhere)}: ${groupFlag(elsewhere)}`
        : near !== undefined
          ? `Did you mean --kind ${near}?`
          : `Make it with \`tsop create api ${flagsOf(named)}\`; a kind that others define with \`tsop import crd\`.`,
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
        message: `${describeResource(resource)} has a ${type} webhook already`,
        hint: `Edit ${handlerName(type, resource.kind)}, and leave out ${flag}; with --force, the file of the webhooks is made anew.`,
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
      message: `${name} is no kind of this project, and only who defines a kind converts between its versions`,
      hint: "Leave out --conversion.",
    });
    return [];
  }
  const versions = findVersions(project, hub);
  const others = versions.map(({ version }) => version).filter((version) => version !== hub.version);
  const otherHub = versions.find(({ version, webhooks }) => version !== hub.version && webhooks?.conversion === true);
  if (otherHub !== undefined) {
    refuse({
      code: "project/webhook-exists",
      message: `${otherHub.version} is the hub of ${hub.kind} already, and a kind has one hub`,
      hint: `--version ${otherHub.version} --conversion --spoke ${hub.version}`,
    });
    return [];
  }
  if (others.length === 0) {
    refuse({
      message: `${hub.kind} has one version, ${hub.version}, so that there is nothing to convert`,
      hint: `Add one first, for instance: tsop create api ${flagsOf({ ...hub, version: nextVersion(hub.version) })}`,
    });
    return [];
  }
  const spokes = (options.spoke ?? []).flatMap((text) => text.split(",")).map((text) => text.trim());
  if (spokes.length === 0) {
    refuse({
      message: `--conversion makes ${hub.version} the hub, and no --spoke says which versions are converted to it and back`,
      hint: `--spoke ${others.join(",")}`,
    });
  }
  const present = hub.webhooks?.spokes ?? [];
  for (const [index, version] of spokes.entries()) {
    if (spokes.indexOf(version) !== index) {
      refuse({ message: `--spoke names ${version} twice`, hint: "Once is enough." });
    } else if (version === hub.version) {
      refuse({
        message: `${version} is the hub (--version), and cannot be a spoke of itself`,
        hint: `--spoke ${others.join(",")}`,
      });
    } else if (!others.includes(version)) {
      refuse({
        message: `${JSON.stringify(version)} is no version of ${hub.kind}; beside the hub it has ${others.join(", ")}`,
        hint: `--spoke ${nearest(version, others) ?? others.join(",")}`,
      });
    } else if (present.includes(version) && options.force !== true) {
      const free = others.filter((other) => !present.includes(other));
      refuse({
        code: "project/webhook-exists",
        message: `${hub.kind} is converted between ${version} and ${hub.version} already`,
        hint: free.length === 0 ? "Edit its conversion." : `Edit its conversion, or say --spoke ${free.join(",")}.`,
      });
    }
  }
  return spokes;
}

/** Returns the name of the next version: `v1` → `v2`, `v1alpha1` → `v1alpha2`. */
function nextVersion(version: string): string {
  return version.replace(/(?<!\d)\d+$/, (digits) => String(Number(digits) + 1));
}
