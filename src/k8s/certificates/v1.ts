// Made by `npm run generate:k8s` from data/openapi/certificates/v1.json: change that, or the script.
import { type Condition, type ListMeta, type ObjectMeta, defineKind } from "../../kube/objects.js";
import type { Base64, Int32, Time } from "../../kube/scalars.js";

/**
 * CertificateSigningRequest objects provide a mechanism to obtain x509 certificates by submitting a certificate
 * signing request, and having it asynchronously approved and issued.
 */
export interface CertificateSigningRequest {
  apiVersion: "certificates.k8s.io/v1";
  kind: "CertificateSigningRequest";
  metadata: ObjectMeta;
  /**
   * spec contains the certificate request, and is immutable after creation. Only the request, signerName,
   * expirationSeconds, and usages fields can be set on creation. Other fields are derived by Kubernetes and cannot
   * be modified by users.
   */
  spec: CertificateSigningRequestSpec;
  /**
   * status contains information about whether the request is approved or denied, and the certificate issued by the
   * signer, or the failure condition indicating signer failure.
   */
  status?: CertificateSigningRequestStatus;
}
export const CertificateSigningRequest = /* @__PURE__ */ defineKind<CertificateSigningRequest>("certificates.k8s.io/v1", "CertificateSigningRequest");

/** CertificateSigningRequestCondition describes a condition of a CertificateSigningRequest object */
export interface CertificateSigningRequestCondition {
  /**
   * lastTransitionTime is the time the condition last transitioned from one status to another. If unset, when a new
   * condition type is added or an existing condition's status is changed, the server defaults this to the current
   * time.
   */
  lastTransitionTime?: Time;
  /** lastUpdateTime is the time of the last update to this condition */
  lastUpdateTime?: Time;
  /** message contains a human readable message with details about the request state */
  message?: string;
  /** reason indicates a brief reason for the request state */
  reason?: string;
  /**
   * status of the condition, one of True, False, Unknown. Approved, Denied, and Failed conditions may not be
   * "False" or "Unknown".
   */
  status: string;
  /** type of the condition. Known conditions are "Approved", "Denied", and "Failed". */
  type: string;
}

/** CertificateSigningRequestList is a collection of CertificateSigningRequest objects */
export interface CertificateSigningRequestList {
  apiVersion: "certificates.k8s.io/v1";
  /** items is a collection of CertificateSigningRequest objects */
  items: CertificateSigningRequest[];
  kind: "CertificateSigningRequestList";
  metadata?: ListMeta;
}

/** CertificateSigningRequestSpec contains the certificate request. */
export interface CertificateSigningRequestSpec {
  /**
   * expirationSeconds is the requested duration of validity of the issued certificate. The certificate signer may
   * issue a certificate with a different validity duration so a client must check the delta between the notBefore
   * and and notAfter fields in the issued certificate to determine the actual duration.
   */
  expirationSeconds?: Int32;
  /**
   * extra contains extra attributes of the user that created the CertificateSigningRequest. Populated by the API
   * server on creation and immutable.
   */
  extra?: Record<string, string[]>;
  /**
   * groups contains group membership of the user that created the CertificateSigningRequest. Populated by the API
   * server on creation and immutable.
   */
  groups?: string[];
  /**
   * request contains an x509 certificate signing request encoded in a "CERTIFICATE REQUEST" PEM block. When
   * serialized as JSON or YAML, the data is additionally base64-encoded.
   */
  request: Base64;
  /** signerName indicates the requested signer, and is a qualified name. */
  signerName: string;
  /**
   * uid contains the uid of the user that created the CertificateSigningRequest. Populated by the API server on
   * creation and immutable.
   */
  uid?: string;
  /** usages specifies a set of key usages requested in the issued certificate. */
  usages?: ("any" | "cert sign" | "client auth" | "code signing" | "content commitment" | "crl sign" | "data encipherment" | "decipher only" | "digital signature" | "email protection" | "encipher only" | "ipsec end system" | "ipsec tunnel" | "ipsec user" | "key agreement" | "key encipherment" | "microsoft sgc" | "netscape sgc" | "ocsp signing" | "s/mime" | "server auth" | "signing" | "timestamping")[];
  /**
   * username contains the name of the user that created the CertificateSigningRequest. Populated by the API server
   * on creation and immutable.
   */
  username?: string;
}

/**
 * CertificateSigningRequestStatus contains conditions used to indicate approved/denied/failed status of the
 * request, and the issued certificate.
 */
export interface CertificateSigningRequestStatus {
  /**
   * certificate is populated with an issued certificate by the signer after an Approved condition is present. This
   * field is set via the /status subresource. Once populated, this field is immutable.
   */
  certificate?: Base64;
  /** conditions applied to the request. Known conditions are "Approved", "Denied", and "Failed". */
  conditions?: CertificateSigningRequestCondition[];
}

/** ClusterTrustBundle is a cluster-scoped container for X.509 trust anchors (root certificates). */
export interface ClusterTrustBundle {
  apiVersion: "certificates.k8s.io/v1";
  kind: "ClusterTrustBundle";
  metadata: ObjectMeta;
  /** spec contains the signer (if any) and trust anchors. */
  spec: ClusterTrustBundleSpec;
}
export const ClusterTrustBundle = /* @__PURE__ */ defineKind<ClusterTrustBundle>("certificates.k8s.io/v1", "ClusterTrustBundle");

/** ClusterTrustBundleList is a collection of ClusterTrustBundle objects */
export interface ClusterTrustBundleList {
  apiVersion: "certificates.k8s.io/v1";
  /** items is a collection of ClusterTrustBundle objects */
  items: ClusterTrustBundle[];
  kind: "ClusterTrustBundleList";
  /** metadata contains the list metadata. */
  metadata?: ListMeta;
}

/** ClusterTrustBundleSpec contains the signer and trust anchors. */
export interface ClusterTrustBundleSpec {
  /** signerName indicates the associated signer, if any. */
  signerName?: string;
  /**
   * trustBundle contains the individual X.509 trust anchors for this bundle, as PEM bundle of PEM-wrapped,
   * DER-formatted X.509 certificates.
   */
  trustBundle: string;
}

/** PodCertificateRequest encodes a pod requesting a certificate from a given signer. */
export interface PodCertificateRequest {
  apiVersion: "certificates.k8s.io/v1";
  kind: "PodCertificateRequest";
  metadata: ObjectMeta;
  /** spec contains the details about the certificate being requested. */
  spec: PodCertificateRequestSpec;
  /** status contains the issued certificate, and a standard set of conditions. */
  status?: PodCertificateRequestStatus;
}
export const PodCertificateRequest = /* @__PURE__ */ defineKind<PodCertificateRequest>("certificates.k8s.io/v1", "PodCertificateRequest");

/** PodCertificateRequestList is a collection of PodCertificateRequest objects */
export interface PodCertificateRequestList {
  apiVersion: "certificates.k8s.io/v1";
  /** items is a collection of PodCertificateRequest objects */
  items: PodCertificateRequest[];
  kind: "PodCertificateRequestList";
  /** metadata contains the list metadata. */
  metadata?: ListMeta;
}

/** PodCertificateRequestSpec describes the certificate request. All fields are immutable after creation. */
export interface PodCertificateRequestSpec {
  /** maxExpirationSeconds is the maximum lifetime permitted for the certificate. */
  maxExpirationSeconds?: Int32;
  /** nodeName is the name of the node the pod is assigned to. */
  nodeName: string;
  /** nodeUID is the UID of the node the pod is assigned to. */
  nodeUID: string;
  /** podName is the name of the pod into which the certificate will be mounted. */
  podName: string;
  /** podUID is the UID of the pod into which the certificate will be mounted. */
  podUID: string;
  /** serviceAccountName is the name of the service account the pod is running as. */
  serviceAccountName: string;
  /** serviceAccountUID is the UID of the service account the pod is running as. */
  serviceAccountUID: string;
  /** signerName indicates the requested signer. */
  signerName: string;
  /** A PKCS#10 certificate signing request (DER-serialized) generated by Kubelet using the subject private key. */
  stubPKCS10Request: Base64;
  /**
   * unverifiedUserAnnotations allow pod authors to pass additional information to the signer implementation.
   * Kubernetes does not restrict or validate this metadata in any way.
   */
  unverifiedUserAnnotations?: Record<string, string>;
}

/**
 * PodCertificateRequestStatus describes the status of the request, and holds the certificate data if the request
 * is issued.
 */
export interface PodCertificateRequestStatus {
  /**
   * beginRefreshAt is the time at which the kubelet should begin trying to refresh the certificate. This field is
   * set via the /status subresource, and must be set at the same time as certificateChain. Once populated, this
   * field is immutable.
   */
  beginRefreshAt?: Time;
  /**
   * certificateChain is populated with an issued certificate by the signer. This field is set via the /status
   * subresource. Once populated, this field is immutable.
   */
  certificateChain?: string;
  /** conditions applied to the request. */
  conditions?: Condition[];
  /**
   * notAfter is the time at which the certificate expires. The value must be the same as the notAfter value in the
   * leaf certificate in certificateChain. This field is set via the /status subresource. Once populated, it is
   * immutable. The signer must set this field at the same time it sets certificateChain.
   */
  notAfter?: Time;
  /**
   * notBefore is the time at which the certificate becomes valid. The value must be the same as the notBefore value
   * in the leaf certificate in certificateChain. This field is set via the /status subresource. Once populated, it
   * is immutable. The signer must set this field at the same time it sets certificateChain.
   */
  notBefore?: Time;
}
