import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** The server that the suite tests. */
export interface ServerUnderTest {
  readonly url: string;
  /** PEM. */
  readonly ca: string;
  /** The token of a user who may do everything. */
  readonly token: string;
}

/** @param path - of a kubeconfig with one cluster and a user with a token */
export function readServerUnderTest(path: string): ServerUnderTest {
  return parseServerUnderTest(readFileSync(path, "utf8"));
}

export function parseServerUnderTest(kubeconfig: string): ServerUnderTest {
  const { clusters, users } = parse(kubeconfig) as Kubeconfig;
  const [{ cluster }, { user }] = [clusters[0]!, users[0]!];
  const file = cluster["certificate-authority"];
  const data = cluster["certificate-authority-data"] ?? "";
  return {
    url: cluster.server,
    ca: file === undefined ? Buffer.from(data, "base64").toString() : readFileSync(file, "utf8"),
    token: user.token,
  };
}

interface Kubeconfig {
  readonly clusters: readonly {
    readonly cluster: {
      readonly server: string;
      readonly "certificate-authority"?: string;
      readonly "certificate-authority-data"?: string;
    };
  }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}
