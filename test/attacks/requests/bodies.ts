/** Attacks by bodies: what they hold, how long they say they are, and how they arrive. */
import { gzipSync } from "node:zlib";
import { type Attack, attack, type Ending } from "../attack.js";
import type { ListenerInfo } from "../listener.js";
import { between, cut, pick, type Random } from "../random.js";
import { authorize, json, printRequest } from "./http-text.js";
import { evilValues, mutatedReview } from "./reviews.js";

const contentTypes = [
  ...[json, json, json, json, "content-type: application/json; charset=latin1", "content-type: APPLICATION/JSON"],
  ...[
    "content-type: application/yaml",
    "content-type: text/plain",
    "content-type: application/vnd.kubernetes.protobuf",
  ],
  ...["content-type: application/cbor", "content-type: multipart/form-data; boundary=x", "content-type: a/b/c;;"],
  ...["content-type: application/merge-patch+json", "content-type: application/apply-patch+yaml", "x: y"],
];

const zipped = gzipSync(Buffer.alloc(20_000_000, "[")); // twenty megabytes in twenty kilobytes
const yamlBomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from(
  { length: 8 },
  (_, index) => `${"bcdefghi"[index]}: &${"bcdefghi"[index]} [${`*${"abcdefgh"[index]},`.repeat(9)}]\n`,
).join("")}`;

/** Bodies that are no review and no object. */
const wholeBodies: readonly (() => string | Buffer)[] = [
  () => "",
  () => "{",
  () => "null",
  () => "[]",
  () => '"text"',
  () => "\u0000",
  () => Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc0]),
  () => "k8s\u0000\n\u0004\n\u0002v1",
  () => Buffer.concat([Buffer.from("k8s\u0000"), Buffer.alloc(2_000, 0xff)]),
  () => zipped,
  () => yamlBomb,
  () => "- ".repeat(20_000),
  () => "? ".repeat(5_000),
  () => "a: ".repeat(5_000),
  () => `{"a":`.repeat(50_000),
  () => " ".repeat(1_000_000),
  () => "x".repeat(8_000_000),
];

/** A body in the place of a good one, with honest headers. */
export function bodyAttack(random: Random, listener: ListenerInfo): Attack {
  const body = pick(random, random() < 0.5 ? wholeBodies : evilValues)();
  const zip =
    Buffer.isBuffer(body) && random() < 0.7 ? [`content-encoding: ${pick(random, ["gzip", "deflate", "br"])}`] : [];
  return post("body", random, listener, body, zip);
}

/** A review with mistakes, and often with honest ones around it. */
export function reviewAttack(random: Random, listener: ListenerInfo, speaks: "admission" | "conversion"): Attack {
  return post("review", random, listener, Buffer.from(mutatedReview(random, speaks), "latin1"), []);
}

function post(
  kind: string,
  random: Random,
  listener: ListenerInfo,
  body: string | Buffer,
  headers: readonly string[],
): Attack {
  const path =
    pick(random, listener.paths) + pick(random, ["", "", "", "?timeout=1s", "?timeout=9999s", "?dryRun=All"]);
  const type = kind === "review" && random() < 0.9 ? json : pick(random, contentTypes);
  const request = printRequest({
    ...{ method: pick(random, ["POST", "POST", "POST", "PUT", "PATCH", "GET"]), path, body },
    headers: [...authorize(listener), type, ...headers],
  });
  const ending: Ending = random() < 0.15 ? "reset" : "half-close";
  return attack(ending === "reset" ? `${kind}, reset` : kind, cut(random, request), { ending });
}

/** Lengths that contradict each other or the body, and what would be a second request for whom believes the wrong one. */
export function framingAttack(random: Random, listener: ListenerInfo): Attack {
  const { path } = listener.good;
  const body = listener.good.body ?? "{}";
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
  const smuggled = `GET /smuggled HTTP/1.1\r\nhost: a\r\n\r\n`;
  const framings: readonly (readonly [headers: readonly string[], body: string])[] = [
    [[`content-length: ${body.length}`, "content-length: 0"], body],
    [[`content-length: ${body.length}`, `content-length: ${body.length}`], body],
    [[`content-length: ${body.length}, ${body.length}`], body],
    [["content-length: 4", "transfer-encoding: chunked"], `${chunk}0\r\n\r\n${smuggled}`],
    [["transfer-encoding: chunked", "content-length: 4"], `0\r\n\r\n${smuggled}`],
    [["transfer-encoding: chunked", "transfer-encoding: identity"], `${chunk}0\r\n\r\n`],
    [["transfer-encoding: chunked, chunked"], `${chunk}0\r\n\r\n`],
    [["transfer-encoding: xchunked"], `${chunk}0\r\n\r\n`],
    [["transfer-encoding : chunked"], `${chunk}0\r\n\r\n`],
    [["transfer-encoding:\u000bchunked"], `${chunk}0\r\n\r\n`],
    [["transfer-encoding: gzip, chunked"], `${chunk}0\r\n\r\n`],
    [["transfer-encoding: chunked"], `${chunk}0\r\n\r\n`],
    [["transfer-encoding: chunked"], `${chunk}0\r\ntrailer: x\r\ncontent-length: 5\r\n\r\n`],
    [["transfer-encoding: chunked"], `ffffffffffffffff\r\n${body}`],
    [["transfer-encoding: chunked"], `-1\r\n${body}\r\n0\r\n\r\n`],
    [["transfer-encoding: chunked"], `0x5\r\nhello\r\n0\r\n\r\n`],
    [["transfer-encoding: chunked"], `5;${"a=b;".repeat(5_000)}\r\nhello\r\n0\r\n\r\n`],
    [["transfer-encoding: chunked"], "1\r\n{\r\n".repeat(20_000)],
    [["transfer-encoding: chunked"], `5\nhello\n0\n\n`],
    [["transfer-encoding: chunked"], `5\r\nhello0\r\n\r\n`],
    [[`content-length: ${body.length + 100}`], body],
    [[`content-length: ${Math.max(body.length - 1, 0)}`], body],
    [["content-length: 99999999999999999999"], body],
    [["content-length: 9007199254740993"], body],
    [["expect: 100-continue", "content-length: 1000000000"], ""],
    [["expect: 100-continue", `content-length: ${body.length}`], body],
    [["expect: 100-continue", "transfer-encoding: chunked"], `${chunk}0\r\n\r\n`],
    [[`content-length: ${body.length}`], `${body}${smuggled}`],
    [["content-length: 0"], smuggled.repeat(50)],
    [[], body + smuggled],
  ];
  const [headers, text] = pick(random, framings);
  const lines = [`POST ${path} HTTP/1.1`, "host: localhost", ...authorize(listener), json, ...headers, "", ""];
  const end = random() < 0.15 ? "\n" : "\r\n"; // bare LF
  const ending: Ending = random() < 0.2 ? "reset" : "half-close";
  const bytes = Buffer.from(lines.join(end) + text, "latin1");
  return attack(ending === "reset" ? "framing, reset" : "framing", cut(random, bytes), { ending });
}

/** A client that has begun, and says no more: in the head, before the body, in the midst of it. */
export function slowAttack(random: Random, listener: ListenerInfo): Attack {
  const { method, path, body = "x".repeat(200) } = listener.good;
  const request = printRequest({ method, path, body, headers: [...authorize(listener), json] });
  const sent = request.subarray(0, between(random, 0, request.length - 1));
  const bytewise = Array.from(sent.subarray(0, 60), (_, index) => sent.subarray(index, index + 1));
  const pieces = random() < 0.3 ? [...bytewise, sent.subarray(60)] : cut(random, sent);
  return attack("slow client", pieces, { ending: pick(random, ["hold", "hold", "half-close", "reset"]) });
}
