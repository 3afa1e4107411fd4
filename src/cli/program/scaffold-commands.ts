import type { Command } from "commander";
import { addExamples, type Declare, type Examples } from "./declare.js";
import { collect, defined, parseBoolean, withCluster, withPreview } from "./options.js";

const examples: Examples = {
  init: `
Examples:
  tsop init --domain abc.com --license apache2 --owner zhangsan
  tsop init my-operator --domain abc.com
  tsop init --domain my.domain --create-api --api-version my.domain/v1 --kind MyResource`,
  "create api": `
Examples:
  tsop create api --group foo --version v1 --kind Bar
  tsop create api --group foo --version v1 --kind Tenant --namespaced=false --short-name tn

A new version of a kind begins with the fields of the one before:
  tsop create api --group foo --version v2 --kind Bar --storage-version v2

A controller for a kind that Kubernetes has already:
  tsop create api --group apps --version v1 --kind Deployment --resource=false`,
  "create webhook": `
Examples:
  tsop create webhook --group foo --version v1 --kind Bar --defaulting --programmatic-validation
  tsop create webhook --group foo --version v2 --kind Bar --conversion --spoke v1

For a kind that Kubernetes has already:
  tsop create webhook --group core --version v1 --kind Pod --defaulting

The operator makes the certificate itself; --cert-manager leaves that to cert-manager.
More webhooks can be added later, by the same command.`,
  edit: `
Examples:
  tsop edit                                        how it is
  tsop edit --replicas 3 --network-policy
  tsop edit --workload daemonset --replicas 1
  tsop edit --namespaced --metrics=false --diff --dry-run

What is on is a line in config/default/kustomization.yaml. What you have written there stays.`,
  "import crd": `
Examples:
  tsop import crd vendor/crds https://example.com/crds.yaml
  tsop import crd --from-cluster certificates.cert-manager.io --version v1
  kubectl get crd certificates.cert-manager.io -o yaml | tsop import crd -`,
};

/** What makes a project, and adds to it. */
export function declareScaffold(program: Command, { handlers, globals }: Declare): void {
  withModes(
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
        .option(
          "--create-api",
          "go on with the first API, named by --kind and --version (and --group) or --api-version",
        )
        .option("--group <group>", "with --create-api: API group, without the domain")
        .option("--version <version>", "with --create-api: API version, such as v1 or v1alpha1")
        .option("--kind <kind>", "with --create-api: kind, such as Bar")
        .option(
          "--api-version <group/version>",
          "with --create-api: full group and version in one, such as foo.abc.com/v1",
        )
        .option("--tsop <spec>", "the tsop that the project depends on: a version, a path or a URL")
        .option("--no-install", "do not install the packages"),
    ),
  )
    .option("--force", "overwrite files that are in the way; shows what is lost")
    .action((dir: string | undefined, options: object) =>
      handlers.init({ ...options, ...defined("dir", dir) }, globals()),
    );

  const create = program
    .command("create")
    .summary("add an API or a webhook to the project")
    .description("Adds to the project.");
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
      .option("--controller [boolean]", "whether to make the controller (default: true)", parseBoolean)
      .option(
        "--storage-version <version>",
        "of a kind with several: the one that objects are stored in (default: as before)",
      ),
  )
    .option("--force", "overwrite files that are in the way; shows what is lost")
    .action((options: object) => handlers.createApi(options, globals()));
  withPreview(
    create
      .command("webhook")
      .summary("add webhooks to a kind")
      .description(
        "Adds webhooks to a kind: handlers with a test, conversions, and what makes them reachable in a cluster.",
      )
      .option("--group <group>", "API group, without the domain (default: none, the group is the domain)")
      .option("--version <version>", "version of the kind, such as v1; with --conversion, the hub")
      .option("--kind <kind>", "kind of the project, or of Kubernetes, such as Bar or Pod")
      .option("--defaulting", "fill in what objects leave open")
      .option("--programmatic-validation", "judge objects before they are stored")
      .option("--conversion", "convert objects between versions, through this one")
      .option(
        "--spoke <versions>",
        "with --conversion: the other versions, separated by commas (repeatable)",
        collect,
        [],
      )
      .option(...certManager),
  )
    .option("--force", "overwrite files that are in the way; shows what is lost")
    .action((options: object) => handlers.createWebhook(options, globals()));

  withModes(
    withPreview(
      program
        .command("edit")
        .summary("change how the operator runs in a cluster")
        .description("Changes how the operator runs in a cluster; says how it does, when nothing is asked for.")
        .option(
          "--namespaced [boolean]",
          "watch the operator's own namespace only, with Roles instead of ClusterRoles",
          parseBoolean,
        )
        .option("--multigroup [boolean]", "keep each new API group in a folder of its own", parseBoolean)
        .option(...certManager),
    ),
  ).action((options: object) => handlers.edit(options, globals()));

  const importing = program
    .command("import")
    .summary("take over what others have published")
    .description("Adds what others have published to the project.");
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

  addExamples(program, examples);
}

const certManager = [
  "--cert-manager [boolean]",
  "let cert-manager make the certificate for webhooks (default: the operator makes it itself)",
  parseBoolean,
] as const;

function withModes(command: Command): Command {
  return command
    .option("--workload <kind>", "deployment, or daemonset: a pod on every node (default: deployment)")
    .option(
      "--replicas <number>",
      "pods of a Deployment; more than one get a disruption budget and are spread over nodes",
    )
    .option("--metrics [boolean]", "serve metrics by HTTPS, to those whom RBAC allows it", parseBoolean)
    .option("--prometheus [boolean]", "add a ServiceMonitor, for clusters with the Prometheus operator", parseBoolean)
    .option("--network-policy [boolean]", "refuse connections to the operator but those that it needs", parseBoolean);
}
