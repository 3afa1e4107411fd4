/** Source: kubernetes/pkg/apis/networking/validation/validation.go (validateIngressBackend). */
import type { IngressBackend, ServiceBackendPort } from "../../../k8s/networking/v1.js";
import { invalid, required } from "../../../core/field-error.js";
import { numberOf, textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { checkPortName, nameIsPathSegment } from "../validation/names.js";

/** Kubernetes reports an error of the whole port at the path of its backend. */
const port: rule.Table<ServiceBackendPort> = [
  ({ object, parent }) => {
    const [name, number] = [textOf(object, "name"), numberOf(object, "number") ?? 0];
    const at = parent?.parent?.path ?? "";
    if (name !== "" && number !== 0) return [invalid(at, "", "cannot set both port name & port number")];
    return name === "" && number === 0 ? [required(at, "port name or number is required")] : [];
  },
  rule.when(
    ({ name, number }) => (name ?? "") === "" || (number ?? 0) === 0,
    rule.optionalText("name", must.haveForm(checkPortName)),
    rule.optionalNumber("number", must.bePortNumber),
  ),
];

/** A reference to an object in the namespace or in the cluster. */
export const typedReference: rule.Table<{ apiGroup?: string; kind: string; name: string }> = [
  rule.textPointer("apiGroup", must.beSubdomain),
  rule.text("kind", must.beSet(), must.haveForm(nameIsPathSegment)),
  rule.text("name", must.beSet(), must.haveForm(nameIsPathSegment)),
];

/** @param beServiceName - of the version */
export function backend(beServiceName: rule.PlainCheck<string>): rule.Rule<IngressBackend, unknown> {
  return rule.first(
    ({ object, path }) => {
      const { length } = rule.given(object, ["resource", "service"]);
      if (length === 2) return [invalid(path, "", "cannot set both resource and service backends")];
      return length === 0 ? [invalid(path, "", "resource or service backend is required")] : [];
    },
    rule.all(
      rule.optional("resource", typedReference),
      rule.optional("service", [rule.text("name", must.beSet(), beServiceName), rule.object("port", port)]),
    ),
  );
}
