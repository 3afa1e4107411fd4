/** The fields of the documents of a catalog. Source: operator-registry, alpha/declcfg/declcfg.go, alpha/property/property.go. */
import { isList } from "../../../core/json.js";
import { anything, boolean, text, fields, list, map, type Shape, type Shaped, whole } from "../../read/shape.js";

/** Go reads bytes from base64, and from a list of numbers. */
const bytes: Shape<string> = {
  read: (value, spot) =>
    isList(value) && value.every((each) => Number.isInteger(each))
      ? Buffer.from(value.map(Number)).toString("base64")
      : text.read(value, spot),
  empty: "",
};

const texts = list(text);
const properties = list(fields({ type: text, value: anything }));

export const packageShape = fields({
  schema: text,
  name: text,
  defaultChannel: text,
  icon: fields({ base64data: bytes, mediatype: text }),
  description: text,
  properties,
});

const entryShape = fields({ name: text, replaces: text, skips: texts, skipRange: text });

export const channelShape = fields({
  schema: text,
  name: text,
  package: text,
  entries: list(entryShape),
  properties,
});

export const bundleShape = fields({
  schema: text,
  name: text,
  package: text,
  image: text,
  properties,
  relatedImages: list(fields({ name: text, image: text })),
});

export const deprecationsShape = fields({
  schema: text,
  package: text,
  entries: list(fields({ reference: fields({ schema: text, name: text }), message: text })),
});

/** An entry of a channel: a bundle, and its edges in the upgrade graph. */
export type ChannelEntry = Shaped<typeof entryShape>;

const link = fields({ name: text, url: text });
const kind = fields({ group: text, kind: text, version: text });
const descriptors = list(
  fields({ path: text, displayName: text, description: text, "x-descriptors": texts, value: anything }),
);
const described = {
  name: text,
  version: text,
  kind: text,
  displayName: text,
  description: text,
  resources: list(fields({ name: text, kind: text, version: text })),
  statusDescriptors: descriptors,
  specDescriptors: descriptors,
  actionDescriptors: descriptors,
};
const crds = list(fields(described));
const services = list(fields({ ...described, group: text, deploymentName: text, containerPort: whole }));

const csvMetadata = fields({
  annotations: map(text),
  apiServiceDefinitions: fields({ owned: services, required: services }),
  crdDescriptions: fields({ owned: crds, required: crds }),
  description: text,
  displayName: text,
  installModes: list(fields({ type: text, supported: boolean })),
  keywords: texts,
  labels: map(text),
  links: list(link),
  maintainers: list(fields({ name: text, email: text })),
  maturity: text,
  minKubeVersion: text,
  nativeAPIs: list(kind),
  provider: link,
});

export const packageProperty = fields({ packageName: text, version: text, release: text });

/** The types of properties whose values operator-registry reads; it keeps the values of all other types. */
export const propertyShapes: ReadonlyMap<string, Shape<unknown>> = new Map<string, Shape<unknown>>([
  ["olm.package", packageProperty],
  ["olm.package.required", fields({ packageName: text, versionRange: text })],
  ["olm.gvk", kind],
  ["olm.gvk.required", kind],
  ["olm.bundle.object", fields({ data: bytes })],
  ["olm.channel", fields({ channelName: text })],
  ["olm.csv.metadata", csvMetadata],
]);
