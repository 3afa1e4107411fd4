// +kubebuilder:rbac:groups=a,resource=x,verbs=get
// +kubebuilder:rbac:groups=a,resources=x,verbs=get,list
// +kubebuilder:rbac:resources=pods,verbs=get
// +kubebuilder:rbac:groups=apps,resources=deployments
// +kubebuilder:rbac:groups=apps,resources=deployments,urls=/x,verbs=get
// +kubebuilder:rbac:urls=/x,verbs=get,namespace=a
// +kubebuilder:rbac:groups=apps,verbs=get
// +kubebuilder:rbac:groups=apps,resources=Deployments,verbs=get
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=GET
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=
// @rbac apps deployments get
// +kubebuilder:rbacs:groups=apps,resources=deployments,verbs=get
export {};
