/** Makes webhooks reachable in a cluster: changes lines in kustomizations, and the files that these lines refer to. */
import { listItems } from "../../core/yaml-list.js";
import { type Project, qualifiedGroup, webhookResources } from "../../project/project.js";
import { yamlText } from "../init.js";
import {
  certificateRoles,
  crdFile,
  defaultFile,
  operatorPatch,
  policyFile,
  rbacFile,
  rows,
  setRow,
  webhookFile,
} from "../modes/default-kustomization.js";
import { namesOf } from "../naming.js";
import { type Placement, withEndingsOf } from "../placement.js";
import type { WebhookConfigView } from "../views.js";

/** The common input of the functions that plan the configuration. */
export interface WebhookScene {
  readonly placement: Placement;
  /** The project before the change. */
  readonly before: Project;
  /** The project after the change. */
  readonly project: Project;
}

/** Returns whether config/default has any webhooks. */
export function hasWebhooks({ tree }: Placement): boolean {
  return listItems(tree.read(defaultFile) ?? "", defaultFile, "resources").has(rows.webhook);
}

/** Plans the Service, the operator's port, the network policy, and the certificate. */
export function planWebhookConfiguration(scene: WebhookScene, certManager: boolean | undefined): void {
  const { placement, project } = scene;
  const webhooks = webhookResources(project).flatMap((resource) => resource.webhooks ?? []);
  for (const name of ["kustomization", "kustomizeconfig", "service"]) place(scene, `config/webhook/${name}.yaml`);
  const isAsked = webhooks.some(({ defaulting, validation }) => defaulting || validation);
  if (isAsked) setRow(placement, webhookFile, "resources", rows.webhookManifests, true);
  if (webhooks.some(({ conversion }) => conversion)) {
    place(scene, "config/crd/kustomizeconfig.yaml");
    setRow(placement, crdFile, "configurations", rows.kustomizeConfig, true);
  }
  place(scene, `config/default/${rows.webhookPatch}`);
  setRow(placement, defaultFile, "resources", rows.webhook, true);
  setRow(placement, defaultFile, "patches", operatorPatch(rows.webhookPatch), true);
  planWebhookPolicy(scene);
  planCertificates(scene, certManager ?? usesCertManager(placement));
}

/** Returns whether cert-manager issues the certificate, and not the operator. */
export function usesCertManager({ tree }: Placement): boolean {
  return listItems(tree.read(defaultFile) ?? "", defaultFile, "resources").has(rows.certManager);
}

/** Opens the port in the policies that deny all other traffic, if the project has them. */
export function planWebhookPolicy(scene: WebhookScene): void {
  const { placement } = scene;
  if (!placement.tree.exists(policyFile)) return;
  place(scene, `config/network-policy/${rows.webhookPolicy}`);
  setRow(placement, policyFile, "resources", rows.webhookPolicy, true);
}

/**
 * Configures the operator or cert-manager to issue the certificate. Deletes the files of the other method, except files
 * that the user has edited.
 */
export function planCertificates(scene: WebhookScene, certManager: boolean): void {
  const { placement } = scene;
  const own = [
    `config/webhook/${rows.certificateSecret}`,
    `config/default/${rows.ownCertificatesPatch}`,
    ...certificateRoles.map((role) => `config/rbac/${role}`),
  ];
  const others = placement.templates
    .list("webhook/config/")
    .map((name) => name.slice("webhook/".length).replace(/\.hbs$/, ""))
    .filter((file) => /^config\/(certmanager\/|default\/webhook_cert_manager_)/.test(file));
  for (const file of certManager ? others : own) place(scene, file);
  for (const file of certManager ? own : others) remove(scene, file);
  setRow(placement, webhookFile, "resources", rows.certificateSecret, !certManager);
  setRow(placement, defaultFile, "patches", operatorPatch(rows.ownCertificatesPatch), !certManager);
  for (const role of certificateRoles) setRow(placement, rbacFile, "resources", role, !certManager);
  const replacements = { id: rows.certManagerReplacements, text: `path: ${rows.certManagerReplacements}` };
  setRow(placement, defaultFile, "resources", rows.certManager, certManager);
  setRow(placement, defaultFile, "patches", operatorPatch(rows.certManagerPatch), certManager);
  setRow(placement, defaultFile, "replacements", replacements, certManager);
}

/** Returns the names of the CRDs that have a hub version. */
export function convertedCrds(project: Project): string[] {
  const hubs = webhookResources(project).filter(({ webhooks }) => webhooks?.conversion === true);
  const names = hubs.map((resource) => `${namesOf(resource, project).plural}.${qualifiedGroup(resource)}`);
  return [...new Set(names)].toSorted();
}

/** Creates a missing file. Updates a file that still has the generated content of the previous project state. */
export function place(scene: WebhookScene, file: string): void {
  const { placement, before, project } = scene;
  const present = placement.tree.read(file);
  const isEdited = placeAgain(placement, file, {
    before: render(scene, file, before),
    after: render(scene, file, project),
  });
  if (isEdited) sayByHand(scene, file, present ?? "");
}

/**
 * Creates a missing file. Updates a file that still has the generated content of the previous project state. Returns whether the
 * file has other content, which stays.
 */
export function placeAgain(
  { tree }: Placement,
  file: string,
  { before, after }: { readonly before: string; readonly after: string },
): boolean {
  const present = tree.read(file);
  const wanted = withEndingsOf(present, after);
  if (present === undefined) tree.create(file, wanted);
  else if (present === withEndingsOf(present, before)) tree.overwrite(file, wanted);
  else return present !== wanted;
  return false;
}

/** Reports the lines that an edited file lacks. */
function sayByHand({ placement, before, project }: WebhookScene, file: string, present: string): void {
  const depends = [rows.certManagerReplacements, ...certificateRoles.slice(0, 1)].some((name) => file.endsWith(name));
  const known = new Set(convertedCrds(before));
  const missing = convertedCrds(project).filter((name) => !known.has(name) && !present.includes(name));
  if (!depends || missing.length === 0) return;
  placement.next.push(
    file.startsWith("config/rbac/")
      ? `${file} was edited: allow its ClusterRole to update and patch the customresourcedefinitions ${missing.join(", ")}`
      : `${file} was edited: add the CustomResourceDefinition ${missing.join(", ")} to the targets of inject-ca-from`,
  );
}

export function remove(scene: WebhookScene, file: string): void {
  const { tree, kept } = scene.placement;
  const present = tree.read(file);
  if (present === undefined) return;
  const versions = [scene.before, scene.project].map((project) => render(scene, file, project));
  if (versions.includes(present)) tree.delete(file);
  else kept.push(file);
}

/** Renders a file of the configuration for a state of the project. */
export function render({ placement }: WebhookScene, file: string, project: Project): string {
  return placement.templates.render(`webhook/config/${file.replace(/^config\//, "")}.hbs`, viewOf(project));
}

function viewOf(project: Project): WebhookConfigView {
  const names = convertedCrds(project);
  return { projectNameYaml: yamlText(project.projectName), hasConversions: names.length > 0, convertedCrds: names };
}
