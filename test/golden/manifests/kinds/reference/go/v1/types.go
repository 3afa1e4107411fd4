// +groupName=kinds.abc.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type PolicySpec struct {
	Replicas *int32 `json:"replicas,omitempty"`
	Colour   string `json:"colour,omitempty"`
	Weight   int64  `json:"weight,omitempty"`
	Active   bool   `json:"active,omitempty"`
}

type PolicyStatus struct {
	Replicas int32       `json:"replicas,omitempty"`
	Since    metav1.Time `json:"since,omitempty"`
}

// Policy has an irregular plural.
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=policies,singular=rule,shortName=pol;po,categories=all;rules,scope=Cluster
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
// +kubebuilder:storageversion
// +kubebuilder:printcolumn:name=Colour,type=string,JSONPath=.spec.colour,description="Its colour"
// +kubebuilder:printcolumn:JSONPath=".spec.weight",format=int64,name="Weight in g",priority=1,type=integer
// +kubebuilder:printcolumn:name="Active",type="boolean",JSONPath=".spec.active",priority=0
// +kubebuilder:printcolumn:name="Since",type="date",format=date-time,JSONPath=".status.since"
// +kubebuilder:selectablefield:JSONPath=.spec.colour
// +kubebuilder:selectablefield:JSONPath=`.spec.weight`
// +kubebuilder:metadata:annotations="example.com/team=storage"
// +kubebuilder:metadata:annotations={"example.com/a=1","example.com/equation=a=b"},labels="tier=data";"app=policy"
// +kubebuilder:title=Policy
// +kubebuilder:externalDocs:url="https://example.com/policies",description="All about policies"
// +genclient
// +genclient:nonNamespaced
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:object:generate=true
type Policy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              PolicySpec   `json:"spec,omitempty"`
	Status            PolicyStatus `json:"status,omitempty"`
}

// +kubebuilder:object:root=true
type PolicyList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Policy `json:"items"`
}

// A later one adds to an earlier one.
// +kubebuilder:resource:path=gates,shortName=g
// +kubebuilder:resource:singular=gate,categories=all
type Gateway struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

type PoolSpec struct {
	Replicas int32 `json:"replicas,omitempty"`
}

type PoolStatus struct {
	Replicas int32  `json:"replicas,omitempty"`
	Selector string `json:"selector,omitempty"`
}

// Pool has what its tags say.
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:metadata:annotations="example.com/x=y";"example.com/z=1",labels="app=pool"
type Pool struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              PoolSpec   `json:"spec,omitempty"`
	Status            PoolStatus `json:"status,omitempty"`
}
