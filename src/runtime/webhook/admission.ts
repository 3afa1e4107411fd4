import type { FieldError } from "../../core/field-error.js";
import type { KubeObject, Unstructured } from "../../kube/objects.js";
import type { Logger } from "../logger.js";

/** What is done to an object. */
export type AdmissionOperation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/**
 * What the API server asks a webhook about. Source: k8s.io/api/admission/v1 (AdmissionRequest).
 *
 * @example
 * ```ts
 * import type { AdmissionRequest } from "tsop";
 *
 * export function isByAccount({ userInfo }: AdmissionRequest): boolean {
 *   return userInfo.username?.startsWith("system:serviceaccount:") ?? false;
 * }
 * ```
 */
export interface AdmissionRequest<T extends KubeObject = Unstructured> {
  /** Of this question. */
  readonly uid: string;
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  /** Such as `status` or `scale`. */
  readonly subResource?: string;
  /** As the request had it, where a rule with `matchPolicy: Equivalent` has matched another version. */
  readonly requestKind?: { readonly group: string; readonly version: string; readonly kind: string };
  readonly requestResource?: { readonly group: string; readonly version: string; readonly resource: string };
  readonly requestSubResource?: string;
  /** Empty while the API server has not made one up (`generateName`). */
  readonly name: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly operation: AdmissionOperation;
  /** Who asks. */
  readonly userInfo: {
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
  /** As it would be stored; absent when it is deleted. */
  readonly object?: T;
  /** As it is stored; absent when it is created. */
  readonly oldObject?: T;
  /** Whether nothing will be stored: then nothing may be changed outside of the object either. */
  readonly dryRun: boolean;
  /** `CreateOptions` and the like, as they came. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/**
 * What a webhook is given beside the object.
 *
 * @example
 * ```ts
 * import type { AdmissionContext } from "tsop";
 *
 * export function warnOfOldImage(image: string, context: AdmissionContext): void {
 *   if (image.endsWith(":latest")) context.warn("spec.image: a tag that moves makes rollbacks impossible");
 * }
 * ```
 */
export interface AdmissionContext<T extends KubeObject = KubeObject> {
  readonly request: AdmissionRequest<T>;
  /** Its lines carry the webhook's path, the object, the user and the requestID. */
  readonly log: Logger;
  /** Fires when the API server waits no longer, or the manager has stopped. */
  readonly signal: AbortSignal;
  /** Shown to the user, whatever the answer. The API server cuts a warning after 256 characters, and all after 4096. */
  readonly warn: (text: string) => void;
}

/**
 * Fills in what an object leaves open. The object is changed in place; the difference becomes a JSON patch. It is asked
 * when an object is created or updated, may be asked twice about one request, and must then have nothing left to change.
 *
 * @example
 * ```ts
 * import { type CustomResource, defineKind, type Defaulter, type Manager } from "tsop";
 *
 * interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   spec: { size?: number };
 * }
 * const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
 *
 * class BarDefaulter implements Defaulter<Bar> {
 *   default(bar: Bar): void {
 *     bar.spec.size ??= 1;
 *   }
 * }
 *
 * export function setUp(manager: Manager): void {
 *   manager.webhook(Bar).withDefaulter(new BarDefaulter()).complete();
 * }
 * ```
 */
export interface Defaulter<T extends KubeObject> {
  /** What it throws is told to the user: an `AdmissionDenied` is a refusal, anything else a failure (500), which is logged. */
  default(object: T, context: AdmissionContext<T>): void | Promise<void>;
}

/** Faults of fields, each of which becomes a cause of the refusal; none, or an empty list, lets the object pass. */
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a method that only throws returns nothing
export type ValidationResult = readonly FieldError[] | undefined | void;

/**
 * Judges an object. What is not implemented is not asked for: the generated configuration names the operations that are.
 * Return faults of fields, or throw an {@link AdmissionDenied}.
 *
 * @example
 * ```ts
 * import { type CustomResource, defineKind, field, type Manager, type ValidationResult, type Validator } from "tsop";
 *
 * interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   spec: { size: number };
 * }
 * const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
 *
 * class BarValidator implements Validator<Bar> {
 *   validateCreate(bar: Bar): ValidationResult {
 *     return bar.spec.size % 2 === 1 ? [] : [field.invalid("spec.size", bar.spec.size, "must be odd")];
 *   }
 *
 *   validateUpdate(old: Bar, bar: Bar): ValidationResult {
 *     return bar.spec.size < old.spec.size ? [field.forbidden("spec.size", "may not shrink")] : this.validateCreate(bar);
 *   }
 * }
 *
 * export function setUp(manager: Manager): void {
 *   manager.webhook(Bar).withValidator(new BarValidator()).complete();
 * }
 * ```
 */
export interface Validator<T extends KubeObject> {
  validateCreate?(object: T, context: AdmissionContext<T>): ValidationResult | Promise<ValidationResult>;
  validateUpdate?(oldObject: T, object: T, context: AdmissionContext<T>): ValidationResult | Promise<ValidationResult>;
  /** The object is what is stored. */
  validateDelete?(object: T, context: AdmissionContext<T>): ValidationResult | Promise<ValidationResult>;
}

/**
 * Refuses a request in words of its own, from a defaulter, a validator or a handler: the user reads
 * `admission webhook "…" denied the request: MESSAGE`.
 *
 * @example
 * ```ts
 * import { AdmissionDenied, type CustomResource, type Validator } from "tsop";
 *
 * interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   spec: { size: number };
 * }
 *
 * export const validator: Validator<Bar> = {
 *   validateDelete({ metadata }) {
 *     if (metadata.annotations?.["foo.abc.com/keep"] === "true") throw new AdmissionDenied("it is marked to be kept");
 *   },
 * };
 * ```
 */
export class AdmissionDenied extends Error {
  override readonly name = "AdmissionDenied";
  /** HTTP status of the refusal. Default 403. */
  readonly code: number;

  constructor(message: string, { code = 403 }: { code?: number } = {}) {
    super(message);
    this.code = code;
  }
}

/**
 * Answers a question as it comes, for what a defaulter and a validator cannot say: several kinds, subresources, patches of
 * one's own. Give back the object as it is to be, or nothing to let it pass as it is; refuse by throwing.
 *
 * @example
 * ```ts
 * import { AdmissionDenied, type Manager } from "tsop";
 *
 * export function setUp(manager: Manager): void {
 *   manager.addAdmissionHandler("/exec", ({ subResource, userInfo }) => {
 *     if (subResource === "exec") throw new AdmissionDenied(`${userInfo.username ?? "nobody"} may not`);
 *   });
 * }
 * ```
 */
export type AdmissionHandler = (
  request: AdmissionRequest,
  context: AdmissionContext<Unstructured>,
) => AdmissionAnswer | Promise<AdmissionAnswer>;

/** The object as it is to be; nothing to leave it as it is. */
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- as above
export type AdmissionAnswer = KubeObject | undefined | void;
