// Reads objects as JSON, one per line. Prints Go's protobuf encoding of each, and the JSON that Go decodes from it.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

type line struct {
	JSON     json.RawMessage `json:"json"`
	Protobuf []byte          `json:"protobuf"`
}

func main() {
	known := scheme.Scheme
	must(apiextensions.AddToScheme(known))
	must(apiregistration.AddToScheme(known))
	must(metav1.AddMetaToScheme(known))
	serializer := protobuf.NewSerializer(known, known)
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		var named metav1.TypeMeta
		must(json.Unmarshal(in.Bytes(), &named))
		object, err := known.New(schema.FromAPIVersionAndKind(named.APIVersion, named.Kind))
		must(err)
		must(json.Unmarshal(in.Bytes(), object))
		var body bytes.Buffer
		must(serializer.Encode(object, &body))
		decoded, _, err := serializer.Decode(body.Bytes(), nil, nil)
		must(err)
		text, err := json.Marshal(decoded)
		must(err)
		must(out.Encode(line{text, body.Bytes()}))
	}
	must(in.Err())
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
