/** The annotation in which `kubectl apply` without `--server-side` stores a copy of the applied object. */
export const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/**
 * The maximum size of all annotations of an object together, in bytes, including that copy. Source:
 * k8s.io/apimachinery/pkg/api/validation/objectmeta.go (TotalAnnotationSizeLimitB).
 */
export const annotationLimit = 262_144;
