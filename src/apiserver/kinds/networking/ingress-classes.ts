import type { IngressClass, IngressClassParametersReference } from "../../../k8s/networking/v1.js";
import { invalid } from "../../../core/field-error.js";
import { must, rule } from "../rules/index.js";
import { typedReference } from "./ingress-backends.js";

const pathPattern = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const pathForm = new RegExp(`^${pathPattern}$`);

/** Source: k8s.io/apimachinery/pkg/util/validation/validation.go (IsDomainPrefixedPath). */
export const beDomainPath: rule.PlainCheck<string> = (value, path) => {
  const [, host, rest = ""] = /^([^/]+)\/(.+)$/s.exec(value) ?? [];
  if (host === undefined) return [invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  const detail = `Invalid path (regex used for validation is '${pathPattern}')`;
  return [...must.beSubdomain(host, path), ...(pathForm.test(rest) ? [] : [invalid(path, rest, detail)])];
};

const parameters: rule.Table<IngressClassParametersReference> = [
  ...typedReference,
  rule.text("scope", must.choose("Cluster", "Namespace")),
  rule.when(
    ({ scope }) => scope === "Namespace",
    rule.text("namespace", must.beSet("`parameters.scope` is set to 'Namespace'"), must.beLabel),
  ),
  rule.forbiddenIf(
    "namespace",
    "`parameters.scope` is set to 'Cluster'",
    ({ scope, namespace }) => scope === "Cluster" && namespace !== undefined,
  ),
];

export const ingressClass: rule.Table<IngressClass> = [
  rule.object("spec", [
    rule.text("controller", must.fit(250)),
    rule.text("controller", must.beSet(), beDomainPath),
    rule.optional("parameters", parameters),
  ]),
];
