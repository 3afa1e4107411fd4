/**
 * The conversion between the stored version and the served versions.
 * Source: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion.
 */
import type { ApiObject } from "../../api-object.js";
import type { Conversion, Strategy } from "../../resource.js";
import { serverFault, type StatusError } from "../../status-error.js";
import type { Definition } from "../definition.js";
import { convertByWebhook, type ConversionHost } from "./convert-by-webhook.js";

export interface ConversionOptions {
  readonly host: ConversionHost;
  /** Returns the strategy of a version, which decodes its objects and sets their defaults. */
  readonly decode: (version: string) => Pick<Strategy, "decode" | "decodeStored" | "setDefaults"> | undefined;
}

/** Returns undefined for a CRD with a single version: no object is converted. */
export function conversionOf(
  definition: Definition,
  served: string,
  { host, decode }: ConversionOptions,
): Conversion | undefined {
  const { spec } = definition;
  const stored = spec.versions.find(({ storage }) => storage)?.name ?? served;
  if (spec.versions.length === 1) return undefined;

  async function convertAll(objects: readonly ApiObject[], apiVersion: string): Promise<ApiObject[]> {
    return spec.conversion?.strategy === "Webhook" || host.convert !== undefined
      ? await convertByWebhook(objects, { definition, apiVersion, host })
      : objects.map((object) => ({ ...object, apiVersion }));
  }

  async function convert(objects: readonly ApiObject[], version: string): Promise<ApiObject[]> {
    const sources = objects.map((object) => prepared(object, decode));
    const converted = await convertAll(sources, `${spec.group}/${version}`);
    for (const object of converted) {
      const fault = decode(version)?.decode?.(object).fault;
      if (fault !== undefined) throw serverFault(fault);
    }
    return converted;
  }

  return {
    storedApiVersion: `${spec.group}/${stored}`,
    toServed: (objects) => convert(objects, served),
    toStored: (objects) => convert(objects, stored),
    convert: async (object, apiVersion) => {
      const [converted] = await convertAll([object], apiVersion);
      if (converted === undefined) throw new Error("a conversion gives as many objects as it takes");
      return converted;
    },
  };
}

/** Copies an object and fits it to the schema of its own version, as an object read from the store. */
function prepared(object: ApiObject, decode: ConversionOptions["decode"]): ApiObject {
  const copy = structuredClone(object);
  const strategy = decode(object.apiVersion.split("/").at(-1) ?? "");
  if (strategy === undefined) throw unknownVersionError(object.apiVersion);
  strategy.decodeStored?.(copy);
  strategy.setDefaults(copy);
  return copy;
}

/** The error about an object that is stored in a version that its CRD no longer has. */
export function unknownVersionError(apiVersion: string): StatusError {
  return serverFault(`request to convert CR from an invalid group/version: ${apiVersion}`);
}
