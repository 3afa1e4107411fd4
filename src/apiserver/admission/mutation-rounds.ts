/**
 * Source: k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/reinvocationcontext.go, which mutating policies copy.
 */
import { copyJson, isSameJson } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import type { AdmissionAttributes } from "../resource.js";

export type MutateInRounds = (attributes: AdmissionAttributes, rounds: MutationRounds) => Promise<void>;

/** The calls for one write, so that a second round calls the webhooks or policies that want to see later changes. */
export class MutationRounds {
  /** The ids of those that want reinvocation, and were called since the last change. */
  readonly #asked = new Set<string>();
  readonly #again = new Set<string>();
  #lastObject: ApiObject | undefined;
  #isSecond = false;
  #hasChanged = false;

  /** Whether the object changed in the first round. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  get round(): 0 | 1 {
    return this.#isSecond ? 1 : 0;
  }

  beginSecond(): void {
    this.#isSecond = true;
  }

  begin(object: ApiObject | undefined): void {
    if (this.#isSecond && !isSameJson(this.#lastObject, object)) this.#requireAgain();
  }

  end(object: ApiObject | undefined): void {
    this.#lastObject = object === undefined ? undefined : copyJson(object);
  }

  /** The second round calls nothing for the first time. */
  isDue(id: string): boolean {
    return !this.#isSecond || this.#again.has(id);
  }

  note(id: string, reinvocationPolicy: string | undefined, isChanged: boolean): void {
    if (isChanged) {
      this.#requireAgain();
      this.#hasChanged = true;
    }
    if (reinvocationPolicy === "IfNeeded") this.#asked.add(id);
  }

  #requireAgain(): void {
    for (const id of this.#asked) this.#again.add(id);
    this.#asked.clear();
  }
}
