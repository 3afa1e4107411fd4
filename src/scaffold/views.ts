/** What the templates are given. A test holds each template against its view. */

export interface InitView {
  /** The licence header as a comment with a blank line behind it, or nothing. */
  readonly header: string;
  readonly projectName: string;
  /** As a YAML value: quoted where YAML would read something else. */
  readonly projectNameYaml: string;
  readonly domain: string;
  readonly namespaced: boolean;
  /** `Role` in a namespaced project, `ClusterRole` otherwise. */
  readonly roleKind: string;
  /** What main.ts has for each kind. */
  readonly wired: readonly WiredView[];
}

/** Each as JSON has it; empty where there is none. */
export interface PackageJsonView {
  readonly name: string;
  readonly license: string;
  readonly author: string;
  readonly tsop: string;
}

export interface WiredView {
  /** What stands between the braces of the import. */
  readonly imported: string;
  readonly module: string;
  readonly call: string;
}

export interface ApiView {
  readonly header: string;
  readonly projectNameYaml: string;
  readonly kind: string;
  readonly kindLower: string;
  readonly apiVersion: string;
  /** The whole group. */
  readonly group: string;
  readonly groupYaml: string;
  readonly plural: string;
  readonly pluralYaml: string;
  /** Tags for the comment of the kind, one a line. */
  readonly kindTags: readonly string[];
  /** Whether objects of the kind have a namespace. */
  readonly namespaced: boolean;
  /** A namespace for a test; empty for a cluster-scoped kind. */
  readonly namespace: string;
  /** What the controller imports the kind from. */
  readonly typesModule: string;
  /** Name of the controller's file without its extension. */
  readonly controllerFile: string;
  readonly controllerName: string;
  /** What the controller calls an object of the kind. */
  readonly variable: string;
  readonly roleKind: string;
  readonly rolePrefix: string;
  readonly roleNamespaced: boolean;
}

/** For the types of a version that begins as another one. */
export interface VersionTypesView {
  readonly header: string;
  readonly kind: string;
  readonly apiVersion: string;
  readonly plural: string;
  readonly kindTags: readonly string[];
  /** The name of the other version. */
  readonly older: string;
  readonly olderModule: string;
  readonly hasStatus: boolean;
}

export interface ModesView {
  readonly projectNameYaml: string;
}

export interface WebhookView {
  readonly header: string;
  readonly kind: string;
  /** What the webhook's file imports the kind from. */
  readonly typesModule: string;
}

export interface WebhookTestView {
  readonly header: string;
  readonly kind: string;
  readonly kindLower: string;
  readonly typesModule: string;
  readonly webhookModule: string;
  /** Empty where there is none. */
  readonly sampleFile: string;
  /** Where there is no file. */
  readonly sampleObject: string;
  readonly namespaced: boolean;
}

/** The test of one handler. */
export interface HandlerTestView {
  readonly kind: string;
}

/** The class of one handler. */
export interface HandlerView {
  readonly name: string;
  readonly kind: string;
  /** What code calls an object of the kind. */
  readonly variable: string;
}

export interface ConversionView {
  readonly header: string;
  /** What stands between the braces of the import from tsop. */
  readonly imports: string;
  readonly kind: string;
  readonly spokeModule: string;
  readonly hubModule: string;
  readonly version: string;
  readonly hubVersion: string;
  readonly constant: string;
  /** The fields of each version, separated by commas. */
  readonly spokeNames: string;
  readonly hubNames: string;
  readonly toHub: readonly ConvertedFieldView[];
  readonly fromHub: readonly ConvertedFieldView[];
  readonly functions: readonly ConversionFunctionView[];
}

/** A field of the object on its way to another version. */
export interface ConvertedFieldView {
  readonly name: string;
  /** Whether the other version does not have it. */
  readonly isGone: boolean;
  /** Whether the other version alone has it. */
  readonly isNew: boolean;
  /** Whether it stays as it is. Otherwise its own fields are named one by one. */
  readonly isPlain: boolean;
  readonly isAlwaysThere: boolean;
}

export interface ConversionFunctionView {
  readonly name: string;
  readonly parameter: string;
  /** Types. */
  readonly source: string;
  readonly target: string;
  readonly fields: readonly MappedFieldView[];
  readonly lost: readonly LostFieldView[];
}

export interface MappedFieldView {
  readonly property: string;
  /** Where it comes from; empty where the other version does not have it. */
  readonly value: string;
  readonly sourceVersion: string;
}

export interface LostFieldView {
  readonly value: string;
  readonly targetVersion: string;
}

export interface ConversionTestView {
  readonly header: string;
  readonly kind: string;
  readonly hubModule: string;
  readonly conversionModule: string;
  readonly version: string;
  readonly hubVersion: string;
  readonly constant: string;
  /** The file of the CRD. */
  readonly crd: string;
}

export interface WebhookConfigView {
  readonly projectNameYaml: string;
  readonly hasConversions: boolean;
  /** Names of the CRDs whose versions the operator converts. */
  readonly convertedCrds: readonly string[];
}

export interface LicenseView {
  /** `Copyright 2026 zhangsan` */
  readonly copyright: string;
}

/** The names of all templates, by view. */
export const templateNames = {
  InitView: [
    "init/.devcontainer/devcontainer.json.hbs",
    "init/.dockerignore.hbs",
    "init/.github/dependabot.yml.raw",
    "init/.github/workflows/lint.yml.raw",
    "init/.github/workflows/release.yml.raw",
    "init/.github/workflows/test-e2e.yml.raw",
    "init/.github/workflows/test.yml.raw",
    "init/.gitattributes.hbs",
    "init/.gitignore.hbs",
    "init/AGENTS.md.hbs",
    "init/Dockerfile.hbs",
    "init/README.md.hbs",
    "init/config/default/cert_metrics_manager_patch.yaml.hbs",
    "init/config/default/kustomization.yaml.hbs",
    "init/config/default/manager_metrics_patch.yaml.hbs",
    "init/config/default/metrics_certificate_patch.yaml.hbs",
    "init/config/default/metrics_service.yaml.hbs",
    "init/config/manager/kustomization.yaml.hbs",
    "init/config/manager/manager.yaml.hbs",
    "init/config/metrics/certificate_secret.yaml.hbs",
    "init/config/metrics/kustomization.yaml.hbs",
    "init/config/metrics/kustomizeconfig.yaml.hbs",
    "init/config/network-policy/allow-metrics-traffic.yaml.hbs",
    "init/config/network-policy/deny-ingress.yaml.hbs",
    "init/config/network-policy/kustomization.yaml.hbs",
    "init/config/prometheus/kustomization.yaml.hbs",
    "init/config/prometheus/monitor.yaml.hbs",
    "init/config/rbac/kustomization.yaml.hbs",
    "init/config/rbac/leader_election_role.yaml.hbs",
    "init/config/rbac/leader_election_role_binding.yaml.hbs",
    "init/config/rbac/metrics_auth_role.yaml.hbs",
    "init/config/rbac/metrics_auth_role_binding.yaml.hbs",
    "init/config/rbac/metrics_certificate_role.yaml.hbs",
    "init/config/rbac/metrics_certificate_role_binding.yaml.hbs",
    "init/config/rbac/metrics_reader_role.yaml.hbs",
    "init/config/rbac/role.yaml.hbs",
    "init/config/rbac/role_binding.yaml.hbs",
    "init/config/rbac/service_account.yaml.hbs",
    "init/eslint.config.js.hbs",
    "init/main.ts.hbs",
    "init/test/e2e/operator.e2e.ts.hbs",
    "init/test/e2e/vitest.config.ts.hbs",
    "init/tsconfig.json.hbs",
    "init/vitest.config.ts.hbs",
  ],
  PackageJsonView: ["init/package.json.hbs"],
  ApiView: [
    "api/bare-controller.test.ts.hbs",
    "api/bare-controller.ts.hbs",
    "api/config/rbac/admin_role.yaml.hbs",
    "api/config/rbac/editor_role.yaml.hbs",
    "api/config/rbac/viewer_role.yaml.hbs",
    "api/controller.test.ts.hbs",
    "api/controller.ts.hbs",
    "api/crd-kustomization.yaml.hbs",
    "api/types.ts.hbs",
  ],
  VersionTypesView: ["api/version-types.ts.hbs"],
  ModesView: [
    "modes/config/daemonset/daemonset_patch.yaml.hbs",
    "modes/config/daemonset/kustomization.yaml.hbs",
    "modes/config/high-availability/kustomization.yaml.hbs",
    "modes/config/high-availability/pod_disruption_budget.yaml.hbs",
    "modes/config/high-availability/topology_spread_patch.yaml.hbs",
  ],
  WebhookView: ["webhook/webhook.ts.hbs"],
  WebhookTestView: ["webhook/webhook.test.ts.hbs"],
  HandlerView: ["webhook/defaulter.ts.hbs", "webhook/validator.ts.hbs"],
  HandlerTestView: ["webhook/defaulter-call.test.ts.hbs", "webhook/validator-call.test.ts.hbs"],
  ConversionView: ["webhook/conversion.ts.hbs"],
  ConversionTestView: ["webhook/conversion.test.ts.hbs"],
  WebhookConfigView: [
    "webhook/config/certmanager/certificate-webhook.yaml.hbs",
    "webhook/config/certmanager/issuer.yaml.hbs",
    "webhook/config/certmanager/kustomization.yaml.hbs",
    "webhook/config/certmanager/kustomizeconfig.yaml.hbs",
    "webhook/config/crd/kustomizeconfig.yaml.hbs",
    "webhook/config/default/manager_webhook_patch.yaml.hbs",
    "webhook/config/default/webhook_cert_manager_patch.yaml.hbs",
    "webhook/config/default/webhook_cert_manager_replacements.yaml.hbs",
    "webhook/config/default/webhook_certificates_patch.yaml.hbs",
    "webhook/config/network-policy/allow-webhook-traffic.yaml.hbs",
    "webhook/config/rbac/webhook_certificates_role.yaml.hbs",
    "webhook/config/rbac/webhook_certificates_role_binding.yaml.hbs",
    "webhook/config/webhook/certificate_secret.yaml.hbs",
    "webhook/config/webhook/kustomization.yaml.hbs",
    "webhook/config/webhook/kustomizeconfig.yaml.hbs",
    "webhook/config/webhook/service.yaml.hbs",
  ],
  LicenseView: ["license/apache2-header.hbs", "license/apache2.hbs", "license/mit-header.hbs", "license/mit.hbs"],
} as const;

export type InitTemplate = (typeof templateNames.InitView)[number];
export type ModesTemplate = (typeof templateNames.ModesView)[number];

export type WebhookConfigTemplate = (typeof templateNames.WebhookConfigView)[number];

/** Every template, and the view that it is rendered with. */
export type TemplateViews = Record<InitTemplate, InitView> &
  Record<(typeof templateNames.PackageJsonView)[number], PackageJsonView> &
  Record<(typeof templateNames.ApiView)[number], ApiView> &
  Record<(typeof templateNames.VersionTypesView)[number], VersionTypesView> &
  Record<ModesTemplate, ModesView> &
  Record<(typeof templateNames.WebhookView)[number], WebhookView> &
  Record<(typeof templateNames.WebhookTestView)[number], WebhookTestView> &
  Record<(typeof templateNames.HandlerView)[number], HandlerView> &
  Record<(typeof templateNames.HandlerTestView)[number], HandlerTestView> &
  Record<(typeof templateNames.ConversionView)[number], ConversionView> &
  Record<(typeof templateNames.ConversionTestView)[number], ConversionTestView> &
  Record<WebhookConfigTemplate, WebhookConfigView> &
  Record<(typeof templateNames.LicenseView)[number], LicenseView>;
