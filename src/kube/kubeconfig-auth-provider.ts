import { defined } from "../core/defined.js";
import { TsopError } from "../core/errors.js";
import { isJsonObject } from "../core/json.js";
import type { AuthProviderConfig, OidcConfig, PemSource } from "./cluster-config.js";
import { type ConfigEntry, invalid, pathField, textField } from "./kubeconfig-file.js";

export type AuthProvider =
  | ({ readonly kind: "oidc" } & OidcConfig)
  | ({ readonly kind: "provider" } & AuthProviderConfig);

/** Reads the `auth-provider` block of a user. */
export function toAuthProvider(user: ConfigEntry): AuthProvider {
  const block = user.fields["auth-provider"];
  if (!isJsonObject(block)) throw invalid(user.file, `${user.name}: auth-provider is not a map`);
  const { name, config = {} } = block;
  if (typeof name !== "string" || name === "") throw invalid(user.file, `${user.name}: auth-provider has no name`);
  if (!isJsonObject(config)) throw invalid(user.file, `${user.name}: the config of auth-provider is not a map`);
  const entry: ConfigEntry = { file: user.file, name: `${user.name}: auth-provider ${name}`, fields: config };
  if (name === "oidc") return { kind: "oidc", ...toOidcConfig(entry) };
  if (name === "gcp" || name === "azure") {
    const texts = Object.keys(config).map((key): [string, string | undefined] => [key, textField(entry, key)]);
    const given = texts.filter((pair): pair is [string, string] => pair[1] !== undefined);
    return { kind: "provider", where: `${entry.file}: ${entry.name}`, name, config: Object.fromEntries(given) };
  }
  throw new TsopError(
    "cluster/unsupported-kubeconfig",
    `${user.file}: ${user.name} uses the unsupported auth-provider ${JSON.stringify(name)}`,
    { hint: "tsop supports oidc, gcp and azure. Use the exec plugin of the vendor, or a token." },
  );
}

function toOidcConfig(entry: ConfigEntry): OidcConfig {
  const required = (field: string): string => {
    const value = textField(entry, field);
    if (value === undefined) throw invalid(entry.file, `${entry.name} has no ${field}`);
    return value;
  };
  const issuer = required("idp-issuer-url");
  if (!URL.canParse(issuer) || new URL(issuer).protocol !== "https:") {
    throw invalid(entry.file, `${entry.name}: idp-issuer-url ${JSON.stringify(issuer)} is not an https:// address`);
  }
  return defined({
    where: `${entry.file}: ${entry.name}`,
    issuer: issuer.replace(/(?<!\/)\/+$/, ""),
    clientSecret: textField(entry, "client-secret"),
    idToken: textField(entry, "id-token"),
    refreshToken: textField(entry, "refresh-token"),
    ca: authorityOf(entry),
    clientId: required("client-id"),
  });
}

function authorityOf(entry: ConfigEntry): PemSource | undefined {
  const data = textField(entry, "idp-certificate-authority-data");
  if (data !== undefined) return { kind: "data", data: Buffer.from(data, "base64").toString("utf8") };
  const file = pathField(entry, "idp-certificate-authority");
  return file === undefined ? undefined : { kind: "file", path: file };
}
