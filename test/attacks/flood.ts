/** More at once than any client sends. */
import { attack, type Attack } from "./attack.js";
import type { ListenerInfo } from "./listener.js";
import { authorize, json, printRequest } from "./requests/http-text.js";
import { sendAttack } from "./send-attack.js";
import type { Tally } from "./tally.js";

/** What a flood consists of. */
const [silentConnections, askingConnections, requestsOfEach] = [100, 12, 40];

/** Connections that say nothing; beside them, many requests on each connection: good ones, or each with a token of its own. */
export async function flood(listener: ListenerInfo, tally: Tally): Promise<void> {
  const silent = attack("flood of connections", [], { layer: "tcp", ending: "hold" });
  const all = Array.from({ length: silentConnections }, () => sendAttack(listener, silent));
  for (let connection = 0; connection < askingConnections; connection++) {
    const each = manyRequests(listener, connection);
    tally.saw(listener, each, await sendAttack(listener, each).reaction);
  }
  for (const { reaction, leave } of all) {
    leave();
    tally.saw(listener, silent, await reaction);
  }
}

function manyRequests({ good, token }: ListenerInfo, connection: number): Attack {
  const requests = Array.from({ length: requestsOfEach }, (_, index) => {
    const other = token === undefined ? [] : authorize({ token: `token-${connection}-${index}` });
    return printRequest({
      ...good,
      headers: [...other, json, ...(index + 1 < requestsOfEach ? [] : ["connection: close"])],
    });
  });
  const kind = token === undefined ? "flood of requests" : "flood of tokens";
  return attack(`${kind} (${requestsOfEach} a connection)`, requests, { ending: "wait" });
}
