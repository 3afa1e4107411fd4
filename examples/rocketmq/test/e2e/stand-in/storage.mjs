/** A store that removes messages slowly: one object each half second. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { endOnSignal } from "./remoting.mjs";

endOnSignal();
const token = process.env.TOKEN ?? "";
const objects = new Set();
const clearings = new Map();

setInterval(() => {
  for (const clearing of clearings.values()) {
    const next = [...objects].find((name) => name.startsWith(clearing.prefix));
    if (next === undefined) continue;
    objects.delete(next);
    clearing.removed++;
  }
}, 500);

function clear(id, prefix) {
  const left = [...objects].filter((name) => name.startsWith(prefix)).length;
  const clearing = clearings.get(id) ?? { prefix, removed: 0, total: left };
  clearings.set(id, clearing);
  return { state: left === 0 ? "finished" : "running", removed: clearing.removed, total: clearing.total };
}

createServer(async (request, response) => {
  const [, what, name] = /^\/(objects|clearings)\/?(.*)$/.exec(request.url) ?? [];
  if (token !== "" && request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end("no\n");
  const body = await text(request);
  if (what === "objects" && request.method === "PUT") objects.add(decodeURIComponent(name));
  if (what === "objects") return response.end(JSON.stringify([...objects]));
  if (what === "clearings" && request.method === "PUT")
    return response.end(JSON.stringify(clear(name, JSON.parse(body).prefix)));
  return response.writeHead(404).end();
}).listen(8080);
