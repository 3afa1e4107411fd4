/** Attacks by what comes before a body: paths, request lines, headers. */
import { type Attack, attack } from "../attack.js";
import type { ListenerInfo } from "../listener.js";
import { between, cut, pick, type Random } from "../random.js";
import { authorize, json, printGoodRequest, printRequest } from "./http-text.js";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "M-SEARCH", "QUERY"];

const strangePaths: readonly (() => string)[] = [
  ...["//", "///", "//evil.example.com/", "/\\", "/\\\\evil", "/%", "/%%", "/%2", "/%zz", "/%00", "/%ff", "/%2e%2e/"],
  ...["/..", "/../../etc/passwd", "/.", "/./", "/;", "/?", "/#", "/?a=%", "/?%00=%ff", "/@", "/:", "/[::1", "/[", "*"],
  ...["http://", "http://evil.example.com/", "https://[::1", "http://a:99999/", "file:///etc/passwd", "javascript:1"],
  ...["", "\\", "a", "/\u00e9", "/\u00ff\u00fe", "/__proto__", "/constructor", "/toString", "/hasOwnProperty"],
  ...[
    "/a|b",
    "/{a}",
    "/^",
    "/`",
    '/"',
    "/<script>",
    "/a?b?c=d&e&=f",
    "/?timeout=9999s",
    "/?timeout=1e9s",
    "/?exclude=",
  ],
].map((path) => () => path);

const largePaths: readonly (() => string)[] = [
  () => `/${"a".repeat(1_000_000)}`,
  () => `/${"a".repeat(15_000)}`,
  () => "/".repeat(15_000),
  () => `/${"../".repeat(5_000)}`,
  () => `/${"%2f".repeat(5_000)}`,
  () => `/?${"a=b&".repeat(3_500)}`,
  () => `/?exclude=${"x".repeat(14_000)}`,
  () => `/healthz?${"exclude=attacked&".repeat(1_100)}`,
];

export function pathAttack(random: Random, listener: ListenerInfo): Attack {
  const strange = pick(random, random() < 0.15 ? largePaths : strangePaths)();
  const path = random() < 0.4 ? pick(random, listener.paths) + strange : strange;
  const method = pick(random, methods);
  const body = method === "POST" && random() < 0.5 ? listener.good.body : undefined;
  const headers = [...(random() < 0.7 ? authorize(listener) : []), json];
  const request = printRequest({ method, path, headers, ...(body === undefined ? {} : { body }) });
  return attack("path", cut(random, request));
}

const lines: readonly (() => string)[] = [
  ...["", " ", "\n", "\r", "GET", "GET ", "GET /", "GET / ", "GET / HTTP", "GET / HTTP/0.9", "GET / HTTP/1.0"],
  ...[
    "GET / HTTP/1.2",
    "GET / HTTP/2.0",
    "GET / HTTP/9.9",
    "GET / HTTP/99999999999.1",
    "get / http/1.1",
    "GET  / HTTP/1.1",
  ],
  ...["GET / / HTTP/1.1", "GET\t/\tHTTP/1.1", "\u0000", "GET /\u0000 HTTP/1.1", "\u0016\u0003\u0001", "PRI * HTTP/2.0"],
  ...["CONNECT localhost:1 HTTP/1.1", "CONNECT / HTTP/1.1", "OPTIONS * HTTP/1.1", "FOO / HTTP/1.1", "SSH-2.0-x"],
  ...["\u00ff\u00fe", "{}", "<policy-file-request/>", "GET https://a/ HTTP/1.1", "POST / HTTP/1.1 "],
].map((line) => () => line);
const largeLines: readonly (() => string)[] = [
  () => "A".repeat(1_000_000),
  () => `${"A".repeat(100_000)} / HTTP/1.1`,
  () => `GET / HTTP/1.1${" ".repeat(100_000)}`,
  () => "\r\n".repeat(50_000),
];

export function requestLineAttack(random: Random): Attack {
  const line = pick(random, random() < 0.1 ? largeLines : lines)();
  const end = pick(random, ["\r\n\r\n", "\r\nhost: a\r\n\r\n", "\n\n", "\r\r", "\r\n", "", "\r\n\r\nSM\r\n\r\n"]);
  return attack("request line", cut(random, Buffer.from(line + end, "latin1")));
}

const headerLines: readonly (() => string)[] = [
  ...[
    "a",
    ":",
    ": a",
    "a:",
    "a b: c",
    "a : b",
    "a:\u0000",
    "a\u0000: b",
    "a: b\nc: d",
    "a: b\rc: d",
    " folded",
    "\tfolded",
  ],
  ...[
    "a: \u00ff\u00fe",
    "\u00ff: a",
    "__proto__: a",
    "constructor: a",
    "toString: a",
    "cookie: a=b; c",
    "range: bytes=0-",
  ],
  ...[
    "host: evil.example.com",
    "host: a:99999",
    "host: [::1",
    "host: \\",
    "host: ",
    "host: a b",
    "host: //",
    "host: a@b",
  ],
  ...[
    "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x",
    "connection: upgrade\r\nupgrade: h2c",
    "upgrade: x",
  ],
  ...["connection: upgrade\r\nupgrade: SPDY/3.1", "connection: close, close", "connection: keep-alive, foo, close"],
  ...[
    "expect: 100-continue",
    "expect: nonsense",
    "te: trailers",
    "trailer: content-length",
    "content-type: ",
    json,
    json,
  ],
  ...["content-type: text/html", "content-type: application/json;;;=", "content-type: multipart/form-data; boundary=a"],
  ...["accept: */*;q=x", "accept: ;;;,,,", "accept-encoding: gzip, br, *;q=0", "origin: https://evil.example.com"],
  ...["x-forwarded-for: 127.0.0.1", "x-remote-user: admin", "impersonate-user: admin", "impersonate-extra-%: a"],
  ...["authorization: Bearer", "authorization: Bearer a b", "authorization: Basic !!", "authorization: Bearer \u00ff"],
  ...[
    "content-length: 1e3",
    "content-length: -1",
    "content-length: 0x10",
    "content-length: +1",
    "keep-alive: timeout=9e9",
  ],
].map((line) => () => line);
const largeHeaderLines: readonly (() => string)[] = [
  () => `a: ${"b".repeat(14_000)}`,
  () => `a: ${"b".repeat(1_200_000)}`,
  () => `${"b".repeat(40_000)}: a`,
  () => Array.from({ length: 1_900 }, (_, index) => `h${index}: a`).join("\r\n"),
  () => Array.from({ length: 60_000 }, (_, index) => `h${index}: a`).join("\r\n"),
  () => Array.from({ length: 1_900 }, () => "a: b").join("\r\n"),
  () => `accept: ${"a/b;q=0.1,".repeat(1_300)}`,
  () => `accept: a/b${";".repeat(14_000)}`,
  () => `accept: a/b;${" ".repeat(14_000)}x`,
  () => `content-type: application/json;${" ".repeat(14_000)}x`,
  () => `content-type: application/json${"; a=b".repeat(2_500)}`,
  () => `authorization: Bearer ${"x".repeat(14_000)}`,
  () => `authorization: Bearer${" ".repeat(14_000)}x`,
  () => `authorization: Bearer ${"e.".repeat(7_000)}`,
  () => `impersonate-user: ${"a".repeat(14_000)}`,
  () => `cookie: ${"a=b; ".repeat(2_700)}`,
  () => `host: ${"a.".repeat(7_000)}`,
  () => `host: ${"[".repeat(14_000)}`,
  () => `connection: ${"a,".repeat(7_000)}`,
];

export function headerAttack(random: Random, listener: ListenerInfo): Attack {
  const { method, body } = listener.good;
  const path = pick(random, listener.paths);
  const chosen = Array.from({ length: between(random, 1, 4) }, () =>
    pick(random, random() < 0.2 ? largeHeaderLines : headerLines)(),
  );
  const headers = [...(random() < 0.6 ? authorize(listener) : []), ...chosen];
  const request = printRequest({ method, path, headers, ...(body === undefined ? {} : { body }) });
  return attack("headers", cut(random, request));
}

/** Many requests at once, some of them good. */
export function pipelineAttack(random: Random, listener: ListenerInfo): Attack {
  const good = printRequest({ ...listener.good, headers: [...authorize(listener), json] });
  const requests = Array.from({ length: between(random, 2, 40) }, () =>
    random() < 0.9 ? good : pathAttack(random, listener).pieces,
  );
  return attack("pipeline", cut(random, Buffer.concat([...requests.flat(), printGoodRequest(listener)])));
}
