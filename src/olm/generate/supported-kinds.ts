import type { ExactJsonObject } from "../../core/json.js";
import { idOf } from "../../core/object-fields.js";
import { supportedKinds } from "../supported-kinds.js";

export function isSupportedKind(object: ExactJsonObject): boolean {
  return supportedKinds.has(idOf(object).kind);
}

/** The kinds that OLM creates from the ClusterServiceVersion, or that it replaces, by API group. */
const replaced: Readonly<Record<string, readonly string[]>> = {
  "": ["Namespace"],
  apps: ["Deployment"],
  "apiextensions.k8s.io": ["CustomResourceDefinition"],
  "apiregistration.k8s.io": ["APIService"],
  "admissionregistration.k8s.io": ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"],
  "cert-manager.io": ["Certificate", "Issuer"],
};

export function isReplacedKind(object: ExactJsonObject): boolean {
  const { group, kind } = idOf(object);
  return Object.hasOwn(replaced, group) && replaced[group]?.includes(kind) === true;
}
