/** Source: api/filters/namespace/namespace.go, api/internal/builtins/NamespaceTransformer.go. */
import { TsopError } from "../core/errors.js";
import { applyFieldSpec, type FieldSpec } from "./field-spec.js";
import { isClusterScoped, isSameId, showId } from "./gvk.js";
import { fieldOf, isMissing, type Node, scalar, setScalar, textOf } from "./node.js";
import { currentId, gvkOf, rememberId, type Resource } from "./resource.js";

export function setNamespaces(
  resources: readonly Resource[],
  namespace: string,
  fieldSpecs: readonly FieldSpec[],
): void {
  for (const resource of resources) {
    rememberId(resource);
    setNamespace(resource, namespace, fieldSpecs);
    const id = currentId(resource);
    if (resources.filter((each) => isSameId(currentId(each), id)).length === 1) continue;
    throw new TsopError("render/duplicate", `the namespace ${namespace} would contain ${showId(id)} twice`, {
      hint: "Rename one of them.",
    });
  }
}

function setNamespace(resource: Resource, namespace: string, fieldSpecs: readonly FieldSpec[]): void {
  const { node } = resource;
  const gvk = gvkOf(resource);
  const isBinding = gvk.kind === "RoleBinding" || gvk.kind === "ClusterRoleBinding";
  const isCoreV1 = gvk.group === "" && gvk.version === "v1";
  const apply = (spec: FieldSpec, tag: string): void => {
    applyFieldSpec(node, spec, (field) => replace(field, namespace), { kind: "scalar", tag });
  };
  if (!isClusterScoped(gvk)) apply({ path: "metadata/namespace", create: true }, "");
  if (isBinding) setSubjects(node, namespace);
  for (const spec of fieldSpecs) {
    // The namespace and the name of an object have separate rules, and so have subjects.
    if (spec.path === "metadata/namespace" || (spec.path === "metadata/name" && !isCoreV1)) continue;
    if (isBinding && spec.path === "subjects/namespace" && /^(?:Cluster)?RoleBinding$/.test(spec.kind ?? "")) continue;
    apply(spec, "!!str");
  }
}

/** Sets the namespace of the service account `default`. References to other accounts are found by their names. */
function setSubjects(binding: Node, namespace: string): void {
  for (const subject of fieldOf(binding, "subjects")?.items ?? []) {
    const name = fieldOf(subject, "name");
    if (isMissing(name) || textOf(name) !== "default") continue;
    const field = fieldOf(subject, "namespace");
    if (field === undefined) subject.fields.set("namespace", scalar(namespace, "!!str"));
    else replace(field, namespace);
  }
}

function replace(field: Node, namespace: string): void {
  if (field.kind !== "scalar") {
    throw new TsopError("render/invalid", "a field for a namespace contains a map or a list", {
      hint: "Name a string field in the configuration of `namespace`.",
    });
  }
  setScalar(field, namespace, "!!str");
}
