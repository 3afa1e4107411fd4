/** The programs that run a cluster in containers. */
import { TsopError } from "../../core/errors.js";

export const providers = ["kind", "k3d"] as const;
export type Provider = (typeof providers)[number];

export interface TestCluster {
  readonly name: string;
  /** The absolute path of the cluster's own kubeconfig. */
  readonly kubeconfig: string;
}

/** The arguments of a provider. None of them changes the user's kubeconfig. */
export interface ProviderCommands {
  readonly list: readonly string[];
  /** Returns the names in the output of `list`. */
  readonly namesIn: (output: string) => readonly string[];
  readonly create: (cluster: TestCluster, nodeImage: string | undefined) => readonly string[];
  readonly writeKubeconfig: (cluster: TestCluster) => readonly string[];
  readonly delete: (cluster: TestCluster) => readonly string[];
  /** Loads an image of docker into the cluster. */
  readonly load: (cluster: Pick<TestCluster, "name">, image: string) => string;
}

const lines = (output: string): string[] => output.split("\n").map((line) => line.trim());

/** Sources: `kind create cluster --help` (v0.30), `k3d cluster create --help` (v5.8). */
export const providerCommands: Readonly<Record<Provider, ProviderCommands>> = {
  kind: {
    list: ["get", "clusters"],
    namesIn: lines,
    create: ({ name, kubeconfig }, nodeImage) => [
      ...["create", "cluster", "--name", name, "--kubeconfig", kubeconfig, "--wait", "120s"],
      ...(nodeImage === undefined ? [] : ["--image", nodeImage]),
    ],
    writeKubeconfig: ({ name, kubeconfig }) => ["export", "kubeconfig", "--name", name, "--kubeconfig", kubeconfig],
    delete: ({ name, kubeconfig }) => ["delete", "cluster", "--name", name, "--kubeconfig", kubeconfig],
    load: ({ name }, image) => `kind load docker-image ${image} --name ${name}`,
  },
  k3d: {
    list: ["cluster", "list", "--no-headers"],
    namesIn: (output) => lines(output).map((line) => line.split(/\s/)[0] ?? ""),
    create: ({ name }, nodeImage) => [
      ...["cluster", "create", name, "--wait", "--timeout", "120s"],
      ...["--kubeconfig-update-default=false", "--kubeconfig-switch-context=false"],
      ...(nodeImage === undefined ? [] : ["--image", nodeImage]),
    ],
    writeKubeconfig: ({ name, kubeconfig }) => ["kubeconfig", "write", name, "--output", kubeconfig],
    delete: ({ name }) => ["cluster", "delete", name],
    load: ({ name }, image) => `k3d image import ${image} --cluster ${name}`,
  },
};

/** @throws TsopError `usage/invalid-argument` for an image name that a provider could read as a flag */
export function checkNodeImage(image: string | undefined): string | undefined {
  if (image === undefined || /^[a-z0-9][\w./:@-]*$/i.test(image)) return image;
  throw new TsopError("usage/invalid-argument", `--node-image ${JSON.stringify(image)} is not a valid image name`, {
    hint: "Name an image of kind or k3s, such as kindest/node:v1.35.0.",
  });
}
