// +groupName=example.abc.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:rbac:groups=core,resources=pods;services,verbs=get;list
// +kubebuilder:rbac:groups="",resources=pods,verbs=watch
//+kubebuilder:rbac:groups=apps;extensions,resources=deployments,verbs=get
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=*
// +kubebuilder:rbac:groups=apps,resources=deployments,resourceNames=one;two,verbs=delete
// +kubebuilder:rbac:urls=/metrics;/healthz,verbs=get
// +kubebuilder:rbac:groups=core,namespace=other,resources=secrets,verbs=get
// +kubebuilder:rbac:groups=core,namespace=other,roleName=extra,resources=secrets,verbs=list
// +kubebuilder:rbac:groups=core,roleName=reader,resources=configmaps,verbs=get
// +kubebuilder:rbac:groups=batch,resources=jobs,verbs=create
// +kubebuilder:rbac:groups=batch,resources=jobs,verbs=delete
// +kubebuilder:rbac:groups=batch,resources=cronjobs,verbs=create;delete
// +kubebuilder:rbac:groups=core,resources=events,verbs=create;patch
// +kubebuilder:rbac:groups=example.abc.com,resources=queues,verbs=get;list;watch;create;update;patch;delete
// +kubebuilder:rbac:groups=example.abc.com,resources=queues/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=example.abc.com,resources=queues/finalizers,verbs=update

type QueueSpec struct {
	Name string `json:"name,omitempty"`
}

type Queue struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              QueueSpec `json:"spec,omitempty"`
}
