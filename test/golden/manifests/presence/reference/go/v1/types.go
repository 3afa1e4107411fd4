// +groupName=presence.abc.com
// +versionName=v1
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type PresenceSpec struct {
	Plain   string  `json:"plain"`
	Omitted string  `json:"omitted,omitempty"`
	Pointer *string `json:"pointer"`
	// +optional
	Optional string `json:"optional"`
	// +kubebuilder:validation:Optional
	AlsoOptional string `json:"alsoOptional"`
	// +k8s:optional
	ThirdOptional string `json:"thirdOptional"`
	// +required
	Required string `json:"required,omitempty"`
	// +kubebuilder:validation:Required
	AlsoRequired *string `json:"alsoRequired,omitempty"`
	// +k8s:required
	ThirdRequired string `json:"thirdRequired,omitempty"`
	// +nullable
	// +optional
	Nullable *string `json:"nullable"`
	// +nullable
	RequiredNull *int32 `json:"requiredNull"`
	// +kubebuilder:default="a text"
	// +kubebuilder:example="another"
	Text string `json:"text,omitempty"`
	// +kubebuilder:default:=5
	// +kubebuilder:example=7
	Number int32 `json:"number,omitempty"`
	// +kubebuilder:default=false
	Flag *bool `json:"flag,omitempty"`
	// +kubebuilder:default={a,b}
	// +kubebuilder:example={c}
	List []string `json:"list,omitempty"`
	// +kubebuilder:default={key: "value"}
	// +kubebuilder:example={other: "value"}
	Map map[string]string `json:"map,omitempty"`
	// +default="declared"
	Declared string `json:"declared,omitempty"`
	// +default=3
	DeclaredNumber int32 `json:"declaredNumber,omitempty"`
	// +default={"size":"Small","sizes":["Small","Large"]}
	DeclaredObject Sizes `json:"declaredObject,omitempty"`
	// +kubebuilder:default={}
	Empty Sizes `json:"empty,omitempty"`
	// A default does not make a field optional.
	// +kubebuilder:default=here
	Always string `json:"always"`
	// +k8s:immutable
	Fixed string `json:"fixed"`
	// +k8s:immutable
	// +optional
	FixedOnce string `json:"fixedOnce,omitempty"`
	// +kubebuilder:validation:EmbeddedResource
	// +kubebuilder:pruning:PreserveUnknownFields
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:Type=object
	Object apiextensionsv1.JSON `json:"object,omitempty"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:XPreserveUnknownFields
	Anything Sizes  `json:"anything,omitempty"`
	Skipped  string `json:"-"`
}

type Sizes struct {
	// +kubebuilder:default=Large
	Size  string   `json:"size,omitempty"`
	Sizes []string `json:"sizes,omitempty"`
}

type Presence struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              PresenceSpec `json:"spec"`
}
