// +groupName=known.abc.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

type KnownSpec struct {
	Selector *metav1.LabelSelector    `json:"selector"`
	UID      types.UID                `json:"uid"`
	Limits   corev1.ResourceList      `json:"limits"`
	Env      []corev1.EnvVar          `json:"env"`
	Ref      corev1.ObjectReference   `json:"ref"`
	Secret   corev1.SecretKeySelector `json:"secret"`
	Policy   corev1.PullPolicy        `json:"policy"`
	Protocol corev1.Protocol          `json:"protocol"`
	Gate     []metav1.Condition       `json:"gate"`
}

type Known struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              KnownSpec `json:"spec"`
}
