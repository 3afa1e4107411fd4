/** Some specs of a special interest group of Kubernetes, and those of them that do not run. */
export interface Group {
  /** `apps` for `[sig-apps]`. */
  readonly sig: string;
  /** Whether the specs are those with `[Conformance]`, or the others. */
  readonly isConformance: boolean;
  /** The specs that do not run, by a part of their names, with the reason. */
  readonly impossible: Readonly<Record<string, string>>;
  /** The specs whose containers Kubernetes' program agnhost can play, by a part of their names. */
  readonly withAgnhost?: readonly string[];
}

const noReply = "a simulated Pod does not answer requests";
const noExec = "the spec runs a command in a Pod";
const noLog = "the spec reads the log of a container";
const noShell = "the result depends on a shell script in a container";
const noImage = "the spec runs a server in a container";
const noKubelet = "the spec connects to a kubelet";
const noAccount = "the spec runs a program that reads the account of its Pod";
const offByDefault = "the feature is off by default";

export const groups: Readonly<Record<string, Group>> = {
  apps: {
    sig: "apps",
    isConformance: true,
    impossible: {
      "ReplicationController should serve a basic image on each replica": noReply,
      "ReplicaSet should serve a basic image on each replica": noReply,
      "Burst scaling should run to completion even with unhealthy pods": noExec,
      "Scaling should happen in predictable order and halt": noExec,
      "should perform rolling updates and roll backs of template modifications": noExec,
      "should rollback without unnecessary restarts": "the spec needs two nodes",
      "Should recreate evicted statefulset": "two Pods compete for a port of the node",
      "Job should run a job to completion when tasks sometimes fail and are locally restarted": noShell,
      "Job should execute all indexes despite some failing": noShell,
      "Job should terminate job execution when the number of failed indexes exceeds maxFailedIndexes": noShell,
      "Job should mark indexes as failed when the FailIndex action is matched": noShell,
      "Job should allow to use a pod failure policy to ignore failure matching on DisruptionTarget": noShell,
      "Job should allow to use the pod failure policy on exit code": noShell,
      "Job with successPolicy succeededIndexes rule": noShell,
      "Job with successPolicy succeededCount rule": noShell,
    },
  },
  auth: {
    sig: "auth",
    isConformance: true,
    impossible: {
      "should support OIDC discovery of service account issuer": noImage,
      "should mount an API token into pods": noExec,
      "should mount projected service account token": noReply,
      "should be able to mount a single ClusterTrustBundle by name": noLog,
      "should be capable to mount multiple trust bundles by signer+labels": noLog,
      "should be able to specify multiple CTB volumes": noLog,
      "should be able to mount a big number (>100) of CTBs": noLog,
      "should prevent a pod from starting if:": "a simulated Pod starts without its volumes",
      "should allow server and client pods to establish an mTLS connection": noLog,
      "should honor UserAnnotations for SPIFFE URI path": noLog,
      "should issue certificate with": noLog,
    },
  },
  network: {
    sig: "network",
    isConformance: true,
    impossible: {
      "[sig-network] DNS should": noExec,
      "HostPort validates": noExec,
      "Networking Granular Checks": noReply,
      "[sig-network] Proxy version v1": noReply,
      "Services should be able to change the type from ExternalName to ClusterIP": noExec,
      "Services should be able to change the type from ExternalName to NodePort": noExec,
      "Services should be able to change the type from ClusterIP to ExternalName": noExec,
      "Services should be able to change the type from NodePort to ExternalName": noExec,
      "Services should be able to create a functioning NodePort service": noExec,
      "session affinity": noExec,
      "Services should serve a basic endpoint from pods": noExec,
      "Services should serve endpoints on same port and different protocols": noExec,
      "Services should serve multiport endpoints from pods": noExec,
      "EndpointSlice should support a Service with multiple": noExec,
    },
  },
  cli: {
    sig: "cli",
    isConformance: true,
    impossible: {
      "Guestbook application should create and stop a working application": noReply,
      "Kubectl expose should create services for rc": noLog,
      "Kubectl logs logs should be able to retrieve and filter logs": noLog,
      "Update Demo should": noReply,
    },
  },
  instrumentation: { sig: "instrumentation", isConformance: true, impossible: {} },
  "api-machinery": {
    sig: "api-machinery",
    isConformance: true,
    impossible: {
      CustomResourceConversionWebhook: noAccount,
      CustomResourceFieldSelectors: noAccount,
    },
    withAgnhost: ["AdmissionWebhook"],
  },
  "more-api-machinery": {
    sig: "api-machinery",
    isConformance: false,
    impossible: {
      "[Alpha]": offByDefault,
      "[Feature:OffByDefault]": offByDefault,
      "[Feature:StorageVersionAPI]": offByDefault,
      "[Provider:gce": "the spec restarts a machine",
      "clients remain compatible with the 1.17 sample-apiserver": "the spec is about CBOR, which is alpha",
      "should isolate connection pool by resolved backend IP address": noImage,
      "should ensure that requests can't be drowned out": "the spec leaves itself out",
      "kubectl explain works for CR with the same resource name":
        "the spec is marked as flaky, and fails on kube-apiserver",
    },
  },
  "more-auth": {
    sig: "auth",
    isConformance: false,
    impossible: {
      "[Alpha]": offByDefault,
      "should support InClusterConfig with token rotation": noLog,
      "should set ownership and permission when RunAsUser or FsGroup is present": noLog,
      "ValidatingAdmissionPolicy can restrict access by-node": noExec,
      NodeAuthenticator: noKubelet,
      "[Feature:NodeAuthorizer] Getting a secret for a workload": "the server has no Node authorizer",
    },
  },
  "more-instrumentation": {
    sig: "instrumentation",
    isConformance: false,
    impossible: {
      "Logging soak": noLog,
      "Metrics should grab all metrics from kubelet": noKubelet,
      "MetricsGrabber should grab all metrics from a Kubelet": noKubelet,
      "MetricsGrabber should grab all metrics slis": "the spec needs a client that asks for the health of the server",
      NativeHistograms: "the server has no native histograms",
    },
  },
};

/** Returns the regular expressions of the specs to run and to leave out, over the names of specs. */
export function specsOf(
  { sig, isConformance, impossible, withAgnhost = [] }: Group,
  hasAgnhost: boolean,
): { readonly focus: string; readonly skip: string } {
  const conformance = String.raw`\[Conformance\]`;
  const names = [...Object.keys(impossible), ...(hasAgnhost ? [] : withAgnhost)];
  const parts = names.map((part) => part.replaceAll(/[[\]().?*+]/g, String.raw`\$&`));
  return {
    focus: String.raw`\[sig-${sig}\]` + (isConformance ? `.*${conformance}` : ""),
    skip: [...parts, ...(isConformance ? [] : [conformance])].join("|"),
  };
}
