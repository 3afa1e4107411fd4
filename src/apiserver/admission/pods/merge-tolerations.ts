/** Source: k8s.io/kubernetes/pkg/util/tolerations/tolerations.go. */
import { isSame } from "../../kinds/common-strategy.js";
import type { Toleration } from "./pod-object.js";

/** Merges tolerations: drops each one that another one covers. */
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
  const all = [...first, ...second];
  const merged: Toleration[] = [];
  for (const [index, toleration] of all.entries()) {
    const isCovered = merged.some((each) => covers(each, toleration));
    const isCoveredLater = all.slice(index + 1).some((each) => !isSame(toleration, each) && covers(each, toleration));
    if (!isCovered && !isCoveredLater) merged.push(toleration);
  }
  return merged;
}

function covers(wide: Toleration, toleration: Toleration): boolean {
  if (isSame(wide, toleration)) return true;
  const { key = "", operator = "", effect = "", tolerationSeconds } = wide;
  if ((toleration.key ?? "") !== key && (key !== "" || operator !== "Exists")) return false;
  if ((toleration.effect ?? "") !== effect && effect !== "") return false;
  if (effect === "NoExecute" && tolerationSeconds !== undefined) {
    const seconds = toleration.tolerationSeconds;
    if (seconds === undefined || seconds > tolerationSeconds) return false;
  }
  if (operator === "Exists") return true;
  const isEqual = operator === "Equal" || operator === "";
  return isEqual && toleration.operator === "Equal" && (toleration["value"] ?? "") === (wide["value"] ?? "");
}
