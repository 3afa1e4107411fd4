/** `artifacthub-repo.yml`, with which the owner of a repository claims it (artifacthub.io/docs/topics/repositories). */
import { field, text } from "../../core/json-fields.js";
import { printYaml } from "../../core/yaml.js";
import type { Maintainer } from "../chart-files.js";

/** The name of the file. It is not part of the chart: `helm push` pushes it beside the chart. */
export const repositoryFile = "artifacthub-repo.yml";

export function printRepositoryFile(maintainers: readonly Maintainer[]): string {
  const owners = maintainers.flatMap(({ name, email }) => (email === undefined ? [] : [{ name, email }]));
  return `# The owners of the chart's repository on Artifact Hub. \`tsop helm push\` pushes this file, if it names a repository or an owner.
# For the label "verified publisher", write the ID that Artifact Hub shows after you have added the repository:
# repositoryID: 00000000-0000-0000-0000-000000000000
${owners.length === 0 ? "# owners:\n#   - name: NAME\n#     email: NAME@example.com\n" : printYaml({ owners }, { keepOrder: true })}`;
}

/** Returns whether the file says something that Artifact Hub reads. @param value - the parsed file */
export function namesRepository(value: unknown): boolean {
  const owners = field(value, "owners");
  return text(value, "repositoryID") !== undefined || (Array.isArray(owners) && owners.length > 0);
}
