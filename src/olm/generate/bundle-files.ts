/** The files of a bundle, from the rendered objects of an operator. */
import type { Artifact } from "../../core/artifact.js";
import { compareText } from "../../core/compare-text.js";
import type { Diagnostic } from "../../core/diagnostic.js";
import type { ExactJsonObject } from "../../core/json.js";
import { idOf, listAt, textAt } from "../../core/object-fields.js";
import { parseApiVersion } from "../../core/gvk.js";
import { printYaml } from "../../core/yaml.js";
import { bundleFolders, csvKeys } from "../annotations.js";
import { type ApiServiceDescription, csvKind, type Icon } from "../csv.js";
import { apiServicesOf, missingClaims, type OlmApiServices } from "./api-services.js";
import { buildCsv } from "./build-csv.js";
import { certificateSecrets, serviceAccountOf, strategyDeployment } from "./deployments.js";
import { examplesOf, printExamples } from "./examples.js";
import { installModesOf } from "./install-modes.js";
import { type BundleIdentity, bundleAnnotations, printAnnotations, scorecardConfiguration } from "./metadata.js";
import { minimumVersion } from "./minimum-version.js";
import {
  type KindSources,
  type KindVersion,
  ownedKinds,
  requiredKinds,
  servedKinds,
  servedVersions,
} from "./owned-kinds.js";
import { permissionsOf } from "./permissions.js";
import { relatedImages } from "./related-images.js";
import { nameOf, type Rendered, sortRendered, withoutNamespace } from "./rendered.js";
import { isSupportedKind, isReplacedKind } from "./supported-kinds.js";
import { checkCsv } from "./check-csv.js";
import { webhooksOf } from "./webhooks.js";

export interface BundleSource extends Omit<KindSources, "crds"> {
  readonly identity: BundleIdentity;
  /** A semantic version without a leading `v`. */
  readonly version: string;
  readonly isNamespaced: boolean;
  readonly objects: readonly ExactJsonObject[];
  readonly samples: readonly ExactJsonObject[];
  /** The author's part of the ClusterServiceVersion. */
  readonly base: ExactJsonObject;
  readonly icon: Icon | undefined;
  readonly image: string | undefined;
  /** ServiceAccounts beside those of the Deployments whose permissions OLM grants. */
  readonly extraAccounts: readonly string[];
  /** The names of the tests in TypeScript for scorecard. */
  readonly customTests: readonly string[];
}

export interface BundleFiles {
  /** The files below the folder of the bundle; the time of creation is left out. */
  readonly artifacts: readonly Artifact[];
  readonly csv: ExactJsonObject;
  readonly annotations: Readonly<Record<string, string>>;
  readonly problems: readonly Diagnostic[];
}

export function csvFile(packageName: string): string {
  return `${bundleFolders.manifests}${packageName}.clusterserviceversion.yaml`;
}

export function bundleFiles(source: BundleSource, createdAt: string): BundleFiles {
  const { identity, version, base, image, icon, objects } = source;
  const rendered = sortRendered(objects);
  const webhooks = webhooksOf(rendered);
  const apiServices = apiServicesOf(rendered, [...source.served, ...describedBy(base)]);
  const isServer = (each: ExactJsonObject): boolean =>
    webhooks.servers.has(nameOf(each)) || apiServices.servers.has(nameOf(each));
  const secrets = certificateSecrets(rendered.deployments.filter(isServer));
  const accounts = [...new Set([...rendered.deployments.map(serviceAccountOf), ...source.extraAccounts])];
  const certificates = {
    secrets,
    configurations: new Set(rendered.webhookConfigurations.map(nameOf)),
    convertedCrds: webhooks.convertedCrds,
    apiServices: apiServices.names,
  };
  const apiServers = rendered.deployments.filter((each) => apiServices.servers.has(nameOf(each))).map(serviceAccountOf);
  const { absorbed, ...granted } = permissionsOf({ objects, accounts, apiServers, certificates });
  const { others, problems } = otherObjects(rendered, (object) => {
    const isCertificate = textAt(object, "kind") === "Secret" && secrets.has(nameOf(object));
    return absorbed.has(object) || webhooks.services.has(object) || apiServices.services.has(object) || isCertificate;
  });
  const kinds = { ...source, crds: webhooks.crds };
  const examples = examplesOf([...webhooks.crds.flatMap(servedVersions), ...source.served], objects, source.samples);
  const isExample = new Set(examples.map((each) => `${textAt(each, "kind")} ${nameOf(each)}`));
  const left = others.filter((object) => !isExample.has(`${textAt(object, "kind")} ${nameOf(object)}`));
  const images = relatedImages(rendered.deployments);
  const minimum = minimumVersion([...webhooks.crds, ...rendered.deployments, ...left]);
  const csv = buildCsv(base, {
    ...{ packageName: identity.packageName, version, icon, images: images.images, ...granted },
    deployments: rendered.deployments.map((each) =>
      strategyDeployment(each, {
        webhooks: webhooks.servers.has(nameOf(each)),
        apiPort: apiServices.servers.get(nameOf(each)),
      }),
    ),
    owned: ownedKinds(kinds),
    ...{ served: registered(kinds, apiServices), registrations: apiServices.registrations },
    required: requiredKinds(kinds),
    webhooks: webhooks.definitions,
    examples: printExamples(examples),
    installModes: installModesOf(source.isNamespaced),
    minKubeVersion: minimum.version,
    defaults: {
      [csvKeys.containerImage]: image,
      [csvKeys.createdAt]: createdAt,
      [csvKeys.suggestedNamespace]: namespaceOf(rendered),
    },
    generator: { [csvKeys.builder]: identity.builder, [csvKeys.projectLayout]: identity.layout },
  });
  const annotations = bundleAnnotations(identity);
  const scorecard = objects.find(isScorecard) ?? scorecardConfiguration(source.customTests);
  return {
    artifacts: [
      { path: csvFile(identity.packageName), content: printYaml(csv) },
      ...webhooks.crds.map((crd) => ({ path: crdFile(crd), content: printYaml(crd) })),
      ...named(left.map(withoutNamespace)),
      printAnnotations(annotations),
      { path: `${bundleFolders.scorecard}config.yaml`, content: printYaml(scorecard) },
    ],
    csv,
    annotations,
    problems: [
      ...webhooks.problems,
      ...apiServices.problems,
      ...images.problems,
      ...checkCsv(csv, minimum),
      ...problems,
    ],
  };
}

/** Returns the kinds of extension API servers that the author describes. */
function describedBy(base: ExactJsonObject): Omit<KindVersion, "name">[] {
  return listAt(base, "spec", "apiservicedefinitions", "owned").map((each) => ({
    ...{ group: textAt(each, "group"), version: textAt(each, "version"), kind: textAt(each, "kind") },
  }));
}

/** Returns the descriptions of the kinds whose group version has an APIService. */
function registered(kinds: KindSources, { registrations }: OlmApiServices): ApiServiceDescription[] {
  return registrations.flatMap((registration) => {
    const served = kinds.served.filter(
      ({ group, version }) => group === registration.group && version === registration.version,
    );
    return servedKinds({ ...kinds, served }).map((each) => ({ ...each, ...registration }));
  });
}

function crdFile(crd: ExactJsonObject): string {
  const [group, plural] = [textAt(crd, "spec", "group"), textAt(crd, "spec", "names", "plural")];
  return `${bundleFolders.manifests}${fileName([group, plural])}.yaml`;
}

function isScorecard(object: ExactJsonObject): boolean {
  return idOf(object).group === "scorecard.operatorframework.io" && textAt(object, "kind") === "Configuration";
}

function namespaceOf({ all }: Rendered): string | undefined {
  const namespace = all.find((object) => textAt(object, "kind") === "Namespace" && idOf(object).group === "");
  return namespace && nameOf(namespace);
}

interface Others {
  readonly others: readonly ExactJsonObject[];
  readonly problems: readonly Diagnostic[];
}

/** Returns the objects that OLM creates beside those of the ClusterServiceVersion. */
function otherObjects(rendered: Rendered, isReplaced: (object: ExactJsonObject) => boolean): Others {
  const { all } = rendered;
  const claims = all.filter((object) => textAt(object, "kind") === "PersistentVolumeClaim");
  const problems: Diagnostic[] = [...missingClaims(rendered, claims)];
  const isReported = (claim: ExactJsonObject): boolean =>
    claims.includes(claim) && missingClaims(rendered, [claim]).length > 0;
  const others = all.filter((object) => {
    if (isReplaced(object) || isScorecard(object) || textAt(object, "kind") === csvKind) return false;
    if (isReplacedKind(object) || isReported(object)) return false;
    if (isSupportedKind(object)) return true;
    const { kind, name } = idOf(object);
    problems.push({
      code: "bundle/not-supported",
      severity: "warning",
      message: `OLM does not install objects of the kind ${kind}, so the bundle does not contain ${name}`,
      hint: "Let the operator create it, or describe in spec.description that users create it.",
    });
    return false;
  });
  return { others, problems };
}

/** Joins names of objects, which can contain anything, to the name of a file. */
function fileName(parts: readonly string[]): string {
  return parts.join("_").replaceAll(/[^A-Za-z0-9._-]/g, "-");
}

/** Names the files of objects, in operator-sdk's form. */
function named(objects: readonly ExactJsonObject[]): Artifact[] {
  const taken = new Map<string, number>();
  return objects
    .map((object) => {
      const { group, version } = parseApiVersion(textAt(object, "apiVersion"));
      const parts = [nameOf(object), ...(group === "" ? [] : [group]), version, textAt(object, "kind").toLowerCase()];
      const name = fileName(parts);
      const count = taken.get(name) ?? 0;
      taken.set(name, count + 1);
      const file = `${count === 0 ? "" : `dup${count}_`}${name}.yaml`;
      return { path: `${bundleFolders.manifests}${file}`, content: printYaml(object) };
    })
    .toSorted((a, b) => compareText(a.path, b.path));
}

/** Returns a ClusterServiceVersion's time of creation; empty if it has none. */
export function createdAtOf(csv: ExactJsonObject): string {
  return textAt(csv, "metadata", "annotations", csvKeys.createdAt);
}
