import { onTestFinished } from "vitest";

/** Node's warnings of leaked listeners, from now until the test ends. Node emits each in the next turn of the event loop. */
export function leakWarnings(): readonly Error[] {
  const found: Error[] = [];
  const add = (warning: Error): void => {
    if (warning.name === "MaxListenersExceededWarning") found.push(warning);
  };
  process.on("warning", add);
  onTestFinished(() => void process.off("warning", add));
  return found;
}
