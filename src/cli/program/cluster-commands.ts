import { type Command, InvalidArgumentError, Option } from "commander";
import { addExamples, type Declare, type Examples } from "./declare.js";
import { defined, parseBoolean, withCluster, withKustomize, withPreview } from "./options.js";

const examples: Examples = {
  render: `
Examples:
  tsop render
  tsop render config/overlays/prod | kubectl apply --server-side -f -
  tsop render config/prod --kustomize "$(command -v kustomize)"`,
  deploy: `
Examples:
  tsop deploy --img registry.example.com/demo:v0.1.0
  tsop deploy config/overlays/prod --context prod
  tsop deploy --diff`,
  "migrate-storage": `
Examples:
  tsop migrate-storage --dry-run=server
  tsop migrate-storage bars.foo.abc.com --context prod --timeout 4h`,
  "build-installer": `
Examples:
  tsop build-installer --img registry.example.com/demo:v0.1.0
  tsop build-installer config/overlays/prod --out dist/prod.yaml
  tsop build-installer --stdout | kubectl apply --server-side -f -`,
};

/** What puts the operator into a cluster, and takes it out. */
export function declareCluster(program: Command, { handlers, globals }: Declare): void {
  withKustomize(
    program
      .command("render [dir]")
      .summary("print what a kustomization deploys")
      .description(
        "Prints the objects that the kustomization in DIR (default: config/default) makes, as `kustomize build` would, and\n" +
          "without it. What kustomize does and tsop does not is refused by name.",
      ),
  ).action((dir: string | undefined, options: object) =>
    handlers.render({ ...options, ...defined("dir", dir) }, globals()),
  );

  withRenderedChange(
    program
      .command("deploy [dir]")
      .summary("put the operator into a cluster")
      .description(
        "Applies (server-side) the objects that the kustomization in DIR (default: config/default) makes, in the order that\n" +
          "they need, and waits until the workloads are ready.",
      )
      .option("--img <image>", "the operator's image (default: IMG, what the manifests name, or that of the last time)")
      .option(
        "--image-digest [boolean]",
        "name it by the digest of its push (default: where that is known)",
        parseBoolean,
      )
      .option("--force-conflicts", "take over fields that others have set"),
  ).action((dir: string | undefined, options: object) =>
    handlers.deploy({ ...options, ...defined("dir", dir) }, globals()),
  );

  withRenderedChange(
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

  withPreview(
    program
      .command("build-installer [dir]")
      .summary("write all of it to one file for kubectl")
      .description(
        "Writes the objects that `tsop deploy` applies to dist/install.yaml, in an order that `kubectl apply -f` takes in one\n" +
          "go. Objects of the operator's own kinds go to a second file (install-objects.yaml): kubectl takes them only later.",
      ),
  )
    .option("--img <image>", "the operator's image (default: IMG, what the manifests name, or that of the last time)")
    .option("--image-digest [boolean]", "name it by the digest of its push (default: by its tag)", parseBoolean)
    .option("--out <file>", "the file to write (default: dist/install.yaml)")
    .option("--stdout", "print the objects, and write no file")
    .option("--check", "write nothing; exit with 3 and a diff when the file is not up to date")
    .option("--kustomize <path>", "let this kustomize render instead")
    .action((dir: string | undefined, options: object) =>
      handlers.buildInstaller({ ...options, ...defined("dir", dir) }, globals()),
    );

  withChange(
    program
      .command("install-crds")
      .summary("install the CRDs into a cluster")
      .description("Applies config/crd/bases (server-side) and waits until the API server serves the kinds.")
      .option("--force-conflicts", "take over fields that others have set"),
  ).action((options: object) => handlers.installCrds(options, globals()));

  withChange(
    program
      .command("uninstall-crds")
      .summary("remove the CRDs from a cluster")
      .description("Deletes the CRDs of config/crd/bases. Refuses while there are objects of their kinds.")
      .option("--delete-data", "delete the objects of these kinds too"),
  ).action((options: object) => handlers.uninstallCrds(options, globals()));

  withCluster(
    program
      .command("migrate-storage [crds...]")
      .summary("write all objects anew, in the version that is stored now")
      .description(
        "For each CRD of config/crd/bases, or for the named ones: writes the objects that may be stored in an older version,\n" +
          "and then takes that version out of the CRD's status.storedVersions, so that it can be removed from the types.",
      ),
  )
    .addOption(dryRunOption())
    .option("--timeout <duration>", "how long all of it may take, such as 90s or 10m (default: 1h)", parseDuration)
    .action((crds: string[], options: object) => handlers.migrateStorage({ ...options, crds }, globals()));

  addExamples(program, examples);
}

function withRenderedChange(command: Command): Command {
  return withKustomize(withChange(command));
}

/** What all commands that change a cluster have. */
function withChange(command: Command): Command {
  return withCluster(command)
    .addOption(dryRunOption())
    .option("--diff", "show what changes in each object, and change nothing; what Secrets hold is left out")
    .option("--wait [boolean]", "wait until it has come to its end (default: true)", parseBoolean)
    .option("--timeout <duration>", "how long all of it may take, such as 90s or 10m (default: 5m)", parseDuration);
}

function dryRunOption(): Option {
  return new Option("--dry-run [where]", "change nothing: only list (client) or let the server check too (server)")
    .choices(["client", "server"])
    .preset("client");
}

/** `90s`, `5m`, `1h30m`; a number alone is one of seconds. In milliseconds. */
function parseDuration(value: string): number {
  const match = /^(?:(\d{1,6})|(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?)$/.exec(value);
  const [, bare = 0, hours = 0, minutes = 0, seconds = 0] = match ?? [];
  const total = Number(bare) + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (total > 0) return total * 1000;
  throw new InvalidArgumentError("Write a time above zero, such as 90s, 5m or 1h30m.");
}
