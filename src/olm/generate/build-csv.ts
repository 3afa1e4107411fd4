/** Joins the author's part of a ClusterServiceVersion with the generated parts. */
import { type ExactJsonObject, type ExactJsonValue, isJsonObject, withoutKey } from "../../core/json.js";
import { at, listAt, mapAt, textAt } from "../../core/object-fields.js";
import { csvKeys } from "../annotations.js";
import type { Registration } from "./api-services.js";
import {
  type ApiServiceDescription,
  csvApiVersion,
  csvKind,
  type CrdDescription,
  type Icon,
  type InstallMode,
  type RelatedImage,
} from "../csv.js";

export interface CsvParts {
  readonly packageName: string;
  readonly version: string;
  readonly deployments: readonly ExactJsonObject[];
  readonly permissions: readonly ExactJsonObject[];
  readonly clusterPermissions: readonly ExactJsonObject[];
  readonly owned: readonly CrdDescription[];
  readonly required: readonly CrdDescription[];
  /** The kinds that the operator serves itself. */
  readonly served: readonly ApiServiceDescription[];
  readonly registrations: readonly Registration[];
  readonly webhooks: readonly ExactJsonObject[];
  readonly examples: string;
  readonly images: readonly RelatedImage[];
  readonly installModes: readonly InstallMode[];
  readonly minKubeVersion: string;
  readonly icon: Icon | undefined;
  /** Annotations that the author's part can replace. */
  readonly defaults: Readonly<Record<string, string | undefined>>;
  /** Annotations about the generator. */
  readonly generator: Readonly<Record<string, string>>;
}

/** Returns the ClusterServiceVersion. The author's fields stay as they are, except the fields that follow from the objects. */
export function buildCsv(base: ExactJsonObject, parts: CsvParts): ExactJsonObject {
  const { packageName, version } = parts;
  const metadata = mapAt(base, "metadata");
  const spec = mapAt(base, "spec");
  return {
    ...base,
    apiVersion: csvApiVersion,
    kind: csvKind,
    metadata: {
      ...withoutKey(metadata, "namespace"),
      name: `${packageName}.v${version}`,
      annotations: {
        ...parts.defaults,
        ...mapAt(metadata, "annotations"),
        ...parts.generator,
        [csvKeys.examples]: parts.examples,
      },
    },
    spec: {
      ...spec,
      version,
      icon: iconOf(spec, parts.icon),
      installModes: spec["installModes"] ?? plain(parts.installModes),
      minKubeVersion: textAt(spec, "minKubeVersion") || parts.minKubeVersion,
      install: {
        strategy: "deployment",
        spec: {
          deployments: parts.deployments,
          ...(parts.permissions.length === 0 ? {} : { permissions: parts.permissions }),
          ...(parts.clusterPermissions.length === 0 ? {} : { clusterPermissions: parts.clusterPermissions }),
        },
      },
      customresourcedefinitions: kindsOf(spec, parts),
      webhookdefinitions: parts.webhooks.length === 0 ? undefined : parts.webhooks,
      apiservicedefinitions: servedOf(spec, parts),
      relatedImages: imagesOf(spec, parts.images),
    },
  };
}

/** Returns values of declared types as JSON: they contain only JSON values. */
function plain(values: readonly object[]): ExactJsonObject[] {
  return values.map((each) => ({ ...each }));
}

/** Returns whether the author's part contains an icon. operator-sdk creates an empty one. */
function iconOf(spec: ExactJsonObject, icon: Icon | undefined): ExactJsonValue | undefined {
  const own = listAt(spec, "icon").filter((each) => textAt(each, "base64data") !== "");
  return own.length > 0 ? own : icon && [{ ...icon }];
}

function kindsOf(spec: ExactJsonObject, { owned, required }: CsvParts): ExactJsonObject {
  const described = listAt(spec, "customresourcedefinitions", "owned").filter(isJsonObject);
  const own = plain(owned).map((generated) => ({
    ...generated,
    ...described.find((each) => isSameKind(each, generated)),
  }));
  const named = listAt(spec, "customresourcedefinitions", "required").filter(isJsonObject);
  const more = plain(required).filter((generated) => !named.some((each) => isSameKind(each, generated)));
  const all = [...named, ...more];
  return { ...(own.length === 0 ? {} : { owned: own }), ...(all.length === 0 ? {} : { required: all }) };
}

/** Joins the generated descriptions with those of the author, who can describe kinds that tsop does not know. */
function servedOf(spec: ExactJsonObject, { served, registrations }: CsvParts): ExactJsonObject {
  const own = mapAt(spec, "apiservicedefinitions");
  const isSame = (left: ExactJsonObject, right: ExactJsonObject): boolean =>
    ["group", "version", "kind"].every((key) => at(left, key) === at(right, key));
  const described = listAt(own, "owned").filter(isJsonObject);
  const generated = plain(served);
  const owned = [
    ...generated.map((each) => ({ ...each, ...described.find((other) => isSame(other, each)) })),
    ...described
      .filter((each) => !generated.some((other) => isSame(each, other)))
      .map((each) => ({
        ...registrations.find(({ group, version }) => group === each["group"] && version === each["version"]),
        ...each,
      })),
  ];
  return { ...own, ...(owned.length === 0 ? {} : { owned }) };
}

function isSameKind(left: ExactJsonObject, right: ExactJsonObject): boolean {
  return ["name", "version", "kind"].every((key) => at(left, key) === at(right, key));
}

function imagesOf(spec: ExactJsonObject, images: readonly RelatedImage[]): readonly ExactJsonValue[] | undefined {
  const named = listAt(spec, "relatedImages");
  const more = plain(images).filter(({ image }) => !named.some((each) => at(each, "image") === image));
  return named.length + more.length === 0 ? undefined : [...named, ...more];
}
