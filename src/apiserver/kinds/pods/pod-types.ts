/**
 * The fields of a pod as Kubernetes' internal types have them, for what a refusal shows.
 * Source: pkg/apis/core/types.go.
 */
import type { FieldError } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf } from "../../json-fields.js";
import { formOfType, type InternalForm, internalDiff, invalidInternal } from "../validation/internal-forms.js";
import { volumeTypes } from "./volume-types.js";

/** By type, as `internal-forms.ts` reads them. */
const types: Readonly<Record<string, string>> = {
  ...volumeTypes,
  ContainerPort: "Name:name HostPort:hostPort# ContainerPort:containerPort# Protocol:protocol HostIP:hostIP",
  ConfigMapEnvSource: "Name:name Optional:optional?",
  SecretEnvSource: "Name:name Optional:optional?",
  EnvFromSource: "Prefix:prefix ConfigMapRef:configMapRef?ConfigMapEnvSource SecretRef:secretRef?SecretEnvSource",
  ConfigMapKeySelector: "Name:name Key:key Optional:optional?",
  SecretKeySelector: "Name:name Key:key Optional:optional?",
  FileKeySelector: "VolumeName:volumeName Path:path Key:key Optional:optional?",
  EnvVarSource:
    "FieldRef:fieldRef?ObjectFieldSelector ResourceFieldRef:resourceFieldRef?ResourceFieldSelector ConfigMapKeyRef:configMapKeyRef?ConfigMapKeySelector SecretKeyRef:secretKeyRef?SecretKeySelector FileKeyRef:fileKeyRef?FileKeySelector",
  EnvVar: "Name:name Value:value ValueFrom:valueFrom?EnvVarSource",
  ResourceClaim: "Name:name Request:request",
  ResourceRequirements: "Limits:limits? Requests:requests? Claims:claims?ResourceClaim",
  ContainerResizePolicy: "ResourceName:resourceName RestartPolicy:restartPolicy",
  ContainerRestartRuleOnExitCodes: "Operator:operator Values:values?",
  ContainerRestartRule: "Action:action ExitCodes:exitCodes?ContainerRestartRuleOnExitCodes",
  VolumeMount:
    "Name:name ReadOnly:readOnly! RecursiveReadOnly:recursiveReadOnly? MountPath:mountPath SubPath:subPath MountPropagation:mountPropagation? SubPathExpr:subPathExpr",
  VolumeDevice: "Name:name DevicePath:devicePath",
  ExecAction: "Command:command?",
  HTTPHeader: "Name:name Value:value",
  HTTPGetAction: "Path:path Port:port# Host:host Scheme:scheme HTTPHeaders:httpHeaders?HTTPHeader",
  TCPSocketAction: "Port:port# Host:host",
  GRPCAction: "Port:port# Service:service?",
  Probe:
    "Exec:exec?ExecAction HTTPGet:httpGet?HTTPGetAction TCPSocket:tcpSocket?TCPSocketAction GRPC:grpc?GRPCAction InitialDelaySeconds:initialDelaySeconds# TimeoutSeconds:timeoutSeconds# PeriodSeconds:periodSeconds# SuccessThreshold:successThreshold# FailureThreshold:failureThreshold# TerminationGracePeriodSeconds:terminationGracePeriodSeconds?",
  SleepAction: "Seconds:seconds#",
  LifecycleHandler:
    "Exec:exec?ExecAction HTTPGet:httpGet?HTTPGetAction TCPSocket:tcpSocket?TCPSocketAction Sleep:sleep?SleepAction",
  Lifecycle: "PostStart:postStart?LifecycleHandler PreStop:preStop?LifecycleHandler StopSignal:stopSignal?",
  Capabilities: "Add:add? Drop:drop?",
  SELinuxOptions: "User:user Role:role Type:type Level:level",
  WindowsSecurityContextOptions:
    "GMSACredentialSpecName:gmsaCredentialSpecName? GMSACredentialSpec:gmsaCredentialSpec? RunAsUserName:runAsUserName? HostProcess:hostProcess?",
  SeccompProfile: "Type:type LocalhostProfile:localhostProfile?",
  AppArmorProfile: "Type:type LocalhostProfile:localhostProfile?",
  SecurityContext:
    "Capabilities:capabilities?Capabilities Privileged:privileged? SELinuxOptions:seLinuxOptions?SELinuxOptions WindowsOptions:windowsOptions?WindowsSecurityContextOptions RunAsUser:runAsUser? RunAsGroup:runAsGroup? RunAsNonRoot:runAsNonRoot? ReadOnlyRootFilesystem:readOnlyRootFilesystem? AllowPrivilegeEscalation:allowPrivilegeEscalation? ProcMount:procMount? SeccompProfile:seccompProfile?SeccompProfile AppArmorProfile:appArmorProfile?AppArmorProfile",
  Container:
    "Name:name Image:image Command:command? Args:args? WorkingDir:workingDir Ports:ports?ContainerPort EnvFrom:envFrom?EnvFromSource Env:env?EnvVar Resources:resources%ResourceRequirements ResizePolicy:resizePolicy?ContainerResizePolicy RestartPolicy:restartPolicy? RestartPolicyRules:restartPolicyRules?ContainerRestartRule VolumeMounts:volumeMounts?VolumeMount VolumeDevices:volumeDevices?VolumeDevice LivenessProbe:livenessProbe?Probe ReadinessProbe:readinessProbe?Probe StartupProbe:startupProbe?Probe Lifecycle:lifecycle?Lifecycle TerminationMessagePath:terminationMessagePath TerminationMessagePolicy:terminationMessagePolicy ImagePullPolicy:imagePullPolicy SecurityContext:securityContext?SecurityContext Stdin:stdin! StdinOnce:stdinOnce! TTY:tty!",
  EphemeralContainer:
    "Name:name Image:image Command:command? Args:args? WorkingDir:workingDir Ports:ports?ContainerPort EnvFrom:envFrom?EnvFromSource Env:env?EnvVar Resources:resources%ResourceRequirements ResizePolicy:resizePolicy?ContainerResizePolicy RestartPolicy:restartPolicy? RestartPolicyRules:restartPolicyRules?ContainerRestartRule VolumeMounts:volumeMounts?VolumeMount VolumeDevices:volumeDevices?VolumeDevice LivenessProbe:livenessProbe?Probe ReadinessProbe:readinessProbe?Probe StartupProbe:startupProbe?Probe Lifecycle:lifecycle?Lifecycle TerminationMessagePath:terminationMessagePath TerminationMessagePolicy:terminationMessagePolicy ImagePullPolicy:imagePullPolicy SecurityContext:securityContext?SecurityContext Stdin:stdin! StdinOnce:stdinOnce! TTY:tty! TargetContainerName:targetContainerName",
  Sysctl: "Name:name Value:value",
  PodSecurityContext:
    "HostNetwork:hostNetwork! HostPID:hostPID! HostIPC:hostIPC! ShareProcessNamespace:shareProcessNamespace? HostUsers:hostUsers? SELinuxOptions:seLinuxOptions?SELinuxOptions WindowsOptions:windowsOptions?WindowsSecurityContextOptions RunAsUser:runAsUser? RunAsGroup:runAsGroup? RunAsNonRoot:runAsNonRoot? SupplementalGroups:supplementalGroups? SupplementalGroupsPolicy:supplementalGroupsPolicy? FSGroup:fsGroup? FSGroupChangePolicy:fsGroupChangePolicy? Sysctls:sysctls?Sysctl SeccompProfile:seccompProfile?SeccompProfile AppArmorProfile:appArmorProfile?AppArmorProfile SELinuxChangePolicy:seLinuxChangePolicy?",
  NodeSelectorRequirement: "Key:key Operator:operator Values:values?",
  NodeSelectorTerm:
    "MatchExpressions:matchExpressions?NodeSelectorRequirement MatchFields:matchFields?NodeSelectorRequirement",
  NodeSelector: "NodeSelectorTerms:nodeSelectorTerms?NodeSelectorTerm",
  PreferredSchedulingTerm: "Weight:weight# Preference:preference%NodeSelectorTerm",
  NodeAffinity:
    "RequiredDuringSchedulingIgnoredDuringExecution:requiredDuringSchedulingIgnoredDuringExecution?NodeSelector PreferredDuringSchedulingIgnoredDuringExecution:preferredDuringSchedulingIgnoredDuringExecution?PreferredSchedulingTerm",
  PodAffinityTerm:
    "LabelSelector:labelSelector?LabelSelector Namespaces:namespaces? TopologyKey:topologyKey NamespaceSelector:namespaceSelector?LabelSelector MatchLabelKeys:matchLabelKeys? MismatchLabelKeys:mismatchLabelKeys?",
  WeightedPodAffinityTerm: "Weight:weight# PodAffinityTerm:podAffinityTerm%PodAffinityTerm",
  PodAffinity:
    "RequiredDuringSchedulingIgnoredDuringExecution:requiredDuringSchedulingIgnoredDuringExecution?PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution:preferredDuringSchedulingIgnoredDuringExecution?WeightedPodAffinityTerm",
  PodAntiAffinity:
    "RequiredDuringSchedulingIgnoredDuringExecution:requiredDuringSchedulingIgnoredDuringExecution?PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution:preferredDuringSchedulingIgnoredDuringExecution?WeightedPodAffinityTerm",
  Affinity:
    "NodeAffinity:nodeAffinity?NodeAffinity PodAffinity:podAffinity?PodAffinity PodAntiAffinity:podAntiAffinity?PodAntiAffinity",
  Toleration: "Key:key Operator:operator Value:value Effect:effect TolerationSeconds:tolerationSeconds?",
  HostAlias: "IP:ip Hostnames:hostnames?",
  PodDNSConfigOption: "Name:name Value:value?",
  PodDNSConfig: "Nameservers:nameservers? Searches:searches? Options:options?PodDNSConfigOption",
  PodReadinessGate: "ConditionType:conditionType",
  TopologySpreadConstraint:
    "MaxSkew:maxSkew# TopologyKey:topologyKey WhenUnsatisfiable:whenUnsatisfiable LabelSelector:labelSelector?LabelSelector MinDomains:minDomains? NodeAffinityPolicy:nodeAffinityPolicy? NodeTaintsPolicy:nodeTaintsPolicy? MatchLabelKeys:matchLabelKeys?",
  PodOS: "Name:name",
  PodSchedulingGate: "Name:name",
  PodResourceClaim:
    "Name:name ResourceClaimName:resourceClaimName? ResourceClaimTemplateName:resourceClaimTemplateName?",
  WorkloadReference: "Name:name PodGroup:podGroup PodGroupReplicaKey:podGroupReplicaKey",
  PodSpec:
    "Volumes:volumes?Volume InitContainers:initContainers?Container Containers:containers?Container EphemeralContainers:ephemeralContainers?EphemeralContainer RestartPolicy:restartPolicy TerminationGracePeriodSeconds:terminationGracePeriodSeconds? ActiveDeadlineSeconds:activeDeadlineSeconds? DNSPolicy:dnsPolicy NodeSelector:nodeSelector? ServiceAccountName:serviceAccountName AutomountServiceAccountToken:automountServiceAccountToken? NodeName:nodeName SecurityContext:securityContext?PodSecurityContext ImagePullSecrets:imagePullSecrets?LocalObjectReference Hostname:hostname Subdomain:subdomain SetHostnameAsFQDN:setHostnameAsFQDN? Affinity:affinity?Affinity SchedulerName:schedulerName Tolerations:tolerations?Toleration HostAliases:hostAliases?HostAlias PriorityClassName:priorityClassName Priority:priority? PreemptionPolicy:preemptionPolicy? DNSConfig:dnsConfig?PodDNSConfig ReadinessGates:readinessGates?PodReadinessGate RuntimeClassName:runtimeClassName? Overhead:overhead? EnableServiceLinks:enableServiceLinks? TopologySpreadConstraints:topologySpreadConstraints?TopologySpreadConstraint OS:os?PodOS SchedulingGates:schedulingGates?PodSchedulingGate ResourceClaims:resourceClaims?PodResourceClaim Resources:resources?ResourceRequirements HostnameOverride:hostnameOverride? WorkloadRef:workloadRef?WorkloadReference",
};

/** `Container`, `Toleration`: for values that are shown. */
export function podTypeForm(type: string): InternalForm {
  return formOfType(type, types);
}

export function diffPodSpecs(old: JsonObject, spec: JsonObject): string {
  return internalDiff(toInternal(old), toInternal(spec), podTypeForm("PodSpec"));
}

/** A template, whose metadata stand beside its spec. */
export function invalidTemplate(path: string, template: JsonObject, detail: string): FieldError {
  const { labels, annotations } = objectOf(template, "metadata") ?? {};
  const shown: JsonObject = { spec: toInternal(objectOf(template, "spec") ?? {}) };
  if (labels !== undefined) shown["labels"] = labels;
  if (annotations !== undefined) shown["annotations"] = annotations;
  const form: InternalForm = [
    ...["labels", "annotations"].map((name) => ({ go: name, json: name, isOmitted: true })),
    { go: "Spec", json: "spec", form: podTypeForm("PodSpec") },
  ];
  return invalidInternal(path, shown, form, detail);
}

const ofHost = ["hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers"];

/** What a pod shares with its host is there a part of its security. */
function toInternal(spec: JsonObject): JsonObject {
  const shared = ofHost.flatMap((name) => (spec[name] === undefined ? [] : [[name, spec[name]] as const]));
  return { ...spec, securityContext: { ...objectOf(spec, "securityContext"), ...Object.fromEntries(shared) } };
}
