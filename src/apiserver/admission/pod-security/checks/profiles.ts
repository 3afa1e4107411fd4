/** Checks of AppArmor and seccomp profiles, and of SELinux options. */
import { quoteText } from "../../../../core/go-text.js";
import type { JsonObject } from "../../../../core/json.js";
import { objectOf, textOf } from "../../../api-object.js";
import { containersOf } from "../../../pod-containers.js";
import { type Check, plural, quoteAll, settersOf, showCounted, sortedSet } from "./check.js";

const usualProfiles = ["RuntimeDefault", "Localhost"];

/** Returns whether a profile is set to a type other than the usual ones. */
function isUnusual(context: JsonObject, name: string): boolean {
  const profile = objectOf(context, name);
  return profile !== undefined && !usualProfiles.includes(textOf(profile, "type"));
}

function typesOf(contexts: readonly JsonObject[], name: string): string[] {
  return sortedSet(contexts.map((context) => textOf(objectOf(context, name), "type")));
}

const appArmorPrefix = "container.apparmor.security.beta.kubernetes.io/";

export const appArmorProfile: Check = ({ metadata, spec }) => {
  const setters = settersOf(spec, (context) => isUnusual(context, "appArmorProfile"));
  const annotations = Object.entries(metadata.annotations ?? {})
    .filter(([key, value]) => key.startsWith(appArmorPrefix) && !isUsualAppArmor(value))
    .map(([key, value]) => `${key}=${quoteText(value)}`)
    .toSorted();
  if (setters === undefined && annotations.length === 0) return undefined;
  const values = [...(setters === undefined ? [] : typesOf(setters.contexts, "appArmorProfile")), ...annotations];
  const who = [
    ...(setters === undefined ? [] : [setters.shown]),
    ...(annotations.length === 0 ? [] : [plural("annotation", annotations.length)]),
  ];
  const detail = `${who.join(" and ")} must not set AppArmor profile type to ${quoteAll(values)}`;
  return { reason: plural("forbidden AppArmor profile", values.length), detail };
};

function isUsualAppArmor(value: string): boolean {
  return value === "" || value === "runtime/default" || value.startsWith("localhost/");
}

const seccompPod = "seccomp.security.alpha.kubernetes.io/pod";
const seccompPrefix = "container.seccomp.security.alpha.kubernetes.io/";

/** Checks the annotations that preceded the fields. */
export const seccompAnnotations: Check = ({ metadata, spec }) => {
  const names = [seccompPod, ...containersOf(spec).map((container) => `${seccompPrefix}${textOf(container, "name")}`)];
  const bad = names.flatMap((name) => {
    const value = metadata.annotations?.[name];
    return value === undefined || isUsualSeccomp(value) ? [] : [`${name}=${quoteText(value)}`];
  });
  if (bad.length === 0) return undefined;
  const shown = sortedSet(bad);
  return { reason: "seccompProfile", detail: `forbidden ${plural("annotation", shown.length)} ${shown.join(", ")}` };
};

function isUsualSeccomp(value: string): boolean {
  return value === "runtime/default" || value === "docker/default" || value.startsWith("localhost/");
}

export const seccompProfile: Check = ({ spec }) => {
  const setters = settersOf(spec, (context) => isUnusual(context, "seccompProfile"));
  if (setters === undefined) return undefined;
  const types = quoteAll(typesOf(setters.contexts, "seccompProfile"));
  const detail = `${setters.shown} must not set securityContext.seccompProfile.type to ${types}`;
  return { reason: "seccompProfile", detail };
};

export function seLinuxOptions(allowedTypes: readonly string[]): Check {
  const isBadType = (options: JsonObject): boolean => !allowedTypes.includes(textOf(options, "type"));
  const isBad = (options: JsonObject): boolean =>
    isBadType(options) || textOf(options, "user") !== "" || textOf(options, "role") !== "";
  return ({ spec }) => {
    const setters = settersOf(spec, (context) => {
      const options = objectOf(context, "seLinuxOptions");
      return options !== undefined && isBad(options);
    });
    if (setters === undefined) return undefined;
    const all = setters.contexts.map((context) => objectOf(context, "seLinuxOptions") ?? {});
    const types = sortedSet(all.filter(isBadType).map((options) => textOf(options, "type")));
    const facts = [
      ...(types.length === 0 ? [] : [showCounted("type", types)]),
      ...["user", "role"].flatMap((name) =>
        all.some((options) => textOf(options, name) !== "") ? [`${name} may not be set`] : [],
      ),
    ];
    const detail = `${setters.shown} set forbidden securityContext.seLinuxOptions: ${facts.join("; ")}`;
    return { reason: "seLinuxOptions", detail };
  };
}
