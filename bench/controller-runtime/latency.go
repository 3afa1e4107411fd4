package main

import (
	"context"
	"sync"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
)

type latencyReconciler struct {
	client.Client
	objects int
	mutex   sync.Mutex
	initial int
	micros  []int64
}

func addLatency(mgr ctrl.Manager, workers, objects int) error {
	r := &latencyReconciler{Client: mgr.GetClient(), objects: objects}
	return ctrl.NewControllerManagedBy(mgr).
		For(&Widget{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(r)
}

// Reconcile records the age of the change that triggered it. A negative size requests a report of the recorded ages.
func (r *latencyReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	now := time.Now().UnixMicro()
	var widget Widget
	if err := r.Get(ctx, req.NamespacedName, &widget); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	switch {
	case widget.Spec.Size < 0:
		report("latencies", map[string]any{"micros": r.micros})
	case widget.Spec.SentAt > 0:
		r.micros = append(r.micros, now-widget.Spec.SentAt)
	default:
		if r.initial++; r.initial == r.objects {
			report("synced", nil)
		}
	}
	return ctrl.Result{}, nil
}
