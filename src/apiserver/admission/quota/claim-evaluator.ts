/** PersistentVolumeClaims. Source: k8s.io/kubernetes/pkg/quota/v1/evaluator/core/persistent_volume_claims.go. */
import { type ApiObject, objectOf, textOf } from "../../api-object.js";
import { isSame } from "../../kinds/common-strategy.js";
import { storageClassOf } from "../../kinds/volumes/volume-fields.js";
import { type Amount, amountOf, compareAmounts, readAmounts } from "../../types/amount.js";
import { type Evaluator, matchesName } from "./evaluator.js";

const names: readonly string[] = ["persistentvolumeclaims", "requests.storage"];
/** Joins the name of a class and an entry of `names`. */
const classSuffix = ".storageclass.storage.k8s.io/";

export const claimEvaluator: Evaluator = {
  handles: ({ operation, subresource, object, oldObject }) => {
    if (subresource === "status") return object !== undefined && oldObject !== undefined && isMoved(object, oldObject);
    return subresource === "" && (operation === "CREATE" || operation === "UPDATE");
  },
  measures: (name) =>
    name === "count/persistentvolumeclaims" ||
    names.includes(name) ||
    names.some((each) => name.endsWith(`${classSuffix}${each}`)),
  matchesScope(scope, claim) {
    if (scope.scopeName !== "VolumeAttributesClass") return false;
    const classes = attributesClassesOf(claim);
    if (scope.operator === "Exists") return classes.length > 0;
    return (classes.length === 0 ? [""] : classes).some((name) => matchesName(scope, name));
  },
  usage(claim) {
    const one = amountOf(1);
    const className = storageClassOf(claim);
    const storage = storageOf(claim);
    const ofClass = (name: string): string => `${className}${classSuffix}${name}`;
    return new Map<string, Amount>([
      ["persistentvolumeclaims", one],
      ["count/persistentvolumeclaims", one],
      ...(storage === undefined ? [] : ([["requests.storage", storage]] as const)),
      ...(className === "" ? [] : ([[ofClass("persistentvolumeclaims"), one]] as const)),
      ...(className === "" || storage === undefined ? [] : ([[ofClass("requests.storage"), storage]] as const)),
    ]);
  },
};

/** Returns the requested storage, or the allocated storage if that is larger; in whole bytes. */
function storageOf(claim: ApiObject): Amount | undefined {
  const asked = readAmounts(objectOf(objectOf(claim, "spec"), "resources"), "requests").get("storage");
  const given = readAmounts(objectOf(claim, "status"), "allocatedResources").get("storage");
  if (asked === undefined) return undefined;
  return wholeOf(given !== undefined && compareAmounts(given, asked) > 0 ? given : asked);
}

function wholeOf(amount: Amount): Amount {
  const { digits, scale, isBig } = amount.quantity;
  const unit = 10n ** BigInt(Math.max(-scale, 0));
  if (digits % unit === 0n) return amount;
  return { quantity: { digits: digits / unit + 1n, scale: 0, isBig }, format: amount.format };
}

function isMoved(claim: ApiObject, old: ApiObject): boolean {
  const given = (each: ApiObject) => objectOf(objectOf(each, "status"), "allocatedResources")?.["storage"];
  return !isSame(given(claim), given(old)) || !isSame(attributesClassesOf(claim), attributesClassesOf(old));
}

function attributesClassesOf(claim: ApiObject): string[] {
  const [spec, status] = [objectOf(claim, "spec"), objectOf(claim, "status")];
  const all = [
    textOf(spec, "volumeAttributesClassName"),
    textOf(status, "currentVolumeAttributesClassName"),
    textOf(objectOf(status, "modifyVolumeStatus"), "targetVolumeAttributesClassName"),
  ];
  return [...new Set(all.filter((name) => name !== ""))].toSorted();
}
