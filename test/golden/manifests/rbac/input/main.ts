// @rbac groups=core resources=events verbs=create;patch
