/** Validates the options of `create api` against the project. */
import { checkPlural, checkShortName } from "../core/names.js";
import { pluralize } from "../core/plural.js";
import { nearest } from "../core/suggest.js";
import { describeResource } from "../project/edit.js";
import {
  type ExtensionStorage,
  findResource,
  findVersions,
  type Project,
  type Resource,
  type ResourceExtension,
} from "../project/project.js";
import type { ApiRequest } from "../scaffold/api.js";
import { namesOf } from "../scaffold/naming.js";
import { type BuiltInGroup, checkBuiltInKind, isClusterScoped } from "./built-in-kinds.js";
import { addsController, checkControllerName, controllersAfter } from "./check-controller.js";
import { checkExternalFlags, checkExternalKind, externalResource, locationOf } from "./check-external.js";
import { checkNewKind } from "./check-new-kind.js";
import { refuseExtension } from "./check-side.js";
import { checkKindFlags, type NamedKind } from "./named-kind.js";
import { type Refuse, refusals } from "./refusals.js";
import type { CreateApiOptions } from "./declared/scaffold.js";

/** What `create apiserver` asks for: the extension API server serves the kind. */
export interface ServedByExtension {
  /** Default: that of the other versions, or `memory`. */
  readonly storage: ExtensionStorage | undefined;
}

/** @throws TsopError with all errors */
export function checkApi(options: CreateApiOptions, project: Project, served?: ServedByExtension): ApiRequest {
  const { refuse, throwProblems } = refusals();
  const { shortName, controllerName } = options;
  const external = checkExternalFlags(options, refuse);
  const withResource = external === undefined && (options.resource ?? !addsController(options, project));
  const { named, builtIn } = checkKindFlags(options, project, { mayBeBuiltIn: !withResource, external }, refuse);
  const { kind } = named;
  const plural = options.plural ?? (withResource ? pluralize(kind) : undefined);
  if (plural !== undefined && plural !== "") refuse(checkPlural(plural));
  if (shortName !== undefined) refuse(checkShortName(shortName));
  if (external !== undefined && options.resource === true) {
    refuse({ message: "--external-api-path and --resource contradict each other", hint: "Omit one or the other." });
  }
  if (!withResource) refuseWithoutResource(options, refuse);
  if (!withResource && options.controller === false) {
    refuse({ message: "--resource=false and --controller=false leave nothing to create", hint: "Omit one of them." });
  }
  throwProblems();
  const resource =
    external === undefined
      ? { ...resourceOf(named, options, project), ...(served && { extension: extensionOf(served, named, project) }) }
      : externalResource(named, external);
  const existing = findResource(project, resource);
  const hasController = findVersions(project, resource).some(({ controller }) => controller);
  if (withResource) checkNewKind(resource, existing, options, project, refuse);
  else if (external !== undefined) checkExternalKind(resource, existing, project, options.force, refuse);
  else checkKnownKind(resource, existing, builtIn, project, refuse);
  checkStorageVersion(resource, options, project, refuse);
  if (hasController && options.controller === true && controllerName === undefined && options.force !== true) {
    refuse({
      code: "project/resource-exists",
      message: `${kind} already has a controller`,
      hint: "Pass --controller=false, edit the existing controller, or add another one with --controller-name NAME.",
    });
  }
  checkControllerName(resource, options, project, refuse);
  throwProblems();
  // A second version shares the controller of the first version, unless the command regenerates that first version.
  const withController =
    options.controller ?? (controllerName !== undefined || !hasController || existing?.controller === true);
  return {
    resource: {
      ...(withResource ? resource : (existing ?? resource)),
      ...(external && locationOf(external)),
      ...controllersAfter(existing, withController, controllerName),
    },
    withResource,
    withController,
    controllerName: controllerName ?? existing?.controllers?.[0],
    isClusterScoped: builtIn !== undefined && isClusterScoped(builtIn, resource),
    shortName,
    storageVersion: options.storageVersion,
  };
}

function extensionOf({ storage }: ServedByExtension, named: NamedKind, project: Project): ResourceExtension {
  const [older] = findVersions(project, named);
  return { storage: storage ?? older?.extension?.storage ?? "memory" };
}

function checkStorageVersion(
  resource: Resource,
  { storageVersion }: CreateApiOptions,
  project: Project,
  refuse: Refuse,
): void {
  if (storageVersion === undefined) return;
  const versions = new Set([...findVersions(project, resource).map(({ version }) => version), resource.version]);
  if (versions.has(storageVersion)) return;
  refuse({
    message: `--storage-version ${storageVersion}: ${resource.kind} has no such version`,
    hint: `Its versions: ${[...versions].join(", ")}.`,
  });
}

function resourceOf(named: NamedKind, options: CreateApiOptions, project: Project): Resource {
  // The new version inherits the settings that belong to the kind and not to a version.
  const [older] = findVersions(project, named);
  const plural = options.plural ?? older?.plural;
  const namespaced = options.namespaced ?? older?.api?.namespaced ?? true;
  const base = {
    ...named,
    plural: plural === pluralize(named.kind) ? undefined : plural,
    controller: false,
    webhooks: undefined,
  };
  const path = findResource(project, named)?.path;
  const { typesPath } = namesOf({ ...base, path }, project);
  return { ...base, path: typesPath, api: named.core ? undefined : { crdVersion: "v1", namespaced } };
}

function checkKnownKind(
  resource: Resource,
  existing: Resource | undefined,
  builtIn: BuiltInGroup | undefined,
  project: Project,
  refuse: Refuse,
): void {
  refuseExtension(existing, refuse);
  if (existing !== undefined) return;
  if (builtIn !== undefined) {
    refuse(checkBuiltInKind(builtIn, resource));
    return;
  }
  const near = nearest(
    resource.kind,
    project.resources.map(({ kind }) => kind),
  );
  refuse({
    message: `${describeResource(resource)} is neither in the project nor a built-in kind of Kubernetes`,
    hint:
      near === undefined
        ? "To create it, omit --resource=false."
        : `Did you mean --kind ${near}? To create a new kind, omit --resource=false.`,
  });
}

/** Rejects flags that need types. */
function refuseWithoutResource(
  { plural, shortName, namespaced, storageVersion, changesSince }: CreateApiOptions,
  refuse: Refuse,
): void {
  const flags = {
    ...{ plural, "short-name": shortName, namespaced },
    ...{ "storage-version": storageVersion, "changes-since": changesSince },
  };
  const given = Object.entries(flags).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const names = given.map(([name]) => `--${name}`).join(", ");
  refuse({ message: `${names} and --resource=false contradict each other`, hint: "Omit one or the other." });
}
