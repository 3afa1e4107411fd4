/** Subjects by binding; a binding has the name of its role, and accounts are those of kube-system. */
export const clusterRoleSubjects: Readonly<Record<string, readonly string[]>> = {
  "cluster-admin": ["group system:masters"],
  "system:basic-user": ["group system:authenticated"],
  "system:discovery": ["group system:authenticated"],
  "system:kube-controller-manager": ["user system:kube-controller-manager"],
  "system:kube-dns": ["account kube-dns"],
  "system:kube-scheduler": ["user system:kube-scheduler"],
  "system:monitoring": ["group system:monitoring"],
  "system:node": [],
  "system:node-proxier": ["user system:kube-proxy"],
  "system:public-info-viewer": ["group system:authenticated", "group system:unauthenticated"],
  "system:service-account-issuer-discovery": ["group system:serviceaccounts"],
  "system:volume-scheduler": ["user system:kube-scheduler"],
};

/** Of namespaced bindings: the role where its name is another, and the subjects. */
export const roleSubjects: Readonly<
  Record<string, Readonly<Record<string, { readonly role?: string; readonly subjects: readonly string[] }>>>
> = {
  "kube-public": {
    "system:controller:bootstrap-signer": { subjects: ["account bootstrap-signer"] },
  },
  "kube-system": {
    "system::extension-apiserver-authentication-reader": {
      role: "extension-apiserver-authentication-reader",
      subjects: ["user system:kube-controller-manager", "user system:kube-scheduler"],
    },
    "system::leader-locking-kube-controller-manager": {
      subjects: [
        "user system:kube-controller-manager",
        "account kube-controller-manager",
        "account leader-election-controller",
      ],
    },
    "system::leader-locking-kube-scheduler": { subjects: ["user system:kube-scheduler", "account kube-scheduler"] },
    "system:controller:bootstrap-signer": { subjects: ["account bootstrap-signer"] },
    "system:controller:cloud-provider": { subjects: ["account cloud-provider"] },
    "system:controller:token-cleaner": { subjects: ["account token-cleaner"] },
  },
};
