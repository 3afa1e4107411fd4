/**
 * Every error that tsop reports, by area. A code is stable: scripts match on it.
 * `usage` codes end with exit status 2 (the command line itself is wrong), findings of `--check` with 3, all others with 1.
 */
export const errorCodes = {
  "usage/invalid-argument": "A flag is unknown, missing, or has a value that can never be valid.",
  "usage/unknown-command": "There is no command of that name.",

  "project/not-found": "The command needs a project, and there is no PROJECT file here.",
  "project/already-initialized": "There is a PROJECT file already.",
  "project/invalid": "PROJECT is not valid YAML or lacks something.",
  "project/unsupported-version": "PROJECT was written by a newer version of the tool.",
  "project/resource-exists": "The kind is in PROJECT already.",
  "project/webhook-exists": "The kind has that webhook already.",
  "project/plural-taken": "Two kinds of one API group would have the same plural.",
  "project/multigroup-disabled": "A second API group needs a multi-group project.",

  "modes/contradiction": "Two modes of an operator cannot be had together.",
  "modes/changed-by-hand": "A place that a mode is written to is not as it was scaffolded.",
  "modes/no-effect": "What config/default makes would not have the mode that was asked for.",

  "scaffold/collision": "Files that would be written exist with other content.",
  "scaffold/marker-missing": "The place where code is to be inserted is gone.",
  "scaffold/install-failed": "The scaffold is complete, but installing its packages failed.",

  "files/changed-meanwhile": "A file changed between being read and being written.",
  "files/write-failed": "A file could not be written; nothing was changed.",
  "files/read-failed": "A file could not be read.",
  "files/watch-failed": "The system does not say when files change.",
  "files/busy": "Another tsop command is changing this project.",
  "files/untrusted-state": "Something in `.tsop` was not made by tsop on this machine.",

  "yaml/invalid": "A file is not valid YAML.",

  "cluster/no-kubeconfig": "No kubeconfig was found, and this is not a pod.",
  "cluster/invalid-kubeconfig": "A kubeconfig is broken or lacks something.",
  "cluster/unknown-context": "The kubeconfig has no context of that name.",
  "cluster/unsupported-kubeconfig": "The kubeconfig asks for something that tsop does not do.",
  "cluster/credentials-failed": "The credentials that the kubeconfig names could not be had.",
  "cluster/client-node-missing": "The package `@kubernetes/client-node` does not load.",
  "cluster/command-failed": "A command in a container failed.",
  "cluster/unreachable": "The API server could not be reached, or the connection broke.",
  "cluster/tls-failed": "The API server and this side do not trust each other's certificates.",
  "cluster/timeout": "The API server did not answer in time.",
  "cluster/bad-response": "The server's answer is not one of a Kubernetes API server.",
  "cluster/response-too-large": "The answer is too large to be held at once.",
  "cluster/api-error": "The API server refused a request.",
  "cluster/unauthorized": "The API server does not accept the credentials.",
  "cluster/forbidden": "The credentials lack a right.",
  "cluster/kind-not-served": "The API server does not know the kind.",
  "cluster/invalid-request": "A request names no object, or one that cannot exist.",
  "cluster/inexact-number":
    "An object holds a whole number beyond 2^53, which a replacement of the object would damage.",

  "cluster/no-crds": "The project has no generated CRDs.",
  "cluster/not-a-crd": "A file among the CRDs is something else.",
  "cluster/not-an-object": "A manifest is no Kubernetes object, or none of those that are wanted.",
  "cluster/crd-not-established": "The API server accepted a CRD and does not serve its kind.",
  "cluster/objects-exist": "Objects would be lost, and nobody said that they may be.",
  "cluster/finalizers-pending": "Objects wait for finalizers that nobody removes.",
  "cluster/not-migrated": "Objects are still stored in an older version of their kind.",
  "cluster/not-confirmed": "The cluster does not show that it runs on this machine, and nobody confirmed it.",

  "helm/no-manager": "No workload is known as the operator, so a chart of it cannot be made.",
  "helm/no-version": "package.json has no version that a chart can have.",
  "helm/own-kind": "helm cannot install an object together with the CRD of its kind.",
  "helm/secret": "A chart would hold what a Secret keeps (a warning).",
  "helm/conflict": "A file of the chart was edited where the sources have changed too.",
  "helm/invalid-record": "What a chart was made of last cannot be read.",
  "helm/placeholder-image": "The chart names an image that no registry has (a warning).",
  "helm/orphan": "A file of the chart was edited, and what it was made of is gone (a warning).",
  "helm/out-of-date": "A file of the chart is not what the sources make.",

  "deploy/no-image": "Nobody has said which image of the operator is to be deployed.",
  "deploy/no-container": "No container is the one that gets the operator's image.",
  "deploy/conflict": "Somebody else has set fields that are to be deployed with another value.",
  "deploy/refused": "The API server refuses an object that is to be deployed.",
  "deploy/webhook-down": "A webhook that judges an object does not answer.",
  "deploy/no-namespace": "An object is for a namespace that is not there.",
  "deploy/inventory-damaged": "The list of what was deployed is not as tsop writes it.",
  "deploy/busy": "Somebody else is deploying or undeploying the same operator.",
  "deploy/not-converted": "The operator does not convert a version that is to be served.",
  "deploy/not-ready": "What was deployed did not become ready.",

  "installer/needs": "An installer needs kinds or namespaces that not every cluster has (a warning).",
  "installer/too-large":
    "An object of an installer is too large for `kubectl apply` without `--server-side` (a warning).",

  "image/no-name": "Nobody has said what the image is to be called.",
  "image/no-digest": "The image is to be named by its digest, which is not known here.",
  "image/no-dockerfile": "There is no Dockerfile to build the image from.",
  "image/no-tool": "No program that builds images is there and works.",
  "image/tool-failed": "The program that builds and pushes images has failed.",

  "doctor/found": "Something that `tsop doctor` found, and no other command refuses because of.",

  "import/doubtful": "A CRD says something without effect that the API server accepts; its types keep it (a warning).",
  "import/invalid": "The API server would refuse the CRD that is to be imported.",
  "import/not-expressed": "A CRD says something that its types leave out (a warning).",
  "import/no-crd": "There is no CRD in what is to be imported.",
  "import/unreadable": "What is to be imported could not be read.",

  "apiserver/data-file-invalid": "The file that the embedded API server keeps its data in cannot be read.",
  "apiserver/data-file-in-use": "Another embedded API server keeps its data in the same file.",
  "apiserver/port-unavailable": "The embedded API server cannot listen on the port that it is given.",
  "dev/already-running": "`tsop dev` runs in this project already.",

  "render/no-kustomization": "A folder that is to be rendered has no kustomization file, or more than one.",
  "render/invalid":
    "A kustomization, or a file that it names, says something that cannot be, or does not fit the objects.",
  "render/unsupported": "A kustomization asks for something that kustomize does and tsop does not.",
  "render/not-an-object": "A document that a kustomization lists is no Kubernetes object.",
  "render/missing": "A kustomization names a file or a folder that is not there.",
  "render/outside": "A kustomization names a file outside its own folder.",
  "render/cycle": "A kustomization builds on a folder that leads back to it.",
  "render/no-target": "A patch, a replacement or another entry is for an object or a field that is not there.",
  "render/ambiguous": "A patch, a replacement or a name could mean more than one object.",
  "render/duplicate": "Two objects would have the same kind, name and namespace.",
  "render/kustomize-failed": "The kustomize that --kustomize names failed.",

  "build/failed": "The operator could not be bundled.",

  "source/import-not-found": "The code imports a file of the project that is not there.",
  "source/syntax": "A TypeScript file does not parse.",
  "tag/unknown": "A comment has a tag that does not exist.",
  "tag/misplaced": "A tag stands where it has no meaning.",
  "tag/invalid-argument": "A tag's argument is missing, unknown, or of the wrong form.",
  "tag/conflict": "A tag contradicts another one, or does not fit the type below it.",
  "tag/unsupported": "A tag that tsop, or the API server, does not accept.",
  "type/unsupported": "A TypeScript type that has no schema.",
  "type/unresolved": "A type is named that is not declared or not exported.",
  "type/recursive": "A type contains itself, which a CRD cannot express.",
  "type/conflict": "A field is declared with types that no value can have at once.",
  "type/ambiguous-number": "A bare number: whole or not, 32 or 64 bits, nobody said (a warning).",
  "kind/invalid": "A kind's group, version, kind, value or shape is not valid.",
  "kind/conflict": "Two kinds, or two versions of one, contradict each other.",
  "schema/invalid": "The API server would refuse the schema of a field.",
  "schema/unknown-format": "A format that the API server ignores (a warning).",
  "schema/inexact-bound": "A bound that the API server rounds, or cannot hold (a warning).",
  "schema/invalid-default": "A default or an example is not valid for its field.",
  "cel/invalid": "The API server would refuse a rule in CEL: its syntax, its types, or where it stands.",
  "cel/too-costly": "A rule in CEL, or all of a CRD, could cost more than the API server allows.",
  "crd/invalid": "The API server would refuse a name, column or subresource of the CRD.",
  "crd/empty-column": "A column whose path leads to no field, and shows nothing (a warning).",
  "crd/too-large": "A CRD is larger than a client, or the cluster, takes (a warning, or an error).",
  "crd/unconverted": "Versions of a kind differ in their fields, and nothing converts between them (a warning).",
  "crd/stale": "A CRD file is there whose kind is gone (a warning).",
  "manifests/out-of-date": "A generated file is not what the sources generate.",
  "webhook/invalid": "The API server would refuse a webhook, or it could not answer.",
  "webhook/unresolved": "The code does not say what a webhook is asked about, and no tag does.",
  "webhook/unanswered": "A webhook is asked about something that its handler lets pass unseen.",
  "webhook/stale": "A webhook configuration that no handler belongs to any more.",

  "rbac/invalid": "The API server would refuse a permission, or it would never apply.",
  "rbac/missing": "The operator needs a permission that its role does not give (found by `tsop rbac check`).",
  "rbac/unused": "A permission that no code needs (found by `tsop rbac check`).",
  "rbac/unresolved": "A call whose kind, and so its permission, cannot be told from the code (a warning).",
  "sample/stale": "A generated sample belongs to nothing in the sources any more (a warning).",
  "sample/incomplete": "No valid value for a field of a sample could be made (a warning).",

  "graph/no-controllers": "The code sets up no controller (a warning), or there is nothing at all to draw.",
  "graph/unresolved": "A call whose kind cannot be told from the code, so that a picture lacks it (a warning).",
  "graph/no-place": "A Markdown file does not say where a picture belongs.",
  "graph/out-of-date": "A picture of the operator is not what the code says.",

  "exec/not-found": "A program that the command calls is not installed.",

  "runtime/invalid-wiring": "A manager or a controller is put together in a way that cannot work.",
  "runtime/invalid-owner": "An object cannot own another one, or be its controller.",
  "runtime/invalid-finalizer": "The API server would refuse the name of a finalizer.",
  "runtime/invalid-mutation": "A function that is to change an object changes what it must not, such as its name.",
  "runtime/cache-sync-timeout": "A kind that a controller needs could not be listed in time.",
  "runtime/not-started": "A cached kind was read before the manager was started.",
  "runtime/not-cached": "A read or a write needs more of a kind than the cache was told to hold.",
  "runtime/unknown-index": "A read names an index that the cache does not have.",
  "runtime/port-unavailable": "A server of the manager cannot listen on its address.",
  "runtime/leader-election-lost": "Another process leads now, or may; this one must not write.",
  "cluster/webhooks-lent": "The cluster's webhooks lead to somebody's machine already.",
  "testing/no-webhook-server": "Webhooks are to be installed in a test environment, and no manager serves them.",
  "runtime/foreign-secret": "The Secret for the webhooks' certificate holds what somebody else has put there.",
  "runtime/stop-timeout": "Something still ran when the time for a clean stop was over.",

  "envtest/corrupt": "An archive of binaries is not what the index says, or lacks one.",
  "envtest/no-version": "There are no binaries of that version, or for this platform.",
  "envtest/unavailable": "The binaries of a real API server, or their index, could not be fetched.",

  "testing/not-converged": "An operator that was killed does not come to where it comes undisturbed.",
  "testing/start-failed": "The API server of a test environment does not start.",
  "testing/stopped": "A test environment is used after it was stopped.",
  "testing/round-trip": "An object is not the same after a conversion to another version and back.",
  "testing/invalid-schema": "Objects cannot be made up from a schema.",
  "testing/timed-out": "What a test waits for has not become so.",

  interrupted: "The command was stopped by a signal.",
} as const;

/** A code of {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;

/** The codes that `--check` and `tsop rbac check` report. */
const findings: ReadonlySet<string> = new Set<ErrorCode>([
  ...(["helm/out-of-date", "manifests/out-of-date", "graph/out-of-date"] as const),
  ...(["rbac/missing", "rbac/unused"] as const),
]);

/** Returns the exit status of a command that fails with a code. */
export function exitOf(code: ErrorCode): 1 | 2 | 3 {
  return code.startsWith("usage/") ? 2 : findings.has(code) ? 3 : 1;
}
