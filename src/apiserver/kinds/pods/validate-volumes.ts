/** The volumes of a pod. Source: ValidateVolumes and validateVolumeSource in pkg/apis/core/validation/validation.go. */
import type { PodSpec, Volume } from "../../../k8s/core/v1.js";
import { duplicate, type FieldError, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf, textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { checkDns1123Subdomain } from "../validation/names.js";
import { judgeSources, type SourceContext } from "../volumes/plugin-sources.js";
import { isNegative, readQuantity, zero } from "./resource-lists.js";
import type { Volumes } from "./validate-mounts.js";
import { volumeOrder, volumeSources } from "./volume-sources.js";

interface VolumeContext extends SourceContext {
  /** Undefined for a template. */
  readonly podName: string | undefined;
  readonly valid: Map<string, JsonObject>;
  /** The claims that are created for ephemeral volumes. */
  readonly claims: ReadonlySet<string>;
}

export interface ValidatedVolumes {
  /** The valid volumes. Only these can be mounted. */
  readonly volumes: Volumes;
  readonly faults: readonly FieldError[];
}

/** `podName`: the name of the pod; undefined for a template. */
export function validateVolumes(spec: JsonObject, path: string, podName: string | undefined): ValidatedVolumes {
  const ephemeral = objectsOf(spec, "volumes").filter(
    (volume) => podName !== undefined && volume["ephemeral"] !== undefined,
  );
  const valid = new Map<string, JsonObject>();
  const claims = new Set(ephemeral.map((volume) => `${podName ?? ""}-${textOf(volume, "name")}`));
  const faults = rule.judge(volumes, spec, path, { podName, valid, claims, volumeName: undefined });
  return { volumes: valid, faults };
}

const volume: rule.Table<Volume, VolumeContext> = [
  rule.forbiddenIf(
    ["emptyDir", "emptyDir.sizeLimit"],
    "SizeLimit field must be a valid resource quantity",
    ({ emptyDir }) => isNegative(readQuantity(objectOf({ emptyDir }, "emptyDir")?.["sizeLimit"]) ?? zero),
  ),
  (place) => judgeSources(volumeOrder, volumeSources, place, objectOf(place.object, "emptyDir") !== undefined),
  rule.when(
    (_volume, { context: { podName } }) => podName !== undefined,
    rule.optional("image", [rule.required("reference")]),
  ),
  rule.when(
    ({ ephemeral }) => typeof ephemeral === "object",
    rule.optionalText("name", (name, path, place) => {
      const { podName = "" } = place.context;
      const claim = `${podName}-${name}`;
      const faultsOf = (): string[] =>
        checkDns1123Subdomain(claim).map((fault) => `PVC name ${JSON.stringify(claim)}: ${fault}`);
      return podName === "" ? [] : must.haveForm(faultsOf)(name, path);
    }),
  ),
  ({ object, path }) =>
    rule.given(object, ["emptyDir", ...volumeOrder]).length === 0 ? [required(path, "must specify a volume type")] : [],
  rule.text("name", must.beSet(), must.beLabel),
  rule.text("name", (name, path, { context: { valid } }) => (valid.has(name) ? [duplicate(path, name)] : [])),
];

const volumes: rule.Table<PodSpec, VolumeContext> = [
  rule.each(
    ["volumes", ""],
    [
      (place) => {
        const faults = rule.judgeAt(volume, place);
        if (faults.length === 0) place.context.valid.set(textOf(place.object, "name"), place.object);
        return faults;
      },
      rule.optional("persistentVolumeClaim", [
        rule.text("claimName", [
          (claim, { context: { claims } }) => !claims.has(claim),
          "must not reference a PVC that gets created for an ephemeral volume",
        ]),
      ]),
    ],
  ),
];
