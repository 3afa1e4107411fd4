/** Source: kubernetes/pkg/api/pod/warnings.go. */
import type { JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf, textMapOf, textOf } from "../../api-object.js";
import { visitContainers } from "../../pod-containers.js";
import { isSame } from "../common-strategy.js";
import { fractionWarnings } from "./fractions.js";

const seccompAnnotation = "container.seccomp.security.alpha.kubernetes.io/";
const appArmorAnnotation = "container.apparmor.security.beta.kubernetes.io/";

/** `path`: the path of a template; empty for a pod. */
export function containerWarnings(spec: JsonObject, metadata: JsonObject | undefined, path: string): string[] {
  const start = path === "" ? "" : `${path}.`;
  const annotations = textMapOf(metadata, "annotations");
  const podProfile = objectOf(objectOf(spec, "securityContext"), "appArmorProfile");
  return visitContainers(spec, `${start}spec`, (container, at) => {
    const security = objectOf(container, "securityContext");
    const seccomp = `${seccompAnnotation}${textOf(container, "name")}`;
    const appArmor = `${appArmorAnnotation}${textOf(container, "name")}`;
    const profile = annotations[appArmor];
    const isOwn = path !== "" && objectOf(security, "appArmorProfile") === undefined && profile !== undefined;
    return [
      ...(objectOf(security, "seccompProfile") === undefined && annotations[seccomp] !== undefined
        ? [`${start}metadata.annotations[${seccomp}]: non-functional in v1.27+; use the "seccompProfile" field instead`]
        : []),
      ...(isOwn && (podProfile === undefined || !isSame(podProfile, profileOf(profile)))
        ? [`${start}metadata.annotations[${appArmor}]: deprecated since v1.30; use the "appArmorProfile" field instead`]
        : []),
      ...["limits", "requests"].flatMap((list) =>
        fractionWarnings(objectOf(objectOf(container, "resources"), list), `${at}.resources.${list}`),
      ),
      ...environmentWarnings(objectsOf(container, "env"), `${at}.env`),
    ];
  });
}

function profileOf(annotation: string): JsonObject | null {
  if (annotation === "unconfined") return { type: "Unconfined" };
  if (annotation === "runtime/default") return { type: "RuntimeDefault" };
  const name = /^localhost\/(.+)$/.exec(annotation)?.[1];
  return name === undefined ? null : { type: "Localhost", localhostProfile: name };
}

/** A later definition may extend an earlier one: `X=$(X):more`. */
function environmentWarnings(variables: readonly JsonObject[], path: string): string[] {
  const names = variables.map((variable) => textOf(variable, "name"));
  return variables.flatMap((variable, index) => {
    const name = names[index] ?? "";
    if (names.indexOf(name) === index) return [];
    const value = textOf(variable, "value");
    const reference = `$(${name})`;
    const isFine = objectOf(variable, "valueFrom") === undefined && value !== reference && value.includes(reference);
    const quoted = JSON.stringify(name);
    return isFine
      ? []
      : [`${path}[${index}]: hides previous definition of ${quoted}, which may be dropped when using apply`];
  });
}
