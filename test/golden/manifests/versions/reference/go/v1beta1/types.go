// +groupName=abc.com
package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type DatabaseSpec struct {
	Engine string `json:"engine"`
}

// Database is a database.
// +kubebuilder:resource:path=databases,singular=database,shortName=db;dbs,categories=all;data,scope=Cluster
// +kubebuilder:deprecatedversion:warning="abc.com/v1beta1 is deprecated, use v1"
type Database struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              DatabaseSpec `json:"spec"`
}

type DraftSpec struct {
	A string `json:"a,omitempty"`
}

// +kubebuilder:skipversion
type Draft struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              DraftSpec `json:"spec,omitempty"`
}
