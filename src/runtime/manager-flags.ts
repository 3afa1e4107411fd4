import { parseArgs } from "node:util";
import { TsopError } from "../core/errors.js";
import { isLabel, isSubdomain } from "../core/name-forms.js";
import { nearest } from "../core/suggest.js";
import { parseBindAddress } from "./http/listener.js";
import type { LogFormat, LogLevel } from "./log/create-logger.js";
import { describeEnvironment, type Flag, type FlagName, flags, variables, yesOrNo } from "./manager-flag-table.js";

/** The settings from an operator's command line and environment. */
export interface ManagerFlags {
  readonly metricsBindAddress: string;
  readonly metricsSecure: boolean;
  /** The folder of the certificate for metrics. Undefined: the manager creates a certificate. */
  readonly metricsCertPath: string | undefined;
  readonly metricsCertName: string;
  readonly metricsCertKey: string;
  /**
   * The name of the Secret in which the manager stores the certificate for metrics that it creates, in its own
   * namespace, so that a scraper can verify it. Undefined: see `metricsCertPath`.
   */
  readonly metricsCertSecret: string | undefined;
  /** The name of the Service for metrics, which that certificate is valid for. */
  readonly metricsService: string | undefined;
  readonly healthProbeBindAddress: string;
  /** False with `ENABLE_WEBHOOKS=false`. */
  readonly enableWebhooks: boolean;
  readonly webhookPort: number;
  /** The folder of the certificate for webhooks. */
  readonly webhookCertPath: string;
  readonly webhookCertName: string;
  readonly webhookCertKey: string;
  /**
   * The name of the Secret in which the manager stores the certificates that it creates, in its own namespace.
   * Undefined: the manager reads certificates from `webhookCertPath`.
   */
  readonly webhookCertSecret: string | undefined;
  /** The name of the Service for webhooks, which these certificates are valid for. */
  readonly webhookService: string | undefined;
  readonly leaderElect: boolean;
  readonly leaderElectionNamespace: string | undefined;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  /** Undefined: text on a terminal, JSON elsewhere. */
  readonly logFormat: LogFormat | undefined;
  readonly logLevel: LogLevel;
  /** Logs each run of a reconciler: its cause, its duration and its outcome. */
  readonly logReconciles: boolean;
  /** From WATCH_NAMESPACE. Empty: all namespaces. */
  readonly namespaces: readonly string[];
}

/**
 * Reads the flags that every operator has (kubebuilder's), and WATCH_NAMESPACE.
 *
 * @throws TsopError `usage/invalid-argument` that lists all invalid flags and variables
 *
 * @example
 * ```ts
 * import process from "node:process";
 * import { createManager, parseManagerFlags } from "tsop";
 *
 * const flags = parseManagerFlags(process.argv.slice(2), process.env);
 * export const manager = await createManager({ name: "operator-demo", ...flags });
 * ```
 */
export function parseManagerFlags(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ManagerFlags {
  const problems: string[] = [];
  const given = readFlags(args, problems);
  const text = (name: FlagName): string => given.get(name) ?? (env[variables[name] ?? ""] || flags[name].default) ?? "";
  const refuse = (name: FlagName, wanted: string): void =>
    void problems.push(`--${name} must be ${wanted}, got ${quote(text(name))}`);
  const valueOf = (name: FlagName): unknown => {
    const { value, default: fallback }: Flag = flags[name];
    const word = text(name);
    switch (value) {
      case yesOrNo:
        if (!["true", "false"].includes(word)) refuse(name, "true or false");
        return word === "true";
      case "ADDRESS": {
        const parsed = parseBindAddress(word);
        if (typeof parsed === "string") problems.push(`--${name}: ${parsed}`);
        return word;
      }
      case "PORT":
        if (!/^\d{1,5}$/.test(word) || Number(word) > 65_535) refuse(name, "a port number");
        return Number(word);
      default: {
        const words = value.split("|");
        const isWord = words.length === 1 || words.includes(word);
        if (!isWord && given.has(name)) refuse(name, words.join(" or "));
        return fallback === undefined && (word === "" || !isWord) ? undefined : word;
      }
    }
  };
  const values = Object.fromEntries(
    Object.keys(flags)
      .filter(isFlag)
      .map((name) => [optionOf(name), valueOf(name)]),
  );
  const result = {
    ...values,
    enableWebhooks: readSwitch("ENABLE_WEBHOOKS", env, problems),
    namespaces: readNamespaces(env["WATCH_NAMESPACE"], problems),
    // The table has all other options with values of their types; errors are thrown below.
  } as unknown as ManagerFlags;
  const isGiven = (name: FlagName): boolean => given.has(name) || (env[variables[name] ?? ""] ?? "") !== "";
  for (const server of ["webhook", "metrics"] as const) problems.push(...certificateProblems(server, result, isGiven));
  if (problems.length > 0) {
    throw new TsopError("usage/invalid-argument", problems.join("\n"), { hint: "Run with --help to list all flags." });
  }
  return result;
}

/** Returns the problems with the source of a server's certificate. */
function certificateProblems(
  server: "webhook" | "metrics",
  given: ManagerFlags,
  isGiven: (name: FlagName) => boolean,
): string[] {
  const [secret, service] = [given[`${server}CertSecret` as const], given[`${server}Service` as const]];
  if (secret === undefined && service === undefined) return [];
  const names = [`${server}-cert-path`, `${server}-cert-name`, `${server}-cert-key`] as const;
  const [secretFlag, serviceFlag] = [`--${server}-cert-secret`, `--${server}-service`];
  return [
    ...(secret === undefined
      ? [`${serviceFlag} requires ${secretFlag}, the Secret for the certificates that the manager creates`]
      : names
          .filter(isGiven)
          .map(
            (name) => `${secretFlag} creates the certificate, and --${name} reads one; use only one of these flags`,
          )),
    ...(service === undefined
      ? [`${secretFlag} requires ${serviceFlag}, because the certificate is issued for the names of the Service`]
      : []),
    ...(secret === undefined || isSubdomain(secret)
      ? []
      : [`${secretFlag}: ${quote(secret)} is not the name of a Secret`]),
    ...(service === undefined || isLabel(service)
      ? []
      : [`${serviceFlag}: ${quote(service)} is not the name of a Service`]),
  ];
}

/** Returns the text for `--help`. */
export function describeManagerFlags(): string {
  const entries: [string, Flag][] = Object.entries(flags);
  const rows = entries.map(([name, { value, help, default: fallback }]): [string, string] => [
    `  --${name}${value === yesOrNo ? `[=${value}]` : ` ${value}`}`,
    fallback === undefined ? help : `${help} Default: ${fallback}`,
  ]);
  const width = Math.max(...rows.map(([left]) => left.length));
  const lines = rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
  return `Flags:\n${lines.join("\n")}\n\nEnvironment:\n${describeEnvironment()}`;
}

function readFlags(args: readonly string[], problems: string[]): Map<FlagName, string> {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value }]) => [
      name,
      { type: value === yesOrNo ? "boolean" : "string" } as const,
    ]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const given = new Map<FlagName, string>();
  for (const token of tokens) {
    if (token.kind === "positional") problems.push(`unexpected argument ${quote(token.value)}`);
    if (token.kind !== "option") continue;
    const name = token.name;
    if (!isFlag(name)) {
      const near = nearest(name, Object.keys(flags));
      problems.push(`unknown flag ${token.rawName}${near === undefined ? "" : `; did you mean --${near}?`}`);
    } else if (token.value === undefined && flags[name].value !== yesOrNo) {
      problems.push(`--${name} requires a value (${flags[name].value})`);
    } else {
      given.set(name, token.value ?? "true");
    }
  }
  return given;
}

/** `leader-elect` → `leaderElect`. */
function optionOf(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function isFlag(name: string): name is FlagName {
  return Object.hasOwn(flags, name);
}

function readNamespaces(text: string | undefined, problems: string[]): readonly string[] {
  const names = (text ?? "").split(",").map((name) => name.trim());
  const given = names.filter((name) => name !== "");
  for (const name of given) {
    if (!isLabel(name)) problems.push(`WATCH_NAMESPACE: ${quote(name)} is not the name of a namespace`);
  }
  return [...new Set(given)];
}

function readSwitch(name: string, env: Readonly<Record<string, string | undefined>>, problems: string[]): boolean {
  const text = env[name] ?? "";
  if (!["", "true", "false"].includes(text)) problems.push(`${name} must be true or false, got ${quote(text)}`);
  return text !== "false";
}

function quote(text: string): string {
  return JSON.stringify(text);
}
