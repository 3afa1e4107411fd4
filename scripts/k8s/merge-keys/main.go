// Prints how kustomize merges the lists of Kubernetes' types, according to its built-in schemas: for each kind, and for
// each type in a kind, the fields that lead to a list whose elements are merged.
package main

import (
	"encoding/json"
	"os"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/kustomize/kyaml/openapi"
)

type field struct {
	Type string   `json:"type,omitempty"`
	Keys []string `json:"keys,omitempty"`
	List bool     `json:"list,omitempty"`
	Map  bool     `json:"map,omitempty"`
}

type output struct {
	Kinds map[string]string           `json:"kinds"`
	Types map[string]map[string]field `json:"types"`
}

func main() {
	definitions := openapi.Schema().Definitions
	result := output{Kinds: map[string]string{}, Types: map[string]map[string]field{}}
	for name, definition := range definitions {
		for property, schema := range definition.Properties {
			read, isMerged := readField(schema)
			if !isMerged && read.Type == "" {
				continue
			}
			if result.Types[name] == nil {
				result.Types[name] = map[string]field{}
			}
			result.Types[name][property] = read
		}
		for _, kind := range kindsOf(definition) {
			result.Kinds[kind] = name
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		panic(err)
	}
}

func readField(schema spec.Schema) (field, bool) {
	if values := schema.AdditionalProperties; values != nil && values.Schema != nil {
		return field{Map: true, Type: nameOf(values.Schema.Ref)}, false
	}
	if schema.Items == nil || schema.Items.Schema == nil {
		return field{Type: nameOf(schema.Ref)}, false
	}
	read := field{List: true, Type: nameOf(schema.Items.Schema.Ref)}
	resource := openapi.ResourceSchema{Schema: &schema}
	strategies, keys := resource.PatchStrategyAndKeyList()
	for _, strategy := range strings.Split(strategies, ",") {
		if strategy == "merge" {
			read.Keys = append([]string{}, keys...)
			if len(keys) == 0 {
				read.Keys = []string{""}
			}
			return read, true
		}
	}
	return read, false
}

func nameOf(ref spec.Ref) string {
	return strings.TrimPrefix(ref.String(), "#/definitions/")
}

func kindsOf(definition spec.Schema) []string {
	kinds := []string{}
	list, _ := definition.Extensions["x-kubernetes-group-version-kind"].([]interface{})
	for _, each := range list {
		kind := each.(map[string]interface{})
		apiVersion := kind["version"].(string)
		if group, _ := kind["group"].(string); group != "" {
			apiVersion = group + "/" + apiVersion
		}
		kinds = append(kinds, apiVersion+" "+kind["kind"].(string))
	}
	return kinds
}
