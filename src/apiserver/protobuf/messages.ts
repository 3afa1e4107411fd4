// Made by `npm run fetch:protobuf` from k8s.io/api@v0.35.4 and its like: change that.

/** The messages of each group version, one a line: read by message-table.ts. */
export const messages: Readonly<Record<string, string>> = {
  "admissionregistration.k8s.io/v1": `
AuditAnnotation key:1string valueExpression:2string
ExpressionWarning fieldRef:2string warning:3string
MatchCondition name:1string expression:2string
MatchResources namespaceSelector?:1*meta.k8s.io/v1.LabelSelector objectSelector?:2*meta.k8s.io/v1.LabelSelector resourceRules?:3[]NamedRuleWithOperations excludeResourceRules?:4[]NamedRuleWithOperations matchPolicy?:7*string
MutatingWebhook name:1string clientConfig:2WebhookClientConfig rules?:3[]RuleWithOperations failurePolicy?:4*string matchPolicy?:9*string namespaceSelector?:5*meta.k8s.io/v1.LabelSelector objectSelector?:11*meta.k8s.io/v1.LabelSelector sideEffects:6*string timeoutSeconds?:7*int32 admissionReviewVersions:8[]string reinvocationPolicy?:10*string matchConditions?:12[]MatchCondition
MutatingWebhookConfiguration+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta webhooks?:2[]MutatingWebhook
MutatingWebhookConfigurationList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]MutatingWebhookConfiguration
NamedRuleWithOperations resourceNames?:1[]string .../RuleWithOperations:2RuleWithOperations
ParamKind apiVersion/APIVersion?:1string kind?:2string
ParamRef name?:1string namespace?:2string selector?:3*meta.k8s.io/v1.LabelSelector parameterNotFoundAction?:4*string
Rule apiGroups/APIGroups?:1[]string apiVersions/APIVersions?:2[]string resources?:3[]string scope?:4*string
RuleWithOperations operations?:1[]string .../Rule:2Rule
ServiceReference namespace:1string name:2string path?:3*string port?:4*int32
TypeChecking expressionWarnings?:1[]ExpressionWarning
ValidatingAdmissionPolicy+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2ValidatingAdmissionPolicySpec status?:3ValidatingAdmissionPolicyStatus
ValidatingAdmissionPolicyBinding+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2ValidatingAdmissionPolicyBindingSpec
ValidatingAdmissionPolicyBindingList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ValidatingAdmissionPolicyBinding
ValidatingAdmissionPolicyBindingSpec policyName?:1string paramRef?:2*ParamRef matchResources?:3*MatchResources validationActions?:4[]string
ValidatingAdmissionPolicyList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ValidatingAdmissionPolicy
ValidatingAdmissionPolicySpec paramKind?:1*ParamKind matchConstraints?:2*MatchResources validations?:3[]Validation failurePolicy?:4*string auditAnnotations?:5[]AuditAnnotation matchConditions?:6[]MatchCondition variables?:7[]Variable
ValidatingAdmissionPolicyStatus observedGeneration?:1int64 typeChecking?:2*TypeChecking conditions?:3[]meta.k8s.io/v1.Condition
ValidatingWebhook name:1string clientConfig:2WebhookClientConfig rules?:3[]RuleWithOperations failurePolicy?:4*string matchPolicy?:9*string namespaceSelector?:5*meta.k8s.io/v1.LabelSelector objectSelector?:10*meta.k8s.io/v1.LabelSelector sideEffects:6*string timeoutSeconds?:7*int32 admissionReviewVersions:8[]string matchConditions?:11[]MatchCondition
ValidatingWebhookConfiguration+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta webhooks?:2[]ValidatingWebhook
ValidatingWebhookConfigurationList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ValidatingWebhookConfiguration
Validation expression:1string message?:2string reason?:3*string messageExpression?:4string
Variable name:1string expression:2string
WebhookClientConfig url/URL?:3*string service?:1*ServiceReference caBundle/CABundle?:2bytes
`,
  "apiextensions.k8s.io/v1": `
ConversionRequest uid/UID:1string desiredAPIVersion:2string objects:3[]basic.RawExtension
ConversionResponse uid/UID:1string convertedObjects:2[]basic.RawExtension result:3meta.k8s.io/v1.Status
ConversionReview+ request?:1*ConversionRequest response?:2*ConversionResponse
CustomResourceColumnDefinition name:1string type:2string format?:3string description?:4string priority?:5int32 jsonPath/JSONPath:6string
CustomResourceConversion strategy:1string webhook?:2*WebhookConversion
CustomResourceDefinition+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2CustomResourceDefinitionSpec status?:3CustomResourceDefinitionStatus
CustomResourceDefinitionCondition type:1string status:2string lastTransitionTime?:3basic.Time reason?:4string message?:5string observedGeneration?:6int64
CustomResourceDefinitionList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]CustomResourceDefinition
CustomResourceDefinitionNames plural:1string singular?:2string shortNames?:3[]string kind:4string listKind?:5string categories?:6[]string
CustomResourceDefinitionSpec group:1string names:3CustomResourceDefinitionNames scope:4string versions:7[]CustomResourceDefinitionVersion conversion?:9*CustomResourceConversion preserveUnknownFields?:10bool
CustomResourceDefinitionStatus conditions:1[]CustomResourceDefinitionCondition acceptedNames:2CustomResourceDefinitionNames storedVersions:3[]string observedGeneration?:4int64
CustomResourceDefinitionVersion name:1string served:2bool storage:3bool deprecated?:7bool deprecationWarning?:8*string schema?:4*CustomResourceValidation subresources?:5*CustomResourceSubresources additionalPrinterColumns?:6[]CustomResourceColumnDefinition selectableFields?:9[]SelectableField
CustomResourceSubresourceScale specReplicasPath:1string statusReplicasPath:2string labelSelectorPath?:3*string
CustomResourceSubresourceStatus
CustomResourceSubresources status?:1*CustomResourceSubresourceStatus scale?:2*CustomResourceSubresourceScale
CustomResourceValidation openAPIV3Schema?:1*JSONSchemaProps
ExternalDocumentation description?:1string url/URL?:2string
JSONSchemaProps id/ID?:1string $schema/Schema?:2string $ref/Ref?:3*string description?:4string type?:5string format?:6string title?:7string default?:8*basic.JSON maximum?:9*double exclusiveMaximum?:10bool minimum?:11*double exclusiveMinimum?:12bool maxLength?:13*int64 minLength?:14*int64 pattern?:15string maxItems?:16*int64 minItems?:17*int64 uniqueItems?:18bool multipleOf?:19*double enum?:20[]basic.JSON maxProperties?:21*int64 minProperties?:22*int64 required?:23[]string items?:24*basic.JSONSchemaPropsOrArray allOf?:25[]JSONSchemaProps oneOf?:26[]JSONSchemaProps anyOf?:27[]JSONSchemaProps not?:28*JSONSchemaProps properties?:29{}JSONSchemaProps additionalProperties?:30*basic.JSONSchemaPropsOrBool patternProperties?:31{}JSONSchemaProps dependencies?:32{}basic.JSONSchemaPropsOrStringArray additionalItems?:33*basic.JSONSchemaPropsOrBool definitions?:34{}JSONSchemaProps externalDocs?:35*ExternalDocumentation example?:36*basic.JSON nullable?:37bool x-kubernetes-preserve-unknown-fields/XPreserveUnknownFields?:38*bool x-kubernetes-embedded-resource/XEmbeddedResource?:39bool x-kubernetes-int-or-string/XIntOrString?:40bool x-kubernetes-list-map-keys/XListMapKeys?:41[]string x-kubernetes-list-type/XListType?:42*string x-kubernetes-map-type/XMapType?:43*string x-kubernetes-validations/XValidations?:44[]ValidationRule
SelectableField jsonPath/JSONPath:1string
ServiceReference namespace:1string name:2string path?:3*string port?:4*int32
ValidationRule rule:1string message?:2string messageExpression?:3string reason?:4*string fieldPath?:5string optionalOldSelf?:6*bool
WebhookClientConfig url/URL?:3*string service?:1*ServiceReference caBundle/CABundle?:2bytes
WebhookConversion clientConfig?:2*WebhookClientConfig conversionReviewVersions:3[]string
`,
  "apiregistration.k8s.io/v1": `
APIService+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2APIServiceSpec status?:3APIServiceStatus
APIServiceCondition type:1string status:2string lastTransitionTime?:3basic.Time reason?:4string message?:5string
APIServiceList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]APIService
APIServiceSpec service?:1*ServiceReference group?:2string version?:3string insecureSkipTLSVerify?:4bool caBundle/CABundle?:5bytes groupPriorityMinimum:7int32 versionPriority:8int32
APIServiceStatus conditions?:1[]APIServiceCondition
ServiceReference namespace?:1string name?:2string port?:3*int32
`,
  "apps/v1": `
ControllerRevision+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta data?:2basic.RawExtension revision:3int64
ControllerRevisionList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ControllerRevision
DaemonSet+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2DaemonSetSpec status?:3DaemonSetStatus
DaemonSetCondition type:1string status:2string lastTransitionTime?:3basic.Time reason?:4string message?:5string
DaemonSetList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]DaemonSet
DaemonSetSpec selector:1*meta.k8s.io/v1.LabelSelector template:2v1.PodTemplateSpec updateStrategy?:3DaemonSetUpdateStrategy minReadySeconds?:4int32 revisionHistoryLimit?:6*int32
DaemonSetStatus currentNumberScheduled:1int32 numberMisscheduled:2int32 desiredNumberScheduled:3int32 numberReady:4int32 observedGeneration?:5int64 updatedNumberScheduled?:6int32 numberAvailable?:7int32 numberUnavailable?:8int32 collisionCount?:9*int32 conditions?:10[]DaemonSetCondition
DaemonSetUpdateStrategy type?:1string rollingUpdate?:2*RollingUpdateDaemonSet
Deployment+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2DeploymentSpec status?:3DeploymentStatus
DeploymentCondition type:1string status:2string lastUpdateTime?:6basic.Time lastTransitionTime?:7basic.Time reason?:4string message?:5string
DeploymentList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]Deployment
DeploymentSpec replicas?:1*int32 selector:2*meta.k8s.io/v1.LabelSelector template:3v1.PodTemplateSpec strategy?:4DeploymentStrategy minReadySeconds?:5int32 revisionHistoryLimit?:6*int32 paused?:7bool progressDeadlineSeconds?:9*int32
DeploymentStatus observedGeneration?:1int64 replicas?:2int32 updatedReplicas?:3int32 readyReplicas?:7int32 availableReplicas?:4int32 unavailableReplicas?:5int32 terminatingReplicas?:9*int32 conditions?:6[]DeploymentCondition collisionCount?:8*int32
DeploymentStrategy type?:1string rollingUpdate?:2*RollingUpdateDeployment
ReplicaSet+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2ReplicaSetSpec status?:3ReplicaSetStatus
ReplicaSetCondition type:1string status:2string lastTransitionTime?:3basic.Time reason?:4string message?:5string
ReplicaSetList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ReplicaSet
ReplicaSetSpec replicas?:1*int32 minReadySeconds?:4int32 selector:2*meta.k8s.io/v1.LabelSelector template?:3v1.PodTemplateSpec
ReplicaSetStatus replicas:1int32 fullyLabeledReplicas?:2int32 readyReplicas?:4int32 availableReplicas?:5int32 terminatingReplicas?:7*int32 observedGeneration?:3int64 conditions?:6[]ReplicaSetCondition
RollingUpdateDaemonSet maxUnavailable?:1*basic.IntOrString maxSurge?:2*basic.IntOrString
RollingUpdateDeployment maxUnavailable?:1*basic.IntOrString maxSurge?:2*basic.IntOrString
RollingUpdateStatefulSetStrategy partition?:1*int32 maxUnavailable?:2*basic.IntOrString
StatefulSet+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2StatefulSetSpec status?:3StatefulSetStatus
StatefulSetCondition type:1string status:2string lastTransitionTime?:3basic.Time reason?:4string message?:5string
StatefulSetList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]StatefulSet
StatefulSetOrdinals start:1int32
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted?:1string whenScaled?:2string
StatefulSetSpec replicas?:1*int32 selector:2*meta.k8s.io/v1.LabelSelector template:3v1.PodTemplateSpec volumeClaimTemplates?:4[]v1.PersistentVolumeClaim serviceName:5string podManagementPolicy?:6string updateStrategy?:7StatefulSetUpdateStrategy revisionHistoryLimit?:8*int32 minReadySeconds?:9int32 persistentVolumeClaimRetentionPolicy?:10*StatefulSetPersistentVolumeClaimRetentionPolicy ordinals?:11*StatefulSetOrdinals
StatefulSetStatus observedGeneration?:1int64 replicas:2int32 readyReplicas?:3int32 currentReplicas?:4int32 updatedReplicas?:5int32 currentRevision?:6string updateRevision?:7string collisionCount?:9*int32 conditions?:10[]StatefulSetCondition availableReplicas:11int32
StatefulSetUpdateStrategy type?:1string rollingUpdate?:2*RollingUpdateStatefulSetStrategy
`,
  "authentication.k8s.io/v1": `
BoundObjectReference kind?:1string apiVersion/APIVersion?:2string name?:3string uid/UID?:4string
SelfSubjectReview+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta status?:2SelfSubjectReviewStatus
SelfSubjectReviewStatus userInfo?:1UserInfo
TokenRequest+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2TokenRequestSpec status?:3TokenRequestStatus
TokenRequestSpec audiences:1[]string expirationSeconds:4*int64 boundObjectRef:3*BoundObjectReference
TokenRequestStatus token:1string expirationTimestamp:2basic.Time
TokenReview+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2TokenReviewSpec status?:3TokenReviewStatus
TokenReviewSpec token?:1string audiences?:2[]string
TokenReviewStatus authenticated?:1bool user?:2UserInfo audiences?:4[]string error?:3string
UserInfo username?:1string uid/UID?:2string groups?:3[]string extra?:4{}basic.Strings
`,
  "authorization.k8s.io/v1": `
FieldSelectorAttributes rawSelector?:1string requirements?:2[]meta.k8s.io/v1.FieldSelectorRequirement
LabelSelectorAttributes rawSelector?:1string requirements?:2[]meta.k8s.io/v1.LabelSelectorRequirement
LocalSubjectAccessReview+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2SubjectAccessReviewSpec status?:3SubjectAccessReviewStatus
NonResourceAttributes path?:1string verb?:2string
NonResourceRule verbs:1[]string nonResourceURLs?:2[]string
ResourceAttributes namespace?:1string verb?:2string group?:3string version?:4string resource?:5string subresource?:6string name?:7string fieldSelector?:8*FieldSelectorAttributes labelSelector?:9*LabelSelectorAttributes
ResourceRule verbs:1[]string apiGroups/APIGroups?:2[]string resources?:3[]string resourceNames?:4[]string
SelfSubjectAccessReview+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2SelfSubjectAccessReviewSpec status?:3SubjectAccessReviewStatus
SelfSubjectAccessReviewSpec resourceAttributes?:1*ResourceAttributes nonResourceAttributes?:2*NonResourceAttributes
SelfSubjectRulesReview+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2SelfSubjectRulesReviewSpec status?:3SubjectRulesReviewStatus
SelfSubjectRulesReviewSpec namespace?:1string
SubjectAccessReview+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2SubjectAccessReviewSpec status?:3SubjectAccessReviewStatus
SubjectAccessReviewSpec resourceAttributes?:1*ResourceAttributes nonResourceAttributes?:2*NonResourceAttributes user?:3string groups?:4[]string extra?:5{}basic.Strings uid/UID?:6string
SubjectAccessReviewStatus allowed:1bool denied?:4bool reason?:2string evaluationError?:3string
SubjectRulesReviewStatus resourceRules:1[]ResourceRule nonResourceRules:2[]NonResourceRule incomplete:3bool evaluationError?:4string
`,
  "autoscaling/v1": `
ContainerResourceMetricSource name:1string targetAverageUtilization?:2*int32 targetAverageValue?:3*basic.Quantity container:5string
ContainerResourceMetricStatus name:1string currentAverageUtilization?:2*int32 currentAverageValue:3basic.Quantity container:4string
CrossVersionObjectReference kind:1string name:2string apiVersion/APIVersion?:3string
ExternalMetricSource metricName:1string metricSelector?:2*meta.k8s.io/v1.LabelSelector targetValue?:3*basic.Quantity targetAverageValue?:4*basic.Quantity
ExternalMetricStatus metricName:1string metricSelector?:2*meta.k8s.io/v1.LabelSelector currentValue:3basic.Quantity currentAverageValue?:4*basic.Quantity
HorizontalPodAutoscaler+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2HorizontalPodAutoscalerSpec status?:3HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerCondition type:1string status:2string lastTransitionTime?:3basic.Time reason?:4string message?:5string
HorizontalPodAutoscalerList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]HorizontalPodAutoscaler
HorizontalPodAutoscalerSpec scaleTargetRef:1CrossVersionObjectReference minReplicas?:2*int32 maxReplicas:3int32 targetCPUUtilizationPercentage?:4*int32
HorizontalPodAutoscalerStatus observedGeneration?:1*int64 lastScaleTime?:2*basic.Time currentReplicas:3int32 desiredReplicas:4int32 currentCPUUtilizationPercentage?:5*int32
MetricSpec type:1string object?:2*ObjectMetricSource pods?:3*PodsMetricSource resource?:4*ResourceMetricSource containerResource?:7*ContainerResourceMetricSource external?:5*ExternalMetricSource
MetricStatus type:1string object?:2*ObjectMetricStatus pods?:3*PodsMetricStatus resource?:4*ResourceMetricStatus containerResource?:7*ContainerResourceMetricStatus external?:5*ExternalMetricStatus
ObjectMetricSource target:1CrossVersionObjectReference metricName:2string targetValue:3basic.Quantity selector?:4*meta.k8s.io/v1.LabelSelector averageValue?:5*basic.Quantity
ObjectMetricStatus target:1CrossVersionObjectReference metricName:2string currentValue:3basic.Quantity selector?:4*meta.k8s.io/v1.LabelSelector averageValue?:5*basic.Quantity
PodsMetricSource metricName:1string targetAverageValue:2basic.Quantity selector?:3*meta.k8s.io/v1.LabelSelector
PodsMetricStatus metricName:1string currentAverageValue:2basic.Quantity selector?:3*meta.k8s.io/v1.LabelSelector
ResourceMetricSource name:1string targetAverageUtilization?:2*int32 targetAverageValue?:3*basic.Quantity
ResourceMetricStatus name:1string currentAverageUtilization?:2*int32 currentAverageValue:3basic.Quantity
Scale+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2ScaleSpec status?:3ScaleStatus
ScaleSpec replicas?:1int32
ScaleStatus replicas:1int32 selector?:2string
`,
  "autoscaling/v2": `
ContainerResourceMetricSource name:1string target:2MetricTarget container:3string
ContainerResourceMetricStatus name:1string current:2MetricValueStatus container:3string
CrossVersionObjectReference kind:1string name:2string apiVersion/APIVersion?:3string
ExternalMetricSource metric:1MetricIdentifier target:2MetricTarget
ExternalMetricStatus metric:1MetricIdentifier current:2MetricValueStatus
HPAScalingPolicy type:1string value:2int32 periodSeconds:3int32
HPAScalingRules stabilizationWindowSeconds?:3*int32 selectPolicy?:1*string policies?:2[]HPAScalingPolicy tolerance?:4*basic.Quantity
HorizontalPodAutoscaler+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2HorizontalPodAutoscalerSpec status?:3HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerBehavior scaleUp?:1*HPAScalingRules scaleDown?:2*HPAScalingRules
HorizontalPodAutoscalerCondition type:1string status:2string lastTransitionTime?:3basic.Time reason?:4string message?:5string
HorizontalPodAutoscalerList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]HorizontalPodAutoscaler
HorizontalPodAutoscalerSpec scaleTargetRef:1CrossVersionObjectReference minReplicas?:2*int32 maxReplicas:3int32 metrics?:4[]MetricSpec behavior?:5*HorizontalPodAutoscalerBehavior
HorizontalPodAutoscalerStatus observedGeneration?:1*int64 lastScaleTime?:2*basic.Time currentReplicas?:3int32 desiredReplicas:4int32 currentMetrics:5[]MetricStatus conditions?:6[]HorizontalPodAutoscalerCondition
MetricIdentifier name:1string selector?:2*meta.k8s.io/v1.LabelSelector
MetricSpec type:1string object?:2*ObjectMetricSource pods?:3*PodsMetricSource resource?:4*ResourceMetricSource containerResource?:7*ContainerResourceMetricSource external?:5*ExternalMetricSource
MetricStatus type:1string object?:2*ObjectMetricStatus pods?:3*PodsMetricStatus resource?:4*ResourceMetricStatus containerResource?:7*ContainerResourceMetricStatus external?:5*ExternalMetricStatus
MetricTarget type:1string value?:2*basic.Quantity averageValue?:3*basic.Quantity averageUtilization?:4*int32
MetricValueStatus value?:1*basic.Quantity averageValue?:2*basic.Quantity averageUtilization?:3*int32
ObjectMetricSource describedObject:1CrossVersionObjectReference target:2MetricTarget metric:3MetricIdentifier
ObjectMetricStatus metric:1MetricIdentifier current:2MetricValueStatus describedObject:3CrossVersionObjectReference
PodsMetricSource metric:1MetricIdentifier target:2MetricTarget
PodsMetricStatus metric:1MetricIdentifier current:2MetricValueStatus
ResourceMetricSource name:1string target:2MetricTarget
ResourceMetricStatus name:1string current:2MetricValueStatus
`,
  "batch/v1": `
CronJob+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2CronJobSpec status?:3CronJobStatus
CronJobList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]CronJob
CronJobSpec schedule:1string timeZone?:8*string startingDeadlineSeconds?:2*int64 concurrencyPolicy?:3string suspend?:4*bool jobTemplate:5JobTemplateSpec successfulJobsHistoryLimit?:6*int32 failedJobsHistoryLimit?:7*int32
CronJobStatus active?:1[]v1.ObjectReference lastScheduleTime?:4*basic.Time lastSuccessfulTime?:5*basic.Time
Job+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2JobSpec status?:3JobStatus
JobCondition type:1string status:2string lastProbeTime?:3basic.Time lastTransitionTime?:4basic.Time reason?:5string message?:6string
JobList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]Job
JobSpec parallelism?:1*int32 completions?:2*int32 activeDeadlineSeconds?:3*int64 podFailurePolicy?:11*PodFailurePolicy successPolicy?:16*SuccessPolicy backoffLimit?:7*int32 backoffLimitPerIndex?:12*int32 maxFailedIndexes?:13*int32 selector?:4*meta.k8s.io/v1.LabelSelector manualSelector?:5*bool template:6v1.PodTemplateSpec ttlSecondsAfterFinished/TTLSecondsAfterFinished?:8*int32 completionMode?:9*string suspend?:10*bool podReplacementPolicy?:14*string managedBy?:15*string
JobStatus conditions?:1[]JobCondition startTime?:2*basic.Time completionTime?:3*basic.Time active?:4int32 succeeded?:5int32 failed?:6int32 terminating?:11*int32 completedIndexes?:7string failedIndexes?:10*string uncountedTerminatedPods?:8*UncountedTerminatedPods ready?:9*int32
JobTemplateSpec metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2JobSpec
PodFailurePolicy rules:1[]PodFailurePolicyRule
PodFailurePolicyOnExitCodesRequirement containerName?:1*string operator:2string values:3[]int32
PodFailurePolicyOnPodConditionsPattern type:1string status:2string
PodFailurePolicyRule action:1string onExitCodes?:2*PodFailurePolicyOnExitCodesRequirement onPodConditions?:3[]PodFailurePolicyOnPodConditionsPattern
SuccessPolicy rules:1[]SuccessPolicyRule
SuccessPolicyRule succeededIndexes?:1*string succeededCount?:2*int32
UncountedTerminatedPods succeeded?:1[]string failed?:2[]string
`,
  "certificates.k8s.io/v1": `
CertificateSigningRequest+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2CertificateSigningRequestSpec status?:3CertificateSigningRequestStatus
CertificateSigningRequestCondition type:1string status:6string reason?:2string message?:3string lastUpdateTime?:4basic.Time lastTransitionTime?:5basic.Time
CertificateSigningRequestList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]CertificateSigningRequest
CertificateSigningRequestSpec request:1bytes signerName:7string expirationSeconds?:8*int32 usages?:5[]string username?:2string uid/UID?:3string groups?:4[]string extra?:6{}basic.Strings
CertificateSigningRequestStatus conditions?:1[]CertificateSigningRequestCondition certificate?:2bytes
`,
  "coordination.k8s.io/v1": `
Lease+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2LeaseSpec
LeaseList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]Lease
LeaseSpec holderIdentity?:1*string leaseDurationSeconds?:2*int32 acquireTime?:3*basic.MicroTime renewTime?:4*basic.MicroTime leaseTransitions?:5*int32 strategy?:6*string preferredHolder?:7*string
`,
  v1: `
AWSElasticBlockStoreVolumeSource volumeID:1string fsType/FSType?:2string partition?:3int32 readOnly?:4bool
Affinity nodeAffinity?:1*NodeAffinity podAffinity?:2*PodAffinity podAntiAffinity?:3*PodAntiAffinity
AppArmorProfile type:1string localhostProfile?:2*string
AttachedVolume name:1string devicePath:2string
AvoidPods preferAvoidPods?:1[]PreferAvoidPodsEntry
AzureDiskVolumeSource diskName:1string diskURI/DataDiskURI:2string cachingMode?:3*string fsType/FSType?:4*string readOnly?:5*bool kind?:6*string
AzureFilePersistentVolumeSource secretName:1string shareName:2string readOnly?:3bool secretNamespace:4*string
AzureFileVolumeSource secretName:1string shareName:2string readOnly?:3bool
Binding+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta target:2ObjectReference
CSIPersistentVolumeSource driver:1string volumeHandle:2string readOnly?:3bool fsType/FSType?:4string volumeAttributes?:5{}string controllerPublishSecretRef?:6*SecretReference nodeStageSecretRef?:7*SecretReference nodePublishSecretRef?:8*SecretReference controllerExpandSecretRef?:9*SecretReference nodeExpandSecretRef?:10*SecretReference
CSIVolumeSource driver:1string readOnly?:2*bool fsType/FSType?:3*string volumeAttributes?:4{}string nodePublishSecretRef?:5*LocalObjectReference
Capabilities add?:1[]string drop?:2[]string
CephFSPersistentVolumeSource monitors:1[]string path?:2string user?:3string secretFile?:4string secretRef?:5*SecretReference readOnly?:6bool
CephFSVolumeSource monitors:1[]string path?:2string user?:3string secretFile?:4string secretRef?:5*LocalObjectReference readOnly?:6bool
CinderPersistentVolumeSource volumeID:1string fsType/FSType?:2string readOnly?:3bool secretRef?:4*SecretReference
CinderVolumeSource volumeID:1string fsType/FSType?:2string readOnly?:3bool secretRef?:4*LocalObjectReference
ClientIPConfig timeoutSeconds?:1*int32
ClusterTrustBundleProjection name?:1*string signerName?:2*string labelSelector?:3*meta.k8s.io/v1.LabelSelector optional?:5*bool path:4string
ComponentCondition type:1string status:2string message?:3string error?:4string
ComponentStatus+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta conditions?:2[]ComponentCondition
ComponentStatusList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ComponentStatus
ConfigMap+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta immutable?:4*bool data?:2{}string binaryData?:3{}bytes
ConfigMapEnvSource .../LocalObjectReference:1LocalObjectReference optional?:2*bool
ConfigMapKeySelector .../LocalObjectReference:1LocalObjectReference key:2string optional?:3*bool
ConfigMapList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ConfigMap
ConfigMapNodeConfigSource namespace:1string name:2string uid/UID?:3string resourceVersion?:4string kubeletConfigKey:5string
ConfigMapProjection .../LocalObjectReference:1LocalObjectReference items?:2[]KeyToPath optional?:4*bool
ConfigMapVolumeSource .../LocalObjectReference:1LocalObjectReference items?:2[]KeyToPath defaultMode?:3*int32 optional?:4*bool
Container name:1string image?:2string command?:3[]string args?:4[]string workingDir?:5string ports?:6[]ContainerPort envFrom?:19[]EnvFromSource env?:7[]EnvVar resources?:8ResourceRequirements resizePolicy?:23[]ContainerResizePolicy restartPolicy?:24*string restartPolicyRules?:25[]ContainerRestartRule volumeMounts?:9[]VolumeMount volumeDevices?:21[]VolumeDevice livenessProbe?:10*Probe readinessProbe?:11*Probe startupProbe?:22*Probe lifecycle?:12*Lifecycle terminationMessagePath?:13string terminationMessagePolicy?:20string imagePullPolicy?:14string securityContext?:15*SecurityContext stdin?:16bool stdinOnce?:17bool tty/TTY?:18bool
ContainerExtendedResourceRequest containerName:1string resourceName:2string requestName:3string
ContainerImage names:1[]string sizeBytes?:2int64
ContainerPort name?:1string hostPort?:2int32 containerPort:3int32 protocol?:4string hostIP?:5string
ContainerResizePolicy resourceName:1string restartPolicy:2string
ContainerRestartRule action?:1string exitCodes?:2*ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes operator?:1string values?:2[]int32
ContainerState waiting?:1*ContainerStateWaiting running?:2*ContainerStateRunning terminated?:3*ContainerStateTerminated
ContainerStateRunning startedAt?:1basic.Time
ContainerStateTerminated exitCode:1int32 signal?:2int32 reason?:3string message?:4string startedAt?:5basic.Time finishedAt?:6basic.Time containerID?:7string
ContainerStateWaiting reason?:1string message?:2string
ContainerStatus name:1string state?:2ContainerState lastState/LastTerminationState?:3ContainerState ready:4bool restartCount:5int32 image:6string imageID:7string containerID?:8string started?:9*bool allocatedResources?:10{}basic.Quantity resources?:11*ResourceRequirements volumeMounts?:12[]VolumeMountStatus user?:13*ContainerUser allocatedResourcesStatus?:14[]ResourceStatus stopSignal?:15*string
ContainerUser linux?:1*LinuxContainerUser
DaemonEndpoint Port:1int32
DownwardAPIProjection items?:1[]DownwardAPIVolumeFile
DownwardAPIVolumeFile path:1string fieldRef?:2*ObjectFieldSelector resourceFieldRef?:3*ResourceFieldSelector mode?:4*int32
DownwardAPIVolumeSource items?:1[]DownwardAPIVolumeFile defaultMode?:2*int32
EmptyDirVolumeSource medium?:1string sizeLimit?:2*basic.Quantity
EndpointAddress ip/IP:1string hostname?:3string nodeName?:4*string targetRef?:2*ObjectReference
EndpointPort name?:1string port:2int32 protocol?:3string appProtocol?:4*string
EndpointSubset addresses?:1[]EndpointAddress notReadyAddresses?:2[]EndpointAddress ports?:3[]EndpointPort
Endpoints+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta subsets?:2[]EndpointSubset
EndpointsList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]Endpoints
EnvFromSource prefix?:1string configMapRef?:2*ConfigMapEnvSource secretRef?:3*SecretEnvSource
EnvVar name:1string value?:2string valueFrom?:3*EnvVarSource
EnvVarSource fieldRef?:1*ObjectFieldSelector resourceFieldRef?:2*ResourceFieldSelector configMapKeyRef?:3*ConfigMapKeySelector secretKeyRef?:4*SecretKeySelector fileKeyRef?:5*FileKeySelector
EphemeralContainer .../EphemeralContainerCommon:1EphemeralContainerCommon targetContainerName?:2string
EphemeralContainerCommon name:1string image?:2string command?:3[]string args?:4[]string workingDir?:5string ports?:6[]ContainerPort envFrom?:19[]EnvFromSource env?:7[]EnvVar resources?:8ResourceRequirements resizePolicy?:23[]ContainerResizePolicy restartPolicy?:24*string restartPolicyRules?:25[]ContainerRestartRule volumeMounts?:9[]VolumeMount volumeDevices?:21[]VolumeDevice livenessProbe?:10*Probe readinessProbe?:11*Probe startupProbe?:22*Probe lifecycle?:12*Lifecycle terminationMessagePath?:13string terminationMessagePolicy?:20string imagePullPolicy?:14string securityContext?:15*SecurityContext stdin?:16bool stdinOnce?:17bool tty/TTY?:18bool
EphemeralVolumeSource volumeClaimTemplate?:1*PersistentVolumeClaimTemplate
Event+ metadata/ObjectMeta:1meta.k8s.io/v1.ObjectMeta involvedObject:2ObjectReference reason?:3string message?:4string source?:5EventSource firstTimestamp?:6basic.Time lastTimestamp?:7basic.Time count?:8int32 type?:9string eventTime?:10basic.MicroTime series?:11*EventSeries action?:12string related?:13*ObjectReference reportingComponent/ReportingController:14string reportingInstance:15string
EventList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]Event
EventSeries count?:1int32 lastObservedTime?:2basic.MicroTime
EventSource component?:1string host?:2string
ExecAction command?:1[]string
FCVolumeSource targetWWNs?:1[]string lun?:2*int32 fsType/FSType?:3string readOnly?:4bool wwids/WWIDs?:5[]string
FileKeySelector volumeName:1string path:2string key:3string optional?:4*bool
FlexPersistentVolumeSource driver:1string fsType/FSType?:2string secretRef?:3*SecretReference readOnly?:4bool options?:5{}string
FlexVolumeSource driver:1string fsType/FSType?:2string secretRef?:3*LocalObjectReference readOnly?:4bool options?:5{}string
FlockerVolumeSource datasetName?:1string datasetUUID?:2string
GCEPersistentDiskVolumeSource pdName/PDName:1string fsType/FSType?:2string partition?:3int32 readOnly?:4bool
GRPCAction port:1int32 service:2*string
GitRepoVolumeSource repository:1string revision?:2string directory?:3string
GlusterfsPersistentVolumeSource endpoints/EndpointsName:1string path:2string readOnly?:3bool endpointsNamespace?:4*string
GlusterfsVolumeSource endpoints/EndpointsName:1string path:2string readOnly?:3bool
HTTPGetAction path?:1string port:2basic.IntOrString host?:3string scheme?:4string httpHeaders/HTTPHeaders?:5[]HTTPHeader
HTTPHeader name:1string value:2string
HostAlias ip/IP:1string hostnames?:2[]string
HostIP ip/IP:1string
HostPathVolumeSource path:1string type?:2*string
ISCSIPersistentVolumeSource targetPortal:1string iqn/IQN:2string lun:3int32 iscsiInterface/ISCSIInterface?:4string fsType/FSType?:5string readOnly?:6bool portals?:7[]string chapAuthDiscovery/DiscoveryCHAPAuth?:8bool chapAuthSession/SessionCHAPAuth?:11bool secretRef?:10*SecretReference initiatorName?:12*string
ISCSIVolumeSource targetPortal:1string iqn/IQN:2string lun:3int32 iscsiInterface/ISCSIInterface?:4string fsType/FSType?:5string readOnly?:6bool portals?:7[]string chapAuthDiscovery/DiscoveryCHAPAuth?:8bool chapAuthSession/SessionCHAPAuth?:11bool secretRef?:10*LocalObjectReference initiatorName?:12*string
ImageVolumeSource reference?:1string pullPolicy?:2string
KeyToPath key:1string path:2string mode?:3*int32
Lifecycle postStart?:1*LifecycleHandler preStop?:2*LifecycleHandler stopSignal?:3*string
LifecycleHandler exec?:1*ExecAction httpGet/HTTPGet?:2*HTTPGetAction tcpSocket/TCPSocket?:3*TCPSocketAction sleep?:4*SleepAction
LimitRange+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2LimitRangeSpec
LimitRangeItem type:1string max?:2{}basic.Quantity min?:3{}basic.Quantity default?:4{}basic.Quantity defaultRequest?:5{}basic.Quantity maxLimitRequestRatio?:6{}basic.Quantity
LimitRangeList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]LimitRange
LimitRangeSpec limits:1[]LimitRangeItem
LinuxContainerUser uid/UID:1int64 gid/GID:2int64 supplementalGroups?:3[]int64
LoadBalancerIngress ip/IP?:1string hostname?:2string ipMode/IPMode?:3*string ports?:4[]PortStatus
LoadBalancerStatus ingress?:1[]LoadBalancerIngress
LocalObjectReference name?:1string
LocalVolumeSource path:1string fsType/FSType?:2*string
ModifyVolumeStatus targetVolumeAttributesClassName?:1string status:2string
NFSVolumeSource server:1string path:2string readOnly?:3bool
Namespace+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2NamespaceSpec status?:3NamespaceStatus
NamespaceCondition type:1string status:2string lastTransitionTime?:4basic.Time reason?:5string message?:6string
NamespaceList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]Namespace
NamespaceSpec finalizers?:1[]string
NamespaceStatus phase?:1string conditions?:2[]NamespaceCondition
Node+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2NodeSpec status?:3NodeStatus
NodeAddress type:1string address:2string
NodeAffinity requiredDuringSchedulingIgnoredDuringExecution?:1*NodeSelector preferredDuringSchedulingIgnoredDuringExecution?:2[]PreferredSchedulingTerm
NodeCondition type:1string status:2string lastHeartbeatTime?:3basic.Time lastTransitionTime?:4basic.Time reason?:5string message?:6string
NodeConfigSource configMap?:2*ConfigMapNodeConfigSource
NodeConfigStatus assigned?:1*NodeConfigSource active?:2*NodeConfigSource lastKnownGood?:3*NodeConfigSource error?:4string
NodeDaemonEndpoints kubeletEndpoint?:1DaemonEndpoint
NodeFeatures supplementalGroupsPolicy?:1*bool
NodeList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]Node
NodeProxyOptions+ path?:1string
NodeRuntimeHandler name:1string features?:2*NodeRuntimeHandlerFeatures
NodeRuntimeHandlerFeatures recursiveReadOnlyMounts?:1*bool userNamespaces?:2*bool
NodeSelector nodeSelectorTerms:1[]NodeSelectorTerm
NodeSelectorRequirement key:1string operator:2string values?:3[]string
NodeSelectorTerm matchExpressions?:1[]NodeSelectorRequirement matchFields?:2[]NodeSelectorRequirement
NodeSpec podCIDR?:1string podCIDRs?:7[]string providerID?:3string unschedulable?:4bool taints?:5[]Taint configSource?:6*NodeConfigSource externalID/DoNotUseExternalID?:2string
NodeStatus capacity?:1{}basic.Quantity allocatable?:2{}basic.Quantity phase?:3string conditions?:4[]NodeCondition addresses?:5[]NodeAddress daemonEndpoints?:6NodeDaemonEndpoints nodeInfo?:7NodeSystemInfo images?:8[]ContainerImage volumesInUse?:9[]string volumesAttached?:10[]AttachedVolume config?:11*NodeConfigStatus runtimeHandlers?:12[]NodeRuntimeHandler features?:13*NodeFeatures declaredFeatures?:14[]string
NodeSwapStatus capacity?:1*int64
NodeSystemInfo machineID:1string systemUUID:2string bootID:3string kernelVersion:4string osImage/OSImage:5string containerRuntimeVersion:6string kubeletVersion:7string kubeProxyVersion:8string operatingSystem:9string architecture:10string swap?:11*NodeSwapStatus
ObjectFieldSelector apiVersion/APIVersion?:1string fieldPath:2string
ObjectReference kind?:1string namespace?:2string name?:3string uid/UID?:4string apiVersion/APIVersion?:5string resourceVersion?:6string fieldPath?:7string
PersistentVolume+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2PersistentVolumeSpec status?:3PersistentVolumeStatus
PersistentVolumeClaim+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2PersistentVolumeClaimSpec status?:3PersistentVolumeClaimStatus
PersistentVolumeClaimCondition type:1string status:2string lastProbeTime?:3basic.Time lastTransitionTime?:4basic.Time reason?:5string message?:6string
PersistentVolumeClaimList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]PersistentVolumeClaim
PersistentVolumeClaimSpec accessModes?:1[]string selector?:4*meta.k8s.io/v1.LabelSelector resources?:2VolumeResourceRequirements volumeName?:3string storageClassName?:5*string volumeMode?:6*string dataSource?:7*TypedLocalObjectReference dataSourceRef?:8*TypedObjectReference volumeAttributesClassName?:9*string
PersistentVolumeClaimStatus phase?:1string accessModes?:2[]string capacity?:3{}basic.Quantity conditions?:4[]PersistentVolumeClaimCondition allocatedResources?:5{}basic.Quantity allocatedResourceStatuses?:7{}string currentVolumeAttributesClassName?:8*string modifyVolumeStatus?:9*ModifyVolumeStatus
PersistentVolumeClaimTemplate metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource claimName:1string readOnly?:2bool
PersistentVolumeList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]PersistentVolume
PersistentVolumeSource gcePersistentDisk/GCEPersistentDisk?:1*GCEPersistentDiskVolumeSource awsElasticBlockStore/AWSElasticBlockStore?:2*AWSElasticBlockStoreVolumeSource hostPath?:3*HostPathVolumeSource glusterfs?:4*GlusterfsPersistentVolumeSource nfs/NFS?:5*NFSVolumeSource rbd/RBD?:6*RBDPersistentVolumeSource iscsi/ISCSI?:7*ISCSIPersistentVolumeSource cinder?:8*CinderPersistentVolumeSource cephfs/CephFS?:9*CephFSPersistentVolumeSource fc/FC?:10*FCVolumeSource flocker?:11*FlockerVolumeSource flexVolume?:12*FlexPersistentVolumeSource azureFile?:13*AzureFilePersistentVolumeSource vsphereVolume?:14*VsphereVirtualDiskVolumeSource quobyte?:15*QuobyteVolumeSource azureDisk?:16*AzureDiskVolumeSource photonPersistentDisk?:17*PhotonPersistentDiskVolumeSource portworxVolume?:18*PortworxVolumeSource scaleIO?:19*ScaleIOPersistentVolumeSource local?:20*LocalVolumeSource storageos/StorageOS?:21*StorageOSPersistentVolumeSource csi/CSI?:22*CSIPersistentVolumeSource
PersistentVolumeSpec capacity?:1{}basic.Quantity .../PersistentVolumeSource:2PersistentVolumeSource accessModes?:3[]string claimRef?:4*ObjectReference persistentVolumeReclaimPolicy?:5string storageClassName?:6string mountOptions?:7[]string volumeMode?:8*string nodeAffinity?:9*VolumeNodeAffinity volumeAttributesClassName?:10*string
PersistentVolumeStatus phase?:1string message?:2string reason?:3string lastPhaseTransitionTime?:4*basic.Time
PhotonPersistentDiskVolumeSource pdID:1string fsType/FSType?:2string
Pod+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2PodSpec status?:3PodStatus
PodAffinity requiredDuringSchedulingIgnoredDuringExecution?:1[]PodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution?:2[]WeightedPodAffinityTerm
PodAffinityTerm labelSelector?:1*meta.k8s.io/v1.LabelSelector namespaces?:2[]string topologyKey:3string namespaceSelector?:4*meta.k8s.io/v1.LabelSelector matchLabelKeys?:5[]string mismatchLabelKeys?:6[]string
PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution?:1[]PodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution?:2[]WeightedPodAffinityTerm
PodAttachOptions+ stdin?:1bool stdout?:2bool stderr?:3bool tty/TTY?:4bool container?:5string
PodCertificateProjection signerName?:1string keyType?:2string maxExpirationSeconds?:3*int32 credentialBundlePath?:4string keyPath?:5string certificateChainPath?:6string userAnnotations?:7{}string
PodCondition type:1string observedGeneration?:7int64 status:2string lastProbeTime?:3basic.Time lastTransitionTime?:4basic.Time reason?:5string message?:6string
PodDNSConfig nameservers?:1[]string searches?:2[]string options?:3[]PodDNSConfigOption
PodDNSConfigOption name?:1string value?:2*string
PodExecOptions+ stdin?:1bool stdout?:2bool stderr?:3bool tty/TTY?:4bool container?:5string command:6[]string
PodExtendedResourceClaimStatus requestMappings:1[]ContainerExtendedResourceRequest resourceClaimName:2string
PodIP ip/IP:1string
PodList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]Pod
PodLogOptions+ container?:1string follow?:2bool previous?:3bool sinceSeconds?:4*int64 sinceTime?:5*basic.Time timestamps?:6bool tailLines?:7*int64 limitBytes?:8*int64 insecureSkipTLSVerifyBackend?:9bool stream?:10*string
PodOS name:1string
PodPortForwardOptions+ ports?:1[]int32
PodProxyOptions+ path?:1string
PodReadinessGate conditionType:1string
PodResourceClaim name:1string resourceClaimName?:3*string resourceClaimTemplateName?:4*string
PodResourceClaimStatus name:1string resourceClaimName?:2*string
PodSchedulingGate name:1string
PodSecurityContext seLinuxOptions/SELinuxOptions?:1*SELinuxOptions windowsOptions?:8*WindowsSecurityContextOptions runAsUser?:2*int64 runAsGroup?:6*int64 runAsNonRoot?:3*bool supplementalGroups?:4[]int64 supplementalGroupsPolicy?:12*string fsGroup/FSGroup?:5*int64 sysctls?:7[]Sysctl fsGroupChangePolicy/FSGroupChangePolicy?:9*string seccompProfile?:10*SeccompProfile appArmorProfile?:11*AppArmorProfile seLinuxChangePolicy/SELinuxChangePolicy?:13*string
PodSignature podController?:1*meta.k8s.io/v1.OwnerReference
PodSpec volumes?:1[]Volume initContainers?:20[]Container containers:2[]Container ephemeralContainers?:34[]EphemeralContainer restartPolicy?:3string terminationGracePeriodSeconds?:4*int64 activeDeadlineSeconds?:5*int64 dnsPolicy/DNSPolicy?:6string nodeSelector?:7{}string serviceAccountName?:8string serviceAccount/DeprecatedServiceAccount?:9string automountServiceAccountToken?:21*bool nodeName?:10string hostNetwork?:11bool hostPID?:12bool hostIPC?:13bool shareProcessNamespace?:27*bool securityContext?:14*PodSecurityContext imagePullSecrets?:15[]LocalObjectReference hostname?:16string subdomain?:17string affinity?:18*Affinity schedulerName?:19string tolerations?:22[]Toleration hostAliases?:23[]HostAlias priorityClassName?:24string priority?:25*int32 dnsConfig/DNSConfig?:26*PodDNSConfig readinessGates?:28[]PodReadinessGate runtimeClassName?:29*string enableServiceLinks?:30*bool preemptionPolicy?:31*string overhead?:32{}basic.Quantity topologySpreadConstraints?:33[]TopologySpreadConstraint setHostnameAsFQDN?:35*bool os/OS?:36*PodOS hostUsers?:37*bool schedulingGates?:38[]PodSchedulingGate resourceClaims?:39[]PodResourceClaim resources?:40*ResourceRequirements hostnameOverride?:41*string workloadRef?:42*WorkloadReference
PodStatus observedGeneration?:17int64 phase?:1string conditions?:2[]PodCondition message?:3string reason?:4string nominatedNodeName?:11string hostIP?:5string hostIPs?:16[]HostIP podIP?:6string podIPs?:12[]PodIP startTime?:7*basic.Time initContainerStatuses?:10[]ContainerStatus containerStatuses?:8[]ContainerStatus qosClass/QOSClass?:9string ephemeralContainerStatuses?:13[]ContainerStatus resize?:14string resourceClaimStatuses?:15[]PodResourceClaimStatus extendedResourceClaimStatus?:18*PodExtendedResourceClaimStatus allocatedResources?:19{}basic.Quantity resources?:20*ResourceRequirements
PodStatusResult+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta status?:2PodStatus
PodTemplate+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta template?:2PodTemplateSpec
PodTemplateList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]PodTemplate
PodTemplateSpec metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2PodSpec
PortStatus port:1int32 protocol:2string error?:3*string
PortworxVolumeSource volumeID:1string fsType/FSType?:2string readOnly?:3bool
Preconditions uid/UID?:1*string
PreferAvoidPodsEntry podSignature:1PodSignature evictionTime?:2basic.Time reason?:3string message?:4string
PreferredSchedulingTerm weight:1int32 preference:2NodeSelectorTerm
Probe .../ProbeHandler:1ProbeHandler initialDelaySeconds?:2int32 timeoutSeconds?:3int32 periodSeconds?:4int32 successThreshold?:5int32 failureThreshold?:6int32 terminationGracePeriodSeconds?:7*int64
ProbeHandler exec?:1*ExecAction httpGet/HTTPGet?:2*HTTPGetAction tcpSocket/TCPSocket?:3*TCPSocketAction grpc/GRPC?:4*GRPCAction
ProjectedVolumeSource sources:1[]VolumeProjection defaultMode?:2*int32
QuobyteVolumeSource registry:1string volume:2string readOnly?:3bool user?:4string group?:5string tenant?:6string
RBDPersistentVolumeSource monitors/CephMonitors:1[]string image/RBDImage:2string fsType/FSType?:3string pool/RBDPool?:4string user/RadosUser?:5string keyring?:6string secretRef?:7*SecretReference readOnly?:8bool
RBDVolumeSource monitors/CephMonitors:1[]string image/RBDImage:2string fsType/FSType?:3string pool/RBDPool?:4string user/RadosUser?:5string keyring?:6string secretRef?:7*LocalObjectReference readOnly?:8bool
RangeAllocation+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta range:2string data:3bytes
ReplicationController+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2ReplicationControllerSpec status?:3ReplicationControllerStatus
ReplicationControllerCondition type:1string status:2string lastTransitionTime?:3basic.Time reason?:4string message?:5string
ReplicationControllerList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ReplicationController
ReplicationControllerSpec replicas?:1*int32 minReadySeconds?:4int32 selector?:2{}string template?:3*PodTemplateSpec
ReplicationControllerStatus replicas:1int32 fullyLabeledReplicas?:2int32 readyReplicas?:4int32 availableReplicas?:5int32 observedGeneration?:3int64 conditions?:6[]ReplicationControllerCondition
ResourceClaim name:1string request?:2string
ResourceFieldSelector containerName?:1string resource:2string divisor?:3basic.Quantity
ResourceHealth resourceID:1string health?:2string
ResourceQuota+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2ResourceQuotaSpec status?:3ResourceQuotaStatus
ResourceQuotaList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ResourceQuota
ResourceQuotaSpec hard?:1{}basic.Quantity scopes?:2[]string scopeSelector?:3*ScopeSelector
ResourceQuotaStatus hard?:1{}basic.Quantity used?:2{}basic.Quantity
ResourceRequirements limits?:1{}basic.Quantity requests?:2{}basic.Quantity claims?:3[]ResourceClaim
ResourceStatus name:1string resources?:2[]ResourceHealth
SELinuxOptions user?:1string role?:2string type?:3string level?:4string
ScaleIOPersistentVolumeSource gateway:1string system:2string secretRef:3*SecretReference sslEnabled/SSLEnabled?:4bool protectionDomain?:5string storagePool?:6string storageMode?:7string volumeName?:8string fsType/FSType?:9string readOnly?:10bool
ScaleIOVolumeSource gateway:1string system:2string secretRef:3*LocalObjectReference sslEnabled/SSLEnabled?:4bool protectionDomain?:5string storagePool?:6string storageMode?:7string volumeName?:8string fsType/FSType?:9string readOnly?:10bool
ScopeSelector matchExpressions?:1[]ScopedResourceSelectorRequirement
ScopedResourceSelectorRequirement scopeName:1string operator:2string values?:3[]string
SeccompProfile type:1string localhostProfile?:2*string
Secret+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta immutable?:5*bool data?:2{}bytes stringData?:4{}string type?:3string
SecretEnvSource .../LocalObjectReference:1LocalObjectReference optional?:2*bool
SecretKeySelector .../LocalObjectReference:1LocalObjectReference key:2string optional?:3*bool
SecretList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]Secret
SecretProjection .../LocalObjectReference:1LocalObjectReference items?:2[]KeyToPath optional?:4*bool
SecretReference name?:1string namespace?:2string
SecretVolumeSource secretName?:1string items?:2[]KeyToPath defaultMode?:3*int32 optional?:4*bool
SecurityContext capabilities?:1*Capabilities privileged?:2*bool seLinuxOptions/SELinuxOptions?:3*SELinuxOptions windowsOptions?:10*WindowsSecurityContextOptions runAsUser?:4*int64 runAsGroup?:8*int64 runAsNonRoot?:5*bool readOnlyRootFilesystem?:6*bool allowPrivilegeEscalation?:7*bool procMount?:9*string seccompProfile?:11*SeccompProfile appArmorProfile?:12*AppArmorProfile
SerializedReference+ reference?:1ObjectReference
Service+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2ServiceSpec status?:3ServiceStatus
ServiceAccount+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta secrets?:2[]ObjectReference imagePullSecrets?:3[]LocalObjectReference automountServiceAccountToken?:4*bool
ServiceAccountList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ServiceAccount
ServiceAccountTokenProjection audience?:1string expirationSeconds?:2*int64 path:3string
ServiceList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]Service
ServicePort name?:1string protocol?:2string appProtocol?:6*string port:3int32 targetPort?:4basic.IntOrString nodePort?:5int32
ServiceProxyOptions+ path?:1string
ServiceSpec ports?:1[]ServicePort selector?:2{}string clusterIP?:3string clusterIPs?:18[]string type?:4string externalIPs?:5[]string sessionAffinity?:7string loadBalancerIP?:8string loadBalancerSourceRanges?:9[]string externalName?:10string externalTrafficPolicy?:11string healthCheckNodePort?:12int32 publishNotReadyAddresses?:13bool sessionAffinityConfig?:14*SessionAffinityConfig ipFamilies/IPFamilies?:19[]string ipFamilyPolicy/IPFamilyPolicy?:17*string allocateLoadBalancerNodePorts?:20*bool loadBalancerClass?:21*string internalTrafficPolicy?:22*string trafficDistribution?:23*string
ServiceStatus loadBalancer?:1LoadBalancerStatus conditions?:2[]meta.k8s.io/v1.Condition
SessionAffinityConfig clientIP?:1*ClientIPConfig
SleepAction seconds:1int64
StorageOSPersistentVolumeSource volumeName?:1string volumeNamespace?:2string fsType/FSType?:3string readOnly?:4bool secretRef?:5*ObjectReference
StorageOSVolumeSource volumeName?:1string volumeNamespace?:2string fsType/FSType?:3string readOnly?:4bool secretRef?:5*LocalObjectReference
Sysctl name:1string value:2string
TCPSocketAction port:1basic.IntOrString host?:2string
Taint key:1string value?:2string effect:3string timeAdded?:4*basic.Time
Toleration key?:1string operator?:2string value?:3string effect?:4string tolerationSeconds?:5*int64
TopologySelectorLabelRequirement key:1string values:2[]string
TopologySelectorTerm matchLabelExpressions?:1[]TopologySelectorLabelRequirement
TopologySpreadConstraint maxSkew:1int32 topologyKey:2string whenUnsatisfiable:3string labelSelector?:4*meta.k8s.io/v1.LabelSelector minDomains?:5*int32 nodeAffinityPolicy?:6*string nodeTaintsPolicy?:7*string matchLabelKeys?:8[]string
TypedLocalObjectReference apiGroup/APIGroup:1*string kind:2string name:3string
TypedObjectReference apiGroup/APIGroup:1*string kind:2string name:3string namespace?:4*string
Volume name:1string .../VolumeSource:2VolumeSource
VolumeDevice name:1string devicePath:2string
VolumeMount name:1string readOnly?:2bool recursiveReadOnly?:7*string mountPath:3string subPath?:4string mountPropagation?:5*string subPathExpr?:6string
VolumeMountStatus name:1string mountPath:2string readOnly?:3bool recursiveReadOnly?:4*string
VolumeNodeAffinity required?:1*NodeSelector
VolumeProjection secret?:1*SecretProjection downwardAPI?:2*DownwardAPIProjection configMap?:3*ConfigMapProjection serviceAccountToken?:4*ServiceAccountTokenProjection clusterTrustBundle?:5*ClusterTrustBundleProjection podCertificate?:6*PodCertificateProjection
VolumeResourceRequirements limits?:1{}basic.Quantity requests?:2{}basic.Quantity
VolumeSource hostPath?:1*HostPathVolumeSource emptyDir?:2*EmptyDirVolumeSource gcePersistentDisk/GCEPersistentDisk?:3*GCEPersistentDiskVolumeSource awsElasticBlockStore/AWSElasticBlockStore?:4*AWSElasticBlockStoreVolumeSource gitRepo?:5*GitRepoVolumeSource secret?:6*SecretVolumeSource nfs/NFS?:7*NFSVolumeSource iscsi/ISCSI?:8*ISCSIVolumeSource glusterfs?:9*GlusterfsVolumeSource persistentVolumeClaim?:10*PersistentVolumeClaimVolumeSource rbd/RBD?:11*RBDVolumeSource flexVolume?:12*FlexVolumeSource cinder?:13*CinderVolumeSource cephfs/CephFS?:14*CephFSVolumeSource flocker?:15*FlockerVolumeSource downwardAPI?:16*DownwardAPIVolumeSource fc/FC?:17*FCVolumeSource azureFile?:18*AzureFileVolumeSource configMap?:19*ConfigMapVolumeSource vsphereVolume?:20*VsphereVirtualDiskVolumeSource quobyte?:21*QuobyteVolumeSource azureDisk?:22*AzureDiskVolumeSource photonPersistentDisk?:23*PhotonPersistentDiskVolumeSource projected?:26*ProjectedVolumeSource portworxVolume?:24*PortworxVolumeSource scaleIO?:25*ScaleIOVolumeSource storageos/StorageOS?:27*StorageOSVolumeSource csi/CSI?:28*CSIVolumeSource ephemeral?:29*EphemeralVolumeSource image?:30*ImageVolumeSource
VsphereVirtualDiskVolumeSource volumePath:1string fsType/FSType?:2string storagePolicyName?:3string storagePolicyID?:4string
WeightedPodAffinityTerm weight:1int32 podAffinityTerm:2PodAffinityTerm
WindowsSecurityContextOptions gmsaCredentialSpecName/GMSACredentialSpecName?:1*string gmsaCredentialSpec/GMSACredentialSpec?:2*string runAsUserName?:3*string hostProcess?:4*bool
WorkloadReference name:1string podGroup:2string podGroupReplicaKey?:3string
`,
  "discovery.k8s.io/v1": `
Endpoint addresses:1[]string conditions?:2EndpointConditions hostname?:3*string targetRef?:4*v1.ObjectReference deprecatedTopology?:5{}string nodeName?:6*string zone?:7*string hints?:8*EndpointHints
EndpointConditions ready?:1*bool serving?:2*bool terminating?:3*bool
EndpointHints forZones?:1[]ForZone forNodes?:2[]ForNode
EndpointPort name?:1*string protocol?:2*string port?:3*int32 appProtocol?:4*string
EndpointSlice+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta addressType:4string endpoints:2[]Endpoint ports:3[]EndpointPort
EndpointSliceList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]EndpointSlice
ForNode name:1string
ForZone name:1string
`,
  "events.k8s.io/v1": `
Event+ metadata/ObjectMeta:1meta.k8s.io/v1.ObjectMeta eventTime:2basic.MicroTime series?:3*EventSeries reportingController?:4string reportingInstance?:5string action?:6string reason?:7string regarding?:8v1.ObjectReference related?:9*v1.ObjectReference note?:10string type?:11string deprecatedSource?:12v1.EventSource deprecatedFirstTimestamp?:13basic.Time deprecatedLastTimestamp?:14basic.Time deprecatedCount?:15int32
EventList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]Event
EventSeries count:1int32 lastObservedTime:2basic.MicroTime
`,
  "flowcontrol.apiserver.k8s.io/v1": `
ExemptPriorityLevelConfiguration nominalConcurrencyShares?:1*int32 lendablePercent?:2*int32
FlowDistinguisherMethod type:1string
FlowSchema+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2FlowSchemaSpec status?:3FlowSchemaStatus
FlowSchemaCondition type?:1string status?:2string lastTransitionTime?:3basic.Time reason?:4string message?:5string
FlowSchemaList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]FlowSchema
FlowSchemaSpec priorityLevelConfiguration:1PriorityLevelConfigurationReference matchingPrecedence:2int32 distinguisherMethod?:3*FlowDistinguisherMethod rules?:4[]PolicyRulesWithSubjects
FlowSchemaStatus conditions?:1[]FlowSchemaCondition
GroupSubject name:1string
LimitResponse type:1string queuing?:2*QueuingConfiguration
LimitedPriorityLevelConfiguration nominalConcurrencyShares:1*int32 limitResponse?:2LimitResponse lendablePercent?:3*int32 borrowingLimitPercent?:4*int32
NonResourcePolicyRule verbs:1[]string nonResourceURLs:6[]string
PolicyRulesWithSubjects subjects:1[]Subject resourceRules?:2[]ResourcePolicyRule nonResourceRules?:3[]NonResourcePolicyRule
PriorityLevelConfiguration+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2PriorityLevelConfigurationSpec status?:3PriorityLevelConfigurationStatus
PriorityLevelConfigurationCondition type?:1string status?:2string lastTransitionTime?:3basic.Time reason?:4string message?:5string
PriorityLevelConfigurationList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]PriorityLevelConfiguration
PriorityLevelConfigurationReference name:1string
PriorityLevelConfigurationSpec type:1string limited?:2*LimitedPriorityLevelConfiguration exempt?:3*ExemptPriorityLevelConfiguration
PriorityLevelConfigurationStatus conditions?:1[]PriorityLevelConfigurationCondition
QueuingConfiguration queues:1int32 handSize:2int32 queueLengthLimit:3int32
ResourcePolicyRule verbs:1[]string apiGroups/APIGroups:2[]string resources:3[]string clusterScope?:4bool namespaces:5[]string
ServiceAccountSubject namespace:1string name:2string
Subject kind:1string user?:2*UserSubject group?:3*GroupSubject serviceAccount?:4*ServiceAccountSubject
UserSubject name:1string
`,
  "meta.k8s.io/v1": `
APIGroup+ name:1string versions:2[]GroupVersionForDiscovery preferredVersion?:3GroupVersionForDiscovery serverAddressByClientCIDRs?:4[]ServerAddressByClientCIDR
APIGroupList+ groups:1[]APIGroup
APIResource name:1string singularName:6string namespaced:2bool group?:8string version?:9string kind:3string verbs:4*basic.Strings shortNames?:5[]string categories?:7[]string storageVersionHash?:10string
APIResourceList+ groupVersion:1string resources/APIResources:2[]APIResource
APIVersions+ versions:1[]string serverAddressByClientCIDRs:2[]ServerAddressByClientCIDR
Condition type:1string status:2string observedGeneration?:3int64 lastTransitionTime:4basic.Time reason:5string message:6string
CreateOptions+ dryRun?:1[]string fieldManager?:3string fieldValidation?:4string
DeleteOptions+ gracePeriodSeconds?:1*int64 preconditions?:2*Preconditions orphanDependents?:3*bool propagationPolicy?:4*string dryRun?:5[]string ignoreStoreReadErrorWithClusterBreakingPotential?:6*bool
FieldSelectorRequirement key:1string operator:2string values?:3[]string
GetOptions+ resourceVersion?:1string
GroupKind group:1string kind:2string
GroupResource group:1string resource:2string
GroupVersion group:1string version:2string
GroupVersionForDiscovery groupVersion:1string version:2string
GroupVersionKind group:1string version:2string kind:3string
GroupVersionResource group:1string version:2string resource:3string
LabelSelector matchLabels?:1{}string matchExpressions?:2[]LabelSelectorRequirement
LabelSelectorRequirement key:1string operator:2string values?:3[]string
ListMeta selfLink?:1string resourceVersion?:2string continue?:3string remainingItemCount?:4*int64
ListOptions+ labelSelector?:1string fieldSelector?:2string watch?:3bool allowWatchBookmarks?:9bool resourceVersion?:4string resourceVersionMatch?:10string timeoutSeconds?:5*int64 limit?:7int64 continue?:8string sendInitialEvents?:11*bool
ManagedFieldsEntry manager?:1string operation?:2string apiVersion/APIVersion?:3string time?:4*basic.Time fieldsType?:6string fieldsV1?:7*basic.FieldsV1 subresource?:8string
ObjectMeta name?:1string generateName?:2string namespace?:3string selfLink?:4string uid/UID?:5string resourceVersion?:6string generation?:7int64 creationTimestamp??:8basic.Time deletionTimestamp?:9*basic.Time deletionGracePeriodSeconds?:10*int64 labels?:11{}string annotations?:12{}string ownerReferences?:13[]OwnerReference finalizers?:14[]string managedFields?:17[]ManagedFieldsEntry
OwnerReference apiVersion/APIVersion:5string kind:1string name:3string uid/UID:4string controller?:6*bool blockOwnerDeletion?:7*bool
PartialObjectMetadata+ metadata/ObjectMeta?:1ObjectMeta
PartialObjectMetadataList+ metadata/ListMeta?:1ListMeta items:2[]PartialObjectMetadata
Patch
PatchOptions+ dryRun?:1[]string force?:2*bool fieldManager?:3string fieldValidation?:4string
Preconditions uid/UID?:1*string resourceVersion?:2*string
RootPaths paths:1[]string
ServerAddressByClientCIDR clientCIDR:1string serverAddress:2string
Status+ metadata/ListMeta?:1ListMeta status?:2string message?:3string reason?:4string details?:5*StatusDetails code?:6int32
StatusCause reason/Type?:1string message?:2string field?:3string
StatusDetails name?:1string group?:2string kind?:3string uid/UID?:6string causes?:4[]StatusCause retryAfterSeconds?:5int32
TableOptions+ includeObject?:1string
TypeMeta kind?:1string apiVersion/APIVersion?:2string
UpdateOptions+ dryRun?:1[]string fieldManager?:2string fieldValidation?:3string
WatchEvent type:1string object:2basic.RawExtension
`,
  "networking.k8s.io/v1": `
HTTPIngressPath path?:1string pathType:3*string backend:2IngressBackend
HTTPIngressRuleValue paths:1[]HTTPIngressPath
IPAddress+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2IPAddressSpec
IPAddressList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]IPAddress
IPAddressSpec parentRef?:1*ParentReference
IPBlock cidr/CIDR:1string except?:2[]string
Ingress+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2IngressSpec status?:3IngressStatus
IngressBackend service?:4*IngressServiceBackend resource?:3*v1.TypedLocalObjectReference
IngressClass+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2IngressClassSpec
IngressClassList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]IngressClass
IngressClassParametersReference apiGroup/APIGroup?:1*string kind:2string name:3string scope:4*string namespace?:5*string
IngressClassSpec controller?:1string parameters?:2*IngressClassParametersReference
IngressList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]Ingress
IngressLoadBalancerIngress ip/IP?:1string hostname?:2string ports?:4[]IngressPortStatus
IngressLoadBalancerStatus ingress?:1[]IngressLoadBalancerIngress
IngressPortStatus port:1int32 protocol:2string error?:3*string
IngressRule host?:1string .../IngressRuleValue:2IngressRuleValue
IngressRuleValue http/HTTP?:1*HTTPIngressRuleValue
IngressServiceBackend name:1string port?:2ServiceBackendPort
IngressSpec ingressClassName?:4*string defaultBackend?:1*IngressBackend tls/TLS?:2[]IngressTLS rules?:3[]IngressRule
IngressStatus loadBalancer?:1IngressLoadBalancerStatus
IngressTLS hosts?:1[]string secretName?:2string
NetworkPolicy+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2NetworkPolicySpec
NetworkPolicyEgressRule ports?:1[]NetworkPolicyPort to?:2[]NetworkPolicyPeer
NetworkPolicyIngressRule ports?:1[]NetworkPolicyPort from?:2[]NetworkPolicyPeer
NetworkPolicyList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]NetworkPolicy
NetworkPolicyPeer podSelector?:1*meta.k8s.io/v1.LabelSelector namespaceSelector?:2*meta.k8s.io/v1.LabelSelector ipBlock/IPBlock?:3*IPBlock
NetworkPolicyPort protocol?:1*string port?:2*basic.IntOrString endPort?:3*int32
NetworkPolicySpec podSelector:1meta.k8s.io/v1.LabelSelector ingress?:2[]NetworkPolicyIngressRule egress?:3[]NetworkPolicyEgressRule policyTypes?:4[]string
ParentReference group?:1string resource?:2string namespace?:3string name?:4string
ServiceBackendPort name?:1string number?:2int32
ServiceCIDR+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2ServiceCIDRSpec status?:3ServiceCIDRStatus
ServiceCIDRList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ServiceCIDR
ServiceCIDRSpec cidrs/CIDRs?:1[]string
ServiceCIDRStatus conditions?:1[]meta.k8s.io/v1.Condition
`,
  "node.k8s.io/v1": `
Overhead podFixed?:1{}basic.Quantity
RuntimeClass+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta handler:2string overhead?:3*Overhead scheduling?:4*Scheduling
RuntimeClassList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]RuntimeClass
Scheduling nodeSelector?:1{}string tolerations?:2[]v1.Toleration
`,
  "policy/v1": `
Eviction+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta deleteOptions?:2*meta.k8s.io/v1.DeleteOptions
PodDisruptionBudget+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec?:2PodDisruptionBudgetSpec status?:3PodDisruptionBudgetStatus
PodDisruptionBudgetList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]PodDisruptionBudget
PodDisruptionBudgetSpec minAvailable?:1*basic.IntOrString selector?:2*meta.k8s.io/v1.LabelSelector maxUnavailable?:3*basic.IntOrString unhealthyPodEvictionPolicy?:4*string
PodDisruptionBudgetStatus observedGeneration?:1int64 disruptedPods?:2{}basic.Time disruptionsAllowed:3int32 currentHealthy:4int32 desiredHealthy:5int32 expectedPods:6int32 conditions?:7[]meta.k8s.io/v1.Condition
`,
  "rbac.authorization.k8s.io/v1": `
AggregationRule clusterRoleSelectors?:1[]meta.k8s.io/v1.LabelSelector
ClusterRole+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta rules:2[]PolicyRule aggregationRule?:3*AggregationRule
ClusterRoleBinding+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta subjects?:2[]Subject roleRef:3RoleRef
ClusterRoleBindingList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ClusterRoleBinding
ClusterRoleList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ClusterRole
PolicyRule verbs:1[]string apiGroups/APIGroups?:2[]string resources?:3[]string resourceNames?:4[]string nonResourceURLs?:5[]string
Role+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta rules:2[]PolicyRule
RoleBinding+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta subjects?:2[]Subject roleRef:3RoleRef
RoleBindingList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]RoleBinding
RoleList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]Role
RoleRef apiGroup/APIGroup:1string kind:2string name:3string
Subject kind:1string apiGroup/APIGroup?:2string name:3string namespace?:4string
`,
  "resource.k8s.io/v1": `
AllocatedDeviceStatus driver:1string pool:2string device:3string shareID?:7*string conditions:4[]meta.k8s.io/v1.Condition data?:5*basic.RawExtension networkData?:6*NetworkDeviceData
AllocationResult devices?:1DeviceAllocationResult nodeSelector?:3*v1.NodeSelector allocationTimestamp?:5*basic.Time
CELDeviceSelector expression:1string
CapacityRequestPolicy default:1*basic.Quantity validValues?:3[]basic.Quantity validRange?:4*CapacityRequestPolicyRange
CapacityRequestPolicyRange min?:1*basic.Quantity max?:2*basic.Quantity step?:3*basic.Quantity
CapacityRequirements requests?:1{}basic.Quantity
Counter value:1basic.Quantity
CounterSet name:1string counters?:2{}Counter
Device name:1string attributes?:2{}DeviceAttribute capacity?:3{}DeviceCapacity consumesCounters?:4[]DeviceCounterConsumption nodeName?:5*string nodeSelector?:6*v1.NodeSelector allNodes?:7*bool taints?:8[]DeviceTaint bindsToNode?:9*bool bindingConditions?:10[]string bindingFailureConditions?:11[]string allowMultipleAllocations?:12*bool
DeviceAllocationConfiguration source:1string requests?:2[]string .../DeviceConfiguration:3DeviceConfiguration
DeviceAllocationResult results?:1[]DeviceRequestAllocationResult config?:2[]DeviceAllocationConfiguration
DeviceAttribute int/IntValue?:2*int64 bool/BoolValue?:3*bool string/StringValue?:4*string version/VersionValue?:5*string
DeviceCapacity value:1basic.Quantity requestPolicy?:2*CapacityRequestPolicy
DeviceClaim requests:1[]DeviceRequest constraints?:2[]DeviceConstraint config?:3[]DeviceClaimConfiguration
DeviceClaimConfiguration requests?:1[]string .../DeviceConfiguration:2DeviceConfiguration
DeviceClass+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2DeviceClassSpec
DeviceClassConfiguration .../DeviceConfiguration:1DeviceConfiguration
DeviceClassList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]DeviceClass
DeviceClassSpec selectors?:1[]DeviceSelector config?:2[]DeviceClassConfiguration extendedResourceName?:4*string
DeviceConfiguration opaque?:1*OpaqueDeviceConfiguration
DeviceConstraint requests?:1[]string matchAttribute?:2*string distinctAttribute?:3*string
DeviceCounterConsumption counterSet:1string counters?:2{}Counter
DeviceRequest name:1string exactly?:2*ExactDeviceRequest firstAvailable?:3[]DeviceSubRequest
DeviceRequestAllocationResult request:1string driver:2string pool:3string device:4string adminAccess?:5*bool tolerations?:6[]DeviceToleration bindingConditions?:7[]string bindingFailureConditions?:8[]string shareID?:9*string consumedCapacity?:10{}basic.Quantity
DeviceSelector cel/CEL?:1*CELDeviceSelector
DeviceSubRequest name:1string deviceClassName:2string selectors?:3[]DeviceSelector allocationMode?:4string count?:5int64 tolerations?:6[]DeviceToleration capacity?:7*CapacityRequirements
DeviceTaint key:1string value?:2string effect:3string timeAdded?:4*basic.Time
DeviceToleration key?:1string operator?:2string value?:3string effect?:4string tolerationSeconds?:5*int64
ExactDeviceRequest deviceClassName:1string selectors?:2[]DeviceSelector allocationMode?:3string count?:4int64 adminAccess?:5*bool tolerations?:6[]DeviceToleration capacity?:7*CapacityRequirements
NetworkDeviceData interfaceName?:1string ips/IPs?:2[]string hardwareAddress?:3string
OpaqueDeviceConfiguration driver:1string parameters:2basic.RawExtension
ResourceClaim+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2ResourceClaimSpec status?:3ResourceClaimStatus
ResourceClaimConsumerReference apiGroup/APIGroup?:1string resource:3string name:4string uid/UID:5string
ResourceClaimList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ResourceClaim
ResourceClaimSpec devices:1DeviceClaim
ResourceClaimStatus allocation?:1*AllocationResult reservedFor?:2[]ResourceClaimConsumerReference devices?:4[]AllocatedDeviceStatus
ResourceClaimTemplate+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2ResourceClaimTemplateSpec
ResourceClaimTemplateList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ResourceClaimTemplate
ResourceClaimTemplateSpec metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2ResourceClaimSpec
ResourcePool name:1string generation:2int64 resourceSliceCount:3int64
ResourceSlice+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2ResourceSliceSpec
ResourceSliceList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]ResourceSlice
ResourceSliceSpec driver:1string pool:2ResourcePool nodeName?:3*string nodeSelector?:4*v1.NodeSelector allNodes?:5*bool devices?:6[]Device perDeviceNodeSelection?:7*bool sharedCounters?:8[]CounterSet
`,
  "scheduling.k8s.io/v1": `
PriorityClass+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta value:2int32 globalDefault?:3bool description?:4string preemptionPolicy?:5*string
PriorityClassList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]PriorityClass
`,
  "storage.k8s.io/v1": `
CSIDriver+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2CSIDriverSpec
CSIDriverList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]CSIDriver
CSIDriverSpec attachRequired?:1*bool podInfoOnMount?:2*bool volumeLifecycleModes?:3[]string storageCapacity?:4*bool fsGroupPolicy/FSGroupPolicy?:5*string tokenRequests?:6[]TokenRequest requiresRepublish?:7*bool seLinuxMount/SELinuxMount?:8*bool nodeAllocatableUpdatePeriodSeconds?:9*int64 serviceAccountTokenInSecrets?:10*bool
CSINode+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2CSINodeSpec
CSINodeDriver name:1string nodeID:2string topologyKeys:3[]string allocatable?:4*VolumeNodeResources
CSINodeList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]CSINode
CSINodeSpec drivers:1[]CSINodeDriver
CSIStorageCapacity+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta nodeTopology?:2*meta.k8s.io/v1.LabelSelector storageClassName:3string capacity?:4*basic.Quantity maximumVolumeSize?:5*basic.Quantity
CSIStorageCapacityList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]CSIStorageCapacity
StorageClass+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta provisioner:2string parameters?:3{}string reclaimPolicy?:4*string mountOptions?:5[]string allowVolumeExpansion?:6*bool volumeBindingMode?:7*string allowedTopologies?:8[]v1.TopologySelectorTerm
StorageClassList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]StorageClass
TokenRequest audience:1string expirationSeconds?:2*int64
VolumeAttachment+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta spec:2VolumeAttachmentSpec status?:3VolumeAttachmentStatus
VolumeAttachmentList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]VolumeAttachment
VolumeAttachmentSource persistentVolumeName?:1*string inlineVolumeSpec?:2*v1.PersistentVolumeSpec
VolumeAttachmentSpec attacher:1string source:2VolumeAttachmentSource nodeName:3string
VolumeAttachmentStatus attached:1bool attachmentMetadata?:2{}string attachError?:3*VolumeError detachError?:4*VolumeError
VolumeAttributesClass+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta driverName:2string parameters?:3{}string
VolumeAttributesClassList+ metadata/ListMeta?:1meta.k8s.io/v1.ListMeta items:2[]VolumeAttributesClass
VolumeError time?:1basic.Time message?:2string errorCode?:3*int32
VolumeNodeResources count?:1*int32
`,
};
