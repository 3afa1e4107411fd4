/**
 * Validates a CustomResourceDefinition.
 * Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go. The exceptions for objects that
 * older servers accepted are missing here, because no older server wrote to this store.
 */
import { isDeepStrictEqual } from "node:util";
import type { KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import { Patterns } from "../../../schema/patterns.js";
import { atKey, child, type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import { checkDns1035Label, checkDns1123Subdomain } from "../../kinds/validation/names.js";
import { immutable } from "../../kinds/validation/immutable.js";
import { isConditionTrue, type Definition, type DefinitionSpec, type DefinitionStatus } from "../definition.js";
import { checkApproval } from "./approval.js";
import { caBundleFault, checkConversion } from "./conversion-rules.js";
import { showVersions } from "./go-structs.js";
import { subresourcesFor, toInternalSpec, type InternalSpec, type InternalVersion } from "./internal-spec.js";
import { checkColumns, checkDeprecation, checkNames, checkSelectableFields, checkSubresources } from "./part-rules.js";
import { checkVersionSchema } from "./version-rules.js";

export function validateDefinition(definition: Definition, version: KubernetesVersion): FieldError[] {
  const spec = toInternalSpec(definition.spec);
  return [
    ...checkObjectName(definition),
    ...checkSpec(spec, {
      allowsInvalidCaBundle: true,
      unchanged: new Set(),
      kubernetes: version,
    }),
    ...checkStatus(definition.status ?? {}, spec),
    ...checkApproval(definition),
    ...checkPreserving(definition),
  ];
}

export function validateDefinitionUpdate(
  definition: Definition,
  old: Definition,
  version: KubernetesVersion,
): FieldError[] {
  const [spec, oldSpec] = [toInternalSpec(definition.spec), toInternalSpec(old.spec)];
  const isEstablished = isConditionTrue(old, "Established");
  const oldBundle = old.spec.conversion?.webhook?.clientConfig?.caBundle ?? "";
  const options = {
    allowsInvalidCaBundle: !isEstablished || caBundleFault(oldBundle) !== undefined,
    unchanged: unchangedVersions(spec, oldSpec),
    kubernetes: version,
  };
  return [
    ...checkSpec(spec, options),
    ...checkIdentity(definition.spec, old.spec, isEstablished),
    ...checkStatus(definition.status ?? {}, spec),
    ...checkApproval(definition, old),
    ...checkPreserving(definition),
  ];
}

export function validateDefinitionStatus({ status = {} }: Definition): FieldError[] {
  return checkNames(status.acceptedNames ?? {}, "status.acceptedNames");
}

function checkObjectName({ metadata, spec }: Definition): FieldError[] {
  const { name = "" } = metadata;
  const wanted = `${spec.names.plural ?? ""}.${spec.group}`;
  return name === "" || name === wanted
    ? []
    : [invalid("metadata.name", name, `must be spec.names.plural+"."+spec.group`)];
}

interface SpecOptions {
  readonly allowsInvalidCaBundle: boolean;
  /** The versions with an unchanged schema. */
  readonly unchanged: ReadonlySet<string>;
  readonly kubernetes: KubernetesVersion;
}

function checkSpec(internal: InternalSpec, options: SpecOptions): FieldError[] {
  const { spec, shared, versions } = internal;
  const patterns = new Patterns();
  const storageCount = versions.filter(({ version }) => version.storage).length;
  const namesOfVersions = versions.map(({ version }) => version.name);
  const versionsFault = (why: string): FieldError => ({
    type: "FieldValueInvalid",
    field: "spec.versions",
    message: `Invalid value: ${showVersions(versions)}: ${why}`,
  });
  const [first] = namesOfVersions;
  const firstFaults = first === undefined || first === "" ? [] : checkDns1035Label(first);
  const isUnchanged = first !== undefined && options.unchanged.has(first);
  const hasAnyStatus = versions.some((version) => subresourcesFor(version, internal)?.status !== undefined);
  return [
    ...checkGroup(spec.group),
    ...checkScope(spec.scope),
    ...(shared.schema === undefined
      ? versions.flatMap(({ schema }, index) =>
          schema === undefined ? [required(`spec.versions[${index}].schema.openAPIV3Schema`)] : [],
        )
      : []),
    ...versions.flatMap((version, index) =>
      checkVersion(version, atKey("spec.versions", index), internal, options, patterns),
    ),
    ...(new Set(namesOfVersions).size < versions.length ? [versionsFault("must contain unique version names")] : []),
    ...(storageCount === 1 ? [] : [versionsFault("must have exactly one version marked as storage version")]),
    ...(firstFaults.length === 0 ? [] : [invalid("spec.version", first, firstFaults.join(","))]),
    ...(["plural", "singular", "kind", "listKind"] as const).flatMap((name) =>
      (spec.names[name] ?? "") === "" ? [required(`spec.names.${name}`)] : [],
    ),
    ...checkNames(spec.names, "spec.names"),
    ...(shared.schema === undefined
      ? []
      : checkVersionSchema(shared.schema, "spec.validation", {
          ...{ patterns, hasStatus: hasAnyStatus, isUnchanged },
          version: options.kubernetes,
        })),
    ...checkSubresources(shared.subresources, "spec.subresources"),
    ...checkColumns(shared.columns, "spec.additionalPrinterColumns"),
    ...checkSharedSelectableFields(internal),
    ...(spec.conversion === undefined ? [] : checkConversion(spec.conversion, "spec.conversion", options)),
  ];
}

function checkGroup(group: string): FieldError[] {
  if (group === "") return [required("spec.group")];
  const wrong = checkDns1123Subdomain(group);
  if (wrong.length > 0) return [invalid("spec.group", group, wrong.join(","))];
  return group.includes(".") ? [] : [invalid("spec.group", group, "should be a domain with at least one dot")];
}

function checkScope(scope: string): FieldError[] {
  if (scope === "") return [required("spec.scope")];
  const scopes = ["Cluster", "Namespaced"];
  return scopes.includes(scope) ? [] : [notSupported("spec.scope", scope, scopes)];
}

function checkVersion(
  internal: InternalVersion,
  path: string,
  spec: InternalSpec,
  { unchanged, kubernetes }: SpecOptions,
  patterns: Patterns,
): FieldError[] {
  const { version, schema, subresources, columns, selectableFields } = internal;
  const wrong = checkDns1035Label(version.name);
  const hasStatus = subresourcesFor(internal, spec)?.status !== undefined;
  const fieldsPath = child(path, "selectableFields");
  return [
    ...(wrong.length === 0 ? [] : [invalid(child(path, "name"), version.name, wrong.join(","))]),
    ...checkDeprecation(version, child(path, "deprecationWarning")),
    ...(schema === undefined
      ? []
      : checkVersionSchema(schema, child(path, "schema"), {
          patterns,
          hasStatus,
          isUnchanged: unchanged.has(version.name),
          version: kubernetes,
        })),
    ...checkSubresources(subresources, child(path, "subresources")),
    ...checkColumns(columns, child(path, "additionalPrinterColumns")),
    ...(selectableFields === undefined
      ? []
      : schema === undefined
        ? [invalid(fieldsPath, "", "may only be set when `version.schema.openAPIV3Schema` is not included")]
        : checkSelectableFields(selectableFields, schema, fieldsPath)),
  ];
}

function checkSharedSelectableFields({ shared }: InternalSpec): FieldError[] {
  const { schema, selectableFields } = shared;
  if (selectableFields === undefined) return [];
  return schema === undefined
    ? [invalid("spec.selectableFields", "", "may only be set when validations.schema is included")]
    : checkSelectableFields(selectableFields, schema, "spec.selectableFields");
}

function unchangedVersions(spec: InternalSpec, old: InternalSpec): ReadonlySet<string> {
  const schemaIn = (internal: InternalSpec, name: string): unknown => {
    const found = internal.versions.find(({ version }) => version.name === name);
    return found && (found.schema ?? internal.shared.schema);
  };
  const names = spec.versions.map(({ version }) => version.name);
  return new Set(
    names.filter(
      (name) => schemaIn(old, name) !== undefined && isDeepStrictEqual(schemaIn(spec, name), schemaIn(old, name)),
    ),
  );
}

function checkIdentity(spec: DefinitionSpec, old: DefinitionSpec, isEstablished: boolean): FieldError[] {
  return [
    ...(isEstablished
      ? [
          ...immutable("spec.scope", spec.scope, old.scope),
          ...immutable("spec.names.kind", spec.names.kind, old.names.kind),
        ]
      : []),
    ...immutable("spec.group", spec.group, old.group),
    ...immutable("spec.names.plural", spec.names.plural, old.names.plural),
  ];
}

function checkStatus(status: DefinitionStatus, { versions }: InternalSpec): FieldError[] {
  const faults = checkNames(status.acceptedNames ?? {}, "status.acceptedNames");
  const { storedVersions = [] } = status;
  const field = "status.storedVersions";
  if (storedVersions.length === 0) {
    return [...faults, invalid(field, status.storedVersions, "must have at least one stored version")];
  }
  const left = new Map(storedVersions.map((name, index) => [name, index]));
  for (const { version } of versions) {
    if (version.storage && !left.has(version.name)) {
      faults.push(invalid(field, [...storedVersions], `must have the storage version ${version.name}`));
    }
    left.delete(version.name);
  }
  for (const [name, index] of left) {
    const why = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
    faults.push(invalid(atKey(field, index), name, why));
  }
  return faults;
}

function checkPreserving({ spec }: Definition): FieldError[] {
  const why = "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  return spec.preserveUnknownFields === true ? [invalid("spec.preserveUnknownFields", true, why)] : [];
}
