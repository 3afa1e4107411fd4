/** The fields of a kind that runs an image, in the file of its types. */
import type { PluginResource } from "../../../plugin/input.js";
import type { Templates } from "../../../scaffold/templates.js";
import type { DeployImageView } from "../../../scaffold/views.js";

/** The fields that `create api` scaffolds for a new kind. */
export const scaffoldedSpec = `Spec {
  /**
   * The number of replicas to run.
   * @minimum 1
   * @maximum 10
   * @default 1
   */
  replicas?: Int32;

  // Add fields for the desired state here, for example:
  //   strategy?: "Recreate" | "RollingUpdate";
}
`;

/** Replaces the fields of the spec, and adds columns. */
export function withSpec(
  types: string,
  { kind, plural }: PluginResource,
  templates: Templates,
  view: DeployImageView,
): string {
  const summary = summaryOf(kind, plural);
  return types
    .replace(`export interface ${kind}${scaffoldedSpec}`, () => templates.render("deploy-image/spec.ts.hbs", view))
    .replace(summary, () => summary + columns);
}

/** Takes back {@link withSpec}. Keeps a text that a user has edited in these places. */
export function withoutSpec(
  types: string,
  { kind, plural }: PluginResource,
  templates: Templates,
  view: DeployImageView,
): string {
  const summary = summaryOf(kind, plural);
  return types
    .replace(templates.render("deploy-image/spec.ts.hbs", view), () => `export interface ${kind}${scaffoldedSpec}`)
    .replace(summary + columns, () => summary);
}

function summaryOf(kind: string, plural: string): string {
  return ` * ${kind} is the schema of the ${plural} API.\n`;
}

const columns = [
  " * @printColumn name=Size type=integer jsonPath=.spec.size\n",
  ` * @printColumn name=Available type=string jsonPath=.status.conditions[?(@.type=="Available")].status\n`,
].join("");
