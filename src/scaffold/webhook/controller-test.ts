/** Changes the tests of a kind's controllers: once the kind is converted, their API servers must convert, too. */
import { controllersOf, findVersions, type Project, type Resource } from "../../project/project.js";
import { moduleFrom, namesOf } from "../naming.js";
import type { Placement } from "../placement.js";

/** Configures the environments of the tests to convert like the operator. */
export async function planConversionInControllerTest(
  placement: Placement,
  project: Project,
  resource: Resource,
): Promise<void> {
  const versions = findVersions(project, resource);
  const hub = versions.find(({ webhooks }) => webhooks?.conversion === true);
  if (hub === undefined) return;
  for (const controlled of versions) {
    for (const controller of controllersOf(controlled)) {
      const { controllerPath, controllerFile } = namesOf(controlled, project, controller);
      const file = `${controllerPath}/${controllerFile}.test.ts`;
      const text = placement.tree.read(file);
      if (text?.includes("TestEnvironment") !== true) continue;
      const { addConversion } = await import("../edits/controller-test.js");
      const module = moduleFrom(controllerPath, namesOf(hub, project).webhookFile);
      addConversion(placement, file, text, { setUp: `setup${hub.kind}Webhook`, module });
    }
  }
}
