/** Source: kubernetes/pkg/volume/util/storageclass.go. */
import type { ApiObject } from "../../api-object.js";

/** The annotations that mark a StorageClass as the default. */
export const storageClassMarks = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
];

/** Returns the default class: of several with a mark the newest, and of equally old classes the first by name. */
export function defaultClassOf(classes: readonly ApiObject[], marks: readonly string[]): ApiObject | undefined {
  const isDefault = ({ metadata }: ApiObject): boolean => marks.some((name) => metadata.annotations?.[name] === "true");
  const [newest] = classes.filter(isDefault).toSorted(byAge);
  return newest;
}

function byAge({ metadata: left }: ApiObject, { metadata: right }: ApiObject): number {
  const [mine, other] = [left.creationTimestamp ?? "", right.creationTimestamp ?? ""];
  if (mine !== other) return mine > other ? -1 : 1;
  return (left.name ?? "") < (right.name ?? "") ? -1 : 1;
}
