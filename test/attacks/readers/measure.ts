import { expectLinear } from "../../support/expect-linear.js";
import type { SizeCase } from "./size-case.js";

/** Where this much time is taken, and much more than for a fourth of the size, it is looked at with care. */
const suspiciousMs = 40;

/**
 * Fails where the time grows faster than the size. Most readers take so little that four sizes show it; what looks otherwise, which
 * a busy machine does as well, is measured by {@link expectLinear}.
 */
export function measure({ make, upTo }: SizeCase): void {
  let before = suspiciousMs / 8;
  for (const size of [upTo / 64, upTo / 16, upTo / 4, upTo].map(Math.ceil)) {
    const taken = timeOf(make(size));
    if (taken > suspiciousMs && taken > 8 * before) {
      expectLinear(make, (read) => read(), { from: 64, upTo });
      return;
    }
    before = Math.max(taken, suspiciousMs / 8);
  }
}

function timeOf(read: () => unknown): number {
  const began = process.cpuUsage();
  try {
    read();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) throw error;
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
