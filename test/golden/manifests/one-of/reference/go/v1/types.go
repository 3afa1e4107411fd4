// +groupName=oneof.abc.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:validation:ExactlyOneOf=file;url;text
type Source struct {
	File string `json:"file,omitempty"`
	URL  string `json:"url,omitempty"`
	Text string `json:"text,omitempty"`
}

// +kubebuilder:validation:AtMostOneOf=always;never
// +kubebuilder:validation:AtMostOneOf=daily;weekly
type Schedule struct {
	Always *Always `json:"always,omitempty"`
	Never  bool    `json:"never,omitempty"`
	Daily  bool    `json:"daily,omitempty"`
	Weekly bool    `json:"weekly,omitempty"`
}

type Always struct{}

// +kubebuilder:validation:AtLeastOneOf=email;phone
// +kubebuilder:validation:XValidation:rule="!has(self.phone) || self.phone.size() > 3",message="too short"
// +kubebuilder:validation:AtMostOneOf=home;work
// +kubebuilder:validation:ExactlyOneOf=first;nick
type Contact struct {
	Email string `json:"email,omitempty"`
	Phone string `json:"phone,omitempty"`
	Home  string `json:"home,omitempty"`
	Work  string `json:"work,omitempty"`
	First string `json:"first,omitempty"`
	Nick  string `json:"nick,omitempty"`
}

// +kubebuilder:validation:ExactlyOneOf=source;schedule
type ChoiceSpec struct {
	Source   *Source   `json:"source,omitempty"`
	Schedule *Schedule `json:"schedule,omitempty"`
	// +kubebuilder:validation:MaxItems=5
	Contacts []Contact `json:"contacts,omitempty"`
}

type Choice struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              ChoiceSpec `json:"spec"`
}
