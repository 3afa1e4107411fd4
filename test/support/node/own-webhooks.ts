/** Webhooks of an operator that makes its certificates itself, as files of a project. */
import type { OperatorProject } from "./operator-project.js";

/** Adds a validator of Bars, its Service, its configuration, and the rights that certificates take; and a second replica. */
export function addOwnWebhooks(project: OperatorProject): void {
  const { name, group } = project;
  project.write("webhooks/v1/bar_webhook.ts", validator);
  const main = project
    .read("main.ts")
    .replace(
      "import { BarReconciler }",
      'import { setupBarWebhook } from "./webhooks/v1/bar_webhook.js";\nimport { BarReconciler }',
    )
    .replace("  // +tsop:scaffold:builder", "  setupBarWebhook(manager);\n  // +tsop:scaffold:builder");
  project.write("main.ts", main);
  for (const [file, text] of Object.entries(manifests(name, group))) project.write(file, text);
  project.write(
    "config/rbac/kustomization.yaml",
    `${project.read("config/rbac/kustomization.yaml")}- webhook_certificates_role.yaml\n`,
  );
  project.write(
    "config/default/kustomization.yaml",
    project
      .read("config/default/kustomization.yaml")
      .replace("- ../crd\n", "- ../crd\n- ../webhook\n")
      .replace("patches:\n", "patches:\n- path: webhook_patch.yaml\n  target:\n    kind: Deployment\n"),
  );
  project.write(
    "config/manager/manager.yaml",
    project.read("config/manager/manager.yaml").replace("replicas: 1", "replicas: 2"),
  );
}

const validator = `import { field, type Manager, type ValidationResult, type Validator } from "tsop";
import { Bar } from "../../api/v1/bar_types.js";

class BarValidator implements Validator<Bar> {
  validateCreate(bar: Bar): ValidationResult {
    return bar.spec.text === "bad" ? [field.invalid("spec.text", bar.spec.text, "must not be bad")] : [];
  }

  validateUpdate(_: Bar, bar: Bar): ValidationResult {
    return this.validateCreate(bar);
  }
}

export function setupBarWebhook(manager: Manager): void {
  manager.webhook(Bar).withValidator(new BarValidator()).complete();
}
`;

function manifests(name: string, group: string): Record<string, string> {
  const path = `/validate-${group.replaceAll(".", "-")}-v1-bar`;
  return {
    "config/webhook/kustomization.yaml": "resources:\n- manifests.yaml\n- service.yaml\n",
    "config/webhook/manifests.yaml": `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: validating-webhook-configuration
webhooks:
- name: vbar-v1.kb.io
  admissionReviewVersions: [v1]
  clientConfig:
    service:
      name: webhook-service
      namespace: system
      path: ${path}
  failurePolicy: Fail
  sideEffects: None
  rules:
  - apiGroups: [${group}]
    apiVersions: [v1]
    operations: [CREATE, UPDATE]
    resources: [bars]
`,
    "config/webhook/service.yaml": `apiVersion: v1
kind: Service
metadata:
  name: webhook-service
  namespace: system
spec:
  ports:
  - port: 443
    protocol: TCP
    targetPort: 9443
  selector:
    control-plane: controller-manager
    app.kubernetes.io/name: ${name}
`,
    "config/default/webhook_patch.yaml": `- op: add
  path: /spec/template/spec/containers/0/args/-
  value: --webhook-cert-secret=${name}-webhook-server-cert
- op: add
  path: /spec/template/spec/containers/0/args/-
  value: --webhook-service=${name}-webhook-service
- op: add
  path: /spec/template/spec/containers/0/ports/-
  value:
    containerPort: 9443
    name: webhook-server
    protocol: TCP
`,
    "config/rbac/webhook_certificates_role.yaml": `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: webhook-certificates-role
  namespace: system
rules:
- apiGroups: [""]
  resources: [secrets]
  verbs: [create]
- apiGroups: [""]
  resources: [secrets]
  resourceNames: [${name}-webhook-server-cert]
  verbs: [get, list, watch, update]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: webhook-certificates-rolebinding
  namespace: system
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: webhook-certificates-role
subjects:
- kind: ServiceAccount
  name: controller-manager
  namespace: system
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: webhook-certificates-role
rules:
- apiGroups: [admissionregistration.k8s.io]
  resources: [mutatingwebhookconfigurations, validatingwebhookconfigurations]
  verbs: [list, watch, patch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: webhook-certificates-rolebinding
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: webhook-certificates-role
subjects:
- kind: ServiceAccount
  name: controller-manager
  namespace: system
`,
  };
}
