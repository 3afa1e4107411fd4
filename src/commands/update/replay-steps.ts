/** The commands that create the scaffold of a project again, from its PROJECT file and its modes. */
import { defined } from "../../core/defined.js";
import type { JsonValue } from "../../core/json.js";
import type { Modes } from "../../scaffold/modes/modes.js";
import type { Project, Resource } from "../../project/project.js";
import { entriesOf, isSameKind, optionsIn } from "../plugins/deploy-image/image-options.js";
import type { DeclaredCommand } from "../declared/declare.js";
import { longFlag } from "../declared/flags.js";
import {
  createApi,
  type CreateApiOptions,
  createApiserver,
  type CreateApiserverOptions,
  createWebhook,
  type CreateWebhookOptions,
  edit,
  type EditOptions,
  init,
  type InitOptions,
} from "../declared/scaffold.js";

export type ReplayStep =
  | { readonly command: "init"; readonly options: InitOptions }
  | { readonly command: "edit"; readonly options: EditOptions }
  | { readonly command: "create api"; readonly options: CreateApiOptions; readonly kind: string }
  | { readonly command: "create apiserver"; readonly options: CreateApiserverOptions; readonly kind: string }
  | { readonly command: "create webhook"; readonly options: CreateWebhookOptions; readonly kind: string };

export interface ReplayFacts {
  readonly project: Project;
  /** Undefined if the files no longer show the modes; the steps then keep the defaults. */
  readonly modes: Modes | undefined;
  /** A file with the licence header; undefined if the project has none. */
  readonly licenseFile: string | undefined;
  /** The specification of tsop in package.json. */
  readonly tsop: string;
  /** The configuration of the plugin deploy-image. */
  readonly images?: JsonValue | undefined;
}

/** Returns the steps in an order in which each step finds what it needs: projects, kinds, webhooks. */
export function replaySteps({ project, modes, licenseFile, tsop, images }: ReplayFacts): ReplayStep[] {
  const { domain, projectName, namespaced } = project;
  const kinds = project.resources.filter((resource) => isCreated(resource, project));
  // Kinds that are older than the multi-group layout are in folders without their group.
  const early = project.multigroup ? kinds.filter((kind) => kind.path === `api/${kind.version}`) : [];
  const late = kinds.filter((kind) => !early.includes(kind));
  const multigroup = project.multigroup && early.length === 0;
  const steps = (kind: Resource): ReplayStep[] => apiStep(kind, imageOf(kind, images));
  return [
    {
      command: "init",
      options: {
        ...defined({ domain, projectName, licenseFile, namespaced: namespaced || undefined }),
        ...defined({ multigroup: multigroup || undefined }),
        ...changedModes(modes),
        license: "none",
        tsop,
        install: false,
      },
    },
    ...early.flatMap(steps),
    ...(early.length === 0 ? [] : [{ command: "edit", options: { multigroup: true } } as const]),
    ...late.flatMap(steps),
    ...kinds.flatMap((kind) => webhookStep(kind, modes)),
  ];
}

/** Returns whether `create` made the files of the kind. `import crd` made the kinds of other domains, and their files are the user's. */
function isCreated({ core, external, domain, api }: Resource, project: Project): boolean {
  return core || external === true || (api !== undefined && domain === project.domain);
}

/** Returns the modes that differ from the defaults of `init`: an older tsop does not know all of them. */
function changedModes(modes: Modes | undefined): Partial<InitOptions> {
  if (modes === undefined) return {};
  const { workload, metrics, prometheus, networkPolicy, replicas } = modes;
  return defined({
    workload: workload === "deployment" ? undefined : workload,
    metrics: metrics ? undefined : false,
    prometheus: prometheus || undefined,
    networkPolicy: networkPolicy || undefined,
    replicas: replicas === 1 ? undefined : String(replicas),
  });
}

/** Returns the flags with which deploy-image created the kind. */
function imageOf({ group, domain, version, kind }: Resource, images: JsonValue | undefined): Partial<CreateApiOptions> {
  const key = { domain, ...(group === "" ? {} : { group }), kind, version };
  const entry = entriesOf(images).find((each) => isSameKind(each, key));
  if (entry === undefined) return {};
  const { image, command, port, runAsUser } = optionsIn(entry);
  const imageContainerCommand = command.length === 0 ? undefined : command.join(",");
  return defined({ image, imageContainerCommand, imageContainerPort: port, runAsUser });
}

/** Returns one step for the kind with its first controller, and one for each further controller. */
function apiStep(created: Resource, image: Partial<CreateApiOptions>): ReplayStep[] {
  const { group, version, kind, plural, api, controller, controllers = [] } = created;
  if (created.extension !== undefined) return [apiserverStep(created, created.extension)];
  if (api === undefined && !controller) return [];
  const [first, ...others] = controllers;
  const resource = api === undefined ? false : undefined;
  const named = defined({ group: group || undefined, version, kind, resource });
  const options = defined({
    ...named,
    ...externalFlags(created),
    plural: api === undefined ? undefined : plural,
    namespaced: api?.namespaced,
    controller,
    controllerName: first,
    ...(controller ? image : {}),
  });
  return [options, ...others.map((controllerName) => ({ ...named, controllerName }))].map((each) => ({
    command: "create api",
    options: each,
    kind: nameOf({ group, kind }),
  }));
}

function apiserverStep(
  { group, version, kind, plural, api }: Resource,
  { storage }: NonNullable<Resource["extension"]>,
): ReplayStep {
  const named = { group: group || undefined, version, kind, plural };
  const options = defined({ ...named, namespaced: api?.namespaced, storage });
  return { command: "create apiserver", options, kind: nameOf({ group, kind }) };
}

/** Returns the flags of an external kind. A replay installs nothing: the types come from the project. */
function externalFlags({ external, path, domain, module }: Resource): Partial<CreateApiOptions> {
  if (external !== true) return {};
  const flags = { externalApiPath: path, externalApiDomain: domain || undefined, externalApiModule: module };
  return { ...defined(flags), install: false };
}

function webhookStep(created: Resource, modes: Modes | undefined): ReplayStep[] {
  const { group, version, kind, webhooks } = created;
  if (webhooks === undefined) return [];
  const { defaulting, validation, conversion, spokes, defaultingPath, validationPath } = webhooks;
  const options = defined({
    group: group || undefined,
    version,
    kind,
    defaulting: defaulting || undefined,
    programmaticValidation: validation || undefined,
    defaultingPath: defaulting ? defaultingPath : undefined,
    validationPath: validation ? validationPath : undefined,
    conversion: conversion || undefined,
    spoke: conversion ? spokes : undefined,
    certManager: modes?.certManager === true && created.extension === undefined ? true : undefined,
    ...externalFlags(created),
  });
  return [{ command: "create webhook", options, kind: nameOf({ group, kind }) }];
}

function nameOf({ group, kind }: Pick<Resource, "group" | "kind">): string {
  return group === "" ? kind : `${group} ${kind}`;
}

const declared: Readonly<Record<ReplayStep["command"], DeclaredCommand>> = {
  init,
  edit,
  "create api": createApi,
  "create apiserver": createApiserver,
  "create webhook": createWebhook,
};

/** Returns a step as the arguments of a command line. */
export function argumentsOf({ command, options }: ReplayStep): string[] {
  const { flags } = declared[command].input;
  const values = new Map<string, unknown>(Object.entries(options));
  const given = Object.entries(flags).flatMap(([option, flag]): string[] => {
    const value = values.get(option);
    if (value === undefined) return [];
    const name = longFlag(option, flag);
    if (flag.kind === "toggle" || flag.kind === "negation") {
      return value === (flag.kind === "toggle") ? [name] : [];
    }
    return (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) => `${name}=${String(each)}`);
  });
  return [...command.split(" "), ...given];
}
