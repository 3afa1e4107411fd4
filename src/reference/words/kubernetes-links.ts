/** The web addresses of the documentation of Kubernetes' own types. */
import { parseApiVersion } from "../../core/gvk.js";
import type { KnownTypeName } from "../../model/type-model.js";
import type { BuiltInResources } from "../../schema/built-in-resources.js";

/** The version of Kubernetes whose types tsop knows, and the API groups of its modules. */
export interface KubernetesFacts {
  /** As `1.35`. */
  readonly release: string;
  readonly resources: BuiltInResources;
}

const reference = "https://kubernetes.io/docs/reference";
const machinery = "https://pkg.go.dev/k8s.io/apimachinery/pkg";

/** @param module - as `core/v1` */
export function kubernetesLink({ release, resources }: KubernetesFacts, module: string, name: string): string {
  const [folder = "", version = ""] = module.split("/");
  const apiVersion = Object.hasOwn(resources, module) ? (resources[module]?.apiVersion ?? "") : "";
  const group = (apiVersion === "" ? "" : parseApiVersion(apiVersion).group) || folder;
  const anchor = `${name.toLowerCase()}-${version}-${group.replaceAll(".", "-")}`;
  return `${reference}/generated/kubernetes-api/v${release}/#${anchor}`;
}

/** Returns undefined for a type that is only a width or an encoding. */
export function knownTypeLink(facts: KubernetesFacts, name: KnownTypeName): string | undefined {
  switch (name) {
    case "Quantity":
      return `${reference}/kubernetes-api/common-definitions/quantity/`;
    case "IntOrString":
      return `${machinery}/util/intstr#IntOrString`;
    case "Time":
    case "MicroTime":
    case "Duration":
      return `${machinery}/apis/meta/v1#${name}`;
    case "RawExtension":
      return `${machinery}/runtime#RawExtension`;
    case "Condition":
    case "ObjectMeta":
      return kubernetesLink(facts, "meta/v1", name);
    case "Base64":
    case "Int32":
    case "Int64":
    case "Integer":
    case "Double":
      return undefined;
  }
}
