// An operator made with controller-runtime, which prints what becomes of its objects: the same on any API server.
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const finalizer = "go-programs.tsop.dev/cleanup"

type reconciler struct {
	client.Client
	cleaned chan string
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	widget := &Widget{}
	if err := r.Get(ctx, request.NamespacedName, widget); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !widget.DeletionTimestamp.IsZero() {
		if !controllerutil.RemoveFinalizer(widget, finalizer) {
			return ctrl.Result{}, nil
		}
		// The cache may still contain a widget that is gone.
		if err := r.Update(ctx, widget); err != nil {
			return ctrl.Result{}, client.IgnoreNotFound(err)
		}
		r.cleaned <- widget.Name
		return ctrl.Result{}, nil
	}
	if controllerutil.AddFinalizer(widget, finalizer) {
		return ctrl.Result{}, r.Update(ctx, widget)
	}
	data := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: widget.Name, Namespace: widget.Namespace}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, data, func() error {
		data.Data = map[string]string{"size": strconv.FormatInt(widget.Spec.Size, 10)}
		return controllerutil.SetControllerReference(widget, data, r.Scheme())
	}); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.applyDeployment(ctx, widget); err != nil {
		return ctrl.Result{}, err
	}
	if widget.Status.ObservedGeneration == widget.Generation {
		return ctrl.Result{}, nil
	}
	before := client.MergeFrom(widget.DeepCopyObject().(client.Object))
	widget.Status = WidgetStatus{Ready: true, ObservedGeneration: widget.Generation}
	return ctrl.Result{}, r.Status().Patch(ctx, widget, before)
}

func (r *reconciler) applyDeployment(ctx context.Context, widget *Widget) error {
	labels := map[string]any{"widget": widget.Name}
	deployment := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment",
		"metadata": map[string]any{"name": widget.Name, "namespace": widget.Namespace},
		"spec": map[string]any{
			"replicas": widget.Spec.Size,
			"selector": map[string]any{"matchLabels": labels},
			"template": map[string]any{
				"metadata": map[string]any{"labels": labels},
				"spec":     map[string]any{"containers": []any{map[string]any{"name": "main", "image": "nginx"}}},
			},
		},
	}}
	if err := controllerutil.SetControllerReference(widget, deployment, r.Scheme()); err != nil {
		return err
	}
	return r.Apply(ctx, client.ApplyConfigurationFromUnstructured(deployment), client.FieldOwner("operator"), client.ForceOwnership)
}

func main() {
	log.SetLogger(zap.New(zap.WriteTo(os.Stderr)))
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Second)
	defer cancel()
	scheme := runtime.NewScheme()
	check(clientgoscheme.AddToScheme(scheme))
	addWidgets(scheme)
	config := ctrl.GetConfigOrDie()
	direct, err := client.New(config, client.Options{Scheme: scheme})
	check(err)
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "controller-runtime-"}}
	check(direct.Create(ctx, namespace))
	crd := widgetDefinition()
	check(client.IgnoreAlreadyExists(direct.Create(ctx, crd)))
	p := &program{ctx, direct, namespace.Name}
	p.until("the kind", func() error { return direct.List(ctx, &WidgetList{}) })

	mgr, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                        scheme,
		Cache:                         cache.Options{DefaultNamespaces: map[string]cache.Config{namespace.Name: {}}},
		Metrics:                       server.Options{BindAddress: "0"},
		LeaderElection:                true,
		LeaderElectionID:              "operator",
		LeaderElectionNamespace:       namespace.Name,
		LeaderElectionReleaseOnCancel: true,
	})
	check(err)
	own := &reconciler{mgr.GetClient(), make(chan string, 1)}
	check(ctrl.NewControllerManagedBy(mgr).For(&Widget{}).Owns(&corev1.ConfigMap{}).Owns(&appsv1.Deployment{}, builder.OnlyMetadata).Complete(own))
	managing, stop := context.WithCancel(ctx)
	stopped := make(chan error)
	go func() { stopped <- mgr.Start(managing) }()
	p.run(own)
	stop()
	check(<-stopped)
	check(direct.Delete(ctx, crd))
	check(direct.Delete(ctx, namespace))
	fmt.Println("done")
}

type program struct {
	context.Context
	client.Client
	namespace string
}

func (p *program) run(own *reconciler) {
	widget := &Widget{ObjectMeta: metav1.ObjectMeta{Name: "w", Namespace: p.namespace}, Spec: WidgetSpec{Size: 2}}
	check(p.Create(p, widget))
	key := client.ObjectKeyFromObject(widget)
	p.until("ready", func() error { return p.expect(widget, func() bool { return widget.Status.Ready }) })
	data, deployment := &corev1.ConfigMap{}, &appsv1.Deployment{}
	check(p.Get(p, key, data))
	check(p.Get(p, key, deployment))
	fmt.Println(data.Data, data.OwnerReferences[0].Kind, *data.OwnerReferences[0].Controller, *deployment.Spec.Replicas, deployment.Spec.Strategy.Type)

	widget.Spec.Size = 3
	check(p.Update(p, widget))
	p.until("scaled", func() error { return p.expect(deployment, func() bool { return *deployment.Spec.Replicas == 3 }) })
	uid := data.UID
	check(p.Delete(p, data))
	p.until("made again", func() error {
		return p.expect(data, func() bool { return data.UID != uid && data.Data["size"] == "3" })
	})

	refused := &Widget{ObjectMeta: metav1.ObjectMeta{Name: "bad", Namespace: p.namespace}, Spec: WidgetSpec{Size: -1}}
	err := p.Create(p, refused)
	fmt.Println(apierrors.IsInvalid(err), err)
	stale := widget.DeepCopyObject().(*Widget)
	stale.ResourceVersion = "1"
	err = p.Update(p, stale)
	fmt.Println(apierrors.IsConflict(err), strings.Contains(fmt.Sprint(err), "the object has been modified"))

	check(p.Delete(p, widget))
	fmt.Println("cleaned", <-own.cleaned)
	p.until("gone", func() error {
		if err := p.Get(p, key, widget); !apierrors.IsNotFound(err) {
			return fmt.Errorf("still there: %v", err)
		}
		return nil
	})
	list := &metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMapList"))
	p.until("dependents gone", func() error {
		check(p.List(p, list, client.InNamespace(p.namespace)))
		for _, each := range list.Items {
			if each.Name == "w" {
				return fmt.Errorf("still there")
			}
		}
		return nil
	})
}

func (p *program) expect(object client.Object, isSo func() bool) error {
	key := client.ObjectKey{Namespace: p.namespace, Name: "w"}
	if err := p.Get(p, key, object); err != nil {
		return err
	}
	if !isSo() {
		return fmt.Errorf("not yet")
	}
	return nil
}

func (p *program) until(what string, try func() error) {
	var last error
	err := wait.PollUntilContextTimeout(p, 50*time.Millisecond, 70*time.Second, true, func(context.Context) (bool, error) {
		last = try()
		return last == nil, nil
	})
	if err != nil {
		panic(fmt.Sprint(what, ": ", last))
	}
	fmt.Println(what)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
