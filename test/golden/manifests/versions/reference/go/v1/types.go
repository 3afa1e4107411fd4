// +groupName=abc.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type DatabaseSpec struct {
	// +kubebuilder:validation:Enum=mysql;postgres
	Engine   string `json:"engine"`
	Replicas int32  `json:"replicas,omitempty"`
}

type DatabaseStatus struct {
	Phase string `json:"phase,omitempty"`
}

// Database is a database.
// +kubebuilder:resource:path=databases,singular=database,shortName=db;dbs,categories=all;data,scope=Cluster
// +kubebuilder:metadata:annotations="example.com/team=storage",labels="tier=data"
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
type Database struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              DatabaseSpec   `json:"spec"`
	Status            DatabaseStatus `json:"status,omitempty"`
}
