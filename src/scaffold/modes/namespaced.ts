/** Configures an operator for its own namespace only: its watches and its rights. */
import { withFlag } from "../../project/edit.js";
import { controllersOf, type Project, projectFileName, type Resource } from "../../project/project.js";
import { type Names, namesOf } from "../naming.js";
import type { Placement } from "../placement.js";
import { planWatchNamespace } from "./manager-file.js";
import type { Modes } from "./modes.js";
import { planRoleScope } from "./role-scope.js";

/** Plans all changes except config/rbac/role.yaml, which tsop generates from the sources. */
export async function planNamespaced(placement: Placement, project: Project, modes: Modes): Promise<void> {
  const { namespaced } = modes;
  placement.change(projectFileName, withFlag(placement.tree.read(projectFileName) ?? "", "namespaced", namespaced));
  planWatchNamespace(placement, namespaced);
  planRoleScope(placement, "config/rbac/role_binding.yaml", namespaced);
  for (const resource of project.resources.filter(({ api }) => api?.namespaced === true)) {
    for (const names of possibleNames(resource)) {
      for (const role of ["admin", "editor", "viewer"]) {
        planRoleScope(placement, `${names.roleFile}_${role}_role.yaml`, namespaced);
      }
    }
    for (const file of possibleTests(resource)) await planTest(placement, file, namespaced);
  }
  if (namespaced && !project.namespaced) sayWhere(placement, project, modes);
}

/** Returns the possible names of a kind. A kind from before the project became a multi-group project has kept its location. */
function possibleNames(resource: Resource): Names[] {
  const [plain, grouped] = [namesOf(resource, { multigroup: false }), namesOf(resource, { multigroup: true })];
  return plain.roleFile === grouped.roleFile ? [plain] : [plain, grouped];
}

/** Returns the possible test files of a kind's controllers. */
function possibleTests(resource: Resource): Set<string> {
  const files = [false, true].flatMap((multigroup) =>
    [resource.kind.toLowerCase(), ...controllersOf(resource)].map((controller) => {
      const { controllerPath, controllerFile } = namesOf(resource, { multigroup }, controller);
      return `${controllerPath}/${controllerFile}.test.ts`;
    }),
  );
  return new Set(files);
}

/**
 * Changes the scaffolded test, which runs the operator with its generated rights. In a namespaced project, these rights
 * cover only one namespace.
 */
async function planTest(placement: Placement, file: string, isNamespaced: boolean): Promise<void> {
  const text = placement.tree.read(file);
  if (text === undefined || !text.includes("createManager(")) return;
  const { setNamespaces } = await import("../edits/controller-test.js");
  setNamespaces(placement, file, text, isNamespaced);
}

function sayWhere({ next }: Placement, { projectName }: Project, { metrics }: Modes): void {
  const namespace = `${projectName}-system`;
  next.push(
    `the operator works only in the namespace ${namespace}; apply the samples there: kubectl apply -n ${namespace} -f config/samples/`,
  );
  if (!metrics) return;
  next.push(
    "metrics still need a ClusterRole, because the API server checks tokens for the whole cluster; to avoid it: npx tsop edit --metrics=false",
  );
}
