/** Checks the definitions as the API server checks CRDs. */
import { defaultVersion } from "../schema/kubernetes-versions.js";
import type { ApiObject } from "../apiserver/api-object.js";
import type { Definition } from "../apiserver/custom-resources/definition.js";
import { toDefinition } from "../apiserver/custom-resources/definition/to-definition.js";
import { validateDefinition } from "../apiserver/custom-resources/definition/validate-definition.js";
import { TsopError } from "../core/errors.js";
import { toApiVersion } from "../core/gvk.js";
import { subresourceFaults } from "./subresources/declare.js";
import type { ExtensionResource } from "./options.js";

export interface CheckedResource {
  readonly resource: ExtensionResource;
  readonly definition: Definition;
  /** The version of the author's objects and rules: the hub of the conversion, or the stored version. */
  readonly hub: string;
  /** The definition in its JSON form, for OpenAPI. */
  readonly object: ApiObject;
}

/** @throws TsopError `extension/invalid-definition` with everything that is wrong with any of them */
export function checkResources(resources: readonly ExtensionResource[]): CheckedResource[] {
  const outcomes = resources.map((resource) => checkResource(resource, resources));
  const faults = outcomes.flatMap((outcome) => outcome.faults);
  if (resources.length === 0) faults.push("resources: the server serves no kind");
  if (faults.length > 0) throw new TsopError("extension/invalid-definition", faults.join("\n"));
  return outcomes.map(({ checked }) => checked);
}

interface Outcome {
  readonly checked: CheckedResource;
  readonly faults: string[];
}

function checkResource(resource: ExtensionResource, all: readonly ExtensionResource[]): Outcome {
  // A typed object in its JSON form.
  const object = JSON.parse(JSON.stringify(resource.definition)) as ApiObject;
  const name = resource.definition.metadata.name;
  const about = (text: string): string => `definition ${name}: ${text}`;
  const definition = withNames(toDefinition(object));
  const faults = validateDefinition(asServed(definition), defaultVersion).map(({ field, message }) =>
    about(`${field}: ${message}`),
  );
  if (all.some((other) => other !== resource && other.definition.metadata.name === name)) {
    faults.push(about("two resources have this definition"));
  }
  if (definition.spec.conversion?.strategy === "Webhook" && resource.conversion === undefined) {
    faults.push(about("spec.conversion: an extension API server calls no conversion webhook; set `conversion`"));
  }
  faults.push(...subresourceFaults(resource.subresources ?? {}).map(about));
  const { group, versions } = definition.spec;
  const hub =
    resource.conversion?.hub.apiVersion ?? toApiVersion(group, versions.find(({ storage }) => storage)?.name ?? "");
  if (!versions.some((version) => version.served && toApiVersion(group, version.name) === hub)) {
    faults.push(about(`spec.versions: no served version is ${hub}, the version of the server's own objects`));
  }
  return { checked: { resource, definition, hub, object: { ...object, spec: definition.spec } }, faults };
}

/** Sets the names that follow from the kind. Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/defaults.go. */
function withNames(definition: Definition): Definition {
  const { names } = definition.spec;
  const { kind = "" } = names;
  const all = { singular: kind.toLowerCase(), listKind: `${kind}List`, ...names };
  return { ...definition, spec: { ...definition.spec, names: all } };
}

/** The conversion runs in this process, whatever the definition says about a webhook, and no older version was stored. */
function asServed({ spec, ...definition }: Definition): Definition {
  const storedVersions = spec.versions.filter(({ storage }) => storage).map(({ name }) => name);
  return { ...definition, spec: { ...spec, conversion: { strategy: "None" } }, status: { storedVersions } };
}
