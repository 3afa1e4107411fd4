package main

import (
	"context"
	"fmt"
	"regexp"
	"sort"
	"time"

	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/record"
	"k8s.io/utils/ptr"
)

var uids = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

func hideUids(text string) string {
	return uids.ReplaceAllString(text, "UID")
}

func (p *program) discover() {
	client := discovery.NewDiscoveryClientForConfigOrDie(p.config)
	version, err := client.ServerVersion()
	check(err)
	fmt.Println(version.Major, version.Minor)
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client))
	for _, kind := range []schema.GroupKind{{Kind: "Pod"}, {Kind: "Namespace"}, {Group: "apps", Kind: "Deployment"}, {Group: "rbac.authorization.k8s.io", Kind: "ClusterRole"}, {Group: "autoscaling", Kind: "HorizontalPodAutoscaler"}} {
		mapping, err := mapper.RESTMapping(kind)
		check(err)
		fmt.Println(mapping.Resource, mapping.GroupVersionKind, mapping.Scope.Name())
	}
	_, err = mapper.RESTMapping(schema.GroupKind{Group: "nowhere.dev", Kind: "Nothing"})
	fmt.Println(err)
	lists, err := client.ServerPreferredResources()
	check(err)
	groups := []string{}
	for _, list := range lists {
		names := []string{}
		for _, each := range list.APIResources {
			names = append(names, fmt.Sprint(each.Name, each.ShortNames, each.Categories))
		}
		sort.Strings(names)
		if list.GroupVersion == "v1" || list.GroupVersion == "apps/v1" {
			groups = append(groups, fmt.Sprint(list.GroupVersion, names))
		}
	}
	sort.Strings(groups)
	for _, group := range groups {
		fmt.Println(group)
	}
}

// informers: what handlers are told of config maps, and that three caches fill.
func (p *program) informers() {
	factory := informers.NewSharedInformerFactoryWithOptions(p.client, 0, informers.WithNamespace(p.namespace))
	told := make(chan string, 100)
	maps := factory.Core().V1().ConfigMaps().Informer()
	say := func(verb string, object any) {
		if each := object.(*corev1.ConfigMap); each.Labels["watched"] == "yes" {
			told <- fmt.Sprint(verb, " ", each.Name, " ", each.Data)
		}
	}
	_, err := maps.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { say("add", object) },
		UpdateFunc: func(_, object any) { say("update", object) },
		DeleteFunc: func(object any) { say("delete", object) },
	})
	check(err)
	pods := factory.Core().V1().Pods().Informer()
	deployments := factory.Apps().V1().Deployments().Informer()
	ctx, cancel := context.WithCancel(p.context)
	defer cancel()
	factory.Start(ctx.Done())
	fmt.Println(cache.WaitForCacheSync(ctx.Done(), maps.HasSynced, pods.HasSynced, deployments.HasSynced))

	client := p.client.CoreV1().ConfigMaps(p.namespace)
	apply := applycorev1.ConfigMap("watched", p.namespace).WithLabels(map[string]string{"watched": "yes"}).WithData(map[string]string{"a": "1"})
	_, err = client.Apply(p.context, apply, metav1.ApplyOptions{FieldManager: "first"})
	check(err)
	fmt.Println(<-told)
	_, err = client.Apply(p.context, apply.WithData(map[string]string{"a": "2", "b": "3"}), metav1.ApplyOptions{FieldManager: "first"})
	check(err)
	fmt.Println(<-told)
	other := applycorev1.ConfigMap("watched", p.namespace).WithData(map[string]string{"a": "9"})
	_, err = client.Apply(p.context, other, metav1.ApplyOptions{FieldManager: "second"})
	p.show("conflict", err)
	_, err = client.Apply(p.context, other, metav1.ApplyOptions{FieldManager: "second", Force: true})
	check(err)
	fmt.Println(<-told)
	check(client.Delete(p.context, "watched", metav1.DeleteOptions{}))
	fmt.Println(<-told)
}

func (p *program) election() {
	ctx, cancel := context.WithCancel(p.context)
	lock, err := resourcelock.New(resourcelock.LeasesResourceLock, p.namespace, "leader", p.client.CoreV1(), p.client.CoordinationV1(), resourcelock.ResourceLockConfig{Identity: "me"})
	check(err)
	elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: time.Second, ReleaseOnCancel: true,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) {
				lease, err := p.client.CoordinationV1().Leases(p.namespace).Get(p.context, "leader", metav1.GetOptions{})
				check(err)
				// A renewal that is cancelled on its way would conflict with the release: wait for the first one.
				for first := lease.ResourceVersion; lease.ResourceVersion == first; {
					lease, err = p.client.CoordinationV1().Leases(p.namespace).Get(p.context, "leader", metav1.GetOptions{})
					check(err)
				}
				fmt.Println("leading", *lease.Spec.HolderIdentity, *lease.Spec.LeaseDurationSeconds, lease.Spec.RenewTime.After(time.Now().Add(-time.Minute)))
				cancel()
			},
			OnStoppedLeading: func() { fmt.Println("stopped") },
		},
	})
	check(err)
	elector.Run(ctx)
	lease, err := p.client.CoordinationV1().Leases(p.namespace).Get(p.context, "leader", metav1.GetOptions{})
	check(err)
	fmt.Println("released", *lease.Spec.HolderIdentity == "")
}

func (p *program) events() {
	broadcaster := record.NewBroadcaster()
	broadcaster.StartRecordingToSink(&sink{p})
	recorder := broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "program"})
	object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "about", Namespace: p.namespace, UID: "1"}}
	for range 3 {
		recorder.Event(object, corev1.EventTypeWarning, "Failed", "for the same reason")
	}
	check(wait.PollUntilContextTimeout(p.context, 50*time.Millisecond, 20*time.Second, true, func(ctx context.Context) (bool, error) {
		list, err := p.client.CoreV1().Events(p.namespace).List(ctx, metav1.ListOptions{FieldSelector: "involvedObject.name=about"})
		if err != nil || len(list.Items) != 1 || list.Items[0].Count != 3 {
			return false, err
		}
		event := list.Items[0]
		fmt.Println(event.Type, event.Reason, event.Message, event.Count, event.Source.Component, event.InvolvedObject.Kind)
		newer, err := p.client.EventsV1().Events(p.namespace).Get(ctx, event.Name, metav1.GetOptions{})
		check(err)
		fmt.Println(newer.Note, newer.Regarding.Name, newer.DeprecatedCount)
		return true, nil
	}))
	broadcaster.Shutdown()
}

type sink struct{ *program }

func (s *sink) Create(event *corev1.Event) (*corev1.Event, error) {
	return s.client.CoreV1().Events(s.namespace).CreateWithEventNamespaceWithContext(s.context, event)
}

func (s *sink) Update(event *corev1.Event) (*corev1.Event, error) {
	return s.client.CoreV1().Events(s.namespace).UpdateWithEventNamespaceWithContext(s.context, event)
}

func (s *sink) Patch(event *corev1.Event, data []byte) (*corev1.Event, error) {
	return s.client.CoreV1().Events(s.namespace).PatchWithEventNamespaceWithContext(s.context, event, data)
}

func (p *program) customResources() {
	client := dynamic.NewForConfigOrDie(p.config)
	group := p.namespace + ".example.com"
	crds := client.Resource(schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"})
	_, err := crds.Create(p.context, &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "widgets." + group},
		"spec": map[string]any{
			"group": group, "scope": "Namespaced", "names": map[string]any{"kind": "Widget", "plural": "widgets"},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true, "subresources": map[string]any{"status": map[string]any{}},
				"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "properties": map[string]any{
					"spec":   map[string]any{"type": "object", "properties": map[string]any{"size": map[string]any{"type": "integer", "minimum": int64(1), "default": int64(3)}}},
					"status": map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true},
				}}},
			}},
		},
	}}, metav1.CreateOptions{})
	check(err)
	defer func() { check(crds.Delete(p.context, "widgets."+group, metav1.DeleteOptions{})) }()
	check(wait.PollUntilContextTimeout(p.context, 50*time.Millisecond, 20*time.Second, true, func(ctx context.Context) (bool, error) {
		crd, err := crds.Get(ctx, "widgets."+group, metav1.GetOptions{})
		check(err)
		conditions, _, _ := unstructured.NestedSlice(crd.Object, "status", "conditions")
		for _, each := range conditions {
			if condition := each.(map[string]any); condition["type"] == "Established" && condition["status"] == "True" {
				return true, nil
			}
		}
		return false, nil
	}))
	resource := schema.GroupVersionResource{Group: group, Version: "v1", Resource: "widgets"}
	widgets := client.Resource(resource).Namespace(p.namespace)
	widget := func(name string, spec map[string]any) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{"apiVersion": group + "/v1", "kind": "Widget", "metadata": map[string]any{"name": name}, "spec": spec}}
	}
	var created *unstructured.Unstructured
	// The path answers 404 for a moment after the CRD calls itself established.
	check(wait.PollUntilContextTimeout(p.context, 50*time.Millisecond, 20*time.Second, true, func(ctx context.Context) (bool, error) {
		created, err = widgets.Create(ctx, widget("w", map[string]any{"unknown": true}), metav1.CreateOptions{})
		return err == nil, nil
	}))
	fmt.Println(created.Object["spec"], created.GetGeneration())
	_, err = widgets.Create(p.context, widget("bad", map[string]any{"size": int64(0)}), metav1.CreateOptions{})
	fmt.Println(err != nil, err != nil && len(err.Error()) > 0)
	watch, err := widgets.Watch(p.context, metav1.ListOptions{ResourceVersion: created.GetResourceVersion()})
	check(err)
	created.Object["status"] = map[string]any{"ready": true}
	_, err = widgets.UpdateStatus(p.context, created, metav1.UpdateOptions{})
	check(err)
	_, err = widgets.Patch(p.context, "w", types.MergePatchType, []byte(`{"spec":{"size":7},"status":{"ready":false}}`), metav1.PatchOptions{})
	check(err)
	applied, err := widgets.Apply(p.context, "w", widget("w", map[string]any{"size": int64(8)}), metav1.ApplyOptions{FieldManager: "applier", Force: true})
	check(err)
	fmt.Println(applied.Object["spec"], applied.Object["status"], applied.GetGeneration())
	client2 := metadata.NewForConfigOrDie(p.config)
	list, err := client2.Resource(resource).Namespace(p.namespace).List(p.context, metav1.ListOptions{})
	check(err)
	fmt.Println(len(list.Items), list.Items[0].Name, list.Items[0].Kind)
	check(widgets.Delete(p.context, "w", metav1.DeleteOptions{}))
	for range 4 {
		event := <-watch.ResultChan()
		object := event.Object.(*unstructured.Unstructured)
		fmt.Println(event.Type, object.Object["spec"], object.Object["status"])
	}
	watch.Stop()
}

func (p *program) reviews() {
	access, err := p.client.AuthorizationV1().SelfSubjectAccessReviews().Create(p.context, &authorizationv1.SelfSubjectAccessReview{
		Spec: authorizationv1.SelfSubjectAccessReviewSpec{ResourceAttributes: &authorizationv1.ResourceAttributes{Verb: "create", Resource: "pods", Namespace: p.namespace}},
	}, metav1.CreateOptions{})
	check(err)
	fmt.Println(access.Status.Allowed)
	accounts := p.client.CoreV1().ServiceAccounts(p.namespace)
	_, err = accounts.Create(p.context, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "robot"}}, metav1.CreateOptions{})
	check(err)
	request := &authenticationv1.TokenRequest{Spec: authenticationv1.TokenRequestSpec{ExpirationSeconds: ptr.To[int64](600)}}
	token, err := accounts.CreateToken(p.context, "robot", request, metav1.CreateOptions{})
	check(err)
	review, err := p.client.AuthenticationV1().TokenReviews().Create(p.context, &authenticationv1.TokenReview{Spec: authenticationv1.TokenReviewSpec{Token: token.Status.Token}}, metav1.CreateOptions{})
	check(err)
	fmt.Println(*token.Spec.ExpirationSeconds, review.Status.Authenticated, review.Status.User.Username == "system:serviceaccount:"+p.namespace+":robot", len(review.Status.User.Groups))
}
