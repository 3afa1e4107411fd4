/** Counts what an evaluation costs, in the units of the API server, and ends it where it becomes too much. */
export class CostMeter {
  readonly #limit: number;
  #spent = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get spent(): number {
    return this.#spent;
  }

  /** @throws CostExceeded */
  charge(cost: number): void {
    this.#spent += cost;
    if (this.#spent > this.#limit) throw new CostExceeded();
  }
}

/** Not an error of CEL: no `||` and no macro leaves it aside. */
export class CostExceeded extends Error {
  override readonly name = "CostExceeded";

  constructor() {
    super(costExceeded);
  }
}

export const costExceeded = "operation cancelled: actual cost limit exceeded";
