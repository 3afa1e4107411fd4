/**
 * The rules for operators that run on several platforms: the labels of the ClusterServiceVersion, its images and the node
 * affinity of its Pods must agree. Source: operator-framework/api, pkg/validation/internal/multiarch.go.
 */
import type { Platform, PlatformReading } from "../optional-values.js";
import { csvRule, type CsvFacts, type Found, type Rule } from "../rule.js";

const archPrefix = "operatorframework.io/arch.";
const osPrefix = "operatorframework.io/os.";
/** The containers of operator-sdk's scaffold: the operator, and a sidecar. */
const managerName = "manager";
const proxyName = "kube-rbac-proxy";

type Side = keyof Platform;

/** What the rules compare. */
interface Compared {
  readonly csv: CsvFacts;
  readonly platforms: ReadonlyMap<string, PlatformReading>;
  /** The values of the labels. */
  readonly labels: Readonly<Record<Side, readonly string[]>>;
  readonly managers: readonly string[];
  readonly others: readonly string[];
  readonly related: readonly string[];
}

export const multiarchRules: readonly Rule[] = [
  rule({
    name: "image-unread",
    severity: "warning",
    hint: "Push the image, or check the name and the login.",
    check: ({ platforms, csv: { at } }) =>
      [...platforms].flatMap(([image, reading]) =>
        typeof reading === "string" ? [{ at: at("spec"), message: `cannot read the image ${image}: ${reading}` }] : [],
      ),
  }),
  rule({
    name: "image-platform",
    severity: "error",
    hint: `Push an image for each platform, or remove the labels ${archPrefix}… and ${osPrefix}….`,
    check: (compared) => {
      const { labels, csv } = compared;
      const wanted = orDefault(labels.os, "linux").flatMap((os) =>
        orDefault(labels.architecture, "amd64").map((architecture) => ({ os, architecture })),
      );
      return imagesOf(compared).flatMap(([image, found]) =>
        wanted
          .filter((platform) => !includes(found, platform))
          .map((platform) => ({
            at: csv.at("spec"),
            message: `the image ${image} does not support ${show(platform)}`,
          })),
      );
    },
  }),
  labelRule("architecture", archPrefix, "amd64"),
  labelRule("os", osPrefix, "linux"),
  rule({
    name: "image-support",
    severity: "warning",
    hint: "Push the image for the same platforms as the image of the operator.",
    check: (compared) =>
      imagesOf(compared, [...compared.others, ...compared.related]).flatMap(([image, found]) =>
        (["architecture", "os"] as const).flatMap((side) => {
          const missing = supported(compared, side).filter((value) => !found.some((each) => each[side] === value));
          const message = `the image ${image} does not support ${missing.join(", ")}, unlike the operator`;
          return missing.length === 0 ? [] : [{ at: compared.csv.at("spec"), message }];
        }),
      ),
  }),
  rule({
    name: "node-affinity",
    severity: "warning",
    hint: "Set a nodeAffinity with the labels kubernetes.io/arch and kubernetes.io/os of the platforms of the image.",
    check: affinityFaults,
  }),
];

function rule(given: Omit<Rule, "check"> & { readonly check: (compared: Compared) => readonly Found[] }): Rule {
  return csvRule({
    ...given,
    check: (csv, facts) => {
      const { platforms } = facts.values;
      return platforms === undefined ? [] : given.check(compare(csv, platforms));
    },
  });
}

function labelRule(side: Side, prefix: string, usual: string): Rule {
  return rule({
    name: side === "os" ? "os-label" : "arch-label",
    severity: "warning",
    hint: `Add the labels ${prefix}VALUE: supported to the ClusterServiceVersion, one for each value.`,
    check: (compared) => {
      const { labels, csv } = compared;
      const all = supported(compared, side);
      const missing = all.filter((value) => !labels[side].some((label) => label.includes(value)));
      if (missing.length === 0 || (all.length === 1 && all[0] === usual)) return [];
      const message = `the image of the operator supports ${missing.join(", ")}, which no label ${prefix}… names`;
      return [{ at: csv.at("metadata", "labels"), message }];
    },
  });
}

/** Returns the images that a bundle names: the images that the rules compare. */
export function imagesIn(csv: CsvFacts): readonly string[] {
  const containers = deploymentsOf(csv).flatMap(({ containers: each }) => each.map(({ image = "" }) => image));
  const related = (csv.spec.relatedImages ?? []).map(({ image = "" }) => image);
  return [...new Set([...containers, ...related])].filter((image) => image !== "");
}

function deploymentsOf({ spec }: CsvFacts) {
  return (spec.install?.spec?.deployments ?? []).map((deployment, index) => {
    const pod = deployment.spec?.template?.spec ?? {};
    return { index, containers: pod.containers ?? [], affinity: pod.affinity };
  });
}

function compare(csv: CsvFacts, platforms: Compared["platforms"]): Compared {
  const deployments = deploymentsOf(csv);
  const managers = deployments.flatMap(({ containers }) => {
    const named = containers.filter(({ name }) => name === managerName);
    return named.length > 0 ? named : containers.filter(({ name }) => name !== proxyName);
  });
  const managerImages = [...new Set(managers.map(({ image = "" }) => image))];
  const all = deployments.flatMap(({ containers }) => containers.map(({ image = "" }) => image));
  const labelsOf = (prefix: string): string[] =>
    Object.entries(csv.csv.metadata?.labels ?? {}).flatMap(([key, value]) =>
      key.startsWith(prefix) && value === "supported" ? [key.slice(prefix.length)] : [],
    );
  return {
    ...{ csv, platforms },
    labels: { architecture: labelsOf(archPrefix), os: labelsOf(osPrefix) },
    managers: managerImages,
    others: [...new Set(all)].filter((image) => !managerImages.includes(image)),
    related: (csv.spec.relatedImages ?? []).map(({ image = "" }) => image),
  };
}

/** Returns the images whose platforms are known. */
function imagesOf(
  { platforms, managers, others, related }: Compared,
  images: readonly string[] = [...managers, ...others, ...related],
): [image: string, platforms: readonly Platform[]][] {
  return [...new Set(images)].flatMap((image) => {
    const reading = platforms.get(image);
    return reading === undefined || typeof reading === "string" ? [] : [[image, reading]];
  });
}

/** Returns the values of the labels, or else the usual one, and those of the operator's images. */
function supported(compared: Compared, side: Side): readonly string[] {
  const labelled = orDefault(compared.labels[side], side === "os" ? "linux" : "amd64");
  const found = imagesOf(compared, compared.managers).flatMap(([, platforms]) => platforms.map((each) => each[side]));
  return [...new Set([...labelled, ...found])].toSorted();
}

function affinityFaults(compared: Compared): readonly Found[] {
  return deploymentsOf(compared.csv).flatMap(({ index, containers, affinity }) => {
    const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
    const wanted = terms.flatMap(({ matchExpressions = [] }): Platform[] => {
      const valuesOf = (name: string): readonly string[] =>
        matchExpressions.find(({ key, operator }) => key === name && operator === "In")?.values ?? [];
      return valuesOf("kubernetes.io/os").flatMap((os) =>
        valuesOf("kubernetes.io/arch").map((architecture) => ({ os, architecture })),
      );
    });
    const at = compared.csv.at("spec", "install", "spec", "deployments", index);
    const images = [...new Set(containers.map(({ image = "" }) => image))];
    return imagesOf(compared, images).flatMap(([image, found]): Found[] => {
      if (wanted.length === 0) {
        return [{ at, message: `no node affinity limits the image ${image} to ${found.map(show).join(", ")}` }];
      }
      const extra = wanted.filter((platform) => !includes(found, platform));
      const missing = found.filter((platform) => !includes(wanted, platform));
      return [
        ...extra.map((each) => ({ at, message: `the node affinity allows ${show(each)}, which ${image} lacks` })),
        ...missing.map((each) => ({
          at,
          message: `the node affinity excludes ${show(each)}, which ${image} supports`,
        })),
      ];
    });
  });
}

function orDefault(values: readonly string[], usual: string): readonly string[] {
  return values.length === 0 ? [usual] : values;
}

function includes(platforms: readonly Platform[], { os, architecture }: Platform): boolean {
  return platforms.some((each) => each.os === os && each.architecture === architecture);
}

function show({ os, architecture }: Platform): string {
  return `${os}/${architecture}`;
}
