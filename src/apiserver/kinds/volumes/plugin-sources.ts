/** The sources that pod volumes and PersistentVolumes share. Source: pkg/apis/core/validation/validation.go. */
import type * as core from "../../../k8s/core/v1.js";
import { forbidden, invalid, notSupported, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectOf, textOf, textsOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { validateNoBacksteps } from "../validation/paths.js";

/** The name of a PersistentVolume; undefined for a pod volume. */
export interface SourceContext {
  readonly volumeName: string | undefined;
}

export interface VolumeSource {
  /** The name in the error for an additional source, if it differs. */
  readonly shownAs?: string;
  /** The name in the errors of its fields, if it differs. */
  readonly shownInside?: string;
  // The tables of all sources are in one object: each table has the type that its key names.
  readonly rules: rule.Table<never, SourceContext>;
}

/** The sources by field name. */
type VolumeSources = Readonly<Record<string, VolumeSource>>;

export function source<Type>(...rules: rule.Table<Type, SourceContext>): VolumeSource {
  return { rules };
}

/**
 * Validates the sources in `order`. The first source is the volume's source. All later sources except `alsoJudged` are
 * rejected.
 */
export function judgeSources(
  order: readonly string[],
  sources: VolumeSources,
  place: rule.Place<SourceContext>,
  hasOther = false,
  alsoJudged = "",
): rule.Faults {
  const { object: holder, path, context } = place;
  return rule.given(holder, order).flatMap((name, index) => {
    const { rules = [], shownAs = name, shownInside = name } = sources[name] ?? {};
    if ((index > 0 || hasOther) && name !== alsoJudged) {
      return [forbidden(`${path}.${shownAs}`, "may not specify more than 1 volume type")];
    }
    const object = objectOf(holder, name) ?? {};
    return rule.judgeAt(rules, { object, path: `${path}.${shownInside}`, context, old: undefined, parent: place });
  });
}

/** A disk that a single field identifies. */
function disk(name: string): VolumeSource {
  return source<JsonObject>(
    rule.required(name),
    rule.number("partition", must.beIn(0, 255, "must be between 1 and 255, inclusive")),
  );
}

/** A source with required strings. */
export function requires(...fields: readonly string[]): VolumeSource {
  return source<JsonObject>(rule.required(...fields));
}

const hostPathTypes = [
  ...["", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"],
];
const pairs = "must be a host:port pair or multiple pairs separated by commas";
const managedForm = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
const blobForm = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";

const monitors: rule.Rule<{ monitors: string[] }, unknown> = rule.list("monitors", must.beSet());

/** In a PersistentVolume, a secret also needs a namespace. */
const secretReference: rule.Rule<{ secretRef?: core.SecretReference }, SourceContext> = rule.optional("secretRef", [
  rule.required("name"),
  rule.when((_secret, { context: { volumeName } }) => volumeName !== undefined, rule.required("namespace")),
]);

function has(object: JsonObject, list: string): boolean {
  return textsOf(object, list).length > 0;
}

export const plugins = {
  hostPath: source<core.HostPathVolumeSource>(
    rule.first(
      rule.text("path", must.beSet()),
      rule.all(rule.text("path", validateNoBacksteps), rule.text("type", must.beOneOf(...hostPathTypes))),
    ),
  ),
  gcePersistentDisk: { ...disk("pdName"), shownInside: "persistentDisk" },
  awsElasticBlockStore: disk("volumeID"),
  nfs: source<core.NFSVolumeSource>(
    rule.required("server", "path"),
    rule.text("path", [(target) => target.startsWith("/"), "must be an absolute path"]),
  ),
  flocker: source<core.FlockerVolumeSource>(
    ({ object, path }) => {
      const [hasName, hasUuid] = ["datasetName", "datasetUUID"].map((field) => textOf(object, field) !== "");
      if (!hasName && !hasUuid) return [required(path, "one of datasetName and datasetUUID is required")];
      const detail = "datasetName and datasetUUID can not be specified simultaneously";
      return hasName && hasUuid ? [invalid(path, "resource", detail)] : [];
    },
    rule.text("datasetName", [(name) => !name.includes("/"), "must not contain '/'"]),
  ),
  rbd: source<core.RBDVolumeSource>(monitors, rule.required("image")),
  cinder: source<core.CinderVolumeSource>(rule.required("volumeID"), secretReference),
  cephfs: { ...source<core.CephFSVolumeSource>(monitors), shownAs: "cephFS" },
  quobyte: source<core.QuobyteVolumeSource>(
    rule.text("registry", must.beSet(pairs), (registry, path, { object, path: holder }) => {
      if (Buffer.byteLength(textOf(object, "tenant")) >= 65) {
        return [required(`${holder}.tenant`, "must be a UUID and may not exceed a length of 64 characters")];
      }
      const wrong = registry.split(",").filter((pair) => !/^([^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(pair));
      return wrong.map(() => invalid(path, registry, pairs));
    }),
    rule.required("volume"),
  ),
  fc: source<core.FCVolumeSource>(
    rule.requiredIf(
      "targetWWNs",
      "must specify either targetWWNs or wwids, but not both",
      (object) => !has(object, "targetWWNs") && !has(object, "wwids"),
    ),
    rule.invalidIf(
      "targetWWNs",
      "targetWWNs and wwids can not be specified simultaneously",
      (object) => has(object, "targetWWNs") && has(object, "wwids"),
    ),
    rule.when(
      (object) => has(object, "targetWWNs"),
      rule.requiredIf(
        "lun",
        "lun is required if targetWWNs is specified",
        (object) => numberOf(object, "lun") === undefined,
      ),
      rule.numberPointer("lun", must.beIn(0, 255)),
    ),
  ),
  flexVolume: source<core.FlexVolumeSource>(
    rule.required("driver"),
    rule.textMap("options", (options, path) =>
      Object.keys(options)
        .filter((key) => /\.(?:kubernetes|k8s)\.io$/.test(`.${(key.split("/")[0] ?? "").toLowerCase()}`))
        .map((key) => invalid(`${path}[${key}]`, key, "kubernetes.io and k8s.io namespaces are reserved")),
    ),
  ),
  vsphereVolume: requires("volumePath"),
  photonPersistentDisk: requires("pdID"),
  portworxVolume: requires("volumeID"),
  azureDisk: source<core.AzureDiskVolumeSource>(
    rule.required("diskName", "diskURI"),
    rule.textPointer("cachingMode", must.beOneOf("None", "ReadOnly", "ReadWrite")),
    rule.textPointer("kind", must.beOneOf("Dedicated", "Managed", "Shared")),
    rule.textPointer("kind", (kind, _path, { object, path }) => {
      const uri = textOf(object, "diskURI");
      const [start, form] = kind === "Managed" ? ["/subscriptions/", managedForm] : ["https://", blobForm];
      return uri.startsWith(start) ? [] : [notSupported(`${path}.diskURI`, uri, [form])];
    }),
  ),
  storageos: source<core.StorageOSVolumeSource>(
    rule.text("volumeName", must.beSet(), must.beLabel),
    rule.optionalText("volumeNamespace", must.beLabel),
    secretReference,
  ),
  scaleIO: requires("gateway", "system", "volumeName"),
} satisfies VolumeSources;
