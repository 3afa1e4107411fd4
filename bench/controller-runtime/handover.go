package main

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// standby reports that the process waits for the lease. It does not need the lease itself.
type standby struct{}

func (standby) NeedLeaderElection() bool { return false }

func (standby) Start(context.Context) error {
	report("standby", nil)
	return nil
}

// addLead reports the first reconcile of the process.
func addLead(mgr ctrl.Manager) error {
	if err := mgr.Add(standby{}); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&Widget{}).Complete(reconcile.Func(
		func(context.Context, ctrl.Request) (ctrl.Result, error) {
			report("reconciled", nil)
			return ctrl.Result{}, nil
		}))
}
