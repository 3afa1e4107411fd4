// Costs prints what judging values by the rules in schemas costs, in the order of its input. A value may cost this or that: Go goes
// through a map in random order, and a rule stops at the first key that decides.
package main

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"slices"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

type input struct {
	Schema json.RawMessage `json:"schema"`
	Value  json.RawMessage `json:"value"`
}

const budget = int64(celconfig.RuntimeCELCostBudget)

// So many that each order of a map with two keys is among them.
const runs = 40

func main() {
	var inputs []input
	if err := json.NewDecoder(os.Stdin).Decode(&inputs); err != nil {
		panic(err)
	}
	outputs := [][]int64{}
	for _, in := range inputs {
		outputs = append(outputs, judge(in))
	}
	if err := json.NewEncoder(os.Stdout).Encode(outputs); err != nil {
		panic(err)
	}
}

func judge(in input) []int64 {
	var external v1.JSONSchemaProps
	if err := json.Unmarshal(in.Schema, &external); err != nil {
		panic(err)
	}
	var internal apiextensions.JSONSchemaProps
	if err := v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&external, &internal, nil); err != nil {
		panic(err)
	}
	structural, err := schema.NewStructural(&internal)
	if err != nil {
		panic(err)
	}
	var value interface{}
	if err := utiljson.Unmarshal(in.Value, &value); err != nil {
		panic(err)
	}
	validator := cel.NewValidator(structural, true, celconfig.PerCallLimit)
	costs := map[int64]bool{}
	for run := 0; run < runs; run++ {
		_, left := validator.Validate(context.Background(), nil, structural, value, nil, budget)
		costs[budget-left] = true
	}
	return slices.Sorted(maps.Keys(costs))
}
