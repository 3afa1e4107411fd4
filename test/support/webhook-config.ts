/** Returns webhooks with a certificate of cert-manager, as kubebuilder's users write them, as files of a project. */
export function webhookConfig(project: string): Record<string, string> {
  const host = `${project}-webhook-service.${project}-system.svc`;
  return {
    "config/webhook/kustomization.yaml": "resources:\n- manifests.yaml\n- service.yaml\n",
    "config/webhook/manifests.yaml": `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: validating-webhook-configuration
  annotations:
    cert-manager.io/inject-ca-from: ${project}-system/${project}-serving-cert
webhooks:
- name: vbar.kb.io
  admissionReviewVersions: [v1]
  clientConfig:
    service:
      name: webhook-service
      namespace: system
      path: /validate-foo-abc-com-v1-bar
  failurePolicy: Fail
  sideEffects: None
  rules:
  - apiGroups: [foo.abc.com]
    apiVersions: [v1]
    operations: [CREATE, UPDATE]
    resources: [bars]
`,
    "config/webhook/service.yaml": `apiVersion: v1
kind: Service
metadata:
  name: webhook-service
  namespace: system
  labels:
    app.kubernetes.io/name: ${project}
    app.kubernetes.io/managed-by: kustomize
spec:
  ports:
  - port: 443
    protocol: TCP
    targetPort: 9443
  selector:
    control-plane: controller-manager
    app.kubernetes.io/name: ${project}
`,
    "config/certmanager/kustomization.yaml": "resources:\n- certificate.yaml\n",
    "config/certmanager/certificate.yaml": `apiVersion: cert-manager.io/v1
kind: Issuer
metadata:
  name: selfsigned-issuer
  namespace: system
spec:
  selfSigned: {}
---
apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: serving-cert
  namespace: system
spec:
  dnsNames:
  - ${host}
  - ${host}.cluster.local
  issuerRef:
    kind: Issuer
    name: ${project}-selfsigned-issuer
  secretName: webhook-server-cert
`,
    "config/default/webhook_patch.yaml": `- op: add
  path: /spec/template/spec/containers/0/args/-
  value: --webhook-cert-path=/tmp/k8s-webhook-server/serving-certs
- op: add
  path: /spec/template/spec/containers/0/ports/-
  value:
    containerPort: 9443
    name: webhook-server
    protocol: TCP
- op: add
  path: /spec/template/spec/containers/0/volumeMounts/-
  value:
    mountPath: /tmp/k8s-webhook-server/serving-certs
    name: webhook-certs
    readOnly: true
- op: add
  path: /spec/template/spec/volumes/-
  value:
    name: webhook-certs
    secret:
      secretName: webhook-server-cert
`,
  };
}
