package main

import (
	"context"
	"strconv"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type convergeReconciler struct {
	client.Client
	objects int64
	ready   atomic.Int64
	runs    atomic.Int64
}

func addConverge(mgr ctrl.Manager, workers, objects int) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&Widget{}).
		Owns(&corev1.ConfigMap{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(&convergeReconciler{Client: mgr.GetClient(), objects: int64(objects)})
}

// Reconcile keeps one ConfigMap for each widget, and reports it in the status.
func (r *convergeReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.runs.Add(1)
	var widget Widget
	if err := r.Get(ctx, req.NamespacedName, &widget); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	config := corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: widget.Namespace, Name: widget.Name}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, &config, func() error {
		config.Data = map[string]string{"size": strconv.FormatInt(widget.Spec.Size, 10)}
		return controllerutil.SetControllerReference(&widget, &config, r.Scheme())
	}); err != nil {
		return ctrl.Result{}, err
	}
	wanted := WidgetStatus{Ready: true, ObservedGeneration: widget.Generation}
	if widget.Status == wanted {
		return ctrl.Result{}, nil
	}
	widget.Status = wanted
	if err := r.Status().Update(ctx, &widget); err != nil {
		return ctrl.Result{}, err
	}
	if r.ready.Add(1) == r.objects {
		report("converged", map[string]any{"runs": r.runs.Load()})
	}
	return ctrl.Result{}, nil
}
