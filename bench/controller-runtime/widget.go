package main

import (
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// The kind that both operators reconcile. Its CRD is in ../runtime/widgets.ts.

type WidgetRule struct {
	Host     string            `json:"host"`
	Port     int64             `json:"port"`
	Protocol string            `json:"protocol"`
	Paths    []string          `json:"paths"`
	Labels   map[string]string `json:"labels"`
}

type WidgetSpec struct {
	Size  int64        `json:"size"`
	Rules []WidgetRule `json:"rules,omitempty"`
	Text  string       `json:"text,omitempty"`
	// The time when the change was sent, in microseconds since 1970.
	SentAt int64 `json:"sentAt,omitempty"`
}

type WidgetStatus struct {
	Ready              bool  `json:"ready,omitempty"`
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
}

type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WidgetSpec   `json:"spec"`
	Status            WidgetStatus `json:"status,omitempty"`
}

func (in *Widget) DeepCopyObject() runtime.Object {
	out := *in
	in.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	out.Spec.Rules = slices.Clone(in.Spec.Rules)
	for i := range out.Spec.Rules {
		rule := &out.Spec.Rules[i]
		rule.Paths = slices.Clone(rule.Paths)
		rule.Labels = maps.Clone(rule.Labels)
	}
	return &out
}

type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Widget `json:"items"`
}

func (in *WidgetList) DeepCopyObject() runtime.Object {
	out := *in
	in.ListMeta.DeepCopyInto(&out.ListMeta)
	out.Items = make([]Widget, len(in.Items))
	for i := range in.Items {
		out.Items[i] = *in.Items[i].DeepCopyObject().(*Widget)
	}
	return &out
}

var widgets = schema.GroupVersion{Group: "bench.tsop.dev", Version: "v1"}

func addWidgets(scheme *runtime.Scheme) {
	scheme.AddKnownTypes(widgets, &Widget{}, &WidgetList{})
	metav1.AddToGroupVersion(scheme, widgets)
}
