/** Changes the test of a kind's controller: once the kind is converted, the test's API server must convert, too. */
import { findVersions, type Project, type Resource } from "../../project/project.js";
import { moduleFrom, namesOf } from "../naming.js";
import type { Placement } from "../placement.js";

/** Configures the environment of the test to convert like the operator. */
export async function planConversionInControllerTest(
  placement: Placement,
  project: Project,
  resource: Resource,
): Promise<void> {
  const versions = findVersions(project, resource);
  const hub = versions.find(({ webhooks }) => webhooks?.conversion === true);
  const controlled = versions.find(({ controller }) => controller);
  if (hub === undefined || controlled === undefined) return;
  const { controllerPath, controllerFile } = namesOf(controlled, project);
  const file = `${controllerPath}/${controllerFile}.test.ts`;
  const text = placement.tree.read(file);
  if (text?.includes("TestEnvironment") !== true) return;
  const { addConversion } = await import("../edits/controller-test.js");
  const module = moduleFrom(controllerPath, namesOf(hub, project).webhookFile);
  addConversion(placement, file, text, { setUp: `setup${hub.kind}Webhook`, module });
}
