/** The order of the documentation: sections, and the pages in each. The navigation of the site follows from it. */

export interface Section {
  readonly title: string;
  /** The source files, as paths from the root of the repository. */
  readonly pages: readonly string[];
}

export const home = "docs/index.md";

/** Every page except the home page. A test compares the list with the files in docs/. */
export const sections: readonly Section[] = [
  {
    title: "Start",
    pages: [
      "docs/start/index.md",
      "docs/start/install.md",
      "docs/start/ten-minutes.md",
      "docs/start/what-was-created.md",
    ],
  },
  {
    title: "Tutorial",
    pages: [
      "docs/tutorial/index.md",
      "docs/tutorial/01-types-and-validation.md",
      "docs/tutorial/02-owned-objects.md",
      "docs/tutorial/03-status-and-conditions.md",
      "docs/tutorial/04-events-and-finalizers.md",
      "docs/tutorial/05-tests.md",
      "docs/tutorial/06-admission-webhooks.md",
      "docs/tutorial/07-second-version.md",
      "docs/tutorial/08-image-and-deployment.md",
      "docs/tutorial/09-in-production.md",
    ],
  },
  {
    title: "Concepts",
    pages: [
      "docs/concepts/index.md",
      "docs/concepts/reconciling.md",
      "docs/concepts/caches.md",
      "docs/concepts/idempotency.md",
      "docs/concepts/ownership.md",
      "docs/concepts/finalizers.md",
      "docs/concepts/status-and-conditions.md",
      "docs/concepts/server-side-apply.md",
      "docs/concepts/leader-election.md",
      "docs/concepts/reading-types.md",
      "docs/concepts/api-changes.md",
      "docs/concepts/how-it-works.md",
    ],
  },
  {
    title: "How-to guides",
    pages: [
      "docs/how-to/index.md",
      "docs/how-to/dev.md",
      "docs/how-to/testing.md",
      "docs/how-to/manifests.md",
      "docs/how-to/samples.md",
      "docs/how-to/rbac.md",
      "docs/how-to/webhooks.md",
      "docs/how-to/versions.md",
      "docs/how-to/migrate-a-kind.md",
      "docs/how-to/serve-computed-objects.md",
      "docs/how-to/extension-servers.md",
      "docs/how-to/api-compatibility.md",
      "docs/how-to/api-reference.md",
      "docs/how-to/publish-an-api.md",
      "docs/how-to/import.md",
      "docs/how-to/external-kinds.md",
      "docs/how-to/deploy-image.md",
      "docs/how-to/plugins.md",
      "docs/how-to/helpers.md",
      "docs/how-to/controllers.md",
      "docs/how-to/watch-other-objects.md",
      "docs/how-to/work-on-a-schedule.md",
      "docs/how-to/add-metrics.md",
      "docs/how-to/graph.md",
      "docs/how-to/completion.md",
      "docs/how-to/images.md",
      "docs/how-to/deploy.md",
      "docs/how-to/modes.md",
      "docs/how-to/change-a-project.md",
      "docs/how-to/render.md",
      "docs/how-to/helm.md",
      "docs/how-to/olm.md",
      "docs/how-to/olm-catalog.md",
      "docs/how-to/olm-validate.md",
      "docs/how-to/scorecard.md",
      "docs/how-to/olm-run.md",
      "docs/how-to/ci.md",
      "docs/how-to/update.md",
      "docs/how-to/doctor.md",
    ],
  },
  {
    title: "Production",
    pages: [
      "docs/production/index.md",
      "docs/production/sizing.md",
      "docs/production/high-availability.md",
      "docs/production/upgrades.md",
      "docs/production/monitoring.md",
      "docs/production/debugging.md",
      "docs/production/multi-tenancy.md",
      "docs/production/backup.md",
    ],
  },
  {
    title: "Reference",
    pages: [
      "docs/reference/index.md",
      "docs/reference/cli.md",
      "docs/reference/types.md",
      "docs/reference/tags.md",
      "docs/reference/runtime.md",
      "docs/reference/configuration.md",
      "docs/reference/metrics.md",
      "docs/reference/errors.md",
      "docs/reference/apiserver.md",
    ],
  },
  {
    title: "Coming from",
    pages: [
      "docs/coming-from/index.md",
      "docs/coming-from/kubebuilder.md",
      "docs/coming-from/operator-sdk.md",
      "docs/coming-from/controller-runtime.md",
      "docs/coming-from/client-node.md",
      "docs/coming-from/pepr.md",
      "docs/coming-from/kopf.md",
      "docs/coming-from/kubeops-and-josdk.md",
    ],
  },
  {
    title: "Comparison",
    pages: ["docs/comparison.md"],
  },
  {
    title: "FAQ",
    pages: [
      "docs/faq/index.md",
      "docs/faq/symptoms.md",
      "docs/faq/runs-and-writes.md",
      "docs/faq/watches-and-memory.md",
      "docs/faq/crds-and-webhooks.md",
      "docs/faq/clusters-and-permissions.md",
      "docs/faq/commands-and-tests.md",
    ],
  },
  {
    title: "Policies",
    pages: [
      "docs/policies/index.md",
      "docs/policies/supported-versions.md",
      "docs/policies/versioning-and-releases.md",
      "docs/policies/security.md",
      "SECURITY.md",
      "CHANGELOG.md",
    ],
  },
  {
    title: "Contributing",
    pages: [
      "docs/contributing/index.md",
      "CONTRIBUTING.md",
      "docs/contributing/architecture.md",
      "docs/contributing/conventions.md",
      "docs/contributing/tests.md",
      "docs/contributing/documentation-site.md",
      "docs/contributing/glossary.md",
    ],
  },
];

/** The files outside of docs/ that are pages of the site, and their paths in it. */
const outsidePages: Readonly<Record<string, string>> = {
  "SECURITY.md": "policies/reporting.md",
  "CHANGELOG.md": "policies/changelog.md",
  "CONTRIBUTING.md": "contributing/set-up.md",
};

/** The folder of the pages that the build generates. */
export const generatedFolder = "site/generated";

/** Returns the path of a source file in the site, or undefined if the file is no page. */
export function toPage(source: string): string | undefined {
  const [, page] = /^(?:docs|site\/generated)\/(.+\.md)$/.exec(source) ?? [];
  return page ?? outsidePages[source];
}

/** Returns the address of a page, without the base path: `how-to/dev.md` → `/how-to/dev`. */
export function toAddress(page: string): string {
  return `/${page.replace(/(?:(^|\/)index)?\.md$/, "$1")}`;
}
