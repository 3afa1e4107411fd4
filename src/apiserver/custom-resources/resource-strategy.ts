/**
 * The rules of one version of a custom resource.
 * Sources: k8s.io/apiextensions-apiserver/pkg/registry/customresource/{strategy,status_strategy,validator}.go,
 * unstructuredSchemaCoercer in pkg/apiserver/customresource_handler.go.
 */
import type { Json, JsonObject } from "../../core/json.js";
import type { Patterns } from "../../schema/patterns.js";
import type { ApiObject } from "../api-object.js";
import { type FieldError, type FieldErrorType, invalid, noPath } from "../../core/field-error.js";
import { copyField } from "../kinds/common-strategy.js";
import { nameIsDnsSubdomain } from "../kinds/validation/names.js";
import type { Decoded, PartialUpdate, Strategy } from "../resource.js";
import { CorrelatedValue } from "./correlated-value.js";
import type { ScalePaths } from "./definition.js";
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import { compileEmbeddedResources } from "./embedded-resources.js";
import { finalizerWarnings } from "./finalizer-warnings.js";
import { propertyOf, type JsonSchema } from "./json-schema.js";
import { compileListChecks } from "./list-invariants.js";
import { readMetadata } from "./object-metadata.js";
import { prune, pruneNulls } from "./prune.js";
import { compileRules } from "./rules.js";
import { validateScaleSpec, validateScaleStatus } from "./scale-rules.js";
import { compileDefaults } from "./structural-defaults.js";
import { unknownVersionError } from "./conversion/conversion.js";
import { toFieldErrors, type ValueValidator } from "./value-result.js";
import { compileValidator } from "./value-validator.js";

export interface CustomResourceRules {
  readonly apiVersion: string;
  readonly kind: string;
  readonly schema: JsonSchema;
  readonly hasStatus: boolean;
  readonly scale: ScalePaths | undefined;
  readonly patterns: Patterns;
  readonly version: KubernetesVersion;
}

export interface CustomResourceStrategies {
  readonly strategy: Strategy;
  readonly status: PartialUpdate["strategy"];
}

export function createStrategies(rules: CustomResourceRules): CustomResourceStrategies {
  const { schema, patterns, hasStatus, scale, version } = rules;
  const statusSchema = propertyOf(schema, "status");
  const setDefaults = compileDefaults(schema);
  const embedded = compileEmbeddedResources(schema, version);
  const checkLists = compileListChecks(schema);
  const celRules = compileRules(schema, { patterns, isResource: true });
  const validator = compileValidator(schema, { patterns, version });
  const statusValidator =
    hasStatus && statusSchema !== undefined ? compileValidator(statusSchema, { patterns, version }) : undefined;
  /** The rule warnings of the last update, by the written object. The server reads them after the update. */
  const ruleWarnings = new WeakMap<ApiObject, readonly string[]>();

  function applyRules(faults: FieldError[], object: ApiObject, old: ApiObject | undefined): FieldError[] {
    if (celRules === undefined) return faults;
    const isNameless = old === undefined && (object.metadata.name ?? "") === "";
    if (isNameless || faults.some(({ type }) => blocking.has(type))) return [...faults, notChecked];
    const found = celRules.validate(object, old);
    ruleWarnings.set(object, found.warnings);
    return [...faults, ...found.faults];
  }

  /** Accepts lists that were already invalid in the old object. */
  function checkChangedLists(object: ApiObject, old: ApiObject | undefined): readonly FieldError[] {
    const found = checkLists?.(object, "") ?? [];
    return old === undefined || found.length === 0 || checkLists?.(old, "").length === 0 ? found : [];
  }

  function validate(object: ApiObject, old?: ApiObject): FieldError[] {
    const wrongType = validateTypeMeta(object, rules);
    if (wrongType.length > 0) return wrongType;
    const faults = [
      ...validateValue(validator, object, old && (() => new CorrelatedValue(object, old, schema))),
      ...(scale === undefined ? [] : [...validateScaleSpec(object, scale), ...validateScaleStatus(object, scale)]),
      ...(embedded?.validate(object, "") ?? []),
      ...checkChangedLists(object, old),
    ];
    return applyRules(faults, object, old);
  }

  const strategy: Strategy = {
    decode: (object) => decode(object, rules, embedded),
    decodeStored: (object) => {
      if (object.kind !== rules.kind) return;
      if (object.apiVersion !== rules.apiVersion) throw unknownVersionError(object.apiVersion);
      prune(object, schema, true);
      pruneNulls(object, schema);
      embedded?.repair(object);
    },
    setDefaults: (object) => {
      if (object.kind === rules.kind) setDefaults?.(object);
    },
    prepareForCreate: (object) => {
      if (hasStatus) delete object["status"];
    },
    prepareForUpdate: (object, old) => {
      if (hasStatus) copyField(object, old, "status");
    },
    validate,
    validateUpdate: validate,
    validateName: nameIsDnsSubdomain,
    ...(hasStatus ? { resetFields: [["status"]] } : {}),
    generationOf: (object) => withoutFields(object, hasStatus ? ["metadata", "status"] : ["metadata"]),
    allowsCreateOnUpdate: false,
    allowsUnconditionalUpdate: false,
    warnings: (object, old) => [...(ruleWarnings.get(object) ?? []), ...finalizerWarnings(object, old)],
  };

  const status: PartialUpdate["strategy"] = {
    prepareForUpdate: (object, old) => {
      const { managedFields } = object.metadata;
      const given = object["status"];
      for (const name of Object.keys(object)) Reflect.deleteProperty(object, name);
      Object.assign(object, structuredClone(old));
      if (managedFields !== undefined) object.metadata.managedFields = managedFields;
      if (given === undefined) delete object["status"];
      else object["status"] = given;
    },
    validateUpdate: (object, old) => {
      const wrongType = validateTypeMeta(object, rules);
      if (wrongType.length > 0) return wrongType;
      const value = object["status"];
      const correlate = (): CorrelatedValue =>
        new CorrelatedValue(object, old, schema).key("status") ??
        new CorrelatedValue(value, old["status"], statusSchema ?? {});
      const faults = [
        ...(statusValidator === undefined || value === undefined
          ? []
          : validateValue(statusValidator, value, correlate, "status")),
        ...(scale === undefined ? [] : validateScaleStatus(object, scale)),
        ...checkChangedLists(object, old),
      ];
      return applyRules(faults, object, old);
    },
  };
  return { strategy, status };
}

function decode(
  object: ApiObject,
  { kind, schema }: CustomResourceRules,
  embedded: ReturnType<typeof compileEmbeddedResources>,
): Decoded {
  const given = (object as JsonObject)["metadata"];
  const read = readMetadata(given ?? null);
  if ("fault" in read) return { unknownFields: [], fault: read.fault };
  const unknownFields = read.unknownFields.map((each) => `metadata.${each}`);
  if (object.kind === kind) {
    unknownFields.push(...prune(object, schema, true));
    pruneNulls(object, schema);
    const coerced = embedded?.coerce(object);
    if (coerced?.fault !== undefined) {
      return { unknownFields, fault: `${coerced.fault.field}: ${coerced.fault.message}` };
    }
    unknownFields.push(...(coerced?.unknownFields ?? []));
  }
  if (given !== undefined) object.metadata = read.metadata; // readMetadata returned it
  return { unknownFields };
}

function validateValue(
  validator: ValueValidator,
  value: Json,
  correlate?: () => CorrelatedValue,
  base?: string,
): FieldError[] {
  return validator.isValid(value) ? [] : toFieldErrors(validator.validate(value, "", correlate?.()).faults, base);
}

function validateTypeMeta(object: ApiObject, { apiVersion, kind }: CustomResourceRules): FieldError[] {
  return [
    ...(object.kind === kind ? [] : [invalid("kind", object.kind, `must be ${kind}`)]),
    ...(object.apiVersion === apiVersion ? [] : [invalid("apiVersion", object.apiVersion, `must be ${apiVersion}`)]),
  ];
}

/** Errors that prevent the evaluation of rules, because the value that a rule would see is uncertain. */
const blocking: ReadonlySet<FieldErrorType> = new Set<FieldErrorType>([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

const notChecked = invalid(
  noPath,
  null,
  "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
);

function withoutFields(object: ApiObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
