package main

import (
	"context"
	"runtime/debug"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// addSync fills the cache of the widgets with typed or unstructured informers.
func addSync(mgr ctrl.Manager, isTyped bool) error {
	return mgr.Add(manager.RunnableFunc(func(ctx context.Context) error {
		if isTyped {
			return fillCache(ctx, mgr, &Widget{}, &WidgetList{})
		}
		object := &unstructured.Unstructured{Object: map[string]any{}}
		object.SetGroupVersionKind(widgets.WithKind("Widget"))
		list := &unstructured.UnstructuredList{}
		list.SetGroupVersionKind(widgets.WithKind("WidgetList"))
		return fillCache(ctx, mgr, object, list)
	}))
}

// fillCache fills the cache of a kind, and reports when the cache is complete.
func fillCache(ctx context.Context, mgr ctrl.Manager, object client.Object, list client.ObjectList) error {
	collectGarbage()
	report("start", nil)
	if _, err := mgr.GetCache().GetInformer(ctx, object); err != nil {
		return err
	}
	if err := mgr.GetCache().List(ctx, list, client.Limit(1)); err != nil {
		return err
	}
	report("synced", nil)
	collectGarbage()
	report("settled", nil)
	// The benchmark reads the memory now; a list copies all objects.
	time.Sleep(500 * time.Millisecond)
	if err := mgr.GetCache().List(ctx, list); err != nil {
		return err
	}
	found, managed := 0, 0
	if err := meta.EachListItem(list, func(each runtime.Object) error {
		found++
		if len(each.(client.Object).GetManagedFields()) > 0 {
			managed++
		}
		return nil
	}); err != nil {
		return err
	}
	report("counted", map[string]any{"found": found, "managed": managed})
	<-ctx.Done()
	return nil
}

// collectGarbage returns unused memory to the system.
func collectGarbage() {
	debug.FreeOSMemory()
	debug.FreeOSMemory()
}
