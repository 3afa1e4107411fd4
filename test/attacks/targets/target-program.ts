/** A process with listeners under attack. `target.ts` starts it and requests its state. */
import type { ListenerInfo, TargetMessage, TargetOptions, TargetQuestion } from "../listener.js";
import { startApiServerTarget } from "./api-server.js";
import { observeProcess } from "./observe-process.js";
import { startOperatorTarget } from "./operator.js";
import { startProxiesTarget } from "./proxies.js";

/** The started listeners. */
export interface Started {
  readonly listeners: readonly ListenerInfo[];
  readonly api?: (TargetMessage & { kind: "ready" })["api"];
  /** Drops data that is kept on purpose, before memory is measured. */
  readonly forget?: () => Promise<void>;
}

const options = JSON.parse(process.argv[2] ?? "") as TargetOptions;
const say = (message: TargetMessage): void => void process.send?.(message);
// The test's process may be killed.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));

const { listeners, api, forget } = await start(options);
const observer = observeProcess();
process.on("message", (question: TargetQuestion) => void answer(question));
say({ kind: "ready", listeners, ...(api === undefined ? {} : { api }) });

async function answer(question: TargetQuestion): Promise<void> {
  if (question === "pulse") {
    say({ kind: "pulse", ...observer.pulse() });
    return;
  }
  await forget?.();
  say({ kind: "state", ...(await observer.state()) });
}

function start(wanted: TargetOptions): Promise<Started> {
  switch (wanted.kind) {
    case "api-server":
      return startApiServerTarget();
    case "operator":
      return startOperatorTarget(wanted.api);
    case "proxies":
      return startProxiesTarget(wanted.api);
  }
}
