import type { JsonValue } from "../../../src/core/json.js";
import { mutate } from "../mutations.js";
import { seeded } from "../seeded.js";
import { toFiles, validBundle } from "./valid-bundle.js";

export interface SeededFault {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
}

/** How often each document of the bundle gets a fault: most often the one that most rules are about. */
const shares: Readonly<Record<string, number>> = {
  "manifests/demo.clusterserviceversion.yaml": 260,
  "manifests/example.com_bars.yaml": 90,
  "manifests/demo-pdb.yaml": 20,
  "manifests/demo-role.yaml": 20,
};

/** Returns the valid bundle with one random mistake, again and again; the same in every run. */
export function seededFaults(): SeededFault[] {
  const random = seeded(20260101);
  return Object.entries(shares).flatMap(([file, share]) =>
    Array.from({ length: share }, (_, index) => {
      const documents: Record<string, JsonValue> = validBundle();
      documents[file] = mutate(random, documents[file] ?? null);
      return { name: `${file} ${index}`, files: toFiles(documents) };
    }),
  );
}
