/** The layers of `src/`: `test/architecture.test.ts` checks the imports, and `docs/contributing/architecture.md` shows the table. */

/**
 * Who may import whom. `folders`: the folders of src; `packages`: packages of the registry; `node`: modules of Node
 * that touch the world (the pure ones, listed below, are free to all).
 */
export interface Layer {
  readonly folders: readonly string[];
  readonly packages?: readonly string[];
  readonly node?: readonly string[];
}

export const pureNodeModules = [
  "path",
  "url",
  "crypto",
  "util",
  "buffer",
  "events",
  "module",
  "perf_hooks",
  "async_hooks",
];

export const layers: Readonly<Record<string, Layer>> = {
  core: { folders: [], packages: ["yaml", "fastest-levenshtein", "@peculiar/x509", "prom-client", "reflect-metadata"] },
  kube: {
    folders: ["core"],
    packages: ["yaml", "hpagent"],
    node: ["fs", "http", "https", "net", "tls", "os", "child_process", "stream", "zlib", "timers"],
  },
  k8s: { folders: ["kube"] },
  schema: { folders: ["core"], packages: ["re2js"], node: ["fs"] },
  cel: { folders: ["core", "schema"] },
  apiserver: {
    folders: ["core", "schema", "cel", "k8s"],
    packages: ["@peculiar/x509", "croner", "prom-client", "reflect-metadata", "yaml"],
    node: ["fs", "http", "https", "http2", "net", "os", "stream", "tls", "timers", "zlib"],
  },
  compatibility: { folders: ["core", "schema", "cel", "apiserver", "model", "generate"], packages: ["re2js"] },
  conversion: { folders: ["core", "schema"], packages: ["fastest-levenshtein"] },
  project: { folders: ["core", "machinery"], packages: ["yaml"], node: ["fs"] },
  machinery: { folders: ["core"], packages: ["handlebars", "diff", "node-diff3"], node: ["fs", "os", "zlib"] },
  model: { folders: ["core", "schema"] },
  source: { folders: ["core", "schema", "model"], packages: ["ts-morph"], node: ["fs", "os", "v8", "vm", "zlib"] },
  refactor: { folders: ["core", "source"], packages: ["ts-morph"] },
  plugin: { folders: ["core"], packages: ["ts-morph"] },
  scaffold: {
    folders: ["core", "schema", "conversion", "project", "machinery", "refactor", "source", "plugin"],
    packages: ["yaml"],
  },
  codemods: { folders: ["refactor"], packages: ["semver"] },
  update: {
    folders: ["core", "machinery", "scaffold"],
    packages: ["node-diff3", "semver"],
  },
  generate: { folders: ["core", "kube", "project", "schema", "cel", "model"] },
  import: { folders: ["core", "schema", "model", "generate"] },
  reference: { folders: ["core", "schema", "cel", "model", "generate", "import", "compatibility"] },
  client: { folders: ["core", "schema", "generate", "reference"] },
  render: { folders: ["core", "schema", "kube"], packages: ["yaml"], node: ["fs"] },
  images: { folders: ["core"], packages: ["@balena/dockerignore", "dockerfile-ast"] },
  oci: {
    folders: ["core", "kube"],
    packages: ["fflate", "tar"],
    node: ["fs", "http", "https", "os", "stream", "timers", "zlib"],
  },
  helm: { folders: ["core", "schema"], packages: ["semver", "yaml"] },
  olm: {
    folders: ["core", "kube", "k8s", "schema", "cel", "model", "apiserver"],
    packages: ["ignore", "semver", "yaml"],
    node: ["fs", "zlib"],
  },
  graph: { folders: ["core", "model"], packages: ["@viz-js/viz"] },
  cluster: { folders: ["core", "kube", "k8s", "project", "machinery"], node: ["fs"] },
  doctor: {
    folders: ["core", "kube", "k8s", "project", "machinery", "scaffold", "images", "cluster"],
    packages: ["semver", "ignore"],
    node: ["fs", "os", "net"],
  },
  runtime: {
    folders: ["core", "kube", "k8s"],
    packages: ["pino", "prom-client"],
    node: ["fs", "http", "https", "net", "tls", "os", "process", "timers"],
  },
  migrate: { folders: ["core", "kube", "k8s", "runtime"], packages: ["prom-client"] },
  extension: {
    folders: ["core", "kube", "k8s", "schema", "machinery", "runtime", "apiserver"],
    packages: ["prom-client", "ws"],
    node: ["fs", "http", "os", "sqlite", "stream"],
  },
  testing: {
    folders: ["core", "kube", "schema", "runtime", "cluster", "apiserver"],
    packages: ["fast-check"],
    node: ["fs", "os", "child_process", "http", "https", "net", "stream", "tls"],
  },
  commands: {
    folders: [
      "core",
      "kube",
      "project",
      "schema",
      "machinery",
      "model",
      "source",
      "refactor",
      "plugin",
      "scaffold",
      "codemods",
      "update",
      "generate",
      "import",
      "render",
      "images",
      "oci",
      "helm",
      "olm",
      "graph",
      "cluster",
      "doctor",
      "apiserver",
      "compatibility",
      "reference",
      "client",
    ],
    packages: ["chokidar", "esbuild", "semver", "tar"],
    node: ["fs", "net", "os", "timers", "v8", "zlib"],
  },
  cli: {
    folders: ["core", "images", "commands"],
    packages: ["commander", "execa", "yocto-spinner"],
    node: ["fs", "os", "readline", "process", "tty", "child_process"],
  },
  // Its package is an optional peer: what names it is in here, and nothing else of src loads from here.
  "client-node": {
    folders: ["core", "kube"],
    packages: ["@kubernetes/client-node"],
    node: ["http", "https", "stream"],
  },
  "index.ts": { folders: ["core", "kube", "runtime"] },
};
