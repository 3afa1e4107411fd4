/**
 * `/healthz`, `/livez` and `/readyz`: a server that responds is healthy.
 * Source: k8s.io/apiserver/pkg/server/healthz/healthz.go.
 */
import type { RequestUrl } from "../http/request-url.js";
import type { Answer } from "../http/answer.js";

/** The names of the checks of each path. */
export type HealthChecks = Readonly<Record<"healthz" | "livez" | "readyz", readonly string[]>>;

export const kubeApiServerChecks: HealthChecks = {
  healthz: ["ping", "log", "etcd"],
  livez: ["ping", "log", "etcd"],
  readyz: ["ping", "log", "etcd", "etcd-readiness", "informer-sync", "shutdown"],
};

/** Returns undefined for a path that is not a health check. */
export function answerHealth({ pathname, searchParams }: RequestUrl, checks: HealthChecks): Answer | undefined {
  const [, name = "", check, ...rest] = pathname.split("/");
  const known = isHealthPath(name) ? checks[name] : undefined;
  if (known === undefined || rest.length > 0) return undefined;
  if (check !== undefined) return known.includes(check) ? text("ok") : undefined;
  if (!searchParams.has("verbose")) return text("ok");
  const excluded = new Set(searchParams.getAll("exclude"));
  const lines = known.map((each) => (excluded.has(each) ? `[+]${each} excluded: ok` : `[+]${each} ok`));
  const unknown = [...excluded].filter((each) => !known.includes(each));
  const names = unknown.map((each) => JSON.stringify(each)).join(",");
  if (names !== "") lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
  return text([...lines, `${name} check passed`, ""].join("\n"));
}

function isHealthPath(name: string): name is keyof HealthChecks {
  return Object.hasOwn(kubeApiServerChecks, name);
}

function text(body: string): Answer {
  return { type: "text", code: 200, contentType: "text/plain; charset=utf-8", text: body };
}
