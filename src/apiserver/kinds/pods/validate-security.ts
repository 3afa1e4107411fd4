/** The security contexts of containers and pods. Source: pkg/apis/core/validation/validation.go. */
import type {
  AppArmorProfile,
  PodSecurityContext,
  SeccompProfile,
  SecurityContext,
  Sysctl,
} from "../../../k8s/core/v1.js";
import { invalid } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { isSet, objectOf, textOf, textsOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { invalidInternal } from "../validation/internal-forms.js";
import { validateDescendingPath } from "../validation/paths.js";

const profileTypes = ["Localhost", "RuntimeDefault", "Unconfined"];

const seccomp: rule.Table<SeccompProfile> = [
  rule.text("type", must.beSet("type is required when seccompProfile is set"), must.beOneOf(...profileTypes)),
  rule.requiredIf(
    "localhostProfile",
    "must be set when seccomp type is Localhost",
    ({ type, localhostProfile }) => type === "Localhost" && typeof localhostProfile !== "string",
  ),
  rule.textPointer("localhostProfile", (local, path, { object }) =>
    object["type"] === "Localhost"
      ? validateDescendingPath(local, path)
      : [invalid(path, object, "can only be set when seccomp type is Localhost")],
  ),
];

const appArmor: rule.Rule<AppArmorProfile, unknown> = rule.first(
  rule.text("type", must.beSet("type is required when appArmorProfile is set"), must.beOneOf(...profileTypes)),
  rule.when(
    ({ type }) => type !== "Localhost",
    rule.textPointer("localhostProfile", [() => false, "can only be set when AppArmor type is Localhost"]),
  ),
  rule.when(
    ({ type }) => type === "Localhost",
    rule.first(
      rule.text("localhostProfile", must.beSet("must be set when AppArmor type is Localhost")),
      rule.all(
        rule.text("localhostProfile", [(local) => local.trim() === local, "must not be padded with whitespace"]),
        rule.text("localhostProfile", must.fit(4095)),
      ),
    ),
  ),
);

const beId = must.beIn(0, 2 ** 31 - 1);

function deniedWith(isMeant: (context: JsonObject) => boolean, what: string): rule.Rule<SecurityContext, unknown> {
  const detail = `cannot set \`allowPrivilegeEscalation\` to false and ${what}`;
  return ({ object, path }) =>
    object["allowPrivilegeEscalation"] === false && isMeant(object)
      ? [invalidInternal(path, object, "v1.SecurityContext", detail)]
      : [];
}

/** `hostUsers`: the pod shares the node's user namespace. */
export const containerSecurity: rule.Table<SecurityContext, { readonly hostUsers: boolean }> = [
  rule.numberPointer("runAsUser", beId),
  rule.numberPointer("runAsGroup", beId),
  rule.textPointer("procMount", must.beOneOf("Default", "Unmasked")),
  rule.invalidIf(
    "procMount",
    "`hostUsers` must be false to use `Unmasked`",
    ({ procMount }, { context: { hostUsers } }) => procMount === "Unmasked" && hostUsers,
  ),
  rule.optional("seccompProfile", seccomp),
  deniedWith((context) => isSet(context, "privileged"), "`privileged` to true"),
  deniedWith(
    (context) => textsOf(objectOf(context, "capabilities"), "add").includes("CAP_SYS_ADMIN"),
    "`capabilities.Add` CAP_SYS_ADMIN",
  ),
  rule.optional("appArmorProfile", [appArmor]),
];

const sysctlPart = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const sysctlName = `^(${sysctlPart}[\\./])*${sysctlPart}$`;
const sysctlPattern = new RegExp(sysctlName);
const sysctlDetail = `must have at most 253 characters and match regex ${sysctlName}`;

/** A pod must not set a sysctl that it shares with the host. */
function hostSysctl(names: RegExp, field: string): rule.Rule<Sysctl, unknown> {
  return rule.invalidIf(
    "name",
    `may not be specified when '${field}' is true`,
    (sysctl, { parent }) => names.test(textOf(sysctl, "name")) && isSet(parent?.parent?.object, field),
  );
}

export const podSecurity: rule.Table<PodSecurityContext> = [
  rule.numberPointer("fsGroup", beId),
  rule.numberPointer("runAsUser", beId),
  rule.numberPointer("runAsGroup", beId),
  rule.eachNumber("supplementalGroups", beId),
  ({ path, parent }) =>
    isSet(parent?.object, "shareProcessNamespace") && isSet(parent?.object, "hostPID")
      ? [invalid(`${path}.shareProcessNamespace`, true, "ShareProcessNamespace and HostPID cannot both be enabled")]
      : [],
  rule.each("sysctls", [
    rule.text(
      "name",
      must.beSet(),
      [(name) => name.length <= 253 && sysctlPattern.test(name), sysctlDetail],
      must.beUnique(),
    ),
    hostSysctl(/^net[./]/, "hostNetwork"),
    hostSysctl(/^(?:kernel[./](?:sem$|shm|msg)|fs[./]mqueue[./])/, "hostIPC"),
  ]),
  rule.textPointer("fsGroupChangePolicy", must.beOneOf("Always", "OnRootMismatch")),
  rule.optional("seccompProfile", seccomp),
  rule.optional("appArmorProfile", [appArmor]),
  rule.textPointer("supplementalGroupsPolicy", must.beOneOf("Merge", "Strict")),
  rule.textPointer("seLinuxChangePolicy", must.beOneOf("MountOption", "Recursive")),
];
