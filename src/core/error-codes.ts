/**
 * Every error that tsop reports, by area. A code is stable: scripts match on it.
 * `usage` codes end with exit status 2 (the command line itself is wrong), findings of `--check` with 3, all others with 1.
 */
export const errorCodes = {
  "usage/invalid-argument": "A flag is unknown, missing, or has an invalid value.",
  "usage/unknown-command": "The command does not exist.",

  "project/not-found": "The command needs a project, but this folder has no PROJECT file.",
  "project/already-initialized": "The folder already has a PROJECT file.",
  "project/invalid": "PROJECT is not valid YAML, or a field is missing or invalid.",
  "project/unsupported-version": "A newer version of tsop wrote PROJECT.",
  "project/resource-exists": "The kind is already in PROJECT.",
  "project/webhook-exists": "The kind already has that webhook.",
  "project/plural-taken": "Two kinds of one API group would have the same plural.",
  "project/multigroup-disabled": "A second API group needs a multi-group project.",

  "modes/contradiction": "Two modes of an operator exclude each other.",
  "modes/changed-by-hand": "A user changed a scaffolded part that a mode needs to edit.",
  "modes/no-effect": "The output of config/default would not have the requested mode.",

  "scaffold/collision": "Files that tsop would write already exist with other content.",
  "scaffold/marker-missing": "The line where tsop inserts code is missing.",
  "scaffold/install-failed": "tsop created all files, but could not install the packages.",

  "files/changed-meanwhile": "Another process changed a file between tsop's read and its write.",
  "files/write-failed": "tsop could not write a file, and changed nothing.",
  "files/read-failed": "tsop could not read a file.",
  "files/watch-failed": "The operating system does not report file changes.",
  "files/busy": "Another tsop command is changing this project.",
  "files/untrusted-state": "`.tsop` contains state that tsop did not write on this machine.",

  "yaml/invalid": "A file is not valid YAML.",

  "cluster/no-kubeconfig": "There is no kubeconfig, and this process does not run in a pod.",
  "cluster/invalid-kubeconfig": "A kubeconfig is invalid or lacks a field.",
  "cluster/unknown-context": "The kubeconfig does not contain the context.",
  "cluster/unsupported-kubeconfig": "The kubeconfig uses a feature that tsop does not support.",
  "cluster/credentials-failed": "tsop could not get the credentials that the kubeconfig specifies.",
  "cluster/client-node-missing": "tsop could not load the package `@kubernetes/client-node`.",
  "cluster/command-failed": "A command in a container failed.",
  "cluster/unreachable": "tsop could not reach the API server, or the connection broke.",
  "cluster/tls-failed": "The API server and tsop do not trust each other's certificates.",
  "cluster/timeout": "The API server did not respond in time.",
  "cluster/bad-response": "The response does not come from a Kubernetes API server.",
  "cluster/response-too-large": "The response is too large to load at once.",
  "cluster/api-error": "The API server rejected a request.",
  "cluster/unauthorized": "The API server rejected the credentials.",
  "cluster/forbidden": "The user lacks a permission.",
  "cluster/kind-not-served": "The API server does not serve the kind.",
  "cluster/invalid-request": "A request names no object, or an object that cannot exist.",
  "cluster/inexact-number":
    "An object contains an integer beyond 2^53, which a replacement of the object would change.",

  "cluster/no-crds": "The project has no generated CRDs.",
  "cluster/not-a-crd": "A file in the folder of CRDs is not a CRD.",
  "cluster/not-an-object": "A manifest is not a Kubernetes object, or has the wrong kind.",
  "cluster/crd-not-established": "The API server accepted a CRD, but does not serve its kind.",
  "cluster/objects-exist": "The command would delete objects. Pass `--delete-data` to allow it.",
  "cluster/finalizers-pending": "Objects wait for their finalizers, which no operator removes.",
  "cluster/not-migrated": "Objects are still stored in an older version of their kind.",
  "cluster/not-confirmed": "The cluster may not run on this machine, and the user has not confirmed it.",

  "helm/no-manager": "tsop cannot tell which workload is the operator, so it cannot create a chart.",
  "helm/no-version": "The version in package.json is missing or not valid for a chart.",
  "helm/own-kind": "helm cannot install an object together with the CRD of its kind.",
  "helm/secret": "A chart would contain the data of a Secret (a warning).",
  "helm/conflict": "A user edited a file of the chart, and the sources of that file changed too.",
  "helm/invalid-record": "tsop cannot read its record of the last chart.",
  "helm/placeholder-image": "The chart names an image that no registry has (a warning).",
  "helm/orphan": "A user edited a file of the chart whose sources no longer exist (a warning).",
  "helm/out-of-date": "A file of the chart does not match the sources.",

  "deploy/no-image": "The image of the operator is not set.",
  "deploy/no-container": "No container can use the operator's image.",
  "deploy/conflict": "Another field manager owns fields that the deployment would change.",
  "deploy/refused": "The API server rejects an object of the deployment.",
  "deploy/webhook-down": "A webhook for an object does not respond.",
  "deploy/no-namespace": "The namespace of an object does not exist.",
  "deploy/inventory-damaged": "The list of deployed objects does not have the format that tsop writes.",
  "deploy/busy": "Another command is deploying or undeploying the same operator.",
  "deploy/not-converted": "The operator does not convert a version that the CRD serves.",
  "deploy/not-ready": "A deployed workload did not become ready.",

  "installer/needs": "An installer requires kinds or namespaces that not every cluster has (a warning).",
  "installer/too-large":
    "An object of an installer is too large for `kubectl apply` without `--server-side` (a warning).",

  "image/no-name": "The name of the image is not set.",
  "image/no-digest": "The deployment needs the digest of the image, which tsop does not know.",
  "image/no-dockerfile": "There is no Dockerfile to build the image from.",
  "image/no-tool": "No working program to build images is installed.",
  "image/tool-failed": "The program that builds and pushes images failed.",

  "doctor/found": "A finding of `tsop doctor` that makes no other command fail.",

  "import/doubtful": "A CRD contains a setting without effect, which the types preserve (a warning).",
  "import/invalid": "The API server would reject the CRD to import.",
  "import/not-expressed": "A CRD contains a setting that its types omit (a warning).",
  "import/no-crd": "The imported sources contain no CRD.",
  "import/unreadable": "tsop could not read the sources to import.",

  "apiserver/data-file-invalid": "The embedded API server cannot read its data file.",
  "apiserver/data-file-in-use": "Another embedded API server uses the same data file.",
  "apiserver/port-unavailable": "The embedded API server cannot listen on the port.",
  "dev/already-running": "`tsop dev` already runs in this project.",

  "render/no-kustomization": "A folder to render has no kustomization file, or more than one.",
  "render/invalid": "A kustomization, or a file that it names, is invalid or does not fit the objects.",
  "render/unsupported": "A kustomization uses a feature of kustomize that tsop does not support.",
  "render/not-an-object": "A document that a kustomization lists is not a Kubernetes object.",
  "render/missing": "A kustomization names a file or a folder that does not exist.",
  "render/outside": "A kustomization names a file outside its own folder.",
  "render/cycle": "A kustomization includes a folder that includes the kustomization.",
  "render/no-target": "The object or the field of a patch, a replacement or another entry does not exist.",
  "render/ambiguous": "A patch, a replacement or a name matches more than one object.",
  "render/duplicate": "Two objects would have the same kind, name and namespace.",
  "render/kustomize-failed": "The kustomize binary that `--kustomize` names failed.",

  "build/failed": "tsop could not bundle the operator.",

  "source/import-not-found": "The code imports a file of the project that does not exist.",
  "source/syntax": "A TypeScript file does not parse.",
  "tag/unknown": "A comment has a tag that does not exist.",
  "tag/misplaced": "A tag has no meaning at this position.",
  "tag/invalid-argument": "A tag's argument is missing, unknown, or has the wrong form.",
  "tag/conflict": "A tag contradicts another tag, or does not fit the type below it.",
  "tag/unsupported": "tsop or the API server does not support a tag.",
  "type/unsupported": "A TypeScript type has no schema.",
  "type/unresolved": "The code names a type that is not declared or not exported.",
  "type/recursive": "A type contains itself, which a CRD cannot express.",
  "type/conflict": "A field's types contradict each other, so that no value is valid.",
  "type/ambiguous-number": "A number without a format: an integer or not, 32 or 64 bits (a warning).",
  "kind/invalid": "A kind's group, version, name, value or shape is invalid.",
  "kind/conflict": "Two kinds, or two versions of a kind, contradict each other.",
  "schema/invalid": "The API server would reject the schema of a field.",
  "schema/unknown-format": "A format that the API server ignores (a warning).",
  "schema/inexact-bound": "A bound that the API server rounds, or cannot store (a warning).",
  "schema/invalid-default": "A default or an example is not valid for its field.",
  "cel/invalid": "The API server would reject a CEL rule: its syntax, its types or its position.",
  "cel/too-costly": "A CEL rule, or all rules of a CRD, could cost more than the API server allows.",
  "crd/invalid": "The API server would reject a name, column or subresource of the CRD.",
  "crd/empty-column": "The path of a column leads to no field, so that the column is empty (a warning).",
  "crd/too-large": "A CRD is larger than a client, or the cluster, accepts (a warning, or an error).",
  "crd/unconverted": "Versions of a kind have different fields, and no conversion (a warning).",
  "crd/stale": "A CRD file exists whose kind no longer exists (a warning).",
  "manifests/out-of-date": "A generated file does not match the sources.",
  "webhook/invalid": "The API server would reject a webhook, or the webhook could not respond.",
  "webhook/unresolved": "Neither the code nor a tag shows which resources a webhook handles.",
  "webhook/unanswered": "A webhook receives requests that its handler allows without a check.",
  "webhook/stale": "A webhook configuration belongs to a handler that no longer exists.",

  "rbac/invalid": "The API server would reject a permission, or the permission would never apply.",
  "rbac/missing": "The operator needs a permission that its role does not grant (found by `tsop rbac check`).",
  "rbac/unused": "A permission that no code needs (found by `tsop rbac check`).",
  "rbac/unresolved": "tsop cannot tell the kind of a call from the code, and so not its permission (a warning).",
  "sample/stale": "The sources of a generated sample no longer exist (a warning).",
  "sample/incomplete": "tsop could not generate a valid value for a field of a sample (a warning).",

  "graph/no-controllers": "The code sets up no controller (a warning), or the graph would be empty.",
  "graph/unresolved": "tsop cannot tell the kind of a call from the code, so the graph lacks the call (a warning).",
  "graph/no-place": "A Markdown file does not contain the markers for a graph.",
  "graph/out-of-date": "A graph of the operator does not match the code.",

  "exec/not-found": "A program that the command calls is not installed.",

  "runtime/invalid-wiring": "The options of a manager or a controller cannot work together.",
  "runtime/invalid-owner": "An object cannot own the other object, or be its controller.",
  "runtime/invalid-finalizer": "The API server would reject the name of a finalizer.",
  "runtime/invalid-mutation": "A mutate function changes a field that it must not change, such as the name.",
  "runtime/cache-sync-timeout": "The cache could not list a kind that a controller needs in time.",
  "runtime/not-started": "The code reads a cached kind before the manager starts.",
  "runtime/not-cached": "A read or a write needs more of a kind than the cache stores.",
  "runtime/unknown-index": "A read names an index that the cache does not have.",
  "runtime/port-unavailable": "A server of the manager cannot listen on its address.",
  "runtime/leader-election-lost": "Another process may be the leader now; this process must not write.",
  "cluster/webhooks-lent": "The cluster's webhooks already lead to another machine.",
  "testing/no-webhook-server": "A test environment should install webhooks, but no manager serves them.",
  "runtime/foreign-secret": "The Secret for the webhooks' certificate contains data that tsop did not write.",
  "runtime/stop-timeout": "The operator did not stop before the timeout.",

  "envtest/corrupt": "An archive of binaries does not match the index, or lacks a binary.",
  "envtest/no-version": "The binaries of that version, or for this platform, do not exist.",
  "envtest/unavailable": "tsop could not download the binaries of an API server, or their index.",

  "testing/not-converged": "A restarted operator does not reach the state that it reaches without a restart.",
  "testing/start-failed": "The API server of a test environment did not start.",
  "testing/stopped": "The code uses a test environment after its stop.",
  "testing/round-trip": "A conversion to another version and back changes an object.",
  "testing/invalid-schema": "tsop cannot generate objects from a schema.",
  "testing/timed-out": "The state that a test waits for did not occur in time.",

  interrupted: "A signal stopped the command.",
} as const;

/** The stable code of an error, such as `cluster/forbidden`. */
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
