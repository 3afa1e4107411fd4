/**
 * Determines the steps in which a CRD with a conversion webhook changes. The API server calls the webhook as soon as
 * the CRD names it. A version may therefore be served only while the running Pods can convert it: a new version is
 * added when the new Pods respond, and a removed version is taken out before the earlier Pods end.
 */
import { defined } from "../../core/defined.js";
import { isSameJson } from "../../core/json.js";
import type { CustomResourceDefinition } from "../crd.js";
import { isConvertedByService } from "../point-webhooks.js";
import { addressOf } from "./webhook-stages.js";

export interface CrdStages {
  /** The versions that both the earlier and the new Pods can convert; applied before the Pods. */
  readonly first: CustomResourceDefinition;
  /** Whether a part of the CRD must wait until the new Pods respond. */
  readonly isStaged: boolean;
  /** Whether the conversion webhook in the cluster must be removed after `first` is applied. */
  readonly endsConversion: boolean;
  /** The removed versions as in the cluster, but not served. */
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
  // If no version remains, the API server decides.
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

/** Serves the versions that both CRDs serve. Keeps the storage version if it is among them. */
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

/** Returns the CRD as a deployment specifies it, without the CA bundle, which another program writes. */
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
