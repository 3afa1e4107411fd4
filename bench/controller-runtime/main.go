// The peer of the runtime's benchmarks: the operators of ../runtime/operator.ts, written with controller-runtime.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	server "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
)

func main() {
	mode := flag.String("mode", "", "converge, sync, latency, webhook or lead")
	namespace := flag.String("namespace", "default", "the only one to watch")
	objects := flag.Int("objects", 0, "how many there are")
	workers := flag.Int("workers", 1, "how many are reconciled at a time")
	port := flag.Int("webhook-port", 0, "where webhooks are served")
	certificates := flag.String("webhook-cert-path", "", "the folder with tls.crt and tls.key")
	managedFields := flag.String("managed-fields", "drop", "what caches do with metadata.managedFields: keep or drop")
	informers := flag.String("informers", "typed", "what sync fills: typed or unstructured")
	leaderElect := flag.Bool("leader-elect", false, "work only with the lease in the namespace")
	flag.Parse()
	log.SetLogger(zap.New(zap.WriteTo(os.Stderr)))

	caches := cache.Options{DefaultNamespaces: map[string]cache.Config{*namespace: {}}}
	if *managedFields == "drop" {
		caches.DefaultTransform = cache.TransformStripManagedFields()
	}
	scheme := runtime.NewScheme()
	check(corev1.AddToScheme(scheme))
	addWidgets(scheme)
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Scheme:                        scheme,
		Cache:                         caches,
		Metrics:                       server.Options{BindAddress: "0"},
		HealthProbeBindAddress:        "0",
		WebhookServer:                 webhook.NewServer(webhook.Options{Port: *port, CertDir: *certificates}),
		LeaderElection:                *leaderElect,
		LeaderElectionID:              "bench",
		LeaderElectionNamespace:       *namespace,
		LeaderElectionReleaseOnCancel: true,
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
		check(addSync(mgr, *informers == "typed"))
	case "lead":
		check(addLead(mgr))
	default:
		check(fmt.Errorf("no such mode: %q", *mode))
	}
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

// report reports an event to the benchmark, which records the time itself.
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
