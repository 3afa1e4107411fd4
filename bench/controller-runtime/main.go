// The peer of the runtime's benchmarks: the operators of ../runtime/operator.ts, made with controller-runtime.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime/debug"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	server "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
)

func main() {
	mode := flag.String("mode", "", "converge, sync, latency or webhook")
	namespace := flag.String("namespace", "default", "the only one to watch")
	objects := flag.Int("objects", 0, "how many there are")
	workers := flag.Int("workers", 1, "how many are reconciled at a time")
	port := flag.Int("webhook-port", 0, "where webhooks are served")
	certificates := flag.String("webhook-cert-path", "", "the folder with tls.crt and tls.key")
	flag.Parse()
	log.SetLogger(zap.New(zap.WriteTo(os.Stderr)))

	scheme := runtime.NewScheme()
	check(corev1.AddToScheme(scheme))
	addWidgets(scheme)
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Scheme:                 scheme,
		Cache:                  cache.Options{DefaultNamespaces: map[string]cache.Config{*namespace: {}}},
		Metrics:                server.Options{BindAddress: "0"},
		HealthProbeBindAddress: "0",
		WebhookServer:          webhook.NewServer(webhook.Options{Port: *port, CertDir: *certificates}),
	})
	check(err)
	switch *mode {
	case "converge":
		check(addConverge(mgr, *workers, *objects))
	case "latency":
		check(addLatency(mgr, *workers, *objects))
	case "webhook":
		check(addWebhook(mgr, *workers, *objects))
	case "sync":
		check(mgr.Add(manager.RunnableFunc(func(ctx context.Context) error { return fillCache(ctx, mgr) })))
	default:
		check(fmt.Errorf("no such mode: %q", *mode))
	}
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

// fillCache fills the cache of a kind that the program has no type for, and says when it has it.
func fillCache(ctx context.Context, mgr ctrl.Manager) error {
	collectGarbage()
	report("start", nil)
	list := &unstructured.UnstructuredList{}
	list.SetAPIVersion(widgets.String())
	list.SetKind("Widget")
	object := &unstructured.Unstructured{Object: map[string]any{}}
	object.SetGroupVersionKind(widgets.WithKind("Widget"))
	if _, err := mgr.GetCache().GetInformer(ctx, object); err != nil {
		return err
	}
	if err := mgr.GetCache().List(ctx, list, client.Limit(1)); err != nil {
		return err
	}
	report("synced", nil)
	collectGarbage()
	report("settled", nil)
	<-ctx.Done()
	return nil
}

// collectGarbage gives back to the system what is not used.
func collectGarbage() {
	debug.FreeOSMemory()
	debug.FreeOSMemory()
}

// report tells the benchmark what has happened. It takes the time itself.
func report(event string, more map[string]any) {
	line := map[string]any{"event": event}
	for key, value := range more {
		line[key] = value
	}
	text, err := json.Marshal(line)
	check(err)
	fmt.Println(string(text))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
