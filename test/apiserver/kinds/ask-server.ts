/** Reads a server's response to an object, without values that differ between servers. */
import { textOf } from "../../../src/apiserver/api-object.js";
import { isJsonObject, type Json, type JsonObject } from "../../../src/core/json.js";
import { type Connection, readText, send } from "../contract/exchange.js";

export interface Verdict {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  /** Sorted: Go iterates over maps in random order. */
  readonly causes: readonly string[];
  readonly warnings: readonly string[];
  /** The accepted object without its metadata. */
  readonly object: Json;
}

export async function ask(
  connection: Connection,
  method: string,
  path: string,
  body: JsonObject,
): Promise<{ readonly verdict: Verdict; readonly body: JsonObject }> {
  const response = await send(connection, {
    method,
    path,
    headers: { authorization: `Bearer ${connection.server.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const code = response.statusCode ?? 0;
  const answer = JSON.parse((await readText(response)).toString()) as JsonObject;
  const warnings = (response.headersDistinct["warning"] ?? []).toSorted();
  return { verdict: { ...verdictOf(code, answer), warnings }, body: answer };
}

function verdictOf(code: number, answer: JsonObject): Omit<Verdict, "warnings"> {
  if (code < 300) return { code, reason: "", message: "", causes: [], object: withoutGivenValues(answer) };
  const details = answer["details"];
  const causes = isJsonObject(details) && Array.isArray(details["causes"]) ? details["causes"] : [];
  return {
    code,
    reason: textOf(answer, "reason"),
    // The message lists the causes in some order.
    message: causes.length > 0 ? "" : textOf(answer, "message"),
    causes: causes.map((cause) => causeText(cause as JsonObject)).toSorted(),
    object: null,
  };
}

function causeText(cause: JsonObject): string {
  const [reason, field, message] = ["reason", "field", "message"].map((name) => textOf(cause, name));
  return `${reason} ${field}: ${message}`;
}

/** Omits values that a server allocates: addresses, ports, uids, times. */
function withoutGivenValues({ metadata, ...rest }: JsonObject): Json {
  const given = new Set(["clusterIP", "clusterIPs", "nodePort", "healthCheckNodePort", "uid"]);
  const text = JSON.stringify(
    { generation: (metadata as JsonObject)["generation"] ?? null, ...rest },
    (key, value: Json) => {
      if (given.has(key)) return undefined;
      if (!isJsonObject(value)) return value;
      return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    },
  );
  return JSON.parse(text.replaceAll(/"(20(?!20)\d\d-\d\d-\d\dT[\d:.]+Z)"/g, '"(now)"')) as Json;
}
