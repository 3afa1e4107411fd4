import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, AnswerBody, Body, ContractApi, Method, RequestOptions, Watch } from "./contract-case.js";
import { type Connection, readText, send, toBytes } from "./exchange.js";
import type { RawAnswer } from "./raw-answers.js";
import { exchangeRaw, type RawPart } from "./raw-exchange.js";
import type { Step } from "./transcript.js";
import { pollMs } from "./until-so.js";
import { readEvents } from "./watch-events.js";

const patchTypes: Readonly<Record<string, string>> = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
  "apply-cbor": "application/apply-patch+cbor",
};

/** Headers that a client uses. */
const recordedHeaders = [
  "content-type",
  "content-encoding",
  "warning",
  "retry-after",
  "allow",
  "location",
  "www-authenticate",
  "etag",
];

/**
 * Creates an API that records into `steps`, and collects the paths that the case wants to delete. `enter` creates the case's
 * namespace, before the first request that names it.
 */
export function createContractApi(
  connection: Connection,
  given: { ns: string; id: string; steps: Step[]; leftovers: string[]; patience: number; enter?: () => Promise<void> },
): ContractApi {
  const { ns, id, steps, leftovers, patience, enter } = given;
  const expand = (text: string): string => text.replaceAll("$ns", ns).replaceAll("$id", id);

  const open = async (method: string, path: string, body: Body | undefined, options: RequestOptions) => {
    const bytes = toBytes(body);
    if ([path, bytes, JSON.stringify(options.headers)].some((each) => each?.includes("$ns"))) await enter?.();
    const headers: Record<string, string | undefined> = {
      authorization: `Bearer ${options.token ?? connection.server.token}`,
      accept: "application/json",
      "user-agent": "contract",
      ...(bytes === undefined ? {} : { "content-type": "application/json" }),
      ...options.headers,
    };
    return send(connection, {
      method: method.toUpperCase(),
      path: expand(path),
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([k, v]) => (v === undefined ? [] : [[k, expand(v)]])),
      ),
      ...(bytes === undefined ? {} : { body: typeof bytes === "string" ? expand(bytes) : bytes }),
    });
  };

  const stepOf = (method: string, path: string, body: Body | undefined, options: RequestOptions) => ({
    request: `${method.toUpperCase()} ${expand(path)}`,
    ...(options.headers === undefined ? {} : { sent: sentHeaders(options.headers) }),
    ...(body === undefined ? {} : { digest: digestOf(body, ns, id) }),
  });

  const request = async (method: Method, path: string, body?: Body, options: RequestOptions = {}): Promise<Answer> => {
    const response = await open(method, path, body, options);
    const answer = await toAnswer(response);
    if (options.record ?? true) steps.push(toStep(stepOf(method, path, body, options), answer, options.show));
    return answer;
  };

  return {
    ns,
    id,
    request,
    get: (path, options) => request("get", path, undefined, options),
    post: (path, body, options) => request("post", path, body, options),
    put: (path, body, options) => request("put", path, body, options),
    patch: (path, type, body, options) =>
      request("patch", path, body, {
        ...options,
        headers: { "content-type": patchTypes[type] ?? type, ...options?.headers },
      }),
    delete: (path, body, options) => request("delete", path, body, options),
    async until(path, isDone, options = {}) {
      const end = Date.now() + patience;
      for (;;) {
        const answer = await request("get", path, undefined, { ...options, record: false });
        const isLate = !isDone(answer) && Date.now() > end;
        if (isLate || isDone(answer)) {
          const step = toStep(stepOf("until", path, undefined, options), answer, options.show);
          steps.push(isLate ? { ...step, isLate } : step);
          return answer;
        }
        await sleep(pollMs);
      }
    },
    async watch(path, options = {}) {
      const response = await open("get", path, undefined, options);
      const step = stepOf("watch", path, undefined, options);
      if (response.statusCode !== 200) {
        const answer = await toAnswer(response);
        steps.push(toStep(step, answer, options.show));
        return { status: answer.status, until: () => Promise.resolve([]) };
      }
      const watch: Watch = {
        status: 200,
        async until(end) {
          const events = await readEvents(response, end);
          const headers = headersOf(response);
          steps.push({
            ...step,
            status: 200,
            ...headers,
            events: events.map((event): unknown =>
              options.show === undefined ? event : { ...event, object: options.show(event.object) },
            ),
          });
          return events.filter(({ type }) => type !== "(the server ends)");
        },
      };
      return watch;
    },
    async raw(parts, { name, isPlain = false } = {}) {
      if (parts.some(({ send }) => send.includes("$ns"))) await enter?.();
      const fill = (text: string): string =>
        expand(text.replaceAll("$authorization", `Authorization: Bearer ${connection.server.token}`));
      const filled = parts.map(({ send, answers }) => ({
        send: typeof send === "string" ? fill(send) : send,
        answers,
      }));
      const { answers, end } = await exchangeRaw(connection.server, filled, isPlain);
      const [{ send }] = parts as [RawPart];
      const request = name ?? send.toString("latin1").split("\r\n")[0]!;
      const digest = digestOf(parts.map((part) => part.send.toString("latin1")).join(""), ns, id);
      const body = { answers: answers.map(showRawAnswer), connection: end };
      steps.push({ request: `raw ${expand(request)}`, digest, status: answers.at(-1)?.status ?? 0, body });
    },
    cleanUp: (path) => void leftovers.push(expand(path)),
  };
}

function showRawAnswer({ status, headers, body }: RawAnswer): object {
  const { "content-type": contentType, connection } = headers;
  const parsed = parseBody(Buffer.from(body), contentType ?? "");
  return {
    status,
    ...(contentType === undefined ? {} : { contentType }),
    ...(connection === "close" ? { connection } : {}),
    ...(parsed === undefined ? {} : { body: parsed }),
  };
}

async function toAnswer(response: IncomingMessage): Promise<Answer> {
  const sent = await readText(response);
  const bytes = response.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
  const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
  return { status: response.statusCode ?? 0, headers, body: parseBody(bytes, headers["content-type"] ?? "") };
}

function parseBody(bytes: Buffer, contentType: string): unknown {
  if (bytes.length === 0) return undefined;
  if (contentType.includes("protobuf") || contentType.includes("cbor")) return "(binary)";
  const text = bytes.toString();
  if (!contentType.includes("json")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toStep(
  step: Pick<Step, "request" | "sent" | "digest">,
  answer: Answer,
  show: ((body: AnswerBody) => unknown) | undefined,
): Step {
  const body: unknown = show === undefined ? answer.body : show(answer.body);
  const headers = recordHeaders(answer.headers);
  return { ...step, status: answer.status, ...headers, ...(body === undefined ? {} : { body }) };
}

function headersOf(response: IncomingMessage): { headers?: Record<string, string> } {
  return recordHeaders(Object.fromEntries(Object.entries(response.headers).map(([k, v]) => [k, String(v)])));
}

function recordHeaders(headers: Readonly<Record<string, string>>): { headers?: Record<string, string> } {
  const kept = recordedHeaders.flatMap((name) => {
    const value = headers[name];
    return value === undefined || (name === "content-type" && value === "application/json") ? [] : [[name, value]];
  });
  return kept.length === 0 ? {} : { headers: Object.fromEntries(kept) as Record<string, string> };
}

function sentHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const shown = Object.entries(headers).map(([name, value]) => {
    return [name, value === undefined ? "(none)" : name === "authorization" ? "(given)" : value];
  });
  return Object.fromEntries(shown) as Record<string, string>;
}

/** Finds texts with a uid quickly: in a body of a megabyte, most characters may be the beginning of one. */
const withUidEnd = /-[0-9a-f-]{27}/;

/**
 * Returns the digest of a body before `$ns` is replaced, without values that differ between runs: versions and uids of earlier
 * responses.
 */
function digestOf(body: Body, ns: string, id: string): string {
  const text = Buffer.isBuffer(body) ? body.toString("base64") : typeof body === "string" ? body : JSON.stringify(body);
  const stable = text
    .replaceAll(ns, "$ns")
    .replaceAll(id, "$id")
    .replaceAll(/"resourceVersion":"\d+"/g, "")
    .replaceAll(/"[^"]*(token|continue)[^"]*":"[^"]*"/gi, "");
  const withoutIds = withUidEnd.test(stable) ? stable.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "") : stable;
  const withoutTimes = withoutIds.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "");
  return createHash("sha256").update(withoutTimes).digest("hex").slice(0, 8);
}
