/**
 * In which steps a CRD changes whose versions a webhook converts. The API server asks the webhook from the moment that the CRD
 * names it, so a version is served only while the Pods that run can convert it: one that is new is added when the new Pods
 * answer, and one that is given up is taken out before the earlier Pods end.
 */
import { defined } from "../../core/defined.js";
import { isSameJson } from "../../core/json.js";
import type { CustomResourceDefinition } from "../crd.js";
import { isConvertedByService } from "../point-webhooks.js";
import { addressOf } from "./webhook-stages.js";

export interface CrdStages {
  /** What both the earlier Pods and the new ones can answer for: goes before the Pods. */
  readonly first: CustomResourceDefinition;
  /** Whether `first` leaves something for the time when the new Pods answer. */
  readonly isStaged: boolean;
  /** Whether the webhook in the cluster is to be given up, once `first` is there. */
  readonly endsConversion: boolean;
  /** As the cluster has them, but not served: versions that are wanted no more. */
  readonly dropped: readonly Version[];
}

type Version = CustomResourceDefinition["spec"]["versions"][number];

export function crdStages(live: CustomResourceDefinition | undefined, wanted: CustomResourceDefinition): CrdStages {
  if (live === undefined) return { first: wanted, isStaged: false, endsConversion: false, dropped: [] };
  const hasWebhook = live.spec.conversion?.strategy === "Webhook";
  const { conversion: wish, ...spec } = wanted.spec;
  const wantsWebhook = wish?.strategy === "Webhook";
  const endsConversion = hasWebhook && !wantsWebhook;
  const versions = commonVersions(live.spec.versions, wanted.spec.versions);
  const stays = new Set(versions.map(({ name }) => name));
  // What nothing is left of is for the API server to judge.
  const dropped = versions.length === 0 ? [] : live.spec.versions.filter(({ name }) => !stays.has(name)).map(unserved);
  if ((!hasWebhook && !isConvertedByService(wanted)) || !versions.some(({ served }) => served)) {
    return { first: wanted, isStaged: false, endsConversion, dropped };
  }
  const { conversion: known } = withoutBundle(live).spec;
  const conversion = hasWebhook && known !== undefined ? { conversion: known } : {};
  const first = { ...wanted, spec: { ...spec, versions, ...conversion } };
  const isSame =
    isSameJson(versions, wanted.spec.versions) &&
    hasWebhook === wantsWebhook &&
    (!wantsWebhook || isSameClient(live, wanted));
  return { first: isSame ? wanted : first, isStaged: !isSame, endsConversion, dropped };
}

function unserved(version: Version): Version {
  return { ...version, served: false, storage: false };
}

/** Served is what both serve. What is stored stays what it is, if that is among them. */
function commonVersions(live: readonly Version[], wanted: readonly Version[]): Version[] {
  const before = new Map(live.map((version) => [version.name, version]));
  const common = wanted.filter(({ name }) => before.has(name));
  const keepsStorage = common.some(({ name }) => before.get(name)?.storage === true);
  return common.map((version) => {
    const known = before.get(version.name);
    const storage = keepsStorage ? known?.storage === true : version.storage === true;
    return { ...version, served: version.served && known?.served === true, storage };
  });
}

/** The CRD as far as a deployment says it: whom to trust is written by somebody else. */
export function withoutBundle(crd: CustomResourceDefinition): CustomResourceDefinition {
  const { conversion } = crd.spec;
  if (conversion?.webhook === undefined) return crd;
  const { url, service } = conversion.webhook.clientConfig ?? {};
  const webhook = { ...conversion.webhook, clientConfig: defined({ url, service }) };
  return { ...crd, spec: { ...crd.spec, conversion: { ...conversion, webhook } } };
}

function isSameClient(live: CustomResourceDefinition, wanted: CustomResourceDefinition): boolean {
  const [is, be] = [live, wanted].map(({ spec }) => spec.conversion?.webhook?.clientConfig?.service);
  return is !== undefined && be !== undefined && addressOf(is) === addressOf(be);
}
