/** The specs of each special interest group of Kubernetes, and those that cannot pass without running containers. */
export interface Group {
  /** A regular expression over the names of specs. */
  readonly focus: string;
  /** The specs that do not run, by a part of their names, with the reason. */
  readonly impossible: Readonly<Record<string, string>>;
}

const conformance = (group: string): string => String.raw`\[sig-${group}\].*\[Conformance\]`;

const noReply = "a simulated Pod does not answer requests";
const noExec = "the spec runs a command in a Pod";
const noLog = "the spec reads the log of a container";
const noShell = "the result depends on a shell script in a container";
const noImage = "the spec runs a server in a container";

export const groups: Readonly<Record<string, Group>> = {
  apps: {
    focus: conformance("apps"),
    impossible: {
      "ReplicationController should serve a basic image on each replica": noReply,
      "ReplicaSet should serve a basic image on each replica": noReply,
      "Burst scaling should run to completion even with unhealthy pods": noExec,
      "Scaling should happen in predictable order and halt": noExec,
      "should perform rolling updates and roll backs of template modifications": noExec,
      "Daemon set [Serial] should rollback without unnecessary restarts": "the spec needs two nodes",
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
    focus: conformance("auth"),
    impossible: {
      "should support OIDC discovery of service account issuer": noImage,
      "should mount an API token into pods": noExec,
      "should mount projected service account token": noReply,
    },
  },
  network: {
    focus: conformance("network"),
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
    focus: conformance("cli"),
    impossible: {
      "Guestbook application should create and stop a working application": noReply,
      "Kubectl expose should create services for rc": noLog,
      "Kubectl logs logs should be able to retrieve and filter logs": noLog,
      "Update Demo should": noReply,
    },
  },
  instrumentation: { focus: conformance("instrumentation"), impossible: {} },
  "api-machinery": {
    focus: conformance("api-machinery"),
    impossible: {
      AdmissionWebhook: noImage,
      CustomResourceConversionWebhook: noImage,
      CustomResourceFieldSelectors: noImage,
      "should support continue listing from the last key": "nothing advances the version of an idle server",
    },
  },
};
