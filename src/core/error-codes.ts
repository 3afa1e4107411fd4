import { apiServerErrorCodes } from "./api-server-error-codes.js";
import { bundleErrorCodes } from "./bundle-error-codes.js";
import { extensionErrorCodes } from "./extension-error-codes.js";

/**
 * Every error that tsop reports, by area. A code is stable: scripts match on it.
 * `usage` codes end with exit status 2 (the command line itself is wrong), findings of `--check` with 3, all others with 1.
 */
export const errorCodes = {
  // Command line
  "usage/invalid-argument": "A flag, an argument or an option is unknown, missing or invalid.",
  "usage/unknown-command": "The command does not exist.",
  interrupted: "A signal stopped the command.",
  "exec/not-found": "A program that the command runs is not installed.",

  // Project
  "project/not-found": "The command needs a project, and this folder contains no PROJECT file.",
  "project/already-initialized": "The folder already contains a PROJECT file.",
  "project/invalid": "PROJECT is not valid YAML, or a field is missing or invalid.",
  "project/unsupported-version": "This tsop does not support the version of PROJECT.",
  "project/resource-exists": "The project already contains the kind or its controller.",
  "project/webhook-exists": "The kind already has this webhook.",
  "project/group-version-taken": "CRDs and the extension API server cannot share a group version.",
  "project/extension-kind": "The command does not support the kinds of the extension API server, or leaves them out.",
  "project/plural-taken": "Two kinds of one API group have the same plural.",
  "project/types-missing": "PROJECT lists a kind, and no source declares it.",
  "project/uncommitted": "The working tree contains changes that are not in a commit.",
  "project/multigroup-disabled": "The project has one API group, and the command adds a second one.",

  // Modes of the operator
  "modes/contradiction": "Two modes of the operator exclude each other.",
  "modes/changed-by-hand": "A file that contains a mode differs from its scaffold, so tsop cannot change it.",
  "modes/no-effect": "After the change, config/default would not have the requested mode.",

  // Scaffolds
  "scaffold/collision": "A file that the command would create exists with other content.",
  "scaffold/marker-missing": "The line that marks where tsop inserts code is missing.",
  "scaffold/version-missing": "The types of a kind do not contain their API version as a string.",
  "scaffold/package-not-found": "npm cannot get the package of an external kind.",
  "scaffold/install-failed": "tsop wrote all files, but the package manager could not install the packages.",

  // Plugins
  "plugin/not-found": "A plugin that PROJECT or `--plugins` names is not installed.",
  "plugin/invalid": "A plugin does not follow its interface: a wrong definition, response, action or path.",
  "plugin/failed": "A plugin ended with an error, or did not end in time.",
  "plugin/refused": "A plugin reports a problem, so the command changes nothing.",

  // Updates of the scaffold
  "update/available": "A newer tsop has changed the scaffold. `tsop update --check` reports it.",
  "update/unknown-base": "PROJECT does not name the tsop that created the project.",
  "update/unknown-version": "The registry has no such version of tsop.",
  "update/newer-project": "A newer tsop than this one created or updated the project.",
  "update/registry-failed": "npm could not get a version of tsop from the registry.",
  "update/replay-failed": "The old tsop could not create the scaffold of the project again.",
  "update/unfinished": "The conflicts of an update are not resolved yet.",
  "update/none": "There is no update that the command could continue or undo.",
  "update/changed-since": "A file has changed since the update that `tsop update --abort` would undo.",

  // Deleting
  "delete/edited": "A file that the command would delete contains edits.",
  "delete/referenced": "Code that stays uses code that the command would delete.",
  "delete/storage-version": "The command would delete the version in which clusters store the objects of a kind.",

  // Renaming
  "rename/name-taken": "A file already uses a name that the command would give to a declaration.",

  // Files
  "files/changed-meanwhile": "Another program changed a file while tsop was working.",
  "files/write-failed": "tsop could not write a file, and changed nothing.",
  "files/read-failed": "tsop could not read a file.",
  "files/watch-failed": "The operating system does not report changes of files.",
  "files/busy": "Another tsop command is writing to this project.",
  "files/untrusted-state": "`.tsop` contains a file that tsop did not write on this machine.",
  "yaml/invalid": "A file is not valid YAML.",

  // Cluster
  "cluster/no-kubeconfig": "tsop found no kubeconfig, and it does not run in a pod.",
  "cluster/invalid-kubeconfig": "The kubeconfig is not valid, or a part of it is missing.",
  "cluster/unknown-context": "The kubeconfig does not contain the context, or no context is current.",
  "cluster/unsupported-kubeconfig": "The kubeconfig uses a feature that tsop does not support.",
  "cluster/credentials-failed": "tsop could not get the credentials that the kubeconfig names.",
  "cluster/client-node-missing": "The package `@kubernetes/client-node` is not installed, or does not load.",
  "cluster/command-failed": "A command in a container failed.",
  "cluster/unreachable": "tsop could not connect to the API server, or the connection broke.",
  "cluster/tls-failed": "A TLS connection to the API server failed.",
  "cluster/timeout": "The API server did not respond in time.",
  "cluster/bad-response": "The response does not come from a Kubernetes API server.",
  "cluster/response-too-large": "The response is too large for one string.",
  "cluster/api-error": "The API server rejected a request.",
  "cluster/unauthorized": "The API server does not accept the credentials.",
  "cluster/forbidden": "The credentials lack a permission.",
  "cluster/kind-not-served": "The API server does not serve the kind, the version or the subresource.",
  "cluster/invalid-request": "A request names no object, or an object that cannot exist.",
  "cluster/inexact-number": "An object contains an integer beyond 2^53, which writing the whole object could change.",
  "cluster/no-crds": "The project contains no generated CRDs.",
  "cluster/not-a-crd": "A file in a folder of CRDs contains another object.",
  "cluster/not-an-object": "A document is not a Kubernetes object, or not one of the expected kind.",
  "cluster/crd-not-established": "The API server accepted a CRD, but does not serve its kind.",
  "cluster/objects-exist": "The command would delete objects. Pass `--delete-data` to allow it.",
  "cluster/finalizers-pending": "Objects wait for their finalizers, so they still exist after the timeout.",
  "cluster/not-migrated": "Objects are still stored in an older version of their kind.",
  "cluster/not-confirmed": "The cluster does not prove to be on this machine, and you did not confirm it.",
  "cluster/no-provider": "Neither kind nor k3d works on this machine.",
  "cluster/provider-failed": "kind or k3d failed.",
  "cluster/webhooks-lent": "Another machine already receives the calls of the cluster's webhooks.",

  // Deployment
  "deploy/no-image": "You did not specify the image of the operator.",
  "deploy/no-container": "No container in config/default can get the operator's image.",
  "deploy/conflict": "Another client set the same fields to other values.",
  "deploy/refused": "The API server or an admission webhook rejects an object.",
  "deploy/webhook-down": "An admission webhook for an object does not respond.",
  "deploy/no-namespace": "The namespace of an object does not exist, and the command does not create it.",
  "deploy/inventory-damaged": "The ConfigMap that lists the deployed objects is damaged.",
  "deploy/busy": "Another process is deploying or undeploying the same operator.",
  "deploy/not-converted": "The operator does not convert objects of a version that the CRD would serve.",
  "deploy/not-ready": "The operator did not become ready in time.",
  "installer/needs": "An installer needs kinds or namespaces that not every cluster has (a warning).",
  "installer/too-large":
    "An object of an installer is too large for `kubectl apply` without `--server-side` (a warning).",

  // Images
  "image/no-name": "You did not specify the name of the image.",
  "image/no-digest": "The command needs the digest of the image, and tsop does not know it.",
  "image/no-dockerfile": "The project contains no Dockerfile.",
  "image/no-tool": "The named container tool is not installed, or does not work.",
  "image/tool-failed": "The program that builds and pushes images failed.",
  "image/needs-tool": "The Dockerfile contains an instruction that needs a container tool.",
  "image/copy-failed": "The image cannot get a file that the Dockerfile copies.",
  "image/no-base": "The base image does not exist, or not for the platform.",
  "image/not-built": "tsop has not built the image on this machine.",
  "image/unreachable": "The registry does not respond.",
  "image/unauthorized": "The registry requires credentials, or denies access.",
  "image/bad-credentials": "A file or program with the credentials for a registry does not work.",
  "image/bad-registry": "The registry returned something that is not an image.",
  "image/refused": "The registry rejected a request.",

  // Helm chart
  "helm/no-manager": "No workload in config/default is the operator.",
  "helm/no-version": "package.json contains no version that is valid for a chart.",
  "helm/own-kind": "The chart contains an object whose CRD is part of the chart.",
  "helm/secret": "The chart contains the data of a Secret (a warning).",
  "helm/conflict": "You edited a file of the chart where the sources have changed too.",
  "helm/invalid-record": "tsop cannot read its record of the generated files of the chart.",
  "helm/placeholder-image": "The chart contains the image `controller:latest`, which no registry has (a warning).",
  "helm/orphan": "You edited a file of the chart that tsop no longer generates (a warning).",
  "helm/out-of-date": "A file of the chart differs from the sources.",
  "helm/no-chart": "The folder contains no chart.",
  "helm/invalid-chart": "helm would not accept the chart.",
  "helm/no-icon": "The chart has no icon (a warning).",
  "helm/not-installed": "The machine has no helm program.",
  "helm/failed": "helm failed.",
  "helm/deletes-data": "Uninstalling the release would delete its CRDs, and all objects of their kinds.",

  ...bundleErrorCodes,

  // Rendering kustomizations
  "render/no-kustomization": "The folder contains no kustomization file, or several.",
  "render/invalid": "A kustomization, or a file that it names, is invalid or does not fit the objects.",
  "render/unsupported": "A kustomization uses a feature of kustomize that tsop does not support.",
  "render/not-an-object": "A document that a kustomization lists is not a Kubernetes object.",
  "render/missing": "A kustomization names a file or a folder that does not exist.",
  "render/outside": "A kustomization names a file outside its own folder.",
  "render/cycle": "A kustomization refers to a folder that leads back to it.",
  "render/no-target": "A patch, a replacement or another entry matches no object or no field.",
  "render/ambiguous": "A patch, a replacement or a name matches several objects.",
  "render/duplicate": "Two objects have the same kind, name and namespace.",
  "render/kustomize-failed": "The kustomize that `--kustomize` names failed.",

  // Build and doctor
  "build/failed": "esbuild could not bundle the operator.",
  "doctor/found": "`tsop doctor` found a problem that has no code of its own.",

  // Embedded API server and tsop dev
  ...apiServerErrorCodes,

  // Importing CRDs
  "import/doubtful": "A CRD contains a part without effect, which the types keep (a warning).",
  "import/invalid": "The API server would reject the CRD.",
  "import/not-expressed": "A CRD contains a part that the types omit (a warning).",
  "import/no-crd": "The source contains no CRD.",
  "import/unreadable": "tsop could not read the source of the import.",

  // Types and tags
  "source/import-not-found": "The code imports a file of the project that does not exist.",
  "source/syntax": "A TypeScript file contains a syntax error.",
  "tag/unknown": "A comment contains an unknown tag.",
  "tag/misplaced": "A tag has no meaning in this place.",
  "tag/invalid-argument": "The argument of a tag is missing, unknown or malformed.",
  "tag/conflict": "A tag contradicts another tag, or does not fit the type.",
  "tag/unsupported": "tsop or the API server does not support the tag.",
  "type/unsupported": "A TypeScript type has no schema.",
  "type/unresolved": "A type is not declared, not imported or not exported.",
  "type/recursive": "A type contains itself, which a CRD cannot express.",
  "type/conflict": "No value satisfies all declarations of a field.",
  "type/ambiguous-number": "The type `number` does not say which numbers are valid (a warning).",
  "kind/invalid": "The group, version, kind, constant or shape of a kind is invalid.",
  "kind/conflict": "Two kinds, or two versions of a kind, contradict each other.",

  // CRDs and manifests
  "schema/invalid": "The API server would reject the schema of a field.",
  "schema/unknown-format": "The API server ignores a format that it does not know (a warning).",
  "schema/inexact-bound": "The API server rounds a bound, or cannot store it (a warning).",
  "schema/invalid-default": "A default or an example is not valid for its field.",
  "cel/invalid": "The API server would reject a CEL rule.",
  "cel/too-costly": "The estimated cost of a CEL rule, or of all rules of a CRD, exceeds the limit of the API server.",
  "crd/invalid": "The API server would reject a name, column or subresource of the CRD.",
  "crd/empty-column": "A column's path leads to no field, so the column stays empty (a warning).",
  "crd/too-large": "A CRD is too large for `kubectl apply` (a warning) or for etcd (an error).",
  "crd/unconverted": "Versions of a kind have different fields, and no webhook converts between them (a warning).",
  "crd/stale": "A CRD file exists whose kind does not exist in the sources (a warning).",
  "manifests/out-of-date": "A generated file differs from the sources.",
  "webhook/invalid": "The API server would reject a webhook, or the operator could not respond to it.",
  "webhook/unresolved": "tsop cannot read from the code which requests a webhook handles.",
  "webhook/unanswered": "A webhook receives operations that its handler ignores (a warning).",
  "webhook/stale": "A webhook configuration belongs to no handler in the sources (a warning).",
  "sample/stale": "A generated sample belongs to no kind, version or variant in the sources (a warning).",
  "sample/incomplete": "tsop could not generate a valid value for a field of a sample (a warning).",

  // Compatibility of an API
  "api/breaking": "A change of the types breaks stored objects or all clients of a version.",
  "api/breaking-for-some": "A change of the types breaks some clients, or an alpha version (a warning).",
  "api/version-too-low": "The version in package.json is too low for the changes of the API.",
  "api/unreadable": "tsop cannot read the earlier CRDs or definitions to compare with.",

  // Permissions
  "rbac/invalid": "The API server would reject a permission, or the permission never applies.",
  "rbac/missing": "The operator needs a permission that its role does not grant.",
  "rbac/unused": "The role grants a permission that no code needs.",
  "rbac/unresolved":
    "tsop cannot read from the code which kind a call uses, so it generates no permission (a warning).",

  // Graph
  "graph/no-controllers":
    "The code sets up no controller (a warning), or the project has neither kinds nor controllers (an error).",
  "graph/unresolved": "tsop cannot read from the code which kind a call uses, so the graph omits it (a warning).",
  "graph/no-place": "A Markdown file does not mark where the graph belongs.",
  "graph/out-of-date": "A graph differs from the code.",
  "reference/no-kinds": "There are no kinds for a reference or a client, or none that the filters name.",
  "reference/out-of-date": "The reference of the API, or a client for it, differs from the types.",

  // Running operator
  "runtime/invalid-wiring": "The options of a manager, a controller or a webhook contradict each other.",
  "runtime/invalid-owner": "An object cannot own the other object, or be its controller.",
  "runtime/invalid-finalizer": "The name of a finalizer is invalid.",
  "runtime/invalid-mutation": "A mutating function changed a field that it must not change.",
  "runtime/cache-sync-timeout": "A controller could not list a kind that it needs in time.",
  "runtime/not-started": "The operator reads a cached kind before the manager starts.",
  "runtime/not-cached": "A read or a write needs data that the cache does not store.",
  "runtime/unknown-index": "A read uses an index that the cache does not have.",
  "runtime/port-unavailable": "A server of the manager cannot listen on its address.",
  "runtime/leader-election-lost": "This process is no longer the leader, so it must not write.",
  "runtime/foreign-secret": "The Secret for a certificate contains data that the operator did not write.",
  "runtime/stop-timeout": "Work was still running at the end of the time for a clean stop.",

  ...extensionErrorCodes,

  // Tests
  "envtest/corrupt": "A downloaded archive does not match its checksum, or a program is missing in it.",
  "envtest/no-version": "No binaries exist for this version or this platform.",
  "envtest/unavailable": "tsop could not download the binaries of a real API server, or their index.",
  "testing/no-webhook-server": "A test installs webhooks, and no manager serves them.",
  "testing/not-converged": "A killed operator does not reach the state that an undisturbed one reaches.",
  "testing/start-failed": "The API server of a test environment does not start.",
  "testing/stopped": "A test uses a test environment that was stopped.",
  "testing/round-trip": "An object changes when it is converted to another version and back.",
  "testing/invalid-schema": "`roundTrip` could not generate objects from the schema.",
  "testing/timed-out": "The condition of a test did not become true in time.",
} as const;

/** The stable code of an error, such as `cluster/forbidden`. */
export type ErrorCode = keyof typeof errorCodes;

/** The codes that `--check`, `tsop rbac check` and `tsop api diff` report. */
const findings: ReadonlySet<string> = new Set<ErrorCode>([
  ...([
    "helm/out-of-date",
    "manifests/out-of-date",
    "graph/out-of-date",
    "bundle/out-of-date",
    "reference/out-of-date",
    "update/available",
  ] as const),
  ...(["rbac/missing", "rbac/unused", "api/breaking", "api/version-too-low"] as const),
]);

/** Returns the exit status of a command that fails with a code. */
export function exitOf(code: ErrorCode): 1 | 2 | 3 {
  return code.startsWith("usage/") ? 2 : findings.has(code) ? 3 : 1;
}
