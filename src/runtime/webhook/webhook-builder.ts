import { TsopError } from "../../core/errors.js";
import type { Kind, KubeObject } from "../../kube/objects.js";
import { mutatePath, validatePath } from "../../kube/webhook-paths.js";
import type { Defaulter, Validator } from "./admission.js";
import { answerByDefaulter, answerByValidator } from "./answer-admission.js";
import type { Spoke } from "./conversion.js";
import type { Webhooks } from "./webhooks.js";

/** The path of a webhook. */
export interface WebhookPath {
  /**
   * The path. Default: controller-runtime's, such as `/validate-foo-abc-com-v1-bar`. The generated configuration uses
   * the same path.
   */
  readonly path?: string;
}

/**
 * Defines the webhooks of a kind. Takes effect only when you call `complete`.
 *
 * @example
 * ```ts
 * import { type CustomResource, type Defaulter, defineKind, type Manager, type Validator } from "tsop";
 *
 * interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   spec: { size?: number };
 * }
 * const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
 *
 * export function setUp(manager: Manager, defaulter: Defaulter<Bar>, validator: Validator<Bar>): void {
 *   manager.webhook(Bar).withDefaulter(defaulter).withValidator(validator).complete();
 * }
 * ```
 */
export class WebhookBuilder<T extends KubeObject> {
  readonly #kind: Kind<T>;
  readonly #checkAndGet: () => Webhooks;
  readonly #registrations: ((webhooks: Webhooks) => void)[] = [];
  readonly #said = new Set<string>();

  constructor(kind: Kind<T>, checkAndGet: () => Webhooks) {
    this.#kind = kind;
    this.#checkAndGet = checkAndGet;
  }

  /** Sets defaults in objects of the kind. */
  withDefaulter(defaulter: Defaulter<T>, { path = mutatePath(this.#kind) }: WebhookPath = {}): this {
    // The API server sends no other kind to this path.
    const any = defaulter as unknown as Defaulter<KubeObject>;
    return this.#add("withDefaulter()", (webhooks) => webhooks.addAdmission(path, answerByDefaulter(any)));
  }

  /** Validates objects of the kind. */
  withValidator(validator: Validator<T>, { path = validatePath(this.#kind) }: WebhookPath = {}): this {
    const any = validator as unknown as Validator<KubeObject>;
    return this.#add("withValidator()", (webhooks) => webhooks.addAdmission(path, answerByValidator(any)));
  }

  /** Converts between this version, which is the hub, and the others. */
  withConversion(...spokes: readonly Spoke<T>[]): this {
    const any = spokes as unknown as readonly Spoke<KubeObject>[];
    return this.#add("withConversion()", (webhooks) => webhooks.addConversion(this.#kind, any));
  }

  /** @throws TsopError `runtime/invalid-wiring` if nothing is registered, a path is taken or invalid, or the manager has already started */
  complete(): void {
    const name = `webhook(${this.#kind.apiVersion} ${this.#kind.kind})`;
    if (this.#registrations.length === 0) {
      throw new TsopError("runtime/invalid-wiring", `${name} serves nothing`, {
        hint: "Call withDefaulter(), withValidator() or withConversion() before complete().",
      });
    }
    const webhooks = this.#checkAndGet();
    for (const register of this.#registrations) register(webhooks);
  }

  #add(call: string, register: (webhooks: Webhooks) => void): this {
    if (this.#said.has(call)) {
      throw new TsopError("runtime/invalid-wiring", `webhook(${this.#kind.kind}): ${call} is called twice`);
    }
    this.#said.add(call);
    this.#registrations.push(register);
    return this;
  }
}
