/** The environment of a container. Source: ValidateEnv and ValidateEnvFrom in pkg/apis/core/validation/validation.go. */
import type { EnvFromSource, EnvVar } from "../../../k8s/core/v1.js";
import { invalid } from "../../../core/field-error.js";
import { textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import * as names from "../validation/names.js";
import { validateNoBacksteps } from "../validation/paths.js";
import { fieldReference, resourceReference } from "./validate-downward-api.js";

const environmentFields = [
  ...["metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName"],
  ...["status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"],
];

const key: rule.Table<{ name?: string; key: string }> = [
  rule.text("name", must.beSubdomain),
  rule.text("key", must.beSet(), must.haveForm(names.checkConfigMapKey)),
];
const whole: rule.Table<{ name?: string }> = [
  rule.text(
    "name",
    must.beSet(),
    must.haveForm((name) => names.nameIsDnsSubdomain(name, true)),
  ),
];

export const environment: rule.Table<EnvVar> = [
  rule.text("name", must.beSet(), must.haveForm(names.checkEnvironmentName)),
  rule.optional("valueFrom", [
    rule.optional("fieldRef", [fieldReference(environmentFields)]),
    rule.optional("resourceFieldRef", resourceReference),
    rule.optional("configMapKeyRef", key),
    rule.optional("secretKeyRef", key),
    rule.optional("fileKeyRef", [
      rule.text("key", must.beSet(), must.haveForm(names.checkEnvironmentName)),
      rule.text("volumeName", must.beSet(), must.beLabel),
      rule.text("path", must.beSet(), validateNoBacksteps),
    ]),
    ({ object, path, parent }) => {
      const fault = faultOfSources(rule.given(object, sources).length, textOf(parent?.object, "value"));
      return fault === "" ? [] : [invalid(path, "", fault)];
    },
  ]),
];

const sources = ["fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef"];
const notTwo = "may not have more than one field specified at a time";

function faultOfSources(count: number, value: string): string {
  if (count === 0) {
    return "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
  }
  if (value !== "") return "may not be specified when `value` is not empty";
  return count > 1 ? notTwo : "";
}

/** Kubernetes reports an error of the whole source at the path of the list. */
export const environmentSources: rule.Table<EnvFromSource> = [
  rule.optionalText("prefix", must.haveForm(names.checkEnvironmentName)),
  rule.optional("configMapRef", whole),
  rule.optional("secretRef", whole),
  ({ object, parent }) => {
    const { length } = rule.given(object, ["configMapRef", "secretRef"]);
    const fault = length === 0 ? "must specify one of: `configMapRef` or `secretRef`" : notTwo;
    return length === 1 ? [] : [invalid(`${parent?.path ?? ""}.envFrom`, "", fault)];
  },
];
