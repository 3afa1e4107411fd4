/** A client that says too little for too long is sent away by every listener, in the listener's own time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Program } from "../support/build-program.js";
import { attack, type Attack } from "./attack.js";
import { targetKinds } from "./attack-target.js";
import type { ListenerInfo } from "./listener.js";
import { authorize, printGoodRequest } from "./requests/http-text.js";
import { sendAttack } from "./send-attack.js";
import { buildTargetProgram } from "./setup.js";
import { startTarget, type Target } from "./target.js";

/** More than any listener gives a client: the embedded API server 70 s for a request, as kube-apiserver. */
const patienceMs = 110_000;

/** Each says its piece, and then nothing, but stays. */
function slowClients(listener: ListenerInfo): Attack[] {
  const { good, isTls } = listener;
  const head = `${good.method} ${good.path} HTTP/1.1\r\nhost: localhost\r\n`;
  const allowed = authorize(listener)
    .map((line) => `${line}\r\n`)
    .join("");
  const stay = { ending: "wait" } as const;
  const body = good.body === undefined ? "{" : good.body.slice(0, 10);
  return [
    attack("nothing at all", [], { ...stay, layer: "tcp" }),
    ...(isTls ? [attack("half a handshake", Buffer.from([22, 3, 1, 2, 0, 1, 0]), { ...stay, layer: "tcp" })] : []),
    attack("nothing over HTTP", [], stay),
    attack("half a request line", "GET /rea", stay),
    attack("half a head", head, stay),
    attack(
      "half a body",
      `${head.replace(/^GET/, "POST")}${allowed}content-type: application/json\r\ncontent-length: 1000\r\n\r\n${body}`,
      stay,
    ),
    attack(
      "half a chunk",
      `${head.replace(/^GET/, "POST")}${allowed}transfer-encoding: chunked\r\n\r\n10\r\n${body}`,
      stay,
    ),
  ];
}

let program: Program;
beforeAll(async () => {
  program = await buildTargetProgram();
});
afterAll(() => program.remove());

test.concurrent.each(targetKinds)("%s", async (kind) => {
  const targets: Target[] = [];
  try {
    const server = await startTarget(program.file, { kind: "api-server" });
    targets.push(server);
    if (kind !== "api-server") {
      if (server.api === undefined) throw new Error("the API server has no address");
      targets.push(await startTarget(program.file, { kind, api: server.api }));
    }
    const target = targets.at(-1) ?? server;
    const sent = target.listeners.flatMap((listener) =>
      slowClients(listener).map(async (each) => {
        const { end } = await sendAttack(listener, each, patienceMs).reaction;
        return `${listener.name}, ${each.kind}: ${end === "silent" ? "still open" : "closed"}`;
      }),
    );
    expect((await Promise.all(sent)).filter((each) => each.endsWith("still open"))).toEqual([]);
    for (const listener of target.listeners) {
      const good = attack("good request", printGoodRequest(listener), { ending: "wait" });
      expect((await sendAttack(listener, good).reaction).statuses).toEqual([200]);
    }
  } finally {
    await Promise.all(targets.map((target) => target.stop()));
  }
});
