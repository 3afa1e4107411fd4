// +groupName=kinds.abc.com
// +versionName=v2
// +kubebuilder:skip
package internal

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Hidden is nobody's business.
type Hidden struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}
