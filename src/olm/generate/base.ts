/** The part of a ClusterServiceVersion that its author writes, as tsop creates it the first time. */
import type { ExactJsonObject } from "../../core/json.js";
import { printYaml } from "../../core/yaml.js";
import { csvKeys } from "../annotations.js";
import { csvApiVersion, csvKind } from "../csv.js";
import { titleOf } from "./names.js";

/** What package.json says about the operator. */
export interface PackageFacts {
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly homepage?: string;
  readonly repository?: string;
  readonly author?: { readonly name?: string; readonly email?: string };
}

const heading = `# Your part of the ClusterServiceVersion: describe the operator here. \`tsop bundle\` keeps this file, and adds the
# deployments, permissions, kinds, webhooks, examples, icon (../icon.svg), install modes and minKubeVersion.
# Fields: https://olm.operatorframework.io/docs/concepts/crds/clusterserviceversion/
`;

/** Prints the file. It contains only facts of the project: `tsop bundle` names the fields that are missing. */
export function defaultBase(packageName: string, facts: PackageFacts): string {
  const { description, keywords = [], homepage, repository, author } = facts;
  const displayName = titleOf(packageName);
  const links = [
    ...(homepage === undefined ? [] : [{ name: displayName, url: homepage }]),
    ...(repository === undefined ? [] : [{ name: "Source code", url: repository }]),
  ];
  const isMaintainer = author?.name !== undefined && author.email !== undefined;
  const base: ExactJsonObject = {
    apiVersion: csvApiVersion,
    kind: csvKind,
    metadata: {
      name: `${packageName}.v0.0.0`,
      namespace: "placeholder",
      annotations: {
        [csvKeys.capabilities]: "Basic Install",
        ...(repository === undefined ? {} : { [csvKeys.repository]: repository }),
      },
    },
    spec: {
      displayName,
      ...(description === undefined ? {} : { description }),
      keywords: keywords.length > 0 ? keywords : [packageName],
      maturity: "alpha",
      ...(links.length === 0 ? {} : { links }),
      ...(isMaintainer ? { maintainers: [{ name: author.name, email: author.email }] } : {}),
    },
  };
  return heading + printYaml(base, { keepOrder: true });
}

/** Prints the kustomization of the bundle. */
export function manifestsKustomization(baseFile: string): string {
  return `# The objects of the OLM bundle; \`tsop bundle\` renders this folder. Add patches for clusters with OLM here. OLM creates the
# certificate for webhooks, so tsop leaves the operator's own certificate out.
resources:
- ${baseFile}
- ../default
`;
}
