/** Security contexts of containers and of pods. Source: pkg/apis/core/validation/validation.go. */
import { duplicate, type FieldError, invalid, notSupported, required, tooLong } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { booleanOf, isSet, listOf, numberOf, objectOf, objectsOf, textOf, textsOf } from "../../json-fields.js";
import { invalidInternal } from "../validation/internal-forms.js";
import { podTypeForm } from "./pod-types.js";
import { checkUserOrGroupId } from "../validation/names.js";
import { validateDescendingPath } from "../validation/paths.js";
import { faultsAt } from "../validation/values.js";

/** `hostUsers`: the pod shares its users with the node. */
export function validateContainerSecurity(container: JsonObject, path: string, hostUsers: boolean): FieldError[] {
  const context = objectOf(container, "securityContext");
  if (context === undefined) return [];
  const procMount = context["procMount"];
  const deniesEscalation = booleanOf(context, "allowPrivilegeEscalation") === false;
  const added = textsOf(objectOf(context, "capabilities"), "add");
  const denied = "cannot set `allowPrivilegeEscalation` to false and";
  return [
    ...validateIds(context, ["runAsUser", "runAsGroup"], path),
    ...(typeof procMount === "string" && procMount !== "Default" && procMount !== "Unmasked"
      ? [notSupported(`${path}.procMount`, procMount, ["Default", "Unmasked"])]
      : []),
    ...(procMount === "Unmasked" && hostUsers
      ? [invalid(`${path}.procMount`, procMount, "`hostUsers` must be false to use `Unmasked`")]
      : []),
    ...validateSeccomp(objectOf(context, "seccompProfile"), `${path}.seccompProfile`),
    ...(deniesEscalation && isSet(context, "privileged")
      ? [invalidInternal(path, context, podTypeForm("SecurityContext"), `${denied} \`privileged\` to true`)]
      : []),
    ...(deniesEscalation && added.includes("CAP_SYS_ADMIN")
      ? [invalidInternal(path, context, podTypeForm("SecurityContext"), `${denied} \`capabilities.Add\` CAP_SYS_ADMIN`)]
      : []),
    ...validateAppArmor(objectOf(context, "appArmorProfile"), `${path}.appArmorProfile`),
  ];
}

export function validatePodSecurity(spec: JsonObject, path: string): FieldError[] {
  const context = objectOf(spec, "securityContext");
  if (context === undefined) return [];
  const sharing = "shareProcessNamespace";
  return [
    ...validateIds(context, ["fsGroup", "runAsUser", "runAsGroup"], path),
    ...listOf(context, "supplementalGroups").flatMap((group, index) =>
      typeof group === "number"
        ? faultsAt(`${path}.supplementalGroups[${index}]`, group, checkUserOrGroupId(group))
        : [],
    ),
    ...(isSet(spec, sharing) && isSet(spec, "hostPID")
      ? [invalid(`${path}.${sharing}`, true, "ShareProcessNamespace and HostPID cannot both be enabled")]
      : []),
    ...validateSysctls(spec, context, `${path}.sysctls`),
    ...validateWord(context, "fsGroupChangePolicy", ["Always", "OnRootMismatch"], path),
    ...validateSeccomp(objectOf(context, "seccompProfile"), `${path}.seccompProfile`),
    ...validateAppArmor(objectOf(context, "appArmorProfile"), `${path}.appArmorProfile`),
    ...validateWord(context, "supplementalGroupsPolicy", ["Merge", "Strict"], path),
    ...validateWord(context, "seLinuxChangePolicy", ["MountOption", "Recursive"], path),
  ];
}

function validateWord(holder: JsonObject, name: string, words: readonly string[], path: string): FieldError[] {
  const value = holder[name];
  return typeof value !== "string" || words.includes(value) ? [] : [notSupported(`${path}.${name}`, value, words)];
}

function validateIds(holder: JsonObject, names: readonly string[], path: string): FieldError[] {
  return names.flatMap((name) => {
    const id = numberOf(holder, name);
    return id === undefined ? [] : faultsAt(`${path}.${name}`, id, checkUserOrGroupId(id));
  });
}

const sysctlPart = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const sysctlName = `^(${sysctlPart}[\\./])*${sysctlPart}$`;

function validateSysctls(spec: JsonObject, context: JsonObject, path: string): FieldError[] {
  const names = new Set<string>();
  return objectsOf(context, "sysctls").flatMap((sysctl, index) => {
    const at = `${path}[${index}].name`;
    const name = textOf(sysctl, "name");
    const isRepeated = names.has(name);
    names.add(name);
    return [...validateSysctlName(name, isRepeated, at), ...validateHostSysctl(spec, name, at)];
  });
}

function validateSysctlName(name: string, isRepeated: boolean, path: string): FieldError[] {
  if (name === "") return [required(path)];
  if (name.length > 253 || !new RegExp(sysctlName).test(name)) {
    return [invalid(path, name, `must have at most 253 characters and match regex ${sysctlName}`)];
  }
  return isRepeated ? [duplicate(path, name)] : [];
}

function validateHostSysctl(spec: JsonObject, name: string, path: string): FieldError[] {
  const isNet = /^net[./]/.test(name);
  const isIpc = /^(?:kernel[./](?:sem$|shm|msg)|fs[./]mqueue[./])/.test(name);
  for (const [field, isMeant] of [
    ["hostNetwork", isNet],
    ["hostIPC", isIpc],
  ] as const) {
    if (isMeant && isSet(spec, field)) return [invalid(path, name, `may not be specified when '${field}' is true`)];
  }
  return [];
}

const profileTypes = ["Localhost", "RuntimeDefault", "Unconfined"];

function validateSeccomp(profile: JsonObject | undefined, path: string): FieldError[] {
  if (profile === undefined) return [];
  const type = textOf(profile, "type");
  const local = profile["localhostProfile"];
  return [
    ...(type === "" ? [required(`${path}.type`, "type is required when seccompProfile is set")] : []),
    ...(type === "" || profileTypes.includes(type) ? [] : [notSupported(`${path}.type`, type, profileTypes)]),
    ...(type === "Localhost" && typeof local !== "string"
      ? [required(`${path}.localhostProfile`, "must be set when seccomp type is Localhost")]
      : []),
    ...(type === "Localhost" && typeof local === "string"
      ? validateDescendingPath(local, `${path}.localhostProfile`)
      : []),
    ...(type !== "Localhost" && typeof local === "string"
      ? [invalid(`${path}.localhostProfile`, profile, "can only be set when seccomp type is Localhost")]
      : []),
  ];
}

function validateAppArmor(profile: JsonObject | undefined, path: string): FieldError[] {
  if (profile === undefined) return [];
  const type = textOf(profile, "type");
  const local = profile["localhostProfile"];
  const at = `${path}.localhostProfile`;
  if (type === "") return [required(`${path}.type`, "type is required when appArmorProfile is set")];
  if (!profileTypes.includes(type)) return [notSupported(`${path}.type`, type, profileTypes)];
  if (type !== "Localhost") {
    return typeof local === "string" ? [invalid(at, local, "can only be set when AppArmor type is Localhost")] : [];
  }
  if (typeof local !== "string" || local === "") return [required(at, "must be set when AppArmor type is Localhost")];
  return [
    ...(local.trim() === local ? [] : [invalid(at, local, "must not be padded with whitespace")]),
    ...(Buffer.byteLength(local) > 4095 ? [tooLong(at, 4095)] : []),
  ];
}
