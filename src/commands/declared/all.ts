import { completion } from "./completion.js";
import * as api from "./api.js";
import * as catalog from "./catalog.js";
import * as cluster from "./cluster.js";
import type { CommandGroup, DeclaredCommand } from "./declare.js";
import * as deletion from "./delete.js";
import * as generate from "./generate.js";
import * as helm from "./helm.js";
import * as images from "./images.js";
import * as olm from "./olm.js";
import * as olmRun from "./olm-run.js";
import * as olmValidate from "./olm-validate.js";
import * as others from "./others.js";
import * as rename from "./rename.js";
import * as run from "./run.js";
import * as scaffold from "./scaffold.js";
import * as testCluster from "./test-cluster.js";
import * as update from "./update.js";

/** All commands, in the order of the help. A group precedes its commands. */
export const declarations: readonly (DeclaredCommand | CommandGroup)[] = [
  scaffold.init,
  {
    path: "create",
    summary: "add an API, a webhook or an extension API server to the project",
    description: "Adds an API, a webhook or an extension API server to the project.",
  },
  scaffold.createApi,
  scaffold.createWebhook,
  scaffold.createApiserver,
  {
    path: "delete",
    summary: "delete an API, a controller or webhooks of the project",
    description: "Deletes an API, a controller or webhooks of the project.",
  },
  deletion.deleteApi,
  deletion.deleteController,
  deletion.deleteWebhook,
  scaffold.edit,
  {
    path: "rename",
    summary: "rename a kind, an API group or the domain",
    description: "Renames a kind, an API group or the domain in the sources, their tests and the manifests.",
  },
  rename.renameKind,
  rename.renameGroup,
  rename.renameDomain,
  {
    path: "import",
    summary: "import the CRDs of other projects",
    description: "Imports the CRDs of other projects.",
  },
  scaffold.importCrd,
  update.update,
  generate.manifests,
  {
    path: "api",
    summary: "check the compatibility of the API",
    description: "Checks the compatibility of the API with earlier CRDs.",
  },
  api.apiDiff,
  {
    path: "rbac",
    summary: "inspect the operator's permissions",
    description: "Inspects the operator's permissions.",
  },
  generate.rbacCheck,
  generate.graph,
  generate.docs,
  generate.client,
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
  {
    path: "cluster",
    summary: "create and delete a test cluster in containers",
    description: "Creates and deletes a test cluster in containers, with kind or k3d.",
  },
  testCluster.clusterUp,
  testCluster.clusterDown,
  others.doctor,
  {
    path: "helm",
    summary: "package the operator as a helm chart, and deploy the chart",
    description: "Packages the operator as a helm chart, and deploys the chart.",
  },
  others.helmChart,
  helm.helmPackage,
  helm.helmPush,
  helm.helmDeploy,
  helm.helmStatus,
  helm.helmHistory,
  helm.helmRollback,
  helm.helmUninstall,
  olm.bundle,
  olm.bundleBuild,
  olm.bundlePush,
  olmValidate.bundleValidate,
  olmValidate.scorecard,
  {
    path: "run",
    summary: "install an OLM bundle into a cluster without OLM",
    description: "Installs and upgrades an OLM bundle in a cluster without OLM.",
  },
  olmRun.runBundle,
  olmRun.runBundleUpgrade,
  olmRun.cleanup,
  {
    path: "catalog",
    summary: "publish the operator in a catalog of the Operator Lifecycle Manager",
    description: "Publishes the operator in a file-based catalog of the Operator Lifecycle Manager (OLM).",
  },
  catalog.catalogRender,
  catalog.catalogRenderTemplate,
  catalog.catalogAdd,
  catalog.catalogDeprecate,
  catalog.catalogValidate,
  catalog.catalogBuild,
  catalog.catalogPush,
  catalog.catalogManifests,
  others.manual,
  completion,
  others.version,
];

export const commands: readonly DeclaredCommand[] = declarations.filter((each) => "input" in each);
