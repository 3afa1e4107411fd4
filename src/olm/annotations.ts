/** The keys of annotations and labels that OLM, catalogs and their tools read. */

const bundlePrefix = "operators.operatorframework.io.bundle";
const metricsPrefix = "operators.operatorframework.io.metrics";
const testPrefix = "operators.operatorframework.io.test";

/** The keys in `metadata/annotations.yaml`, which are also the labels of a bundle's image. */
export const bundleKeys = {
  mediaType: `${bundlePrefix}.mediatype.v1`,
  manifests: `${bundlePrefix}.manifests.v1`,
  metadata: `${bundlePrefix}.metadata.v1`,
  package: `${bundlePrefix}.package.v1`,
  channels: `${bundlePrefix}.channels.v1`,
  defaultChannel: `${bundlePrefix}.channel.default.v1`,
  metricsBuilder: `${metricsPrefix}.builder`,
  metricsMediaType: `${metricsPrefix}.mediatype.v1`,
  metricsLayout: `${metricsPrefix}.project_layout`,
  testMediaType: `${testPrefix}.mediatype.v1`,
  testConfig: `${testPrefix}.config.v1`,
} as const;

/** The label of a catalog's image: the folder that contains the catalog. */
export const catalogLabel = "operators.operatorframework.io.index.configs.v1";

/** The values of the media type keys. */
export const bundleMediaTypes = {
  registry: "registry+v1",
  plain: "plain+v0",
  helm: "helm+v1",
  metrics: "metrics+v1",
  scorecard: "scorecard+v1",
} as const;

/** The folders of a bundle, with the slash that the annotations contain. */
export const bundleFolders = {
  manifests: "manifests/",
  metadata: "metadata/",
  scorecard: "tests/scorecard/",
} as const;

/** The annotations of a ClusterServiceVersion that its author or a generator writes. */
export const csvKeys = {
  examples: "alm-examples",
  capabilities: "capabilities",
  categories: "categories",
  certified: "certified",
  containerImage: "containerImage",
  createdAt: "createdAt",
  description: "description",
  repository: "repository",
  support: "support",
  skipRange: "olm.skipRange",
  properties: "olm.properties",
  builder: "operators.operatorframework.io/builder",
  projectLayout: "operators.operatorframework.io/project_layout",
  suggestedNamespace: "operatorframework.io/suggested-namespace",
  initializationResource: "operatorframework.io/initialization-resource",
} as const;

/** The annotations that OLM itself sets on the ClusterServiceVersion and on the Pods of its Deployments. */
export const olmKeys = {
  operatorGroup: "olm.operatorGroup",
  operatorNamespace: "olm.operatorNamespace",
  targetNamespaces: "olm.targetNamespaces",
  providedApis: "olm.providedAPIs",
} as const;

/** The labels by which a ClusterServiceVersion names its platforms: `operatorframework.io/arch.arm64: supported`. */
export const platformLabels = {
  architecture: "operatorframework.io/arch.",
  system: "operatorframework.io/os.",
  supported: "supported",
} as const;
