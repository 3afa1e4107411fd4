import * as cluster from "./cluster.js";
import type { CommandGroup, DeclaredCommand } from "./declare.js";
import * as generate from "./generate.js";
import * as images from "./images.js";
import * as others from "./others.js";
import * as run from "./run.js";
import * as scaffold from "./scaffold.js";

/** All commands, in the order of the help. A group precedes its commands. */
export const declarations: readonly (DeclaredCommand | CommandGroup)[] = [
  scaffold.init,
  {
    path: "create",
    summary: "add an API or a webhook to the project",
    description: "Adds to the project.",
  },
  scaffold.createApi,
  scaffold.createWebhook,
  scaffold.edit,
  {
    path: "import",
    summary: "take over what others have published",
    description: "Adds what others have published to the project.",
  },
  scaffold.importCrd,
  generate.manifests,
  {
    path: "rbac",
    summary: "look into the permissions",
    description: "Looks into the permissions.",
  },
  generate.rbacCheck,
  generate.graph,
  run.dev,
  run.apiserver,
  run.build,
  run.start,
  {
    path: "envtest",
    summary: "fetch the binaries of a real API server",
    description: "Looks after the binaries of a real API server, for tests with KUBEBUILDER_ASSETS.",
  },
  run.envtestSetup,
  run.envtestList,
  images.dockerBuild,
  images.dockerPush,
  images.dockerBuildx,
  cluster.render,
  cluster.deploy,
  cluster.undeploy,
  cluster.buildInstaller,
  cluster.installCrds,
  cluster.uninstallCrds,
  cluster.migrateStorage,
  others.doctor,
  {
    path: "helm",
    summary: "make helm charts",
    description: "Makes helm charts.",
  },
  others.helmChart,
  others.docs,
  others.version,
];

export const commands: readonly DeclaredCommand[] = declarations.filter((each) => "input" in each);
