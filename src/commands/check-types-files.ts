/** Checks that the sources declare the kinds that PROJECT lists. */
import type { Diagnostic } from "../core/diagnostic.js";
import type { Snapshot } from "../machinery/snapshot.js";
import { describeResource } from "../project/edit.js";
import { apiVersionOf, type Project, projectFileName, type Resource } from "../project/project.js";
import { namesOf } from "../scaffold/naming.js";
import { allSources, diskHost } from "../source/source-host.js";

/** Returns an error for each kind whose file does not exist, and which no other source declares. */
export function missingTypes(
  root: string,
  files: Snapshot,
  project: Project,
  resources: readonly Resource[],
): Diagnostic[] {
  const missing = resources.filter(
    (each) => each.api !== undefined && !each.core && !files.exists(namesOf(each, project).typesFile),
  );
  if (missing.length === 0) return [];
  const host = diskHost(root);
  const texts = allSources(root).map((file) => (host.read(file) ?? "").replaceAll(/\s+/g, ""));
  return missing
    .filter((each) => !texts.some((text) => text.includes(`CustomResource<"${apiVersionOf(each)}","${each.kind}"`)))
    .map((each) => {
      const { typesFile } = namesOf(each, project);
      const group = each.group === "" ? "" : ` --group ${each.group}`;
      return {
        code: "project/types-missing",
        severity: "error",
        message: `${projectFileName} lists ${describeResource(each)}, but ${typesFile} does not exist`,
        at: { file: projectFileName },
        hint: `Restore the file from version control, or delete the kind: tsop delete api${group} --version ${each.version} --kind ${each.kind}`,
      };
    });
}
