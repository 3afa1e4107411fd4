// Costs prints what judging values by the rules in schemas costs: a number for each, in the order of its input.
package main

import (
	"context"
	"encoding/json"
	"os"

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

func main() {
	var inputs []input
	if err := json.NewDecoder(os.Stdin).Decode(&inputs); err != nil {
		panic(err)
	}
	outputs := []int64{}
	for _, in := range inputs {
		outputs = append(outputs, judge(in))
	}
	if err := json.NewEncoder(os.Stdout).Encode(outputs); err != nil {
		panic(err)
	}
}

func judge(in input) int64 {
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
	_, left := validator.Validate(context.Background(), nil, structural, value, nil, budget)
	return budget - left
}
