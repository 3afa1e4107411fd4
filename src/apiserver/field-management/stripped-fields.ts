import { setOfPaths } from "./field-set.js";
import { fieldElement } from "./path-element.js";

/** What nobody owns. Source: k8s.io/apimachinery/pkg/util/managedfields/internal/stripmeta.go. */
export const strippedFields = setOfPaths(
  [
    ["apiVersion"],
    ["kind"],
    ["metadata"],
    ["metadata", "name"],
    ["metadata", "namespace"],
    ["metadata", "creationTimestamp"],
    ["metadata", "selfLink"],
    ["metadata", "uid"],
    ["metadata", "clusterName"],
    ["metadata", "generation"],
    ["metadata", "managedFields"],
    ["metadata", "resourceVersion"],
  ].map((path) => path.map(fieldElement)),
);
