/** A case: the files of a folder. The case renders its subfolder `overlay`, or else the folder. */
export interface RenderCase {
  readonly files: Readonly<Record<string, string>>;
}

export type RenderCases = Readonly<Record<string, RenderCase>>;

/** Objects that many cases are about. */
export const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app: web
spec:
  replicas: 2
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      serviceAccountName: runner
      containers:
      - name: web
        image: nginx:1.25
        ports:
        - containerPort: 80
          name: http
        env:
        - name: A
          value: "1"
        - name: B
          valueFrom:
            configMapKeyRef:
              name: settings
              key: b
      - name: side
        image: example.com:5000/side@sha256:0123
      volumes:
      - name: settings
        configMap:
          name: settings
`;

export const service = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
  - port: 80
    targetPort: http
`;

export const configMap = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  b: two
`;

export const rbac = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: runner
  namespace: system
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: reader
rules:
- apiGroups: [""]
  resources: [configmaps]
  resourceNames: [settings]
  verbs: [get]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: readers
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: reader
subjects:
- kind: ServiceAccount
  name: runner
  namespace: system
- kind: ServiceAccount
  name: default
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: readers
  namespace: system
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: reader
subjects:
- kind: ServiceAccount
  name: runner
  namespace: system
`;

export const webhooks = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: validating
webhooks:
- name: v.example.com
  clientConfig:
    service:
      name: web
      namespace: system
      path: /v
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata:
  name: mutating
webhooks:
- name: m.example.com
  clientConfig:
    service:
      name: web
      namespace: system
`;

export const customResource = `apiVersion: example.com/v1
kind: Bar
metadata:
  name: bar
spec:
  size: 3
  configRef: settings
  list:
  - name: a
    value: 1
  - name: b
    value: 2
  template:
    spec:
      containers:
      - name: c
        image: nginx:1.25
`;

/** All of them, in files of their own. */
export const all: Readonly<Record<string, string>> = {
  "deployment.yaml": deployment,
  "service.yaml": service,
  "config.yaml": configMap,
  "custom.yaml": customResource,
};

export function listed(...names: readonly string[]): string {
  return `resources:\n${names.map((name) => `- ${name}\n`).join("")}`;
}

/** A kustomization of all objects, with more in it. */
export function overAll(more: string, files: Readonly<Record<string, string>> = {}): RenderCase {
  return { files: { ...all, "kustomization.yaml": listed(...Object.keys(all)) + more, ...files } };
}

/** A kustomization in `overlay` on one of all objects in `base`. */
export function overBase(base: string, overlay: string, files: Readonly<Record<string, string>> = {}): RenderCase {
  const below = Object.fromEntries(Object.entries(all).map(([name, text]) => [`base/${name}`, text]));
  return {
    files: {
      ...below,
      "base/kustomization.yaml": listed(...Object.keys(all)) + base,
      "overlay/kustomization.yaml": listed("../base") + overlay,
      ...files,
    },
  };
}
