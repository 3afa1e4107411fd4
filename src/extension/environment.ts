/** The settings that the environment contains: the manifests of `tsop create apiserver` set them. */
import { TsopError } from "../core/errors.js";
import type { ExtensionCertificate } from "./options.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that choose the certificate. */
const variables = { folder: "APISERVER_CERT_PATH", secret: "APISERVER_CERT_SECRET", service: "APISERVER_SERVICE" };

/**
 * Returns the certificate that the environment chooses, as the scaffolded manifests set it. Without a choice, the certificate is
 * for this machine.
 *
 * @throws TsopError `usage/invalid-argument` if the variables contradict each other
 */
export function certificateFrom(env: Environment): ExtensionCertificate {
  const valueOf = (variable: string): string | undefined => env[variable]?.trim() || undefined;
  const [folder, secret, service] = [variables.folder, variables.secret, variables.service].map(valueOf);
  if (folder !== undefined) return { folder };
  if (secret !== undefined && service !== undefined) return { secret, service };
  if (secret === undefined && service === undefined) return { names: [] };
  throw new TsopError("usage/invalid-argument", `${variables.secret} and ${variables.service} must be set together`, {
    hint: `Set both, or ${variables.folder} to read certificates from a folder.`,
  });
}

/** Returns the address to listen on; undefined for all addresses. */
export function hostFrom(env: Environment): string | undefined {
  return env["APISERVER_BIND_ADDRESS"]?.trim() || undefined;
}

const portVariable = "APISERVER_PORT";
const defaultPort = 6_443;

/** Returns the port to listen on. @throws TsopError `usage/invalid-argument` */
export function portFrom(env: Environment): number {
  const text = env[portVariable]?.trim() || String(defaultPort);
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new TsopError("usage/invalid-argument", `${portVariable} must be a port, got ${JSON.stringify(text)}`);
}
