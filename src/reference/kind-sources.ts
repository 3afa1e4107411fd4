import type { Crd } from "../compatibility/crd.js";
import type { Crd as GeneratedCrd } from "../generate/crd.js";
import type { BuiltInTypes } from "../import/built-in-types.js";
import type { KindSource } from "./build-reference.js";
import { namesOfSources, namesOfStructure } from "./naming.js";

/** A CRD as it is generated, with the origins of its parts, and as it is read back. */
export interface GeneratedAndRead {
  readonly generated: GeneratedCrd;
  readonly crd: Crd;
}

/** Returns the kinds of a project. Their types have the names of the sources. */
export function kindsOfSources(crds: readonly GeneratedAndRead[], builtIn: () => BuiltInTypes): KindSource[] {
  return crds.flatMap(({ generated, crd }) =>
    generated.versions.flatMap(({ model, schema, origins }): KindSource[] => {
      const version = crd.versions.find(({ name }) => name === model.version);
      if (version === undefined) return [];
      const naming = namesOfSources(origins, builtIn);
      return [{ crd, version, naming, schema, description: model.annotations.description }];
    }),
  );
}

/** Returns the kinds of published CRDs. The names of their types follow from their paths. */
export function kindsOfCrds(crds: readonly Crd[], builtIn: () => BuiltInTypes): KindSource[] {
  const naming = namesOfStructure(builtIn);
  return crds.flatMap((crd) =>
    crd.versions.map((version): KindSource => {
      const { schema } = version;
      return { crd, version, naming, schema, description: schema.description ?? "" };
    }),
  );
}
