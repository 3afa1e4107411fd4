/** Namespaces, prefixes, suffixes, and the references that follow them. */
import {
  configMap,
  customResource,
  deployment,
  listed,
  overAll,
  overBase,
  rbac,
  type RenderCases,
  service,
  webhooks,
} from "./objects.js";

export const names: RenderCases = {
  "name-prefix": overAll("namePrefix: pre-\n"),
  "name-suffix": overAll("nameSuffix: -suf\n"),
  "prefix-and-suffix": overAll("namePrefix: pre-\nnameSuffix: -suf\n"),
  "prefixes-in-layers": overBase("namePrefix: a-\n", "namePrefix: b-\nnameSuffix: -z\n"),
  namespace: overAll("namespace: prod\n"),
  "namespace-in-layers": overBase("namespace: dev\n", "namespace: prod\n"),
  "namespace-and-prefix-of-rbac": {
    files: {
      "rbac.yaml": rbac,
      "web.yaml": deployment,
      "config.yaml": configMap,
      "kustomization.yaml": `${listed("rbac.yaml", "web.yaml", "config.yaml")}namespace: prod\nnamePrefix: my-\n`,
    },
  },
  "namespace-of-webhooks": {
    files: {
      "webhooks.yaml": webhooks,
      "service.yaml": service.replace("name: web\n", "name: web\n  namespace: system\n"),
      "kustomization.yaml": `${listed("webhooks.yaml", "service.yaml")}namespace: prod\nnamePrefix: my-\n`,
    },
  },
  "namespace-object-and-crd": {
    files: {
      "objects.yaml": `apiVersion: v1
kind: Namespace
metadata:
  name: system
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: bars.example.com
spec:
  conversion:
    strategy: Webhook
    webhook:
      clientConfig:
        service:
          name: web
          namespace: system
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata:
  name: v1.example.com
spec:
  service:
    name: web
    namespace: system
---
${service}`,
      "kustomization.yaml": `${listed("objects.yaml")}namespace: prod\nnamePrefix: my-\nnameSuffix: -x\n`,
    },
  },
  "namespace-of-custom-resources": {
    files: {
      "bar.yaml": `${customResource}---\n${customResource.replace("kind: Bar", "kind: ClusterBar")}`,
      "kustomization.yaml": `${listed("bar.yaml")}namespace: prod\n`,
    },
  },
  "custom-name-references": overAll("namePrefix: my-\nconfigurations:\n- names.yaml\n", {
    "names.yaml": `nameReference:
- kind: ConfigMap
  version: v1
  fieldSpecs:
  - kind: Bar
    path: spec/configRef
- kind: Bar
  group: example.com
  fieldSpecs:
  - kind: ConfigMap
    path: data/b
varReference:
- path: spec/anything
`,
  }),
  "custom-namespace-and-prefix-fields": overAll("namePrefix: my-\nnamespace: prod\nconfigurations:\n- fields.yaml\n", {
    "fields.yaml": `namePrefix:
- kind: Bar
  path: spec/configRef
namespace:
- kind: Bar
  path: spec/home
  create: true
`,
  }),
  "references-in-jobs-and-ingresses": {
    files: {
      "objects.yaml": `apiVersion: batch/v1
kind: CronJob
metadata:
  name: job
spec:
  jobTemplate:
    spec:
      template:
        spec:
          serviceAccountName: runner
          containers:
          - name: job
            image: nginx
            envFrom:
            - secretRef: {name: secret}
            - configMapRef: {name: settings}
          imagePullSecrets:
          - name: secret
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: in
  annotations:
    nginx.ingress.kubernetes.io/auth-secret: secret
spec:
  tls:
  - secretName: secret
  rules:
  - http:
      paths:
      - backend:
          service:
            name: web
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: scaler
spec:
  scaleTargetRef:
    kind: Deployment
    name: web
---
apiVersion: v1
kind: Secret
metadata:
  name: secret
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: runner
---
${service}---
${deployment}---
${configMap}`,
      "kustomization.yaml": `${listed("objects.yaml")}namePrefix: my-\n`,
    },
  },
  "same-name-under-two-prefixes": {
    files: {
      "base/all.yaml": `${deployment}---\n${configMap}`,
      "base/kustomization.yaml": listed("all.yaml"),
      "a/kustomization.yaml": `${listed("../base")}namePrefix: a-\n`,
      "b/kustomization.yaml": `${listed("../base")}namePrefix: b-\n`,
      "overlay/kustomization.yaml": `${listed("../a", "../b")}namePrefix: c-\n`,
    },
  },
  "same-name-in-two-namespaces": {
    files: {
      "base/all.yaml": `${deployment}---\n${configMap}`,
      "base/kustomization.yaml": listed("all.yaml"),
      "a/kustomization.yaml": `${listed("../base")}namespace: a\n`,
      "b/kustomization.yaml": `${listed("../base")}namespace: b\n`,
      "overlay/kustomization.yaml": `${listed("../a", "../b")}nameSuffix: -v2\n`,
    },
  },
  "persistent-volumes": {
    files: {
      "objects.yaml": `apiVersion: v1
kind: PersistentVolume
metadata: {name: disk}
spec: {storageClassName: fast}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: claim}
spec: {storageClassName: fast, volumeName: disk}
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: fast}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: set}
spec:
  serviceName: web
  template:
    spec:
      priorityClassName: high
      volumes:
      - name: v
        persistentVolumeClaim: {claimName: claim}
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {storageClassName: fast}
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
---
${service}`,
      "kustomization.yaml": `${listed("objects.yaml")}namePrefix: my-\nlabels:\n- pairs: {team: x}\n  includeTemplates: true\n`,
    },
  },
};
