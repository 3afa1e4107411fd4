import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { parseAllYaml } from "../core/yaml.js";
import { type CustomResourceDefinition, isCrd } from "./crd.js";
import { crdFolder, crdFolders } from "./crd-folder.js";

/**
 * Returns the CRDs that the project has generated, in the order of their file names, and then those whose objects the
 * operator migrates.
 *
 * @param planned - files that are not written yet, by path; undefined for a file to delete
 * @throws TsopError `cluster/no-crds` if the folders contain none, `yaml/invalid`, `cluster/not-a-crd`
 */
export function readCrds(
  root: string,
  planned: ReadonlyMap<string, string | undefined> = new Map(),
): CustomResourceDefinition[] {
  const onDisk = crdFolders.flatMap((folder) => namesIn(path.join(root, folder)).map((name) => `${folder}/${name}`));
  const files = [...new Set([...onDisk, ...planned.keys()])].filter(
    (file) => crdFolders.includes(path.posix.dirname(file)) && /\.ya?ml$/.test(file),
  );
  const crds = files.toSorted().flatMap((file) => {
    const text = planned.has(file) ? planned.get(file) : readFileSync(path.join(root, file), "utf8");
    return text === undefined ? [] : parseAllYaml(text, file).map((value) => toCrd(value, file));
  });
  if (crds.length === 0) {
    throw new TsopError("cluster/no-crds", `there are no CRDs in ${crdFolder}`, {
      hint: "Run `npm run manifests` first; it generates them from the types in api/. A kind of an extension API server has no CRD: `npm run deploy` registers it.",
    });
  }
  return crds;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return []; // without the folder there are no CRDs, which the caller reports
  }
}

function toCrd(value: unknown, file: string): CustomResourceDefinition {
  if (isCrd(value)) return value;
  throw new TsopError("cluster/not-a-crd", "expected a CustomResourceDefinition of apiextensions.k8s.io/v1", {
    at: { file },
    hint: `Move other files out of ${crdFolder}, or regenerate this one with \`npm run manifests\`.`,
  });
}
