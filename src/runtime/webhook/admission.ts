import type { FieldError } from "../../core/field-error.js";
import type { KubeObject, Unstructured } from "../../kube/objects.js";
import type { Logger } from "../logger.js";

/** The operation on an object. */
export type AdmissionOperation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/**
 * The request that the API server sends to a webhook. Source: k8s.io/api/admission/v1 (AdmissionRequest).
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
  /** The UID of this admission request. */
  readonly uid: string;
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  /** The subresource, such as `status` or `scale`. */
  readonly subResource?: string;
  /** The kind in the original request, if a rule with `matchPolicy: Equivalent` matched another version. */
  readonly requestKind?: { readonly group: string; readonly version: string; readonly kind: string };
  readonly requestResource?: { readonly group: string; readonly version: string; readonly resource: string };
  readonly requestSubResource?: string;
  /** The name; empty if the API server has not generated it yet (`generateName`). */
  readonly name: string;
  /** The namespace; empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly operation: AdmissionOperation;
  /** The user who sent the request. */
  readonly userInfo: {
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
  /** The object as it would be stored; absent for a deletion. */
  readonly object?: T;
  /** The object as it is stored; absent for a creation. */
  readonly oldObject?: T;
  /** Whether the request is a dry run: then the webhook must not change anything outside of the object either. */
  readonly dryRun: boolean;
  /** The options of the request, such as `CreateOptions`, unchanged. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/**
 * The context of a webhook call.
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
  /** A logger whose lines contain the webhook's path, the object, the user and the requestID. */
  readonly log: Logger;
  /** Fires when the API server no longer waits, or when the manager has stopped. */
  readonly signal: AbortSignal;
  /**
   * Sends a warning to the user, whatever the result. The API server cuts a warning after 256 characters, and all
   * warnings after 4096.
   */
  readonly warn: (text: string) => void;
}

/**
 * Sets defaults in an object. It changes the object in place; the difference becomes a JSON patch. The API server calls
 * it when an object is created or updated. It may be called twice for one request, and must then have nothing left to
 * change.
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
  /**
   * Sets the defaults. The user sees the error that it throws: an `AdmissionDenied` rejects the request, any other
   * error is a failure (500), which is logged.
   */
  default(object: T, context: AdmissionContext<T>): void | Promise<void>;
}

/**
 * The result of a validation. Every field error becomes a cause of the rejection. Undefined or an empty list accepts the
 * object.
 */
// oxlint-disable-next-line typescript/no-invalid-void-type -- a method that only throws returns nothing
export type ValidationResult = readonly FieldError[] | undefined | void;

/**
 * Validates an object. The API server calls only the implemented methods: the generated configuration names their
 * operations. Return field errors, or throw an {@link AdmissionDenied}.
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
  /** Validates a deletion. The object is the stored one. */
  validateDelete?(object: T, context: AdmissionContext<T>): ValidationResult | Promise<ValidationResult>;
}

/**
 * The error with which a defaulter, a validator or a handler rejects a request with its own message: the user reads
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
  /** The HTTP status of the response. Default 403. */
  readonly code: number;

  constructor(message: string, { code = 403 }: { code?: number } = {}) {
    super(message);
    this.code = code;
  }
}

/**
 * Handles a raw admission request, for cases that a defaulter and a validator do not cover: several kinds,
 * subresources, custom patches. Return the changed object, or nothing to allow the request unchanged; throw to reject
 * it.
 *
 * @example
 * ```ts
 * import { AdmissionDenied, type Manager } from "tsop";
 *
 * export function setUp(manager: Manager): void {
 *   manager.addAdmissionHandler("/exec", ({ subResource, userInfo }) => {
 *     if (subResource === "exec") throw new AdmissionDenied(`${userInfo.username ?? "this user"} may not use exec`);
 *   });
 * }
 * ```
 */
export type AdmissionHandler = (
  request: AdmissionRequest,
  context: AdmissionContext<Unstructured>,
) => AdmissionAnswer | Promise<AdmissionAnswer>;

/** The changed object; nothing to leave it unchanged. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- as above
export type AdmissionAnswer = KubeObject | undefined | void;
