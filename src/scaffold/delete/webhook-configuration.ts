/** Removes what makes webhooks reachable in a cluster, as far as no webhook of the project needs it. */
import { type Project, webhookResources } from "../../project/project.js";
import {
  certificateRoles,
  crdFile,
  defaultFile,
  policyFile,
  rbacFile,
  rows,
  setRow,
  webhookFile,
} from "../modes/default-kustomization.js";
import { withEndingsOf } from "../placement.js";
import { convertedCrds, render, type WebhookScene } from "../webhook/configuration.js";

const folder = "webhook/config/";
const conversionFile = "config/crd/kustomizeconfig.yaml";

/**
 * Removes lines and files of the configuration.
 *
 * @returns the files that tsop deletes; the caller checks those that the user has edited
 */
export function removeWebhookConfiguration(scene: WebhookScene): { readonly edited: readonly string[] } {
  const { placement, before, project } = scene;
  const { tree } = placement;
  if (!hasAny(before)) return { edited: [] };
  const [isAsked, isConverted] = [hasAdmission(project), convertedCrds(project).length > 0];
  if (!isAsked) setRow(placement, webhookFile, "resources", rows.webhookManifests, false);
  if (!isConverted) setRow(placement, crdFile, "configurations", rows.kustomizeConfig, false);
  if (!isAsked && tree.exists("config/webhook/manifests.yaml")) tree.delete("config/webhook/manifests.yaml");
  if (!hasAny(project)) removeRows(scene);
  const files = placement.templates
    .list(folder)
    .map((name) => name.slice("webhook/".length).replace(/\.hbs$/, ""))
    .filter((file) => tree.exists(file));
  const edited: string[] = [];
  for (const file of files) {
    const present = tree.read(file);
    const isUnedited = present === withEndingsOf(present, render(scene, file, before));
    if (!hasAny(project) || (file === conversionFile && !isConverted)) {
      if (!isUnedited) edited.push(file);
      tree.delete(file);
    } else if (isUnedited) placement.change(file, render(scene, file, project));
    else sayByHand(scene, file, present ?? "");
  }
  return { edited };
}

function removeRows({ placement }: WebhookScene): void {
  const { certManager, certManagerPatch, certManagerReplacements, certificateSecret, ownCertificatesPatch } = rows;
  setRow(placement, webhookFile, "resources", certificateSecret, false);
  for (const row of [rows.webhook, certManager]) setRow(placement, defaultFile, "resources", row, false);
  for (const row of [rows.webhookPatch, ownCertificatesPatch, certManagerPatch]) {
    setRow(placement, defaultFile, "patches", row, false);
  }
  setRow(placement, defaultFile, "replacements", certManagerReplacements, false);
  setRow(placement, policyFile, "resources", rows.webhookPolicy, false);
  for (const role of certificateRoles) setRow(placement, rbacFile, "resources", role, false);
}

/** Reports the names of CRDs that an edited file still contains. */
function sayByHand({ placement, before, project }: WebhookScene, file: string, present: string): void {
  const remaining = new Set(convertedCrds(project));
  const gone = convertedCrds(before).filter((name) => !remaining.has(name) && present.includes(name));
  if (gone.length > 0) placement.next.push(`${file} was edited: remove ${gone.join(", ")} from it`);
}

function hasAny(project: Project): boolean {
  return webhookResources(project).length > 0;
}

function hasAdmission(project: Project): boolean {
  return webhookResources(project).some(
    ({ webhooks }) => webhooks?.defaulting === true || webhooks?.validation === true,
  );
}
