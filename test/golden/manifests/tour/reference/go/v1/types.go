// +groupName=foo.abc.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// BarSpec is the desired state of Bar.
type BarSpec struct {
	// The number of replicas to run.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=10
	// +kubebuilder:default=1
	Replicas int32 `json:"replicas,omitempty"`
	// How pods are replaced.
	// +kubebuilder:validation:Enum=Recreate;RollingUpdate
	Strategy string `json:"strategy,omitempty"`
}

// BarStatus is the observed state of Bar.
type BarStatus struct {
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update;patch;delete
// +kubebuilder:rbac:groups=foo.abc.com,resources=bars,verbs=get;list;watch;create;update;patch;delete
// +kubebuilder:rbac:groups=foo.abc.com,resources=bars/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=foo.abc.com,resources=bars/finalizers,verbs=update

// Bar is the schema of the bars API.
// +kubebuilder:resource:shortName=br
// +kubebuilder:subresource:status
type Bar struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              BarSpec   `json:"spec"`
	Status            BarStatus `json:"status,omitempty"`
}
