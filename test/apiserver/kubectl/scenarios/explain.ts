import type { Scenario } from "../scenario.js";

export const scenarios: readonly Scenario[] = [
  {
    name: "built-in kinds",
    steps: [
      "kubectl explain pods",
      "kubectl explain pod.spec.containers",
      "kubectl explain pod.spec.containers.resources.limits",
      "kubectl explain deployment.spec.strategy --recursive",
      "kubectl explain deploy --recursive",
      "kubectl explain pods.metadata.labels",
      "kubectl explain configmap.data",
      "kubectl explain hpa --api-version=autoscaling/v1",
      "kubectl explain hpa.spec --api-version=autoscaling/v2",
      "kubectl explain crd.spec.versions.schema.openAPIV3Schema",
      "kubectl explain ingress.spec.rules.http",
      "kubectl explain statefulset.spec.volumeClaimTemplates.spec",
      "kubectl explain networkpolicy.spec.ingress.from --recursive",
      "kubectl explain events",
      "kubectl explain events --api-version=events.k8s.io/v1",
      "! kubectl explain pods.nonsense",
      "! kubectl explain foos",
      "! kubectl explain pods --api-version=v9",
      "! kubectl explain pods --output=nonsense",
      "! kubectl explain",
    ],
  },
  {
    name: "custom kinds",
    steps: [
      "kubectl explain widget",
      "kubectl explain widget.spec",
      "kubectl explain widget.spec.parts",
      "kubectl explain widget.spec.notes",
      "kubectl explain widget.spec.colour",
      "kubectl explain widget.metadata",
      "kubectl explain widget --recursive",
      "kubectl explain widget.status --api-version=kubectl.example.com/v1beta1",
      "! kubectl explain widget.spec.nonsense",
    ],
  },
  {
    name: "in the form of OpenAPI v2",
    steps: [
      "kubectl explain pods --output=plaintext-openapiv2",
      "kubectl explain widget.spec --output=plaintext-openapiv2",
      "kubectl explain deployment.spec --recursive --output=plaintext-openapiv2",
      "! kubectl explain pods.nonsense --output=plaintext-openapiv2",
    ],
  },
];
