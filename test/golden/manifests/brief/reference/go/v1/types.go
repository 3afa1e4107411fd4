// +groupName=brief.abc.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// BriefSpec has descriptions that are cut. The second sentence is one too many for this CRD.
type BriefSpec struct {
	// Short.
	Short string `json:"short,omitempty"`
	// The first sentence fits. The second does not fit any more.
	Sentences string `json:"sentences,omitempty"`
	// There is no end of a sentence before the limit of forty bytes
	Words string `json:"words,omitempty"`
	// Averyveryveryveryveryveryveryverylongwordwithoutanyblank
	OneWord string `json:"oneWord,omitempty"`
	// Is it a question? Then it ends there, and not here.
	Question string `json:"question,omitempty"`
	// Lines
	// are kept as they are, up to the limit of bytes.
	Lines []string `json:"lines,omitempty"`
	// Präzise Ärgernisse überall, mit zwei Bytes je Umlaut.
	Umlauts map[string]Inner `json:"umlauts,omitempty"`
}

// Inner is where descriptions are cut as well as anywhere else.
type Inner struct {
	// TODO: this line is for programmers.
	// What is left. ---
	// More of it.
	// ---
	// This is not for readers of the API.
	Name string `json:"name,omitempty"`
}

// Brief is a kind with a description that is too long as well.
type Brief struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              BriefSpec `json:"spec"`
}
