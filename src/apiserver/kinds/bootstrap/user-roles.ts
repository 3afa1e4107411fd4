import type { RuleTable } from "./rules.js";

/** ClusterRoles for people and for what any client may ask. Source: kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go. */
export const userRoles: RuleTable = {
  "cluster-admin": [
    ["*", "*", "*"],
    ["*", "*"],
  ],
  "system:auth-delegator": [
    ["create", "authentication.k8s.io", "tokenreviews"],
    ["create", "authorization.k8s.io", "subjectaccessreviews"],
  ],
  "system:basic-user": [
    ["create", "authorization.k8s.io", "selfsubjectaccessreviews selfsubjectrulesreviews"],
    ["create", "authentication.k8s.io", "selfsubjectreviews"],
  ],
  "system:certificates.k8s.io:certificatesigningrequests:nodeclient": [
    ["create", "certificates.k8s.io", "certificatesigningrequests/nodeclient"],
  ],
  "system:certificates.k8s.io:certificatesigningrequests:selfnodeclient": [
    ["create", "certificates.k8s.io", "certificatesigningrequests/selfnodeclient"],
  ],
  "system:certificates.k8s.io:kube-apiserver-client-approver": [
    ["approve", "certificates.k8s.io", "signers", "kubernetes.io/kube-apiserver-client"],
  ],
  "system:certificates.k8s.io:kube-apiserver-client-kubelet-approver": [
    ["approve", "certificates.k8s.io", "signers", "kubernetes.io/kube-apiserver-client-kubelet"],
  ],
  "system:certificates.k8s.io:kubelet-serving-approver": [
    ["approve", "certificates.k8s.io", "signers", "kubernetes.io/kubelet-serving"],
  ],
  "system:certificates.k8s.io:legacy-unknown-approver": [
    ["approve", "certificates.k8s.io", "signers", "kubernetes.io/legacy-unknown"],
  ],
  "system:discovery": [
    ["get", "/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/"],
  ],
  "system:public-info-viewer": [["get", "/healthz /livez /readyz /version /version/"]],
  "system:service-account-issuer-discovery": [
    ["get", "/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/"],
  ],
};
