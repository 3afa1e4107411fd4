import { Command, InvalidArgumentError, Option } from "commander";
import { generators } from "../commands/manifests-options.js";
import type { Handlers } from "./handlers.js";
import { showSimulatedKinds } from "../commands/simulated-kinds.js";
import type { OutputFormat } from "./report.js";

const simulateHelp = `let ${showSimulatedKinds()} become ready, as if nodes ran them`;

/** What all commands share. */
export interface GlobalOptions {
  readonly directory?: string;
  readonly output: OutputFormat;
}

/** Where commander's own text (help) goes. Errors are thrown, not printed. */
export interface ProgramIo {
  readonly write: (text: string) => void;
  readonly columns: number;
}

const examplesOf: Readonly<Record<string, string>> = {
  init: `
Examples:
  tsop init --domain abc.com --license apache2 --owner zhangsan
  tsop init my-operator --domain abc.com
  tsop init --domain my.domain --create-api --api-version my.domain/v1 --kind MyResource`,
  "create api": `
Examples:
  tsop create api --group foo --version v1 --kind Bar
  tsop create api --group foo --version v1 --kind Tenant --namespaced=false --short-name tn

A controller for a kind that Kubernetes has already:
  tsop create api --group apps --version v1 --kind Deployment --resource=false`,
  "import crd": `
Examples:
  tsop import crd vendor/crds https://example.com/crds.yaml
  tsop import crd --from-cluster certificates.cert-manager.io --version v1
  kubectl get crd certificates.cert-manager.io -o yaml | tsop import crd -`,
  manifests: `
Examples:
  tsop manifests
  tsop manifests crd --crd-dir charts/operator/crds
  tsop manifests --check --output sarif > tsop.sarif`,
  dev: `
Examples:
  tsop dev
  tsop dev --data .tsop/data.json --simulate-workloads
  tsop dev --context kind-kind

All other flags go to the operator itself (node dist/main.js --help lists them), for instance:
  npm run dev -- --log-level debug`,
  render: `
Examples:
  tsop render
  tsop render config/overlays/prod | kubectl apply --server-side -f -
  tsop render config/prod --kustomize "$(command -v kustomize)"`,
  deploy: `
Examples:
  tsop deploy --img registry.example.com/demo:v0.1.0
  tsop deploy config/overlays/prod --context prod
  tsop deploy --dry-run=server --diff`,
  "envtest setup": `
Examples:
  tsop envtest setup
  eval "$(tsop envtest setup 1.35.x -p env)"`,
  start: `
All other flags go to the operator itself (node dist/main.js --help lists them), for instance:
  npm start -- --log-level debug`,
};

/** Declares every command and flag; reads like the manual page. Actions only hand typed options to the handlers. */
export function createProgram(handlers: Handlers, io: ProgramIo): Command {
  const program = new Command("tsop")
    .description("Build Kubernetes operators in TypeScript.")
    .option("-C, --directory <dir>", "work in this folder instead of the current one")
    .addOption(
      new Option("--output <format>", "what to print on stdout; sarif: what was found, for code scanning")
        .choices(["text", "json", "sarif"])
        .default("text"),
    )
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText(
      "after",
      "\nStart here:\n  tsop init --domain example.com\n  tsop create api --group apps --version v1 --kind Web",
    );
  configure(program, io);

  const globals = (): GlobalOptions => program.opts();

  withPreview(
    program
      .command("init [dir]")
      .summary("make a new project")
      .description("Makes a new operator project in DIR (default: this folder), which may hold a repository already.")
      .option("--domain <domain>", "suffix of the API groups (default: my.domain)")
      .option("--project-name <name>", "name of the project (default: made from the folder's name)")
      .option("--owner <owner>", "who holds the copyright, for the licence header")
      .option("--license <license>", "apache2, mit or none (default: apache2)")
      .option("--license-file <file>", "a text file to use as the licence header instead")
      .option("--namespaced", "watch named namespaces only, with Roles instead of ClusterRoles")
      .option("--multigroup", "keep each API group in a folder of its own")
      .option("--create-api", "go on with the first API, named by --kind and --version (and --group) or --api-version")
      .option("--group <group>", "with --create-api: API group, without the domain")
      .option("--version <version>", "with --create-api: API version, such as v1 or v1alpha1")
      .option("--kind <kind>", "with --create-api: kind, such as Bar")
      .option(
        "--api-version <group/version>",
        "with --create-api: full group and version in one, such as foo.abc.com/v1",
      )
      .option("--tsop <spec>", "the tsop that the project depends on: a version, a path or a URL")
      .option("--no-install", "do not install the packages"),
  )
    .option("--force", "overwrite files that are in the way; shows what is lost")
    .action((dir: string | undefined, options: object) =>
      handlers.init({ ...options, ...defined("dir", dir) }, globals()),
    );

  const create = program.command("create").summary("add an API to the project").description("Adds to the project.");
  configure(create, io);
  withPreview(
    create
      .command("api")
      .summary("add a kind and its controller")
      .description("Adds a kind: its types, its controller with a test, a sample and roles; wires and records it.")
      .option("--group <group>", "API group, without the domain (default: none, the group is the domain)")
      .option("--version <version>", "API version, such as v1 or v1alpha1")
      .option("--kind <kind>", "kind, in CamelCase and singular, such as Bar")
      .option("--plural <plural>", "plural of the kind in lower case (default: made from the kind)")
      .option("--short-name <name>", "short name for kubectl, such as br")
      .option("--namespaced [boolean]", "whether objects live in a namespace (default: true)", parseBoolean)
      .option("--resource [boolean]", "whether to make the types and the CRD (default: true)", parseBoolean)
      .option("--controller [boolean]", "whether to make the controller (default: true)", parseBoolean),
  )
    .option("--force", "overwrite files that are in the way; shows what is lost")
    .action((options: object) => handlers.createApi(options, globals()));

  const importing = program
    .command("import")
    .summary("take over what others have published")
    .description("Adds what others have published to the project.");
  configure(importing, io);
  withCluster(
    withPreview(
      importing
        .command("crd [sources...]")
        .summary("make types of published CRDs")
        .description(
          "Makes types of CRDs, which `tsop manifests` turns into the same CRDs again, and records their kinds.\n" +
            "SOURCES are files, folders, URLs, and - for standard input.",
        )
        .option("--from-cluster <name>", "take the CRD of this name from a cluster (repeatable)", collect, [])
        .option("--version <version>", "take only this version of each kind")
        .option("--no-known-types", "spell out the types of Kubernetes instead of importing them from tsop"),
    ),
  )
    .option("--force", "overwrite types that are there and differ; shows what is lost")
    .action((sources: string[], options: object) => handlers.importCrd({ ...options, sources }, globals()));

  withPreview(
    program
      .command("manifests [generators...]")
      .summary("generate CRDs, RBAC, samples and editor schemas from the types")
      .description(
        "Generates what Kubernetes has to know of the operator from its TypeScript sources: all of it, or\n" +
          "what GENERATORS name. On an error nothing is written; files that are up to date are not touched.",
      ),
  )
    .option("--check", "write nothing; exit with 3 and a diff when a file is not up to date")
    .option("--watch", "go on, and generate again whenever a source changes")
    .option("--strict", "treat warnings as errors")
    .option("--stdout", "print the manifests, one YAML document after the other, and write nothing")
    .option("--out <dir>", "the folder that holds all others (default: config)")
    .option("--crd-dir <dir>", "where the CRDs go, whatever --out says")
    .option("--rbac-dir <dir>", "where role.yaml goes, whatever --out says")
    .option("--samples-dir <dir>", "where the samples go, whatever --out says")
    .option("--variants-dir <dir>", "where the samples of all fields and of each form go, whatever --out says")
    .option("--schemas-dir <dir>", "where the schemas for editors go, whatever --out says")
    .option(
      "--max-desc-len <bytes>",
      "shorten the descriptions in CRDs to so many bytes; 0 leaves them out",
      parseCount,
    )
    .option("--max-imported-desc-len <bytes>", "the same for the types of Kubernetes itself (default: 0)", parseCount)
    .addHelpText("after", generatorTable())
    .action((names: string[], options: object) =>
      handlers.manifests({ ...options, ...(names.length === 0 ? {} : { generators: names }) }, globals()),
    );

  const rbac = program.command("rbac").summary("look into the permissions").description("Looks into the permissions.");
  configure(rbac, io);
  rbac
    .command("check")
    .summary("compare permissions with what the code does")
    .description(
      "Compares the permissions of config/rbac/role.yaml and of the @rbac tags with what the code does. Exit status 3 when\n" +
        "one is missing or unused.",
    )
    .option("--explain", "list every permission with the places that need it")
    .action((options: object) => handlers.rbacCheck(options, globals()));

  withCluster(
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
    .allowUnknownOption()
    .action((args: string[], options: object) => handlers.dev({ ...options, args }, globals()));

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
    .action((options: object) => handlers.build(options, globals()));

  withCluster(
    program
      .command("start [args...]")
      .summary("build the operator and run it against a cluster")
      .description("Bundles the operator and runs it on this machine, against the cluster of the current context."),
  )
    .allowUnknownOption()
    .action((args: string[], options: object) => handlers.start({ ...options, args }, globals()));

  const envtest = program
    .command("envtest")
    .summary("fetch the binaries of a real API server")
    .description("Looks after the binaries of a real API server, for tests with KUBEBUILDER_ASSETS.");
  configure(envtest, io);
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

  program
    .command("render [dir]")
    .summary("print what a kustomization deploys")
    .description(
      "Prints the objects that the kustomization in DIR (default: config/default) makes, as `kustomize build` would, and\n" +
        "without it. What kustomize does and tsop does not is refused by name.",
    )
    .option("--kustomize <path>", "let this kustomize render instead")
    .action((dir: string | undefined, options: object) =>
      handlers.render({ ...options, ...defined("dir", dir) }, globals()),
    );

  withChange(
    program
      .command("deploy [dir]")
      .summary("put the operator into a cluster")
      .description(
        "Applies (server-side) the objects that the kustomization in DIR (default: config/default) makes, in the order that\n" +
          "they need, and waits until the workloads are ready.",
      )
      .option("--img <image>", "the operator's image (default: IMG, what the manifests name, or that of the last time)")
      .option("--force-conflicts", "take over fields that others have set"),
  ).action((dir: string | undefined, options: object) =>
    handlers.deploy({ ...options, ...defined("dir", dir) }, globals()),
  );

  withChange(
    program
      .command("undeploy [dir]")
      .summary("take the operator out of a cluster")
      .description(
        "Deletes what `tsop deploy` has put there, CRDs last. Refuses while there are objects of the operator's kinds.",
      )
      .option("--delete-data", "delete these objects first, while the operator still runs, and volume claims too"),
  ).action((dir: string | undefined, options: object) =>
    handlers.undeploy({ ...options, ...defined("dir", dir) }, globals()),
  );

  withChange(
    program
      .command("install-crds")
      .summary("install the CRDs into a cluster")
      .description("Applies config/crd/bases (server-side) and waits until the API server serves the kinds."),
  ).action((options: object) => handlers.installCrds(options, globals()));

  withChange(
    program
      .command("uninstall-crds")
      .summary("remove the CRDs from a cluster")
      .description("Deletes the CRDs of config/crd/bases. Refuses while there are objects of their kinds.")
      .option("--delete-data", "delete the objects of these kinds too"),
  ).action((options: object) => handlers.uninstallCrds(options, globals()));

  program
    .command("version")
    .summary("print the versions of tsop and Node")
    .description("Prints the versions of tsop and Node.")
    .action(() => handlers.version({}, globals()));

  for (const command of allCommands(program)) {
    configure(command, io);
    const examples = examplesOf[pathOf(command)];
    if (examples !== undefined) command.addHelpText("after", examples);
  }
  return program;
}

/** The command and all below it. */
export function allCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)]);
}

/** `create api`: the words after `tsop`. */
export function pathOf(command: Command): string {
  const names: string[] = [];
  for (let at = command; at.parent !== null; at = at.parent) names.unshift(at.name());
  return names.join(" ");
}

function configure(command: Command, io: ProgramIo): void {
  command.exitOverride().configureOutput({
    writeOut: io.write,
    writeErr: () => undefined,
    outputError: () => undefined,
    getOutHelpWidth: () => io.columns,
    getErrHelpWidth: () => io.columns,
  });
}

function withPreview(command: Command): Command {
  return command
    .option("--dry-run", "say what would be written, and write nothing")
    .option("--diff", "show what changes in each file");
}

function withCluster(command: Command, contextHelp = "context of the kubeconfig (default: its current one)"): Command {
  return command
    .option("--kubeconfig <file>", "kubeconfig to use (default: KUBECONFIG, in-cluster, ~/.kube/config)")
    .option("--context <name>", contextHelp)
    .option("--yes", "do not ask whether this is the right cluster");
}

/** What all commands that change a cluster have. */
function withChange(command: Command): Command {
  return withCluster(command)
    .addOption(dryRunOption())
    .option("--diff", "show what changes in each object; what Secrets hold is left out")
    .option("--wait [boolean]", "wait until it has come to its end (default: true)", parseBoolean)
    .option("--timeout <duration>", "how long all of it may take, such as 90s or 10m (default: 5m)", parseDuration);
}

function withBinaries(command: Command): Command {
  return command
    .option("--bin-dir <dir>", "where the binaries are kept (default: the same as of setup-envtest)")
    .option("--index <url>", "the index of the binaries (default: TSOP_ENVTEST_INDEX, or controller-tools' own)")
    .option("--installed-only", "look at what is there, and ask nobody");
}

function dryRunOption(): Option {
  return new Option("--dry-run [where]", "change nothing: only list (client) or let the server check too (server)")
    .choices(["client", "server"])
    .preset("client");
}

/** An option that may be given several times. */
function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

/** What can be named after `tsop manifests`. */
function generatorTable(): string {
  const rows = generators.map(({ name, folder, writes }) => [name, `config/${folder}`, writes] as const);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)) + 2);
  const lines = rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("")}`);
  return `\nGenerators, and where each writes:\n${lines.join("\n")}`;
}

/** `--resource`, `--resource=true` and `--resource=false`. */
function parseCount(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("Write a whole number from zero.");
}

function parsePort(value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new InvalidArgumentError("Write a number from 0 (a free one) to 65535.");
}

/** `90s`, `5m`, `1h30m`; a number alone is one of seconds. In milliseconds. */
function parseDuration(value: string): number {
  const match = /^(?:(\d{1,6})|(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?)$/.exec(value);
  const [, bare = 0, hours = 0, minutes = 0, seconds = 0] = match ?? [];
  const total = Number(bare) + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (total > 0) return total * 1000;
  throw new InvalidArgumentError("Write a time above zero, such as 90s, 5m or 1h30m.");
}

function parseBoolean(value: string): boolean {
  if (value === "true") return true;
  if (value === "false") return false;
  throw new InvalidArgumentError("Write it without a value, or with =true or =false.");
}

function defined<Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> {
  // The computed key is the only one, and its value is a Value here.
  return value === undefined ? {} : ({ [key]: value } as Record<Key, Value>);
}
