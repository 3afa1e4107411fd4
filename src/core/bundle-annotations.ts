/** The annotations of Deployments that tsop creates from an OLM bundle. */
export const bundleAnnotations = {
  /** The name of the ClusterServiceVersion. */
  name: "tsop.dev/bundle",
  version: "tsop.dev/bundle-version",
} as const;
