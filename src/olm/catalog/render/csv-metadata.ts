/**
 * The property `olm.csv.metadata`: the parts of a ClusterServiceVersion that catalogs show. Source: operator-registry,
 * alpha/property/property.go (MustBuildCSVMetadata), with the empty fields that Go writes and omits.
 */
import { defined } from "../../../core/defined.js";
import type { JsonObject } from "../../../core/json.js";
import type { ReadCsv, ReadCsvSpec } from "../../read/csv-shape.js";

type ApiDescriptions = NonNullable<ReadCsvSpec["apiservicedefinitions"]>;
type ApiDescription = NonNullable<ApiDescriptions["owned"]>[number];
type Descriptor = NonNullable<ApiDescription["specDescriptors"]>[number];
type Link = NonNullable<ReadCsvSpec["provider"]>;

export function csvMetadata({ metadata = {}, spec = {} }: ReadCsv): JsonObject {
  return defined({
    annotations: filledMap(metadata.annotations),
    apiServiceDefinitions: describedApis(spec.apiservicedefinitions, true),
    crdDescriptions: describedApis(spec.customresourcedefinitions, false),
    description: filled(spec.description),
    displayName: filled(spec.displayName),
    installModes: filledList(spec.installModes, ({ type = "", supported = false }) => ({ type, supported })),
    keywords: filledList(spec.keywords, (keyword) => keyword),
    labels: filledMap(metadata.labels),
    links: filledList(spec.links, linkOf),
    maintainers: filledList(spec.maintainers, ({ name, email }) =>
      defined({ name: filled(name), email: filled(email) }),
    ),
    maturity: filled(spec.maturity),
    minKubeVersion: filled(spec.minKubeVersion),
    nativeAPIs: filledList(spec.nativeAPIs, ({ group = "", version = "", kind = "" }) => ({ group, version, kind })),
    provider: linkOf(spec.provider ?? {}),
  });
}

function describedApis({ owned, required }: ApiDescriptions = {}, isService: boolean): JsonObject {
  const describe = (api: ApiDescription): JsonObject => describedApi(api, isService);
  return defined({ owned: filledList(owned, describe), required: filledList(required, describe) });
}

function describedApi(api: ApiDescription, isService: boolean): JsonObject {
  const { name = "", group = "", version = "", kind = "", containerPort } = api;
  return defined({
    ...(isService
      ? { group, deploymentName: filled(api.deploymentName), containerPort: containerPort || undefined }
      : {}),
    name,
    version,
    kind,
    displayName: filled(api.displayName),
    description: filled(api.description),
    resources: filledList(api.resources, (each) => ({
      name: each.name ?? "",
      kind: each.kind ?? "",
      version: each.version ?? "",
    })),
    statusDescriptors: filledList(api.statusDescriptors, descriptorOf),
    specDescriptors: filledList(api.specDescriptors, descriptorOf),
    actionDescriptors: filledList(api.actionDescriptors, descriptorOf),
  });
}

function descriptorOf(descriptor: Descriptor): JsonObject {
  return defined({
    path: descriptor.path ?? "",
    displayName: filled(descriptor.displayName),
    description: filled(descriptor.description),
    "x-descriptors": filledList(descriptor["x-descriptors"], (each) => each),
    value: descriptor.value,
  });
}

function linkOf({ name, url }: Link): JsonObject {
  return defined({ name: filled(name), url: filled(url) });
}

function filled(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

function filledList<Item, Printed>(
  items: readonly Item[] | undefined,
  print: (item: Item) => Printed,
): Printed[] | undefined {
  return items === undefined || items.length === 0 ? undefined : items.map(print);
}

function filledMap(map: Readonly<Record<string, string>> | undefined): Record<string, string> | undefined {
  return map === undefined || Object.keys(map).length === 0 ? undefined : { ...map };
}
