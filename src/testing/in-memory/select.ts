import { TsopError } from "../../core/errors.js";
import type { ListOptions } from "../../kube/client.js";
import type { Kind } from "../../kube/kind.js";
import { parseLabelSelector } from "../../kube/label-selector.js";
import type { KubeObject } from "../../kube/objects.js";

/** Whether a list or a watch of the kind with these options has the object. */
export function isSelected(
  { apiVersion, kind, metadata }: KubeObject,
  wanted: Kind,
  { namespace, labels, fields }: Pick<ListOptions, "namespace" | "labels" | "fields">,
): boolean {
  return (
    apiVersion === wanted.apiVersion &&
    kind === wanted.kind &&
    (namespace === undefined || namespace === "" || metadata.namespace === namespace) &&
    parseLabelSelector(labels)(metadata.labels) &&
    matchesFields(metadata, fields)
  );
}

/** The two fields that every kind can be selected by. */
function matchesFields({ name, namespace = "" }: KubeObject["metadata"], selector = ""): boolean {
  return selector
    .split(",")
    .filter((term) => term !== "")
    .every((term) => {
      const match = /^(metadata\.name(?:space)?)(==?|!=)(.*)$/.exec(term);
      if (match === null) {
        throw new TsopError("cluster/invalid-request", `the memory client cannot select by ${JSON.stringify(term)}`, {
          hint: "It knows metadata.name and metadata.namespace, with = and !=.",
        });
      }
      const [, field, operator, value] = match;
      return ((field === "metadata.name" ? name : namespace) === value) === (operator !== "!=");
    });
}
