import type { ContractCase } from "../contract-case.js";
import { configMaps } from "../sample-objects.js";

const body = JSON.stringify({ metadata: { name: "a" }, data: { a: "1" } });
const dryRun = `${configMaps}?dryRun=All`;
const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

/** Returns the head of a request as a client sends it. */
function head(line: string, ...headers: readonly string[]): string {
  return [line, "Host: localhost", "$authorization", ...headers, "", ""].join("\r\n");
}

const get = (path: string, ...headers: readonly string[]): string => head(`GET ${path} HTTP/1.1`, ...headers);
const post = (path: string, ...headers: readonly string[]): string =>
  head(`POST ${path} HTTP/1.1`, "Content-Type: application/json", ...headers);
const sized = `Content-Length: ${body.length}`;
const chunked = "Transfer-Encoding: chunked";

/** Requests with one response each. */
const requests: readonly (readonly [name: string, text: string | Buffer])[] = [
  ["Connection: close", get("/healthz", "Connection: close")],
  ["HTTP/1.0 keeps the connection where it is asked to", head("GET /healthz HTTP/1.0", "Connection: keep-alive")],
  ["HTTP/2.0 without its preface", head("GET /healthz HTTP/2.0")],
  ["HTTP/9.9", head("GET /healthz HTTP/9.9")],
  ["no version", "GET /healthz\r\n\r\n"],
  ["another protocol", head("GET /healthz HTTX/1.1")],
  ["no Host", "GET /healthz HTTP/1.1\r\n$authorization\r\n\r\n"],
  ["no Host in HTTP/1.0", "GET /healthz HTTP/1.0\r\n$authorization\r\n\r\n"],
  ["two Hosts", get("/healthz", "Host: localhost")],
  ["a Host with a space", "GET /healthz HTTP/1.1\r\nHost: a b\r\n$authorization\r\n\r\n"],
  ["a Host with a path", "GET /healthz HTTP/1.1\r\nHost: localhost/healthz\r\n$authorization\r\n\r\n"],
  ["a URL with a host", get("https://localhost/healthz")],
  ["a URL with another host", get("http://example.com/healthz")],
  ["a URL of another scheme", get("ftp://localhost/healthz")],
  ["a URL of a host alone", get("https://localhost")],
  ["a target that is no path", get("healthz")],
  ["a target of a star", get("*")],
  ["a target with a space", get("/health z")],
  ["a target with a control character", get("/health\u0001z")],
  ["no target", head("GET HTTP/1.1")],
  ["OPTIONS of all", head("OPTIONS * HTTP/1.1")],
  ["OPTIONS of a resource", head(`OPTIONS ${configMaps} HTTP/1.1`)],
  ["TRACE", head(`TRACE ${configMaps} HTTP/1.1`)],
  ["TRACE of health", head("TRACE /healthz HTTP/1.1")],
  ["CONNECT to a path", head(`CONNECT ${configMaps} HTTP/1.1`)],
  ["CONNECT to a host", head("CONNECT example.com:443 HTTP/1.1")],
  ["a method that HTTP does not know", head(`FOO ${configMaps} HTTP/1.1`)],
  ["a method in small letters", head(`get ${configMaps} HTTP/1.1`)],
  ["a method that is no word", head(`G{T ${configMaps} HTTP/1.1`)],
  ["no method", head(` ${configMaps} HTTP/1.1`)],
  ["no HTTP at all", Buffer.from([0, 1, 2, 0xff, 13, 10, 13, 10])],
  ["a header without a colon", get("/healthz", "nonsense")],
  ["a header with a space in its name", get("/healthz", "a b: c")],
  ["a header with a space before its colon", get("/healthz", "a : c")],
  ["a header with a NUL", get("/healthz", "a: b\u0000c")],
  ["a header with a control character", get("/healthz", "a: b\u0001c")],
  ["a header with a bare CR", get("/healthz", "a: b\rc")],
  ["a header with bytes beyond ASCII", get("/healthz", "a: \u00e9")],
  ["chunks", post(dryRun, chunked) + chunks],
  ["chunks with an extension", `${post(dryRun, chunked)}${chunks.replace("\r\n", ";a=b\r\n")}`],
  ["chunks with a trailer", `${post(dryRun, chunked, "Trailer: X-A")}${chunks.slice(0, -2)}X-A: b\r\n\r\n`],
  ["no length and no chunks", post(dryRun)],
  ["gzip and chunked", post(dryRun, "Transfer-Encoding: gzip, chunked") + chunks],
  ["a transfer encoding of gzip", `${post(dryRun, "Transfer-Encoding: gzip")}x`],
  ["lengths that differ", post(dryRun, sized, "Content-Length: 5") + body],
  ["a length that is a list", post(dryRun, "Content-Length: 5, 5") + body],
  ["a negative length", post(dryRun, "Content-Length: -5") + body],
  ["a length with a plus", post(dryRun, "Content-Length: +5") + body],
  ["a length that is no number", post(dryRun, "Content-Length: abc") + body],
  ["a length beyond 64 bits", post(dryRun, "Content-Length: 99999999999999999999") + body],
  ["an empty length", post(dryRun, "Content-Length: ") + body],
  ["a refused body of a MiB", post("/nothing", "Content-Length: 1048576") + "x".repeat(1_048_576)],
  ["a refused body of 100 kB", post("/nothing", "Content-Length: 100000") + "x".repeat(100_000)],
  ["a body of 4 MB", post(dryRun, "Content-Length: 4000000") + "x".repeat(4_000_000)],
  ["an upgrade that is not for the path", get("/nothing", "Connection: Upgrade", "Upgrade: websocket")],
];

const manyHeaders = (count: number): string =>
  Array.from({ length: count }, (_, index) => `a-${index}: b`).join("\r\n");

const large: readonly (readonly [name: string, text: string])[] = [
  ["a path of 10 kB", get(`/api/v1/${"a".repeat(10_000)}`)],
  ["a path of 100 kB", get(`/api/v1/${"a".repeat(100_000)}`)],
  ["a query of 900 kB", get(`/healthz?${"a".repeat(900_000)}`)],
  ["a query of 2 MB", get(`/healthz?${"a".repeat(2_000_000)}`)],
  ["a header of 900 kB", get("/healthz", `a: ${"a".repeat(900_000)}`)],
  ["a header of 2 MB", get("/healthz", `a: ${"a".repeat(2_000_000)}`)],
  ["3,000 headers", get("/healthz", manyHeaders(3_000))],
  ["200,000 headers", get("/healthz", manyHeaders(200_000))],
];

const one = (send: string | Buffer) => [{ send, answers: 1 }];

export const cases: readonly ContractCase[] = [
  ...requests.map(([name, text]): ContractCase => ({ name, run: (api) => api.raw(one(text)) })),
  ...large.map(([name, text]): ContractCase => ({ name, run: (api) => api.raw(one(text), { name }) })),
  {
    name: "three requests at once",
    run: (api) =>
      api.raw([{ send: [get("/healthz"), post(dryRun, sized) + body, get("/readyz")].join(""), answers: 3 }]),
  },
  {
    name: "a refused request and a good one at once",
    run: (api) => api.raw([{ send: post("/api/v1/nothing", sized) + body + get("/healthz"), answers: 2 }]),
  },
  {
    name: "a good request, then nonsense",
    run: (api) => api.raw([...one(get("/healthz")), ...one("nonsense\r\n\r\n")]),
  },
  {
    name: "a body that is awaited",
    run: (api) => api.raw([...one(post(dryRun, sized, "Expect: 100-continue")), ...one(body)]),
  },
  {
    name: "a body that is awaited, and refused",
    run: (api) => api.raw([...one(post("/api/v1/nothing", sized, "Expect: 100-continue")), { send: body, answers: 0 }]),
  },
  {
    name: "an expectation of nonsense",
    run: (api) => api.raw([...one(post(dryRun, sized, "Expect: nonsense")), { send: body, answers: 0 }]),
  },
  {
    name: "a body in two halves",
    run: (api) => api.raw([{ send: post(dryRun, sized) + body.slice(0, 9), answers: 0 }, ...one(body.slice(9))]),
  },
  {
    name: "HTTP without TLS",
    run: (api) => api.raw(one("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"), { isPlain: true }),
  },
  {
    name: "a POST without TLS",
    run: (api) => api.raw(one(`POST / HTTP/1.1\r\nHost: localhost\r\n${sized}\r\n\r\n${body}`), { isPlain: true }),
  },
  {
    name: "neither TLS nor HTTP",
    run: (api) => api.raw(one("hello, is anybody there, and what do they speak?\r\n"), { isPlain: true }),
  },
  {
    name: "a watch in HTTP/1.0 ends with the connection",
    run: (api) =>
      api.raw(one(head(`GET ${configMaps}?watch=true&timeoutSeconds=1&fieldSelector=metadata.name%3Dnone HTTP/1.0`))),
  },
];
