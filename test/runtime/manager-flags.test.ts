import { describe, expect, test } from "vitest";
import { describeManagerFlags, parseManagerFlags } from "../../src/runtime/manager-flags.js";

const defaults = {
  metricsBindAddress: "0",
  metricsSecure: true,
  metricsCertPath: undefined,
  metricsCertName: "tls.crt",
  metricsCertKey: "tls.key",
  healthProbeBindAddress: ":8081",
  enableWebhooks: true,
  webhookPort: 9443,
  metricsCertSecret: undefined,
  metricsService: undefined,
  webhookCertPath: "/tmp/k8s-webhook-server/serving-certs",
  webhookCertName: "tls.crt",
  webhookCertKey: "tls.key",
  webhookCertSecret: undefined,
  webhookService: undefined,
  leaderElect: false,
  leaderElectionNamespace: undefined,
  kubeconfig: undefined,
  context: undefined,
  logFormat: undefined,
  logLevel: "info",
  logReconciles: false,
  namespaces: [],
};

describe("flags", () => {
  test.each([
    [[], {}],
    [["--leader-elect"], { leaderElect: true }],
    [["--leader-elect=true"], { leaderElect: true }],
    [["--leader-elect=false"], { leaderElect: false }],
    [["--metrics-bind-address=:8443", "--metrics-secure=false"], { metricsBindAddress: ":8443", metricsSecure: false }],
    [["--metrics-bind-address", "[::1]:1"], { metricsBindAddress: "[::1]:1" }],
    [
      ["--metrics-cert-path=/c", "--metrics-cert-name=a", "--metrics-cert-key=b"],
      { metricsCertPath: "/c", metricsCertName: "a", metricsCertKey: "b" },
    ],
    [["--health-probe-bind-address=0"], { healthProbeBindAddress: "0" }],
    [
      ["--webhook-port=8443", "--webhook-cert-path=/w", "--webhook-cert-name=a", "--webhook-cert-key=b"],
      { webhookPort: 8443, webhookCertPath: "/w", webhookCertName: "a", webhookCertKey: "b" },
    ],
    [
      ["--webhook-cert-secret=certs.a", "--webhook-service=web"],
      { webhookCertSecret: "certs.a", webhookService: "web" },
    ],
    [["--leader-election-namespace=ops"], { leaderElectionNamespace: "ops" }],
    [["--kubeconfig=/k", "--context", "dev"], { kubeconfig: "/k", context: "dev" }],
    [["--log-format=json", "--log-level=debug"], { logFormat: "json", logLevel: "debug" }],
    [["--log-level=debug", "--log-level=error"], { logLevel: "error" }],
  ])("%j are understood", (args, expected) => {
    expect(parseManagerFlags(args, {})).toEqual({ ...defaults, ...expected });
  });

  test.each([
    [["--leder-elect"], "unknown flag --leder-elect; did you mean --leader-elect?"],
    [["--zzzzzzzzzzzz"], "unknown flag --zzzzzzzzzzzz"],
    [["-x"], "unknown flag -x"],
    [["--__proto__=1"], "unknown flag --__proto__"],
    [["serve"], 'unexpected argument "serve"'],
    [["--leader-elect=maybe"], '--leader-elect must be true or false, got "maybe"'],
    [["--metrics-bind-address"], "--metrics-bind-address requires a value (ADDRESS)"],
    [["--metrics-bind-address=8443"], '--metrics-bind-address: "8443" is not an address'],
    [["--health-probe-bind-address=:99999"], '--health-probe-bind-address: ":99999" is not an address'],
    [["--log-format=xml"], '--log-format must be json or text, got "xml"'],
    [
      ["--webhook-cert-secret=a"],
      "--webhook-cert-secret requires --webhook-service, because the certificate is issued for the names of the Service",
    ],
    [
      ["--metrics-cert-secret=a"],
      "--metrics-cert-secret requires --metrics-service, because the certificate is issued for the names of the Service",
    ],
    [
      ["--metrics-cert-secret=a", "--metrics-service=b", "--metrics-cert-path=/certs"],
      "--metrics-cert-secret creates the certificate, and --metrics-cert-path reads one; use only one of these flags",
    ],
    [["--webhook-service=a"], "--webhook-service requires --webhook-cert-secret"],
    [["--webhook-cert-secret=A", "--webhook-service=a"], '--webhook-cert-secret: "A" is not the name of a Secret'],
    [["--webhook-cert-secret=a", "--webhook-service=a.b"], '--webhook-service: "a.b" is not the name of a Service'],
    [
      ["--webhook-cert-secret=a", "--webhook-service=b", "--webhook-cert-path=/certs"],
      "--webhook-cert-secret creates the certificate, and --webhook-cert-path reads one; use only one of these flags",
    ],
    [
      ["--webhook-cert-secret=a", "--webhook-service=b", "--webhook-cert-key=k"],
      "--webhook-cert-secret creates the certificate, and --webhook-cert-key reads one; use only one of these flags",
    ],
    [["--log-level=loud"], '--log-level must be debug or info or warn or error, got "loud"'],
  ])("%j are refused", (args, message) => {
    expect(() => parseManagerFlags(args, {})).toThrow(message);
    expect(() => parseManagerFlags(args, {})).toThrow(
      expect.objectContaining({ code: "usage/invalid-argument", exitCode: 2 }),
    );
  });

  test("are refused with all faults at once", () => {
    expect(() => parseManagerFlags(["--log-level=loud", "--bogus"], { WATCH_NAMESPACE: "Bad Name" })).toThrow(
      /unknown flag --bogus\n--log-level must be .*\nWATCH_NAMESPACE: "Bad Name" is not the name of a namespace/,
    );
  });

  test.each([
    [undefined, []],
    ["", []],
    ["one", ["one"]],
    [" one, two ,,one", ["one", "two"]],
  ])("WATCH_NAMESPACE=%j means %j", (value, expected) => {
    expect(parseManagerFlags([], { WATCH_NAMESPACE: value }).namespaces).toEqual(expected);
  });

  test.each([
    [{ ENABLE_WEBHOOKS: "false" }, [], { enableWebhooks: false }],
    [{ ENABLE_WEBHOOKS: "" }, [], {}],
    [{ WEBHOOK_PORT: "1234", WEBHOOK_CERT_PATH: "/c" }, [], { webhookPort: 1234, webhookCertPath: "/c" }],
    [{ METRICS_CERT_SECRET: "s", METRICS_SERVICE: "m" }, [], { metricsCertSecret: "s", metricsService: "m" }],
    [{ WEBHOOK_PORT: "1234" }, ["--webhook-port=5"], { webhookPort: 5 }],
  ])("of webhooks come from the environment too: %j, %j", (env, args, expected) => {
    expect(parseManagerFlags(args, env)).toEqual({ ...defaults, ...expected });
  });

  test.each([
    [{ ENABLE_WEBHOOKS: "no" }, [], 'ENABLE_WEBHOOKS must be true or false, got "no"'],
    [{}, ["--webhook-port=:9443"], '--webhook-port must be a port number, got ":9443"'],
    [{}, ["--webhook-port=70000"], '--webhook-port must be a port number, got "70000"'],
    [{}, ["--webhook-prot=1"], "unknown flag --webhook-prot; did you mean --webhook-port?"],
  ])("of webhooks are refused: %j, %j", (env, args, message) => {
    expect(() => parseManagerFlags(args, env)).toThrow(message);
  });

  test("are all in the help", () => {
    const help = describeManagerFlags();
    expect(help).toContain("--leader-elect[=true|false]");
    expect(help).toContain("Default: :8081");
    expect(help).toContain("WATCH_NAMESPACE");
  });
});
