/** Source: k8s.io/apiserver/pkg/storage/continue.go. */
import { badRequestError } from "../status-error.js";

export interface ContinueToken {
  /** The version of the first page; -1 for the newest one. */
  readonly revision: number;
  /** The key of the last object of the page before. */
  readonly after: string;
}

const version = "meta.k8s.io/v1";

export function printContinueToken({ revision, after }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: version, rv: revision, start: `${after}\u0000` })).toString("base64url");
}

/** @throws StatusError 400 for an invalid token */
export function parseContinueToken(text: string): ContinueToken {
  const { v, rv, start } = decode(text);
  if (v !== version)
    refuse(
      `continue key is not valid: server does not recognize this encoded version ${typeof v === "string" ? v : ""}`,
    );
  if (typeof rv !== "number" || rv === 0) {
    refuse("continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
  }
  if (typeof start !== "string" || start === "") {
    refuse("continue key is not valid: encoded start key empty (version meta.k8s.io/v1)");
  }
  if (/(?:^|\/)\.{1,2}(?:\/|$)|\/\//.test(start)) refuse(`continue key is not valid: ${start}`);
  return { revision: rv, after: start.endsWith("\u0000") ? start.slice(0, -1) : start };
}

function decode(text: string): { readonly v?: unknown; readonly rv?: unknown; readonly start?: unknown } {
  const wrong = /[^-\w]/.exec(text);
  if (wrong !== null) refuse(`continue key is not valid: illegal base64 data at input byte ${wrong.index}`);
  const json = Buffer.from(text, "base64url").toString("utf8");
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    const [first = ""] = json;
    return refuse(
      first === ""
        ? "continue key is not valid: unexpected end of JSON input"
        : `continue key is not valid: invalid character '${first}' looking for beginning of value`,
    );
  }
}

function refuse(message: string): never {
  throw badRequestError(`invalid continue token: ${message}`);
}
