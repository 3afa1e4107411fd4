/** The fields of a ClusterServiceVersion that tsop reads. Source: operator-framework/api, pkg/operators/v1alpha1. */
import {
  anything,
  boolean,
  convertedText as text,
  fields,
  list,
  map,
  type Shaped,
  text as exactText,
  whole,
} from "./shape.js";

const texts = list(text);
const textMap = map(text);

export const metadataShape = fields({
  name: text,
  generateName: text,
  namespace: text,
  labels: textMap,
  annotations: textMap,
});

const ruleShape = fields({
  verbs: texts,
  apiGroups: texts,
  resources: texts,
  resourceNames: texts,
  nonResourceURLs: texts,
});

const containerShape = fields({
  name: text,
  image: text,
  resources: fields({ requests: map(anything), limits: map(anything) }),
});

const nodeTermShape = fields({ matchExpressions: list(fields({ key: text, operator: text, values: texts })) });

const podShape = fields({
  serviceAccountName: text,
  containers: list(containerShape),
  initContainers: list(containerShape),
  affinity: fields({
    nodeAffinity: fields({
      requiredDuringSchedulingIgnoredDuringExecution: fields({ nodeSelectorTerms: list(nodeTermShape) }),
    }),
  }),
});

const deploymentShape = fields({
  name: text,
  label: textMap,
  spec: fields({ template: fields({ metadata: metadataShape, spec: podShape }) }),
});

const permissionsShape = fields({ serviceAccountName: text, rules: list(ruleShape) });

const descriptorShape = fields({
  path: text,
  displayName: text,
  description: text,
  "x-descriptors": texts,
  value: anything,
});

const described = {
  name: text,
  version: text,
  kind: text,
  displayName: text,
  description: text,
  resources: list(fields({ name: text, kind: text, version: text })),
  statusDescriptors: list(descriptorShape),
  specDescriptors: list(descriptorShape),
  actionDescriptors: list(descriptorShape),
};

const crdShape = fields(described);
const apiServiceShape = fields({ ...described, group: text, deploymentName: text, containerPort: whole });

const webhookRuleShape = fields({
  operations: texts,
  apiGroups: texts,
  apiVersions: texts,
  resources: texts,
  scope: text,
});

const selectorShape = fields({ matchLabels: textMap, matchExpressions: anything });

const webhookShape = fields({
  generateName: text,
  type: text,
  deploymentName: text,
  containerPort: whole,
  targetPort: anything,
  rules: list(webhookRuleShape),
  failurePolicy: text,
  matchPolicy: text,
  objectSelector: selectorShape,
  sideEffects: text,
  timeoutSeconds: whole,
  admissionReviewVersions: texts,
  reinvocationPolicy: text,
  webhookPath: text,
  conversionCRDs: texts,
});

const linkShape = fields({ name: text, url: text });

const installShape = fields({
  strategy: text,
  spec: fields({
    deployments: list(deploymentShape),
    permissions: list(permissionsShape),
    clusterPermissions: list(permissionsShape),
  }),
});

const specShape = fields({
  displayName: text,
  version: text,
  release: text,
  maturity: text,
  description: text,
  keywords: texts,
  maintainers: list(fields({ name: text, email: text })),
  provider: linkShape,
  links: list(linkShape),
  icon: list(fields({ base64data: text, mediatype: text })),
  labels: textMap,
  annotations: textMap,
  selector: selectorShape,
  minKubeVersion: text,
  replaces: text,
  skips: texts,
  install: installShape,
  installModes: list(fields({ type: text, supported: boolean })),
  customresourcedefinitions: fields({ owned: list(crdShape), required: list(crdShape) }),
  apiservicedefinitions: fields({ owned: list(apiServiceShape), required: list(apiServiceShape) }),
  webhookdefinitions: list(webhookShape),
  nativeAPIs: list(fields({ group: text, version: text, kind: text })),
  relatedImages: list(fields({ name: text, image: text })),
  cleanup: fields({ enabled: boolean }),
});

export const csvShape = fields({
  apiVersion: exactText,
  kind: exactText,
  metadata: metadataShape,
  spec: specShape,
});

/** A ClusterServiceVersion from outside. Each field has its type, or is missing. */
export type ReadCsv = Shaped<typeof csvShape>;
export type ReadCsvSpec = Shaped<typeof specShape>;
export type ReadPermissions = Shaped<typeof permissionsShape>;
export type ReadCrdDescription = Shaped<typeof crdShape>;
export type ReadDeployment = Shaped<typeof deploymentShape>;
export type ReadContainer = Shaped<typeof containerShape>;
export type ReadWebhookRule = Shaped<typeof webhookRuleShape>;
