import type { Project } from "../project/project.js";
import { initView } from "../scaffold/init.js";
import type { Placement } from "../scaffold/placement.js";
import type { Templates } from "../scaffold/templates.js";
import { diskHost } from "../source/source-host.js";
import { generate } from "./generate-manifests.js";
import { planManifests } from "./manifests-options.js";

const roleFile = "config/rbac/role.yaml";

/**
 * The operator's own role, for another scope: generated as `tsop manifests` does it, since a ClusterRole may have to
 * stand beside the Role.
 *
 * @throws TsopError with all diagnostics, when there is an error in the sources
 */
export function planManagerRole(
  placement: Placement,
  templates: Templates,
  project: Project,
  namespaced: boolean,
): void {
  const { tree } = placement;
  const stub = (view: Project): string => templates.render("init/config/rbac/role.yaml.hbs", initView(view, ""));
  const changed: Project = { ...project, namespaced };
  if (tree.read(roleFile) === stub(project)) {
    placement.change(roleFile, stub(changed));
    return;
  }
  const plan = planManifests({}, tree.root);
  const { files } = generate(plan, diskHost(tree.root), tree.root, { ignoreFiles: false, project: changed });
  const role = files.get(roleFile);
  if (role !== undefined) placement.change(roleFile, role);
}
