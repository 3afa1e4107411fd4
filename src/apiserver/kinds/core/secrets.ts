/** Source: kubernetes/pkg/registry/core/secret/strategy.go, ValidateSecret. */
import { type ApiObject, setDefault, textMapOf, textOf } from "../../api-object.js";
import { type FieldError, invalid, required, tooLong } from "../../../core/field-error.js";
import type { KindRules } from "../kind-rules.js";
import { immutable } from "../validation/immutable.js";
import { must } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { checkConfigMapKey } from "../validation/names.js";
import { maxDataSize, validateImmutableData } from "./immutable-data.js";
import { jsonObjectFault } from "./json-object-fault.js";
import { keyPairFault } from "./key-pair-fault.js";

type Data = Readonly<Record<string, string>>;

export const secrets: KindRules = {
  setDefaults(secret) {
    if (textOf(secret, "type") === "") secret["type"] = "Opaque";
    encodeStringData(secret);
  },
  prepareForUpdate(secret, old) {
    setDefault(secret, "type", textOf(old, "type"));
  },
  validate: validateSecret,
  validateUpdate: (secret, old) => [
    ...immutable("type", textOf(secret, "type"), textOf(old, "type")),
    ...validateImmutableData(secret, old, ["data"]),
    ...validateSecret(secret),
  ],
  warnings(secret) {
    if (textOf(secret, "type") !== "kubernetes.io/tls") return [];
    const data = textMapOf(secret, "data");
    const fault = keyPairFault(decode(data["tls.crt"]), decode(data["tls.key"]));
    return fault === undefined ? [] : [fault];
  },
  cells: cell.named("type", (secret) => Object.keys(textMapOf(secret, "data")).length),
  selectableFields: cell.selectable("type"),
};

/** `stringData` is write-only and overrides `data`. Source: kubernetes/pkg/apis/core/v1/conversion.go. */
function encodeStringData(secret: ApiObject): void {
  const entries = Object.entries(textMapOf(secret, "stringData"));
  delete secret["stringData"];
  if (entries.length === 0) return;
  const encoded = entries.map(([key, text]) => [key, Buffer.from(text).toString("base64")] as const);
  secret["data"] = { ...textMapOf(secret, "data"), ...Object.fromEntries(encoded) };
}

function validateSecret(secret: ApiObject): FieldError[] {
  const data = textMapOf(secret, "data");
  const size = Object.values(data).reduce((sum, value) => sum + Buffer.byteLength(value, "base64"), 0);
  return [
    ...Object.keys(data).flatMap((key) => must.haveForm(checkConfigMapKey)(key, `data[${key}]`)),
    ...(size > maxDataSize ? [tooLong("data", maxDataSize)] : []),
    ...validateOfType(secret, data),
  ];
}

function validateOfType({ type, metadata }: ApiObject, data: Data): FieldError[] {
  switch (type) {
    case "kubernetes.io/service-account-token": {
      const account = metadata.annotations?.["kubernetes.io/service-account.name"] ?? "";
      return account === "" ? [required("metadata.annotations[kubernetes.io/service-account.name]")] : [];
    }
    case "kubernetes.io/dockercfg":
      return validateJson(data, ".dockercfg");
    case "kubernetes.io/dockerconfigjson":
      return validateJson(data, ".dockerconfigjson");
    case "kubernetes.io/basic-auth": {
      const keys = ["username", "password"];
      return keys.some((key) => Object.hasOwn(data, key)) ? [] : keys.map((key) => required(`data[${key}]`));
    }
    case "kubernetes.io/ssh-auth":
      return (data["ssh-privatekey"] ?? "") === "" ? [required("data[ssh-privatekey]")] : [];
    case "kubernetes.io/tls":
      return ["tls.crt", "tls.key"].filter((key) => !Object.hasOwn(data, key)).map((key) => required(`data[${key}]`));
    default:
      return [];
  }
}

function validateJson(data: Data, key: string): FieldError[] {
  const value = data[key];
  if (value === undefined) return [required(`data[${key}]`)];
  const fault = jsonObjectFault(decode(value));
  return fault === undefined ? [] : [invalid(`data[${key}]`, "<secret contents redacted>", fault)];
}

function decode(base64: string | undefined): string {
  return Buffer.from(base64 ?? "", "base64").toString();
}
