import type { JsonObject } from "../../core/json.js";
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { ApiObject } from "../api-object.js";
import type { AuditNotes } from "../audit/audit-notes.js";
import type { AdmissionAttributes, ServedResource, UserInfo } from "../resource.js";
import type { GroupResource } from "../status-error.js";
import type { Features } from "../features/features.js";
import type { Later } from "../storage/lagged-objects.js";
import type { Store, StoreWriter } from "../storage/store.js";
import { refuseTooDeep } from "../types/json-depth.js";
import type { ServedViews } from "./served-views.js";

/** Calls `callback` once after `ms` milliseconds, and returns a function that cancels it. */
export type SetTimer = (ms: number, callback: () => void) => () => void;

/** The parts of the server that a write uses. */
export interface ObjectParts {
  /** Read by all requests. */
  readonly store: Store;
  /** Writes to the store: the store itself, or what writes to the storage behind it. */
  readonly writer: StoreWriter;
  readonly views: ServedViews;
  readonly now: () => number;
  readonly setTimer: SetTimer;
  readonly features: Features;
  /** The version of Kubernetes whose rules apply. */
  readonly version: KubernetesVersion;
  /** Delays the events of watches. */
  readonly later: Later;
  readonly admission: Admission;
}

export interface Admission {
  mutate(attributes: AdmissionAttributes): Promise<void>;
  validate(attributes: AdmissionAttributes): Promise<void>;
}

/** A write: its user, target and options. */
export interface Write {
  readonly resource: ServedResource;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
  readonly user: UserInfo;
  readonly isDryRun: boolean;
  /** CreateOptions, UpdateOptions or DeleteOptions, as admission sees them. */
  readonly options: JsonObject;
  readonly warnings: string[];
  readonly audit: AuditNotes;
}

export function attributesOf(
  { resource, namespace, name, subresource, user, isDryRun, options, warnings, audit }: Write,
  operation: AdmissionAttributes["operation"],
  object: ApiObject | undefined,
  oldObject: ApiObject | undefined,
): AdmissionAttributes {
  return {
    ...{ resource, namespace, subresource, options, user, warnings, audit, operation, object, oldObject },
    name: name === "" ? (object?.metadata.name ?? "") : name,
    dryRun: isDryRun,
  };
}

export function groupResourceOf({ group, resource }: ServedResource): GroupResource {
  return { group, resource };
}

/** Formats a time in RFC 3339 without fractions, like in metadata. */
export function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/**
 * Converts a served object, with its spec and its status, to the form to store.
 *
 * @throws StatusError 400 for an object that is nested so deeply that the server could store it, but not return it
 */
export async function toStored(resource: ServedResource, object: ApiObject): Promise<ApiObject> {
  refuseTooDeep(object);
  if (resource.conversion === undefined) return object;
  const [stored = object] = await resource.conversion.toStored([object]);
  refuseTooDeep(stored);
  return stored;
}
