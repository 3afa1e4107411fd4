/**
 * Every way in which tsop can refuse, by area. A code is stable: scripts match on it.
 * `usage` codes end with exit status 2 (the command line itself is wrong), what `--check` finds with 3, the rest with 1.
 */
export const errorCodes = {
  "usage/invalid-argument": { exit: 2, summary: "A flag is unknown, missing, or has a value that can never be valid." },
  "usage/unknown-command": { exit: 2, summary: "There is no command of that name." },

  "project/not-found": { exit: 1, summary: "The command needs a project, and there is no PROJECT file here." },
  "project/already-initialized": { exit: 1, summary: "There is a PROJECT file already." },
  "project/invalid": { exit: 1, summary: "PROJECT is not valid YAML or lacks something." },
  "project/unsupported-version": { exit: 1, summary: "PROJECT was written by a newer version of the tool." },
  "project/resource-exists": { exit: 1, summary: "The kind is in PROJECT already." },
  "project/webhook-exists": { exit: 1, summary: "The kind has that webhook already." },
  "project/plural-taken": { exit: 1, summary: "Two kinds of one API group would have the same plural." },
  "project/multigroup-disabled": { exit: 1, summary: "A second API group needs a multi-group project." },

  "modes/contradiction": { exit: 1, summary: "Two modes of an operator cannot be had together." },
  "modes/changed-by-hand": { exit: 1, summary: "A place that a mode is written to is not as it was scaffolded." },
  "modes/no-effect": { exit: 1, summary: "What config/default makes would not have the mode that was asked for." },

  "scaffold/collision": { exit: 1, summary: "Files that would be written exist with other content." },
  "scaffold/marker-missing": { exit: 1, summary: "The place where code is to be inserted is gone." },
  "scaffold/install-failed": { exit: 1, summary: "The scaffold is complete, but installing its packages failed." },

  "files/changed-meanwhile": { exit: 1, summary: "A file changed between being read and being written." },
  "files/write-failed": { exit: 1, summary: "A file could not be written; nothing was changed." },
  "files/read-failed": { exit: 1, summary: "A file could not be read." },
  "files/watch-failed": { exit: 1, summary: "The system does not say when files change." },
  "files/busy": { exit: 1, summary: "Another tsop command is changing this project." },
  "files/untrusted-state": { exit: 1, summary: "Something in `.tsop` was not made by tsop on this machine." },

  "yaml/invalid": { exit: 1, summary: "A file is not valid YAML." },

  "cluster/no-kubeconfig": { exit: 1, summary: "No kubeconfig was found, and this is not a pod." },
  "cluster/invalid-kubeconfig": { exit: 1, summary: "A kubeconfig is broken or lacks something." },
  "cluster/unknown-context": { exit: 1, summary: "The kubeconfig has no context of that name." },
  "cluster/unsupported-kubeconfig": { exit: 1, summary: "The kubeconfig asks for something that tsop does not do." },
  "cluster/credentials-failed": { exit: 1, summary: "The credentials that the kubeconfig names could not be had." },
  "cluster/unreachable": { exit: 1, summary: "The API server could not be reached, or the connection broke." },
  "cluster/tls-failed": { exit: 1, summary: "The API server and this side do not trust each other's certificates." },
  "cluster/timeout": { exit: 1, summary: "The API server did not answer in time." },
  "cluster/bad-response": { exit: 1, summary: "The server's answer is not one of a Kubernetes API server." },
  "cluster/response-too-large": { exit: 1, summary: "The answer is too large to be held at once." },
  "cluster/api-error": { exit: 1, summary: "The API server refused a request." },
  "cluster/unauthorized": { exit: 1, summary: "The API server does not accept the credentials." },
  "cluster/forbidden": { exit: 1, summary: "The credentials lack a right." },
  "cluster/kind-not-served": { exit: 1, summary: "The API server does not know the kind." },
  "cluster/invalid-request": { exit: 1, summary: "A request names no object, or one that cannot exist." },
  "cluster/inexact-number": {
    exit: 1,
    summary: "An object holds a whole number beyond 2^53, which a replacement of the object would damage.",
  },

  "cluster/no-crds": { exit: 1, summary: "The project has no generated CRDs." },
  "cluster/not-a-crd": { exit: 1, summary: "A file among the CRDs is something else." },
  "cluster/not-an-object": {
    exit: 1,
    summary: "A manifest is no Kubernetes object, or none of those that are wanted.",
  },
  "cluster/crd-not-established": { exit: 1, summary: "The API server accepted a CRD and does not serve its kind." },
  "cluster/objects-exist": { exit: 1, summary: "Objects would be lost, and nobody said that they may be." },
  "cluster/finalizers-pending": { exit: 1, summary: "Objects wait for finalizers that nobody removes." },
  "cluster/not-migrated": { exit: 1, summary: "Objects are still stored in an older version of their kind." },
  "cluster/not-confirmed": {
    exit: 1,
    summary: "The cluster does not show that it runs on this machine, and nobody confirmed it.",
  },

  "helm/no-manager": { exit: 1, summary: "No workload is known as the operator, so a chart of it cannot be made." },
  "helm/no-version": { exit: 1, summary: "package.json has no version that a chart can have." },
  "helm/own-kind": { exit: 1, summary: "helm cannot install an object together with the CRD of its kind." },
  "helm/secret": { exit: 1, summary: "A chart would hold what a Secret keeps (a warning)." },
  "helm/conflict": { exit: 1, summary: "A file of the chart was edited where the sources have changed too." },
  "helm/invalid-record": { exit: 1, summary: "What a chart was made of last cannot be read." },
  "helm/placeholder-image": { exit: 1, summary: "The chart names an image that no registry has (a warning)." },
  "helm/orphan": { exit: 1, summary: "A file of the chart was edited, and what it was made of is gone (a warning)." },
  "helm/out-of-date": { exit: 3, summary: "A file of the chart is not what the sources make." },

  "deploy/no-image": { exit: 1, summary: "Nobody has said which image of the operator is to be deployed." },
  "deploy/no-container": { exit: 1, summary: "No container is the one that gets the operator's image." },
  "deploy/conflict": { exit: 1, summary: "Somebody else has set fields that are to be deployed with another value." },
  "deploy/refused": { exit: 1, summary: "The API server refuses an object that is to be deployed." },
  "deploy/webhook-down": { exit: 1, summary: "A webhook that judges an object does not answer." },
  "deploy/no-namespace": { exit: 1, summary: "An object is for a namespace that is not there." },
  "deploy/inventory-damaged": { exit: 1, summary: "The list of what was deployed is not as tsop writes it." },
  "deploy/busy": { exit: 1, summary: "Somebody else is deploying or undeploying the same operator." },
  "deploy/not-converted": { exit: 1, summary: "The operator does not convert a version that is to be served." },
  "deploy/not-ready": { exit: 1, summary: "What was deployed did not become ready." },

  "installer/needs": {
    exit: 1,
    summary: "An installer needs kinds or namespaces that not every cluster has (a warning).",
  },
  "installer/too-large": {
    exit: 1,
    summary: "An object of an installer is too large for `kubectl apply` without `--server-side` (a warning).",
  },

  "image/no-name": { exit: 1, summary: "Nobody has said what the image is to be called." },
  "image/no-digest": { exit: 1, summary: "The image is to be named by its digest, which is not known here." },
  "image/no-dockerfile": { exit: 1, summary: "There is no Dockerfile to build the image from." },
  "image/no-tool": { exit: 1, summary: "No program that builds images is there and works." },
  "image/tool-failed": { exit: 1, summary: "The program that builds and pushes images has failed." },

  "doctor/found": { exit: 1, summary: "Something that `tsop doctor` found, and no other command refuses because of." },

  "import/doubtful": {
    exit: 1,
    summary: "A CRD says something without effect that the API server accepts; its types keep it (a warning).",
  },
  "import/invalid": { exit: 1, summary: "The API server would refuse the CRD that is to be imported." },
  "import/not-expressed": { exit: 1, summary: "A CRD says something that its types leave out (a warning)." },
  "import/no-crd": { exit: 1, summary: "There is no CRD in what is to be imported." },
  "import/unreadable": { exit: 1, summary: "What is to be imported could not be read." },

  "apiserver/data-file-invalid": {
    exit: 1,
    summary: "The file that the embedded API server keeps its data in cannot be read.",
  },
  "apiserver/data-file-in-use": { exit: 1, summary: "Another embedded API server keeps its data in the same file." },
  "apiserver/port-unavailable": {
    exit: 1,
    summary: "The embedded API server cannot listen on the port that it is given.",
  },
  "dev/already-running": { exit: 1, summary: "`tsop dev` runs in this project already." },

  "render/no-kustomization": {
    exit: 1,
    summary: "A folder that is to be rendered has no kustomization file, or more than one.",
  },
  "render/invalid": {
    exit: 1,
    summary: "A kustomization, or a file that it names, says something that cannot be, or does not fit the objects.",
  },
  "render/unsupported": {
    exit: 1,
    summary: "A kustomization asks for something that kustomize does and tsop does not.",
  },
  "render/not-an-object": { exit: 1, summary: "A document that a kustomization lists is no Kubernetes object." },
  "render/missing": { exit: 1, summary: "A kustomization names a file or a folder that is not there." },
  "render/outside": { exit: 1, summary: "A kustomization names a file outside its own folder." },
  "render/cycle": { exit: 1, summary: "A kustomization builds on a folder that leads back to it." },
  "render/no-target": {
    exit: 1,
    summary: "A patch, a replacement or another entry is for an object or a field that is not there.",
  },
  "render/ambiguous": { exit: 1, summary: "A patch, a replacement or a name could mean more than one object." },
  "render/duplicate": { exit: 1, summary: "Two objects would have the same kind, name and namespace." },
  "render/kustomize-failed": { exit: 1, summary: "The kustomize that --kustomize names failed." },

  "build/failed": { exit: 1, summary: "The operator could not be bundled." },

  "source/import-not-found": { exit: 1, summary: "The code imports a file of the project that is not there." },
  "source/syntax": { exit: 1, summary: "A TypeScript file does not parse." },
  "tag/unknown": { exit: 1, summary: "A comment has a tag that does not exist." },
  "tag/misplaced": { exit: 1, summary: "A tag stands where it has no meaning." },
  "tag/invalid-argument": { exit: 1, summary: "A tag's argument is missing, unknown, or of the wrong form." },
  "tag/conflict": { exit: 1, summary: "A tag contradicts another one, or does not fit the type below it." },
  "tag/unsupported": { exit: 1, summary: "A tag that tsop, or the API server, does not accept." },
  "type/unsupported": { exit: 1, summary: "A TypeScript type that has no schema." },
  "type/unresolved": { exit: 1, summary: "A type is named that is not declared or not exported." },
  "type/recursive": { exit: 1, summary: "A type contains itself, which a CRD cannot express." },
  "type/conflict": { exit: 1, summary: "A field is declared with types that no value can have at once." },
  "type/ambiguous-number": { exit: 1, summary: "A bare number: whole or not, 32 or 64 bits, nobody said (a warning)." },
  "kind/invalid": { exit: 1, summary: "A kind's group, version, kind, value or shape is not valid." },
  "kind/conflict": { exit: 1, summary: "Two kinds, or two versions of one, contradict each other." },
  "schema/invalid": { exit: 1, summary: "The API server would refuse the schema of a field." },
  "schema/unknown-format": { exit: 1, summary: "A format that the API server ignores (a warning)." },
  "schema/inexact-bound": { exit: 1, summary: "A bound that the API server rounds, or cannot hold (a warning)." },
  "schema/invalid-default": { exit: 1, summary: "A default or an example is not valid for its field." },
  "cel/invalid": {
    exit: 1,
    summary: "The API server would refuse a rule in CEL: its syntax, its types, or where it stands.",
  },
  "cel/too-costly": { exit: 1, summary: "A rule in CEL, or all of a CRD, could cost more than the API server allows." },
  "crd/invalid": { exit: 1, summary: "The API server would refuse a name, column or subresource of the CRD." },
  "crd/empty-column": { exit: 1, summary: "A column whose path leads to no field, and shows nothing (a warning)." },
  "crd/too-large": {
    exit: 1,
    summary: "A CRD is larger than a client, or the cluster, takes (a warning, or an error).",
  },
  "crd/unconverted": {
    exit: 1,
    summary: "Versions of a kind differ in their fields, and nothing converts between them (a warning).",
  },
  "crd/stale": { exit: 1, summary: "A CRD file is there whose kind is gone (a warning)." },
  "manifests/out-of-date": { exit: 3, summary: "A generated file is not what the sources generate." },
  "webhook/invalid": { exit: 1, summary: "The API server would refuse a webhook, or it could not answer." },
  "webhook/unresolved": { exit: 1, summary: "The code does not say what a webhook is asked about, and no tag does." },
  "webhook/unanswered": { exit: 1, summary: "A webhook is asked about something that its handler lets pass unseen." },
  "webhook/stale": { exit: 1, summary: "A webhook configuration that no handler belongs to any more." },

  "rbac/invalid": { exit: 1, summary: "The API server would refuse a permission, or it would never apply." },
  "rbac/missing": {
    exit: 3,
    summary: "The operator needs a permission that its role does not give (found by `tsop rbac check`).",
  },
  "rbac/unused": { exit: 3, summary: "A permission that no code needs (found by `tsop rbac check`)." },
  "rbac/unresolved": {
    exit: 1,
    summary: "A call whose kind, and so its permission, cannot be told from the code (a warning).",
  },
  "sample/stale": { exit: 1, summary: "A generated sample belongs to nothing in the sources any more (a warning)." },
  "sample/incomplete": { exit: 1, summary: "No valid value for a field of a sample could be made (a warning)." },

  "graph/no-controllers": {
    exit: 1,
    summary: "The code sets up no controller (a warning), or there is nothing at all to draw.",
  },
  "graph/unresolved": {
    exit: 1,
    summary: "A call whose kind cannot be told from the code, so that a picture lacks it (a warning).",
  },
  "graph/no-place": { exit: 1, summary: "A Markdown file does not say where a picture belongs." },
  "graph/out-of-date": { exit: 3, summary: "A picture of the operator is not what the code says." },

  "exec/not-found": { exit: 1, summary: "A program that the command calls is not installed." },

  "runtime/invalid-wiring": {
    exit: 1,
    summary: "A manager or a controller is put together in a way that cannot work.",
  },
  "runtime/invalid-owner": { exit: 1, summary: "An object cannot own another one, or be its controller." },
  "runtime/invalid-finalizer": { exit: 1, summary: "The API server would refuse the name of a finalizer." },
  "runtime/invalid-mutation": {
    exit: 1,
    summary: "A function that is to change an object changes what it must not, such as its name.",
  },
  "runtime/cache-sync-timeout": { exit: 1, summary: "A kind that a controller needs could not be listed in time." },
  "runtime/not-started": { exit: 1, summary: "A cached kind was read before the manager was started." },
  "runtime/not-cached": { exit: 1, summary: "A read or a write needs more of a kind than the cache was told to hold." },
  "runtime/unknown-index": { exit: 1, summary: "A read names an index that the cache does not have." },
  "runtime/port-unavailable": { exit: 1, summary: "A server of the manager cannot listen on its address." },
  "runtime/leader-election-lost": { exit: 1, summary: "Another process leads now, or may; this one must not write." },
  "cluster/webhooks-lent": {
    exit: 1,
    summary: "The cluster's webhooks lead to somebody's machine already.",
  },
  "testing/no-webhook-server": {
    exit: 1,
    summary: "Webhooks are to be installed in a test environment, and no manager serves them.",
  },
  "runtime/foreign-secret": {
    exit: 1,
    summary: "The Secret for the webhooks' certificate holds what somebody else has put there.",
  },
  "runtime/stop-timeout": { exit: 1, summary: "Something still ran when the time for a clean stop was over." },

  "envtest/corrupt": { exit: 1, summary: "An archive of binaries is not what the index says, or lacks one." },
  "envtest/no-version": { exit: 1, summary: "There are no binaries of that version, or for this platform." },
  "envtest/unavailable": {
    exit: 1,
    summary: "The binaries of a real API server, or their index, could not be fetched.",
  },

  "testing/not-converged": {
    exit: 1,
    summary: "An operator that was killed does not come to where it comes undisturbed.",
  },
  "testing/start-failed": { exit: 1, summary: "The API server of a test environment does not start." },
  "testing/stopped": { exit: 1, summary: "A test environment is used after it was stopped." },
  "testing/round-trip": {
    exit: 1,
    summary: "An object is not the same after a conversion to another version and back.",
  },
  "testing/invalid-schema": { exit: 1, summary: "Objects cannot be made up from a schema." },
  "testing/timed-out": { exit: 1, summary: "What a test waits for has not become so." },

  interrupted: { exit: 1, summary: "The command was stopped by a signal." },
} as const satisfies Record<string, { exit: 1 | 2 | 3; summary: string }>;

/** A code of {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;
