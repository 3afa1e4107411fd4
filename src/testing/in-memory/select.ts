import { TsopError } from "../../core/errors.js";
import type { ListOptions } from "../../kube/client.js";
import type { Kind } from "../../kube/kind.js";
import { parseLabelSelector } from "../../kube/label-selector.js";
import type { DeepReadonly, KubeObject } from "../../kube/objects.js";
import { badRequest } from "./refusals.js";

export type Selector = (object: DeepReadonly<KubeObject>) => boolean;

/** Tells whether a list or a watch of the kind with these options has an object. */
export function parseSelector(
  wanted: Kind,
  { namespace = "", labels, fields }: Pick<ListOptions, "namespace" | "labels" | "fields">,
): Selector {
  const matchesLabels = parseLabels(labels);
  const matchesFields = parseFields(fields);
  return (object) =>
    object.apiVersion === wanted.apiVersion &&
    object.kind === wanted.kind &&
    (namespace === "" || object.metadata.namespace === namespace) &&
    matchesLabels(object.metadata.labels) &&
    matchesFields(object.metadata);
}

function parseLabels(labels: ListOptions["labels"]): ReturnType<typeof parseLabelSelector> {
  try {
    return parseLabelSelector(labels);
  } catch (error) {
    if (error instanceof TsopError) throw badRequest(error.message);
    throw error;
  }
}

/** The two fields that every kind can be selected by. */
function parseFields(selector = ""): (metadata: DeepReadonly<KubeObject["metadata"]>) => boolean {
  const terms = selector
    .split(",")
    .filter((term) => term !== "")
    .map((term) => {
      const match = /^(metadata\.name(?:space)?)(==?|!=)(.*)$/.exec(term);
      if (match === null) {
        throw new TsopError("cluster/invalid-request", `the memory client cannot select by ${JSON.stringify(term)}`, {
          hint: "It knows metadata.name and metadata.namespace, with = and !=.",
        });
      }
      const [, field, operator, value] = match;
      return { isName: field === "metadata.name", isEqual: operator !== "!=", value };
    });
  return ({ name, namespace = "" }) =>
    terms.every(({ isName, isEqual, value }) => ((isName ? name : namespace) === value) === isEqual);
}
