// Prints how Go reads and writes Kubernetes' types as JSON, which OpenAPI does not contain: the Go type of each field,
// and whether an empty field is omitted. The key is the full name of the type, as in OpenAPI.
package main

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

type fields map[string]string

var types = map[string]fields{}

func main() {
	must(apiextensions.AddToScheme(scheme.Scheme))
	must(apiregistration.AddToScheme(scheme.Scheme))
	for kind, goType := range scheme.Scheme.AllKnownTypes() {
		if kind.Version == "v1" || kind.Version == "v2" {
			visit(goType)
		}
	}
	must(json.NewEncoder(os.Stdout).Encode(types))
}

func visit(goType reflect.Type) {
	switch goType.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		visit(goType.Elem())
		return
	case reflect.Struct:
	default:
		return
	}
	name := "io." + strings.NewReplacer("k8s.io", "k8s", "/", ".").Replace(goType.PkgPath()) + "." + goType.Name()
	if types[name] != nil || goType.PkgPath() == "time" {
		return
	}
	types[name] = fields{}
	addFields(goType, types[name])
}

func addFields(goType reflect.Type, into fields) {
	for index := range goType.NumField() {
		field := goType.Field(index)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "" && field.Anonymous && field.Type.Kind() == reflect.Struct:
			addFields(field.Type, into)
		case name != "" && name != "-":
			into[name] = strings.TrimSuffix(field.Type.String()+","+options, ",")
			visit(field.Type)
		}
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
