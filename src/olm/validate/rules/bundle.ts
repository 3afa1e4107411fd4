/** The rules for a bundle as a whole. Source: operator-framework/api, pkg/validation/internal/bundle.go. */
import { gzipSync } from "node:zlib";
import { isImageName } from "../../../core/image-reference.js";
import { bundleKeys } from "../../annotations.js";
import type { Bundle } from "../../read/bundle.js";
import { fieldAt } from "../field-at.js";
import { versionNamesOf } from "../crd-definition.js";
import { csvRule, type CsvFacts, type Facts, type Found, foundIf, type Rule } from "../rule.js";
import { showGvk } from "./examples.js";

/** A bundle must fit into one ConfigMap. */
const mostBytes = 1024 * 1024;
const nearBytes = mostBytes * 0.85;

export const bundleRules: readonly Rule[] = [
  csvRule({
    name: "crd-missing",
    severity: "error",
    hint: "Add the CRD to manifests/, or correct the name, the version and the kind.",
    check: (csv, facts) => compareCrds(csv, facts).missing,
  }),
  csvRule({
    name: "crd-not-owned",
    severity: "error",
    hint: "Add the kind to spec.customresourcedefinitions.owned, or remove the CRD.",
    check: (csv, facts) => compareCrds(csv, facts).notOwned,
  }),
  csvRule({
    name: "crd-twice",
    severity: "error",
    hint: "Keep one CRD of each kind.",
    check: (csv, facts) => compareCrds(csv, facts).twice,
  }),
  csvRule({
    name: "service-account",
    severity: "error",
    hint: "Remove the ServiceAccount from manifests/: OLM creates it for the Deployment.",
    check: ({ spec }, { bundle }) => {
      const used = new Set(
        (spec.install?.spec?.deployments ?? []).map((each) => each.spec?.template?.spec?.serviceAccountName ?? ""),
      );
      return bundle.others
        .filter(
          ({ gvk, name }) =>
            gvk.group === "" && gvk.version === "v1" && gvk.kind === "ServiceAccount" && used.has(name),
        )
        .map(({ document, name }) => ({
          at: document.at(["metadata", "name"]),
          message: `a Deployment of the ClusterServiceVersion uses the ServiceAccount ${name}`,
        }));
    },
  }),
  {
    name: "bundle-too-large",
    severity: "error",
    hint: "Shorten the descriptions in the CRDs (`tsop manifests --max-desc-len 0`).",
    check: ({ bundle }) => sizeFound(bundle, (size) => size > mostBytes),
  },
  {
    name: "bundle-large",
    severity: "warning",
    hint: "Shorten the descriptions in the CRDs (`tsop manifests --max-desc-len 0`).",
    check: ({ bundle }) => sizeFound(bundle, (size) => size > nearBytes && size <= mostBytes),
  },
  csvRule({
    name: "release-name",
    severity: "error",
    hint: "Name a bundle with spec.release PACKAGE-vVERSION-RELEASE.",
    check: ({ spec, name, at }, { bundle }) => {
      const { release = "", version = "" } = spec;
      const wanted = `${packageOf(bundle)}-v${version}-${release}`;
      return foundIf(
        release !== "" && name !== wanted,
        () => at("metadata", "name"),
        () => `metadata.name "${name}" must be ${wanted}, because spec.release is set`,
      );
    },
  }),
  csvRule({
    name: "related-image",
    severity: "error",
    hint: "Write the name of an image, such as registry.example.com/demo@sha256:….",
    check: ({ spec, at }) =>
      (spec.relatedImages ?? []).flatMap(({ image = "" }, index) =>
        foundIf(
          !isImageName(image) || /^[0-9a-f]{64}$/.test(image),
          () => at("spec", "relatedImages", index, "image"),
          () => (image === "" ? "the related image is empty" : `"${image}" is not the name of an image`),
        ),
      ),
  }),
];

export function packageOf({ annotations }: Bundle): string {
  return annotations?.value[bundleKeys.package] ?? "";
}

interface CrdKey {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

function compareCrds({ spec, at }: CsvFacts, { bundle }: Facts): Record<"missing" | "notOwned" | "twice", Found[]> {
  const present = bundle.crds.flatMap((crd) => {
    const text = (...path: readonly string[]): string => {
      const value = fieldAt(crd.document.value, path);
      return typeof value === "string" ? value : "";
    };
    const [group, kind] = [text("spec", "group"), text("spec", "names", "kind")];
    return versionNamesOf(crd).map((version) => ({ key: { group, version, kind }, crd }));
  });
  const known = new Map(present.map((each) => [showGvk(each.key), each]));
  const owned = (spec.customresourcedefinitions?.owned ?? []).map(({ name = "", version = "", kind = "" }) => {
    const key: CrdKey = { group: name.slice(name.indexOf(".") + 1), version, kind };
    return { key, shown: showGvk(key) };
  });
  const ownedKinds = new Set(owned.filter(({ shown }) => known.has(shown)).map(({ key }) => kindOf(key)));
  const place = (index: number): Found["at"] => at("spec", "customresourcedefinitions", "owned", index);
  const seen = new Set<string>();
  return {
    missing: owned.flatMap(({ shown }, index) => {
      const isMissing = !known.has(shown) || seen.has(shown);
      seen.add(shown);
      return foundIf(
        isMissing,
        () => place(index),
        () => `manifests/ contains no CRD of ${shown}`,
      );
    }),
    notOwned: [...known.values()]
      .filter(({ key }) => !ownedKinds.has(kindOf(key)))
      .map(({ key, crd }) => ({
        at: crd.document.at(["spec", "names", "kind"]),
        message: `the ClusterServiceVersion does not own ${showGvk(key)}`,
      })),
    twice: present
      .filter(({ key }, index) => present.findIndex((other) => showGvk(other.key) === showGvk(key)) < index)
      .map(({ key, crd }) => ({
        at: crd.document.at(["spec"]),
        message: `manifests/ contains two CRDs of ${showGvk(key)}`,
      })),
  };
}

function kindOf({ group, kind }: CrdKey): string {
  return `${group}/${kind}`;
}

/** OLM stores each file compressed and in base64. */
function sizeFound({ files, source }: Bundle, isWrong: (size: number) => boolean): readonly Found[] {
  const total = [...files.values()].reduce((sum, content) => sum + Buffer.byteLength(content), 0);
  // Compressed texts in base64 are hardly ever larger than the texts.
  if (total < nearBytes / 2) return [];
  const size = [...files.values()].reduce((sum, content) => sum + Math.ceil(gzipSync(content).length / 3) * 4, 0);
  return foundIf(
    isWrong(size),
    () => ({ file: source }),
    () =>
      `the files need ${(size / 1000).toFixed()} kB in compressed form, of at most ${(mostBytes / 1000).toFixed()} kB`,
  );
}
