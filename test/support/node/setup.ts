import type { TestProject } from "vitest/node";

export interface NodeSettings {
  /** Path of an administrator's kubeconfig for a cluster that runs pods. */
  readonly kubeconfig: string;
  /** HOST:PORT of a registry without TLS, which this machine can push to and the nodes can pull from. */
  readonly registry: string;
  /** An image with Node as its entry point, to build operators on; in the store of buildah or podman, or in a registry. */
  readonly baseImage: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** The cluster with a node, or the names of the variables that the environment does not set. */
    node: NodeSettings | { readonly missing: readonly string[] };
  }
}

const variables = {
  kubeconfig: "TSOP_NODE_KUBECONFIG",
  registry: "TSOP_REGISTRY",
  baseImage: "TSOP_BASE_IMAGE",
} as const;

/** Reads the cluster from the environment: nothing is started here. */
export default function setup(project: TestProject): void {
  const read = (name: string): string => process.env[name] ?? "";
  const missing = Object.values(variables).filter((name) => read(name) === "");
  const { kubeconfig, registry, baseImage } = variables;
  project.provide(
    "node",
    missing.length > 0
      ? { missing }
      : { kubeconfig: read(kubeconfig), registry: read(registry), baseImage: read(baseImage) },
  );
}
