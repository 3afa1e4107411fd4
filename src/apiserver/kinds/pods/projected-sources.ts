/** The sources of projected volumes. Source: validateProjectionSources in pkg/apis/core/validation/validation.go. */
import type * as core from "../../../k8s/core/v1.js";
import { type FieldError, forbidden, invalid, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { newestVersion } from "../../../schema/kubernetes-versions.js";
import { objectOf, textOf } from "../../api-object.js";
import { certificateLife, validateUserAnnotations } from "../certificates/requested-certificate.js";
import { bundleNameFaults } from "../certificates/bundle-name.js";
import { validateSignerName } from "../certificates/validate-signer-name.js";
import { must, rule } from "../rules/index.js";
import { invalidInternal } from "../validation/internal-forms.js";
import { validateLabelSelector } from "../validation/labels.js";
import { source } from "../volumes/plugin-sources.js";
import { bePath, defaultMode, downwardFile, items } from "./volume-files.js";

/** The file paths of all sources in a projected volume. */
interface ProjectedContext {
  readonly volumePath: string;
  readonly taken: Set<string>;
}

const beFree: rule.Check<string, ProjectedContext> = (target, _path, { context, parent }) => {
  const isTaken = context.taken.has(target);
  context.taken.add(target);
  const shown = parent?.object["name"] ?? (parent?.path.endsWith(".downwardAPI") === true ? target : "");
  return isTaken ? [invalid(context.volumePath, shown, "conflicting duplicate paths")] : [];
};

const projectedItems: rule.Table<core.SecretProjection & core.ConfigMapProjection, ProjectedContext> = [
  rule.required("name"),
  items,
  rule.each("items", [rule.optionalText("path", beFree)]),
];

const typeOfBundle = { type: "v1.ClusterTrustBundleProjection", version: newestVersion } as const;

/** A file path of its own source: the volume reports a path that another source has. */
const beFreePath: rule.Check<string, ProjectedContext> = (target, path, { context }) => {
  const isTaken = context.taken.has(target);
  context.taken.add(target);
  return [
    ...bePath(target, path),
    ...(isTaken ? [invalid(context.volumePath, target, "conflicting duplicate paths")] : []),
  ];
};

const trustBundle: rule.Table<core.ClusterTrustBundleProjection, ProjectedContext> = [
  ({ object, path }) => {
    const [name, signer] = [textPointerOf(object, "name"), textPointerOf(object, "signerName")];
    if (name !== undefined && signer !== undefined) {
      return [invalidInternal(path, object, typeOfBundle, "only one of name and signerName may be used")];
    }
    if (name !== undefined) return validateBundleName(name, object, path);
    if (signer !== undefined) return validateBundleSigner(signer, object, path);
    return [required(path, "either name or signerName must be specified")];
  },
  rule.required("path"),
  rule.text("path", beFreePath),
];

function textPointerOf(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === "string" ? value : undefined;
}

function validateBundleName(name: string, object: JsonObject, path: string): FieldError[] {
  const [nameAt, selectorAt] = [`${path}.name`, `${path}.labelSelector`];
  const colon = name.lastIndexOf(":");
  const signer = colon === -1 ? "" : name.slice(0, colon).replaceAll(":", "/");
  const selector = objectOf(object, "labelSelector");
  const unset = "labelSelector must be unset if name is specified";
  return [
    ...(name === "" ? [required(nameAt, "must be a valid object name")] : []),
    ...bundleNameFaults(name, signer).map((each) =>
      invalid(nameAt, name, `not a valid clustertrustbundlename: ${each}`),
    ),
    ...(selector === undefined ? [] : [invalidInternal(selectorAt, selector, "meta.k8s.io/v1.LabelSelector", unset)]),
  ];
}

function validateBundleSigner(signer: string, object: JsonObject, path: string): FieldError[] {
  const at = `${path}.signerName`;
  return [
    ...(signer === "" ? [required(at, "must be a valid signer name")] : []),
    ...validateSignerName(signer, at),
    ...validateLabelSelector(objectOf(object, "labelSelector"), `${path}.labelSelector`),
  ];
}

const keyTypes = ["RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"];
const files = ["credentialBundlePath", "keyPath", "certificateChainPath"] as const;

const podCertificate: rule.Table<core.PodCertificateProjection, ProjectedContext> = [
  rule.text("signerName", validateSignerName),
  rule.textMap("userAnnotations", validateUserAnnotations),
  rule.text("keyType", must.beOneOf(...keyTypes)),
  rule.numberPointer("maxExpirationSeconds", (seconds, path, { object }) => {
    const { shortest, longest } = certificateLife(textOf(object, "signerName"));
    const detail = (bound: string): string => `if provided, maxExpirationSeconds must be ${bound}`;
    if (seconds < shortest) return [invalid(path, seconds, detail(`>= ${shortest}`))];
    return seconds > longest ? [invalid(path, seconds, detail(`<= ${longest}`))] : [];
  }),
  ...files.map((file) => rule.optionalText<core.PodCertificateProjection, ProjectedContext>(file, beFreePath)),
  ({ object, path }) =>
    files.every((file) => textOf(object, file) === "")
      ? [required(path, "specify at least one of credentialBundlePath, keyPath, and certificateChainPath")]
      : [],
];

const projection: rule.Table<core.VolumeProjection, ProjectedContext> = [
  rule.optional("secret", projectedItems),
  rule.optional("configMap", projectedItems),
  rule.optional("downwardAPI", [rule.each(["items", ""], [downwardFile, rule.optionalText("path", beFree)])]),
  rule.optional("serviceAccountToken", [
    rule.number("expirationSeconds", beTokenLife),
    rule.text("path", (target, _path, place) => {
      const path = `${place.context.volumePath}.path`;
      return target === "" ? [required(path)] : bePath(target, path);
    }),
  ]),
  rule.optional("clusterTrustBundle", trustBundle),
  rule.optional("podCertificate", podCertificate),
  ({ object, path }) =>
    rule.given(object, Object.keys(object)).length > 1
      ? [forbidden(path, "may not specify more than 1 volume type per source")]
      : [],
];

/** Checks the lifetime of a service account token, in seconds. */
export function beTokenLife(seconds: number, path: string): rule.Faults {
  if (seconds < 600) return [invalid(path, seconds, "may not specify a duration less than 10 minutes")];
  return seconds > 2 ** 32 ? [invalid(path, seconds, "may not specify a duration larger than 2^32 seconds")] : [];
}

export const projected = source<core.ProjectedVolumeSource>(defaultMode, ({ object, path }) => {
  const context: ProjectedContext = { volumePath: path, taken: new Set() };
  return rule.judge<core.ProjectedVolumeSource, ProjectedContext>(
    [rule.each("sources", projection)],
    object,
    path,
    context,
  );
});
