/** Source: k8s.io/apiserver/pkg/admission/plugin/resourcequota. */
import { type ApiObject, objectOf } from "../../api-object.js";
import { type AdmissionAttributes, type AdmissionPlugin, storageKeyOf } from "../../resource.js";
import { isSameAmounts, readAmounts, showAmounts } from "../../types/amount.js";
import type { AdmissionParts } from "../admission-parts.js";
import { chargesOf } from "./check-request.js";
import { findEvaluator } from "./evaluators.js";

const storageKey = storageKeyOf("", "resourcequotas");

/** Enforces the quotas of a namespace: records the usage of an object before the object is stored. */
export function resourceQuota(parts: Pick<AdmissionParts, "objects" | "writeStatus" | "now">): AdmissionPlugin {
  return {
    validate: async (attributes) => {
      const { namespace, operation, resource } = attributes;
      if (namespace === "" || (operation !== "CREATE" && operation !== "UPDATE")) return;
      const isNamespace = resource.group === "" && resource.resource === "namespaces";
      if (!isNamespace) await chargeQuotas(attributes, parts);
    },
  };
}

async function chargeQuotas(
  attributes: AdmissionAttributes,
  { objects, writeStatus, now }: Pick<AdmissionParts, "objects" | "writeStatus" | "now">,
): Promise<void> {
  const evaluator = findEvaluator(attributes.resource);
  if (evaluator === undefined || !evaluator.handles(attributes)) return;
  const charged = new Set<string>();
  let quotas = objects.list(storageKey, attributes.namespace);
  while (quotas.length > 0) {
    const charges = chargesOf(quotas, attributes, evaluator, now()).filter(
      ({ quota, used }) => !isSameAmounts(used, readAmounts(objectOf(quota, "status"), "used")),
    );
    if (attributes.dryRun) return;
    for (const { quota, used } of charges) {
      const status = { ...objectOf(quota, "status"), used: showAmounts(used) };
      if (await writeStatus(storageKey, quota, status)) charged.add(keyOf(quota));
    }
    if (charges.every(({ quota }) => charged.has(keyOf(quota)))) return;
    // Another client wrote a quota in the meantime: check its current version.
    quotas = objects.list(storageKey, attributes.namespace).filter((quota) => !charged.has(keyOf(quota)));
  }
}

function keyOf({ metadata }: ApiObject): string {
  return metadata.uid ?? "";
}
