// +groupName=kinds.abc.com
package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Policy has an irregular plural.
// +kubebuilder:resource:path=policies,singular=rule,shortName=pol;po,categories=all;rules,scope=Cluster
// +kubebuilder:deprecatedversion
// +kubebuilder:unservedversion
type Policy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              PolicySpec `json:"spec,omitempty"`
}

type PolicySpec struct {
	Colour string `json:"colour,omitempty"`
}

// Pool is not ready yet.
// +kubebuilder:skipversion
type Pool struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}
