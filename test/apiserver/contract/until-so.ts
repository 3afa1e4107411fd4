import type { EventuallyOptions } from "../../../src/testing/eventually.js";
import { eventually } from "../../support/eventually.js";

/** The pause between two questions. kube-apiserver reads its policies once a second: to ask more often only keeps it busy. */
export const pollMs = 50;

/** Waits until a server acts on an object that it knows from a watch, however busy the machine is. */
export async function untilSo(
  what: string,
  isSo: () => Promise<boolean>,
  options: EventuallyOptions = {},
): Promise<void> {
  const check = async (): Promise<void> => {
    if (!(await isSo())) throw new Error(`not yet: ${what}`);
  };
  await eventually(check, { intervalMs: pollMs, ...options });
}
