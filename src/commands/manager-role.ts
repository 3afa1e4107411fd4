import type { Snapshot } from "../machinery/snapshot.js";
import type { Project } from "../project/project.js";
import { initView } from "../scaffold/init.js";
import type { Modes } from "../scaffold/modes/modes.js";
import type { Templates } from "../scaffold/templates.js";
import { diskHost } from "../source/source-host.js";
import { generate } from "./generate-manifests.js";
import { planManifests } from "./manifests-options.js";

export const roleFile = "config/rbac/role.yaml";

export interface Scaffold {
  readonly root: string;
  readonly files: Snapshot;
  readonly templates: Templates;
  readonly project: Project;
}

/**
 * The operator's own role, for another scope: generated as `tsop manifests` does it, since a ClusterRole may have to
 * stand beside the Role. Undefined where the sources make none.
 *
 * @throws TsopError with all diagnostics, when there is an error in the sources
 */
export function managerRole(
  { root, files, templates, project }: Scaffold,
  { namespaced }: Pick<Modes, "namespaced">,
): string | undefined {
  const stub = (view: Project): string => templates.render("init/config/rbac/role.yaml.hbs", initView(view, ""));
  const changed: Project = { ...project, namespaced };
  if (files.read(roleFile) === stub(project)) return stub(changed);
  const generated = generate(planManifests({}, root), diskHost(root), root, { ignoreFiles: false, project: changed });
  return generated.files.get(roleFile);
}
