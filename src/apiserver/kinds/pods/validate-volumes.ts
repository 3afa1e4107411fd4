/** The volumes of a pod. Source: ValidateVolumes and validateVolumeSource in pkg/apis/core/validation/validation.go. */
import { duplicate, type FieldError, forbidden, invalid, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf, textOf } from "../../json-fields.js";
import { checkDns1123Label, checkDns1123Subdomain } from "../validation/names.js";
import { faultsAt, validateRequired } from "../validation/values.js";
import { isNegative, readQuantity } from "./resource-lists.js";
import type { Volumes } from "./validate-mounts.js";
import { volumeSources } from "./volume-sources.js";

export interface ValidatedVolumes {
  /** Those without a fault: only these can be mounted. */
  readonly volumes: Volumes;
  readonly faults: readonly FieldError[];
}

/** `podName`: of a pod; undefined of a template. */
export function validateVolumes(spec: JsonObject, path: string, podName: string | undefined): ValidatedVolumes {
  const given = objectsOf(spec, "volumes");
  const claims = new Set(
    given
      .filter((volume) => podName !== undefined && volume["ephemeral"] !== undefined)
      .map((volume) => `${podName ?? ""}-${textOf(volume, "name")}`),
  );
  const volumes = new Map<string, JsonObject>();
  const faults = given.flatMap((volume, index) => {
    const at = `${path}[${index}]`;
    const name = textOf(volume, "name");
    const own = [
      ...validateSource(volume, at, podName),
      ...(name === "" ? [required(`${at}.name`)] : faultsAt(`${at}.name`, name, checkDns1123Label(name))),
      ...(volumes.has(name) ? [duplicate(`${at}.name`, name)] : []),
    ];
    if (own.length === 0) volumes.set(name, volume);
    const claim = textOf(objectOf(volume, "persistentVolumeClaim"), "claimName");
    if (!claims.has(claim)) return own;
    const detail = "must not reference a PVC that gets created for an ephemeral volume";
    return [...own, invalid(`${at}.persistentVolumeClaim.claimName`, claim, detail)];
  });
  return { volumes, faults };
}

function validateSource(volume: JsonObject, path: string, podName: string | undefined): FieldError[] {
  const emptyDir = objectOf(volume, "emptyDir");
  const limit = readQuantity(emptyDir?.["sizeLimit"]);
  const others = volumeSources.filter(({ name }) => objectOf(volume, name) !== undefined);
  const isFirst = (index: number): boolean => index === 0 && emptyDir === undefined;
  return [
    ...(limit !== undefined && isNegative(limit)
      ? [forbidden(`${path}.emptyDir.sizeLimit`, "SizeLimit field must be a valid resource quantity")]
      : []),
    ...others.flatMap(({ name, shownAs = name, shownInside = name, validate }, index) => {
      if (!isFirst(index)) return [forbidden(`${path}.${shownAs}`, "may not specify more than 1 volume type")];
      return validate(objectOf(volume, name) ?? {}, `${path}.${shownInside}`);
    }),
    ...(podName === undefined || objectOf(volume, "image") === undefined
      ? []
      : validateRequired(objectOf(volume, "image"), "reference", `${path}.image`)),
    ...(objectOf(volume, "ephemeral") === undefined ? [] : validateClaimName(volume, path, podName)),
    ...(emptyDir === undefined && others.length === 0 ? [required(path, "must specify a volume type")] : []),
  ];
}

function validateClaimName(volume: JsonObject, path: string, podName: string | undefined): FieldError[] {
  const name = textOf(volume, "name");
  if (podName === undefined || podName === "" || name === "") return [];
  const claim = `${podName}-${name}`;
  const details = checkDns1123Subdomain(claim).map((fault) => `PVC name ${JSON.stringify(claim)}: ${fault}`);
  return faultsAt(`${path}.name`, name, details);
}
