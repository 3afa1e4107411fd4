/** What each template wants. A name that a template uses and its view lacks is found by test/scaffold/templates.test.ts. */

/** Facts about the project, for the files that `init` makes. Texts that go into YAML are quoted where YAML needs it. */
export interface ProjectView {
  readonly projectName: string;
  readonly projectNameYaml: string;
  readonly domain: string;
  readonly namespaced: boolean;
  /** `ClusterRole`, or `Role` where the operator watches namespaces. */
  readonly roleKind: string;
  /** The licence comment that opens each TypeScript file, with an empty line after it; or nothing. */
  readonly header: string;
}

/** Facts about a kind, for the files that `create api` makes. */
export interface ApiView {
  readonly header: string;
  readonly projectNameYaml: string;
  /** The whole API group. */
  readonly group: string;
  readonly groupYaml: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly kindYaml: string;
  readonly kindLower: string;
  readonly plural: string;
  readonly pluralYaml: string;
  /** Name of a variable that holds an object of the kind. */
  readonly variable: string;
  /** Whether objects of the kind live in a namespace. */
  readonly namespaced: boolean;
  /** Of the object in a test: `default`, or nothing. */
  readonly namespace: string;
  /** Tags in the doc comment of the kind: `@shortName br`. */
  readonly kindTags: readonly string[];
  /** Tags in the doc comment of a reconciler of a kind that the project does not define. */
  readonly rbacTags: readonly string[];
  /** Where a controller imports the kind from. */
  readonly typesModule: string;
  /** Name of the controller's file without its ending. */
  readonly controllerFile: string;
  /** Name of the controller in logs and metrics. */
  readonly controllerName: string;
  readonly roleKind: string;
  readonly roleNamespaced: boolean;
  readonly rolePrefix: string;
}

export interface LicenseView {
  /** `Copyright 2026 zhangsan` */
  readonly copyright: string;
}

/** The template of each file that `init` makes, by the path of the file. */
export const initFiles = {
  "AGENTS.md": "init/AGENTS.md.hbs",
  Dockerfile: "init/Dockerfile.hbs",
  "README.md": "init/README.md.hbs",
  "eslint.config.js": "init/eslint.config.js.hbs",
  "main.ts": "init/main.ts.hbs",
  "tsconfig.json": "init/tsconfig.json.hbs",
  "vitest.config.ts": "init/vitest.config.ts.hbs",
  ".devcontainer/devcontainer.json": "init/.devcontainer/devcontainer.json.hbs",
  ".dockerignore": "init/.dockerignore.hbs",
  ".github/workflows/lint.yml": "init/.github/workflows/lint.yml.raw",
  ".github/workflows/test-e2e.yml": "init/.github/workflows/test-e2e.yml.raw",
  ".github/workflows/test.yml": "init/.github/workflows/test.yml.raw",
  ".gitignore": "init/.gitignore.hbs",
  "config/default/cert_metrics_manager_patch.yaml": "init/config/default/cert_metrics_manager_patch.yaml.hbs",
  "config/default/kustomization.yaml": "init/config/default/kustomization.yaml.hbs",
  "config/default/manager_metrics_patch.yaml": "init/config/default/manager_metrics_patch.yaml.hbs",
  "config/default/metrics_service.yaml": "init/config/default/metrics_service.yaml.hbs",
  "config/manager/kustomization.yaml": "init/config/manager/kustomization.yaml.hbs",
  "config/manager/manager.yaml": "init/config/manager/manager.yaml.hbs",
  "config/network-policy/allow-metrics-traffic.yaml": "init/config/network-policy/allow-metrics-traffic.yaml.hbs",
  "config/network-policy/kustomization.yaml": "init/config/network-policy/kustomization.yaml.hbs",
  "config/prometheus/kustomization.yaml": "init/config/prometheus/kustomization.yaml.hbs",
  "config/prometheus/monitor.yaml": "init/config/prometheus/monitor.yaml.hbs",
  "config/prometheus/monitor_tls_patch.yaml": "init/config/prometheus/monitor_tls_patch.yaml.hbs",
  "config/rbac/kustomization.yaml": "init/config/rbac/kustomization.yaml.hbs",
  "config/rbac/leader_election_role.yaml": "init/config/rbac/leader_election_role.yaml.hbs",
  "config/rbac/leader_election_role_binding.yaml": "init/config/rbac/leader_election_role_binding.yaml.hbs",
  "config/rbac/metrics_auth_role.yaml": "init/config/rbac/metrics_auth_role.yaml.hbs",
  "config/rbac/metrics_auth_role_binding.yaml": "init/config/rbac/metrics_auth_role_binding.yaml.hbs",
  "config/rbac/metrics_reader_role.yaml": "init/config/rbac/metrics_reader_role.yaml.hbs",
  "config/rbac/role.yaml": "init/config/rbac/role.yaml.hbs",
  "config/rbac/role_binding.yaml": "init/config/rbac/role_binding.yaml.hbs",
  "config/rbac/service_account.yaml": "init/config/rbac/service_account.yaml.hbs",
} as const;

type InitTemplate = (typeof initFiles)[keyof typeof initFiles];

/** All templates, each with its view. */
export type Views = Record<InitTemplate, ProjectView> &
  Record<
    | "api/types.ts.hbs"
    | "api/controller.ts.hbs"
    | "api/controller.test.ts.hbs"
    | "api/bare-controller.ts.hbs"
    | "api/bare-controller.test.ts.hbs"
    | "api/crd-kustomization.yaml.hbs"
    | "api/config/rbac/admin_role.yaml.hbs"
    | "api/config/rbac/editor_role.yaml.hbs"
    | "api/config/rbac/viewer_role.yaml.hbs",
    ApiView
  > &
  Record<"license/apache2.hbs" | "license/mit.hbs", LicenseView>;
