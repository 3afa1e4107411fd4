/** The test of a kind's controller, whose API server has to convert as soon as the kind is converted. */
import { escapeRegExp } from "../../machinery/insert.js";
import { reduceCode } from "../../machinery/code-text.js";
import { findVersions, type Project, type Resource } from "../../project/project.js";
import { moduleFrom, namesOf } from "../naming.js";
import type { Placement } from "../placement.js";

/** As it is scaffolded. What its owner has changed is its owner's. */
const start = 'TestEnvironment.start({ crds: ["config/crd/bases"] })';

/** Has the environment of the test convert as the operator does; where that cannot be done without doubt, it is said. */
export function planConversionInControllerTest(placement: Placement, project: Project, resource: Resource): void {
  const versions = findVersions(project, resource);
  const hub = versions.find(({ webhooks }) => webhooks?.conversion === true);
  const controlled = versions.find(({ controller }) => controller);
  if (hub === undefined || controlled === undefined) return;
  const { multigroup } = project;
  const { controllerPath, controllerFile } = namesOf({ ...controlled, multigroup });
  const file = `${controllerPath}/${controllerFile}.test.ts`;
  const text = placement.tree.read(file);
  if (text === undefined || !text.includes("TestEnvironment") || /\bconversions:/.test(reduceCode(text))) return;
  const setUp = `setup${hub.kind}Webhook`;
  const module = moduleFrom(controllerPath, namesOf({ ...hub, multigroup }).webhookFile);
  // Behind the import of the reconciler, which is the last of those that are scaffolded.
  const reconciler = new RegExp(`^import .* from "${escapeRegExp(`./${controllerFile}.js`)}";$`, "m").exec(text)?.[0];
  if (reconciler !== undefined && text.includes(start)) {
    const imported = text.replace(reconciler, (line) => `${line}\nimport { ${setUp} } from "${module}";`);
    const options = start.replace(" })", `, conversions: [${setUp}] })`);
    placement.change(
      file,
      imported.replace(start, () => options),
    );
    return;
  }
  placement.next.push(
    `say in ${file} who converts: TestEnvironment.start({ …, conversions: [${setUp}] }), with ${setUp} of ${module}`,
  );
}
