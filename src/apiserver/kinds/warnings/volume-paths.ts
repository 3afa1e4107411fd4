/** Files of a volume that hide each other. Source: warningsForOverlappingVirtualPaths in kubernetes/pkg/api/pod/warnings.go. */
import type { JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf, textOf } from "../../api-object.js";

interface File {
  readonly path: string;
  /** The source of the file in a projected volume. */
  readonly source: string;
}

const quote = (text: string): string => JSON.stringify(text);

export function volumePathWarnings(volumes: readonly JsonObject[]): string[] {
  return volumes.flatMap((volume) => {
    const name = quote(textOf(volume, "name"));
    const warn = (what: string, files: readonly File[]): string[] =>
      overlapsOf(files).map((overlap) => `volume ${name} (${what}): overlapping paths: ${overlap}`);
    const configMap = objectOf(volume, "configMap");
    const secret = objectOf(volume, "secret");
    return [
      ...warn(`ConfigMap ${quote(textOf(configMap, "name"))}`, itemsOf(configMap, "")),
      ...warn(`Secret ${quote(textOf(secret, "secretName"))}`, itemsOf(secret, "")),
      ...warn("DownwardAPI", itemsOf(objectOf(volume, "downwardAPI"), "")),
      ...projectedWarnings(objectsOf(objectOf(volume, "projected"), "sources"), name, warn),
    ];
  });
}

function projectedWarnings(
  sources: readonly JsonObject[],
  name: string,
  warn: (what: string, files: readonly File[]) => string[],
): string[] {
  const empty = sources.filter((source) => Object.keys(source).length === 0);
  return [
    ...empty.map(() => `volume ${name} (Projected) has no sources provided`),
    ...warn("Projected", sources.flatMap(filesOf)),
  ];
}

function filesOf(source: JsonObject): File[] {
  const [configMap, secret, downward, token, bundle, certificate] = [
    ...["configMap", "secret", "downwardAPI", "serviceAccountToken", "clusterTrustBundle", "podCertificate"],
  ].map((name) => objectOf(source, name));
  if (hasItems(configMap)) return itemsOf(configMap, `ConfigMap ${quote(textOf(configMap, "name"))}`);
  if (hasItems(secret)) return itemsOf(secret, `Secret ${quote(textOf(secret, "name"))}`);
  if (hasItems(downward)) return itemsOf(downward, "DownwardAPI");
  if (token !== undefined) return [{ path: textOf(token, "path"), source: "ServiceAccountToken" }];
  if (bundle === undefined) return filesOfCertificate(certificate);
  const name = textOf(bundle, "name") || textOf(bundle, "signerName");
  return [{ path: textOf(bundle, "path"), source: `ClusterTrustBundle ${quote(name)}` }];
}

function filesOfCertificate(certificate: JsonObject | undefined): File[] {
  const parts = [
    ["certificateChainPath", "chain"],
    ["keyPath", "key"],
    ["credentialBundlePath", "credential bundle"],
  ] as const;
  return parts.flatMap(([name, part]) => {
    const path = textOf(certificate, name);
    return path === "" ? [] : [{ path, source: `PodCertificate ${part}` }];
  });
}

function hasItems(source: JsonObject | undefined): source is JsonObject {
  return source?.["items"] !== undefined;
}

function itemsOf(source: JsonObject | undefined, shownSource: string): File[] {
  return objectsOf(source, "items").map((item) => ({ path: textOf(item, "path"), source: shownSource }));
}

function overlapsOf(files: readonly File[]): string[] {
  const trimmed = files.map(({ path, source }) => ({ path: path.replace(/(?<!\/)\/+$/, ""), source }));
  return trimmed.flatMap((file, index) =>
    trimmed
      .slice(0, index)
      .filter((other) => overlap(file.path, other.path))
      .map((other) => `${show(file)} with ${show(other)}`),
  );
}

function overlap(path: string, other: string): boolean {
  if (path === "" || other === "") return false;
  return `${other}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${other}/`);
}

function show({ path, source }: File): string {
  return source === "" ? quote(path) : `${quote(path)} (${source})`;
}
