/** Where `kubectl apply` keeps a copy of what it has applied, without `--server-side`. */
export const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/**
 * What all annotations of an object may have together, in bytes: that copy among them.
 * Source: k8s.io/apimachinery/pkg/api/validation/objectmeta.go (TotalAnnotationSizeLimitB).
 */
export const annotationLimit = 262_144;
