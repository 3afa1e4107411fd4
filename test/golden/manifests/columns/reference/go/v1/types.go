// +groupName=example.abc.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type WebSpec struct {
	Image    string `json:"image"`
	Replicas int32  `json:"replicas,omitempty"`
	Colour   string `json:"colour,omitempty"`
}

type WebStatus struct {
	Replicas   int32              `json:"replicas,omitempty"`
	Selector   string             `json:"selector,omitempty"`
	LastSeen   *metav1.Time       `json:"lastSeen,omitempty"`
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// Web serves pages.
// +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`,description="Whether it serves"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`,priority=1
// +kubebuilder:printcolumn:name="Image",type=string,JSONPath=`.spec.image`,priority=1
// +kubebuilder:printcolumn:name="Desired",type=integer,JSONPath=`.spec.replicas`
// +kubebuilder:printcolumn:name="Colour",type=string,JSONPath=`.spec.colour`
// +kubebuilder:printcolumn:name="Current",type=integer,format=int32,JSONPath=`.status.replicas`
// +kubebuilder:printcolumn:name="Last seen",type=date,JSONPath=`.status.lastSeen`
// +kubebuilder:resource:shortName=w,categories=all
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:selectablefield:JSONPath=`.spec.colour`
// +kubebuilder:metadata:annotations="example.com/a=1";"example.com/b=two",labels="tier=web"
type Web struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WebSpec   `json:"spec"`
	Status            WebStatus `json:"status,omitempty"`
}
