// Does with client-go what programs do with it, and prints what it sees: the same on any API server.
package main

import (
	"context"
	"fmt"
	"os"
	"sort"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
	"k8s.io/utils/ptr"
)

type program struct {
	context   context.Context
	config    *rest.Config
	client    kubernetes.Interface
	namespace string
}

func main() {
	klog.SetOutput(os.Stderr)
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	check(err)
	config.QPS = -1
	// As controller-runtime and the components of Kubernetes talk.
	config.ContentType = runtime.ContentTypeProtobuf
	config.AcceptContentTypes = runtime.ContentTypeProtobuf + "," + runtime.ContentTypeJSON
	client, err := kubernetes.NewForConfig(config)
	check(err)
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	namespace, err := client.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "client-go-"}}, metav1.CreateOptions{})
	check(err)
	p := &program{ctx, config, client, namespace.Name}
	for _, part := range []struct {
		name string
		run  func(*program)
	}{
		{"discovery", (*program).discover},
		{"config maps", (*program).configMaps},
		{"deployments", (*program).deployments},
		{"refusals", (*program).refusals},
		{"collections", (*program).collections},
		{"informers", (*program).informers},
		{"election", (*program).election},
		{"events", (*program).events},
		{"custom resources", (*program).customResources},
		{"reviews", (*program).reviews},
	} {
		fmt.Println("#", part.name)
		p.attempt(part.run)
	}
	check(client.CoreV1().Namespaces().Delete(ctx, p.namespace, metav1.DeleteOptions{}))
}

// attempt goes on with the next part when one fails.
func (p *program) attempt(run func(*program)) {
	defer func() {
		if failure := recover(); failure != nil {
			fmt.Println("failed:", failure)
		}
	}()
	run(p)
}

func (p *program) configMaps() {
	maps := p.client.CoreV1().ConfigMaps(p.namespace)
	created, err := maps.Create(p.context, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "one", Labels: map[string]string{"app": "x"}},
		Data:       map[string]string{"a": "1", "greeting": "grüße, 世界"},
		BinaryData: map[string][]byte{"b": {0, 255, 10}},
	}, metav1.CreateOptions{FieldManager: "typed"})
	check(err)
	fmt.Println(created.Name, created.Data, created.BinaryData, created.UID != "", created.ResourceVersion != "", created.ManagedFields[0].Manager)
	read, err := maps.Get(p.context, "one", metav1.GetOptions{})
	check(err)
	fmt.Println(read.ResourceVersion == created.ResourceVersion, read.CreationTimestamp.Equal(&created.CreationTimestamp))
	read.Data["c"] = "3"
	updated, err := maps.Update(p.context, read, metav1.UpdateOptions{})
	check(err)
	fmt.Println(updated.Data, updated.ResourceVersion != created.ResourceVersion)
	_, err = maps.Update(p.context, created, metav1.UpdateOptions{})
	p.show("stale update", err)
	patched, err := maps.Patch(p.context, "one", types.MergePatchType, []byte(`{"data":{"a":null,"d":"4"}}`), metav1.PatchOptions{})
	check(err)
	fmt.Println(patched.Data)
	patched, err = maps.Patch(p.context, "one", types.JSONPatchType, []byte(`[{"op":"replace","path":"/data/d","value":"5"}]`), metav1.PatchOptions{})
	check(err)
	fmt.Println(patched.Data)
	dry, err := maps.Create(p.context, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{GenerateName: "dry-"}}, metav1.CreateOptions{DryRun: []string{"All"}})
	check(err)
	fmt.Println(strings.HasPrefix(dry.Name, "dry-"))
	uid := types.UID("other")
	p.show("wrong uid", maps.Delete(p.context, "one", metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &uid}}))
	check(maps.Delete(p.context, "one", metav1.DeleteOptions{}))
	_, err = maps.Get(p.context, "one", metav1.GetOptions{})
	p.show("get", err)
}

func deployment(name string) *appsv1.Deployment {
	labels := map[string]string{"app": name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels},
		Spec: appsv1.DeploymentSpec{
			Replicas: ptr.To[int32](2),
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Strategy: appsv1.DeploymentStrategy{RollingUpdate: &appsv1.RollingUpdateDeployment{MaxSurge: ptr.To(intstr.FromString("50%"))}},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec: corev1.PodSpec{Containers: []corev1.Container{{
					Name:  "main",
					Image: "nginx",
					Ports: []corev1.ContainerPort{{ContainerPort: 80}},
					Resources: corev1.ResourceRequirements{
						Limits: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("500m"), corev1.ResourceMemory: resource.MustParse("64Mi")},
					},
					ReadinessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Path: "/", Port: intstr.FromInt32(80)}}},
				}}},
			},
		},
	}
}

func (p *program) deployments() {
	all := p.client.AppsV1().Deployments(p.namespace)
	created, err := all.Create(p.context, deployment("web"), metav1.CreateOptions{})
	check(err)
	spec := created.Spec
	container := spec.Template.Spec.Containers[0]
	fmt.Println(*spec.Replicas, spec.Strategy.Type, spec.Strategy.RollingUpdate.MaxSurge, spec.Strategy.RollingUpdate.MaxUnavailable, *spec.RevisionHistoryLimit, created.Generation)
	fmt.Println(container.ImagePullPolicy, container.TerminationMessagePath, container.Ports[0].Protocol, container.Resources.Limits.Cpu(), container.Resources.Requests.Memory(), container.ReadinessProbe.PeriodSeconds)
	scale, err := all.GetScale(p.context, "web", metav1.GetOptions{})
	check(err)
	fmt.Println(scale.Spec.Replicas, scale.Status.Selector)
	scale.Spec.Replicas = 5
	scale, err = all.UpdateScale(p.context, "web", scale, metav1.UpdateOptions{})
	check(err)
	fmt.Println(scale.Spec.Replicas)
	patch := []byte(`{"spec":{"template":{"spec":{"containers":[{"name":"main","env":[{"name":"A","value":"B"}]}]}}}}`)
	patched, err := all.Patch(p.context, "web", types.StrategicMergePatchType, patch, metav1.PatchOptions{})
	check(err)
	fmt.Println(*patched.Spec.Replicas, patched.Spec.Template.Spec.Containers[0].Env, patched.Spec.Template.Spec.Containers[0].Image)
	patched.Status.ObservedGeneration = patched.Generation
	patched.Status.Conditions = []appsv1.DeploymentCondition{{Type: appsv1.DeploymentAvailable, Status: corev1.ConditionTrue, LastUpdateTime: metav1.Unix(1, 0)}}
	status, err := all.UpdateStatus(p.context, patched, metav1.UpdateOptions{})
	check(err)
	fmt.Println(status.Status.ObservedGeneration == status.Generation, status.Status.Conditions[0].LastUpdateTime.UTC(), status.Status.Conditions[0].LastTransitionTime.IsZero())
	check(all.Delete(p.context, "web", metav1.DeleteOptions{PropagationPolicy: ptr.To(metav1.DeletePropagationBackground)}))
}

func (p *program) refusals() {
	_, err := p.client.CoreV1().ConfigMaps(p.namespace).Create(p.context, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "No_Name"}}, metav1.CreateOptions{})
	p.show("name", err)
	_, err = p.client.AppsV1().Deployments(p.namespace).Create(p.context, &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: "empty"}}, metav1.CreateOptions{})
	p.show("deployment", err)
	_, err = p.client.CoreV1().Services(p.namespace).Create(p.context, &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: "s"}}, metav1.CreateOptions{})
	p.show("service", err)
	_, err = p.client.CoreV1().Namespaces().Create(p.context, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "default"}}, metav1.CreateOptions{})
	p.show("namespace", err)
	_, err = p.client.CoreV1().ConfigMaps("nowhere").Create(p.context, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "a"}}, metav1.CreateOptions{})
	p.show("no namespace", err)
	_, err = p.client.CoreV1().ConfigMaps(p.namespace).List(p.context, metav1.ListOptions{LabelSelector: "a=="})
	fmt.Println("empty selector:", err)
	_, err = p.client.CoreV1().ConfigMaps(p.namespace).List(p.context, metav1.ListOptions{FieldSelector: "spec.foo=a"})
	p.show("field selector", err)
}

func (p *program) collections() {
	maps := p.client.CoreV1().ConfigMaps(p.namespace)
	for index := range 5 {
		labels := map[string]string{"list": "yes", "even": fmt.Sprint(index%2 == 0)}
		_, err := maps.Create(p.context, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("item-", index), Labels: labels}}, metav1.CreateOptions{})
		check(err)
	}
	options := metav1.ListOptions{LabelSelector: "list=yes", Limit: 2}
	for {
		page, err := maps.List(p.context, options)
		check(err)
		names := []string{}
		for _, item := range page.Items {
			names = append(names, item.Name)
		}
		fmt.Println(names, page.Continue != "")
		if options.Continue = page.Continue; options.Continue == "" {
			break
		}
	}
	even, err := maps.List(p.context, metav1.ListOptions{LabelSelector: "list,even in (true)", FieldSelector: "metadata.name!=item-0"})
	check(err)
	fmt.Println(len(even.Items))
	check(maps.DeleteCollection(p.context, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "list=yes"}))
	rest, err := maps.List(p.context, metav1.ListOptions{LabelSelector: "list=yes"})
	check(err)
	fmt.Println(len(rest.Items))
}

// show prints a refusal: its code, reason, message and causes.
func (p *program) show(what string, err error) {
	status, isStatus := err.(apierrors.APIStatus)
	if !isStatus {
		fmt.Println(what+":", err)
		return
	}
	got := status.Status()
	causes := []string{}
	if got.Details != nil {
		for _, cause := range got.Details.Causes {
			causes = append(causes, fmt.Sprint(cause.Type, " ", cause.Field))
		}
	}
	sort.Strings(causes)
	fmt.Println(what+":", got.Code, got.Reason, strings.ReplaceAll(hideUids(got.Message), p.namespace, "NAMESPACE"), causes)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
