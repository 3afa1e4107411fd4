import { type Command, InvalidArgumentError, Option } from "commander";
import { showSimulatedKinds } from "../../commands/simulated-kinds.js";
import { addExamples, type Declare, type Examples } from "./declare.js";
import { passedOn, passOnUnknown } from "./pass-on.js";
import { defined, parseBoolean, withCluster } from "./options.js";

const simulateHelp = `let ${showSimulatedKinds()} become ready, as if nodes ran them`;

const examples: Examples = {
  dev: `
Examples:
  tsop dev
  tsop dev --data .tsop/data.json --simulate-workloads
  tsop dev --context kind-kind

All other flags go to the operator itself (node dist/main.js --help lists them), for instance:
  npm run dev -- --log-level debug`,
  start: `
Examples:
  tsop start --context kind-kind
  tsop start --point-webhooks 192.168.1.5:9443

All other flags go to the operator itself (node dist/main.js --help lists them), for instance:
  npm start -- --log-level debug`,
  "envtest setup": `
Examples:
  tsop envtest setup
  eval "$(tsop envtest setup 1.35.x -p env)"`,
};

/** What runs the operator, or an API server for it. */
export function declareRun(program: Command, { handlers, globals }: Declare): void {
  const dev = withCluster(
    program
      .command("dev [args...]")
      .summary("run the operator while you write it, with an API server of its own")
      .description(
        "Starts the embedded API server (or takes the cluster that --context or --kubeconfig names), installs the CRDs,\n" +
          "runs the operator and applies the samples; on every save it generates, reloads and applies again.",
      ),
    "context of the kubeconfig (default: none, the embedded API server)",
  )
    .option("--port <port>", "port of the embedded API server (default: a free one)", parsePort)
    .option("--data <file>", "keep what is stored in this file, from one run to the next (default: memory only)")
    .option("--fresh", "with --data: begin without what the file holds")
    .option("--simulate-workloads", simulateHelp)
    .option("--no-samples", "do not apply config/samples")
    .option("--no-rbac", "let the operator do everything, not just what config/rbac/role.yaml says")
    .action((args: string[], options: object) => handlers.dev({ ...options, args: passedOn(args) }, globals()));
  passOnUnknown(dev);

  program
    .command("apiserver")
    .summary("run the embedded API server alone")
    .description(
      "Runs an API server on this machine, in memory, for kubectl and other programs, until it is told to end.",
    )
    .option("--port <port>", "port to listen on, on 127.0.0.1 (default: a free one)", parsePort)
    .option("--data <file>", "keep what is stored in this file, from one run to the next (default: memory only)")
    .option("--kubeconfig-out <file>", "where to write its kubeconfig (default: .tsop/apiserver.kubeconfig)")
    .option("--simulate-workloads", simulateHelp)
    .option("--no-rbac", "let every user do everything")
    .action((options: object) => handlers.apiserver(options, globals()));

  program
    .command("build")
    .summary("bundle the operator into dist/")
    .description("Bundles main.ts and all it imports into dist/, ready for `node dist/main.js`.")
    .option("--sourcemap [boolean]", "write source maps, used when an error is logged (default: true)", parseBoolean)
    .option("--sbom", "list the packages that are in the bundle in dist/sbom.cdx.json (CycloneDX)")
    .action((options: object) => handlers.build(options, globals()));

  const start = withCluster(
    program
      .command("start [args...]")
      .summary("build the operator and run it against a cluster")
      .description("Bundles the operator and runs it on this machine, against the cluster of the current context."),
  )
    .option(
      "--point-webhooks <address>",
      "have the cluster's webhooks lead to this address of this machine while it runs",
    )
    .action((args: string[], options: object) => handlers.start({ ...options, args: passedOn(args) }, globals()));
  passOnUnknown(start);

  const envtest = program
    .command("envtest")
    .summary("fetch the binaries of a real API server")
    .description("Looks after the binaries of a real API server, for tests with KUBEBUILDER_ASSETS.");
  withBinaries(
    envtest
      .command("setup [version]")
      .summary("fetch etcd, kube-apiserver and kubectl for tests")
      .description(
        "Fetches etcd, kube-apiserver and kubectl in VERSION (1.35.0, 1.35.x; default: the newest), checks them, and prints\n" +
          "their folder. One that is there already is taken as it is.",
      ),
  )
    .option("--force", "fetch it again, even if it is there")
    .addOption(
      new Option("-p, --print <what>", "the folder in a sentence (text), alone (path), or as a line for a shell (env)")
        .choices(["text", "path", "env"])
        .default("text"),
    )
    .action((version: string | undefined, options: object) =>
      handlers.envtestSetup({ ...options, ...defined("version", version) }, globals()),
    );
  withBinaries(
    envtest
      .command("list")
      .summary("list the versions that can be fetched, and those that are there")
      .description(
        "Lists the versions of the binaries for this platform: those that are there, and those of the index.",
      ),
  ).action((options: object) => handlers.envtestList(options, globals()));

  addExamples(program, examples);
}

function withBinaries(command: Command): Command {
  return command
    .option("--bin-dir <dir>", "where the binaries are kept (default: the same as of setup-envtest)")
    .option("--index <url>", "the index of the binaries (default: TSOP_ENVTEST_INDEX, or controller-tools' own)")
    .option("--installed-only", "look at what is there, and ask nobody");
}

function parsePort(value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new InvalidArgumentError("Write a number from 0 (a free one) to 65535.");
}
