import { Queue as Q } from "../api/v1/queue_types.js";

// +kubebuilder:rbac:groups=core,resources=pods;services,verbs=get;list
// +kubebuilder:rbac:groups="",resources=pods,verbs=watch
//+kubebuilder:rbac:groups=apps;extensions,resources=deployments,verbs=get
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=*
// +kubebuilder:rbac:groups=apps,resources=deployments,resourceNames=one;two,verbs=delete
// +kubebuilder:rbac:urls=/metrics;/healthz,verbs=get
// +kubebuilder:rbac:groups=core,namespace=other,resources=secrets,verbs=get
// +kubebuilder:rbac:groups=core,namespace=other,roleName=extra,resources=secrets,verbs=list
// +kubebuilder:rbac:groups=core,roleName=reader,resources=configmaps,verbs=get
const text = "// +kubebuilder:rbac:groups=core,resources=text,verbs=get";
const template = `/* @rbac groups=core resources=template verbs=get */ ${`// @rbac groups=core resources=x${text} verbs=get`}`;
const expression = /\/\/ @rbac groups=core resources=expression verbs=get/;

export function setup(manager: { for(kind: unknown): void }): void {
  // @rbac groups=batch resources=jobs verbs=create
  manager.for(Q); /* @rbac groups=batch resources=jobs verbs=delete */
  void [template, expression];
  /**
   * Inside of a body.
   * @rbac groups=batch resources=cronjobs verbs=create;delete
   */
}
