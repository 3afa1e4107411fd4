import { eventually, type EventuallyOptions } from "../../../src/testing/eventually.js";

/** Waits until a server acts on an object that it knows from a watch, however busy the machine is. */
export async function untilSo(
  what: string,
  isSo: () => Promise<boolean>,
  options: EventuallyOptions = {},
): Promise<void> {
  const check = async (): Promise<void> => {
    if (!(await isSo())) throw new Error(`not yet: ${what}`);
  };
  await eventually(check, { timeoutMs: 60_000, intervalMs: 10, ...options });
}
