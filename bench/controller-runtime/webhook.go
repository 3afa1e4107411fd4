package main

import (
	"context"
	"errors"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// widgetWebhook sets the size of a widget without a size, and rejects negative sizes.
type widgetWebhook struct{}

func (widgetWebhook) Default(_ context.Context, widget *Widget) error {
	if widget.Spec.Size == 0 {
		widget.Spec.Size = 1
	}
	return nil
}

func (widgetWebhook) ValidateCreate(_ context.Context, widget *Widget) (admission.Warnings, error) {
	return nil, checkSize(widget)
}

func (widgetWebhook) ValidateUpdate(_ context.Context, _, widget *Widget) (admission.Warnings, error) {
	return nil, checkSize(widget)
}

func (widgetWebhook) ValidateDelete(context.Context, *Widget) (admission.Warnings, error) {
	return nil, nil
}

func checkSize(widget *Widget) error {
	if widget.Spec.Size < 0 {
		return errors.New("spec.size must not be negative")
	}
	return nil
}

// addWebhook serves the webhook beside a controller that keeps one ConfigMap for each widget.
func addWebhook(mgr ctrl.Manager, workers, objects int) error {
	if err := builder.WebhookManagedBy(mgr, &Widget{}).
		WithDefaulter(widgetWebhook{}).
		WithValidator(widgetWebhook{}).
		Complete(); err != nil {
		return err
	}
	return addConverge(mgr, workers, objects)
}
