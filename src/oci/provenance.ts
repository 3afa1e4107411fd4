/** The provenance of an image: an in-toto statement with the SLSA predicate (slsa.dev/spec/v1.0/provenance). */
import { defined } from "../core/defined.js";

export interface ProvenanceFacts {
  readonly image: string;
  readonly digest: string;
  readonly platforms: readonly string[];
  /** The base image with its digest. */
  readonly base: { readonly name: string; readonly digest: string };
  /** The address of the sources, and the commit; undefined if uncommitted changes exist. */
  readonly source: { readonly url: string | undefined; readonly commit: string } | undefined;
  readonly tsopVersion: string;
}

export const provenanceType = "application/vnd.in-toto+json";

/** Returns the statement. It has no times and no signature, so the same build always has the same bytes. */
export function printProvenance({ image, digest, platforms, base, source, tsopVersion }: ProvenanceFacts): string {
  const hash = (text: string): string => text.slice(text.indexOf(":") + 1);
  return `${JSON.stringify({
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: image, digest: { sha256: hash(digest) } }],
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "urn:tsop:docker-build:v1",
        externalParameters: { image, platforms, baseImage: base.name },
        resolvedDependencies: [
          { uri: `docker://${base.name}`, digest: { sha256: hash(base.digest) } },
          ...(source === undefined
            ? []
            : [
                defined({
                  uri: source.url === undefined ? undefined : `git+${source.url}`,
                  digest: { gitCommit: source.commit },
                }),
              ]),
        ],
      },
      runDetails: { builder: { id: "urn:tsop", version: { tsop: tsopVersion } } },
    },
  })}\n`;
}
