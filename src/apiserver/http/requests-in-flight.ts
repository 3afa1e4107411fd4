/** Limits the concurrent requests. Source: k8s.io/apiserver/pkg/server/filters/maxinflight.go, with its defaults. */
import { privilegedGroup } from "../authorization/authorizer.js";
import { Peak } from "../metrics/peaks.js";
import type { UserInfo } from "../resource.js";
import { tooManyRequestsError } from "../status-error.js";
import type { ApiRequest } from "./api-request.js";

/** 0 means no limit. */
export interface FlightLimits {
  readonly reading: number;
  readonly writing: number;
}

export const defaultFlightLimits: FlightLimits = { reading: 400, writing: 200 };
const readingVerbs = new Set(["get", "list", "head"]);

export class RequestsInFlight {
  readonly #limits: FlightLimits;
  readonly #counts = { reading: 0, writing: 0 };
  readonly #peaks: Record<keyof FlightLimits, Peak>;

  /** @param now - milliseconds */
  constructor(limits: FlightLimits = defaultFlightLimits, now: () => number = Date.now) {
    this.#limits = limits;
    this.#peaks = { reading: new Peak(now), writing: new Peak(now) };
  }

  /** The highest number of concurrent requests in the last second. */
  peaks(): Record<keyof FlightLimits, number> {
    return { reading: this.#peaks.reading.read(), writing: this.#peaks.writing.read() };
  }

  /**
   * Counts a request until its response is sent. Does not count watches, which are meant to last.
   *
   * @throws StatusError 429 if there are too many, except for administrators
   */
  add(verb: string, { groups }: UserInfo, { whenOver }: Pick<ApiRequest, "whenOver">): void {
    if (verb === "watch") return;
    const kind = readingVerbs.has(verb) ? "reading" : "writing";
    const limit = this.#limits[kind];
    const isFull = limit > 0 && this.#counts[kind] >= limit;
    if (isFull && !groups.includes(privilegedGroup)) throw tooManyRequestsError();
    this.#counts[kind] += 1;
    this.#peaks[kind].note(this.#counts[kind]);
    whenOver(() => (this.#counts[kind] -= 1));
  }
}
