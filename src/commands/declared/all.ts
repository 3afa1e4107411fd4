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
    description: "Adds an API or a webhook to the project.",
  },
  scaffold.createApi,
  scaffold.createWebhook,
  scaffold.edit,
  {
    path: "import",
    summary: "import the CRDs of other projects",
    description: "Imports the CRDs of other projects.",
  },
  scaffold.importCrd,
  generate.manifests,
  {
    path: "rbac",
    summary: "inspect the operator's permissions",
    description: "Inspects the operator's permissions.",
  },
  generate.rbacCheck,
  generate.graph,
  run.dev,
  run.apiserver,
  run.build,
  run.start,
  {
    path: "envtest",
    summary: "download the binaries of a real API server",
    description: "Downloads and lists the binaries of a real API server, for tests with KUBEBUILDER_ASSETS.",
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
    summary: "package the operator as a helm chart",
    description: "Packages the operator as a helm chart.",
  },
  others.helmChart,
  others.docs,
  others.version,
];

export const commands: readonly DeclaredCommand[] = declarations.filter((each) => "input" in each);
