/** The errors about OLM bundles: a part of the list in error-codes.ts. */
export const bundleErrorCodes = {
  "bundle/invalid": "A bundle does not follow a rule, whose name is at the end of the message.",
  "bundle/not-found": "The folder or the image that should contain a bundle does not exist.",
  "bundle/too-large": "The folder or the image contains more files than a bundle can have.",
  "bundle/no-version": "package.json contains no version that is valid for a bundle.",
  "bundle/no-base":
    "The kustomization in config/manifests does not contain the author's part of the ClusterServiceVersion.",
  "bundle/no-deployment": "The bundle would contain no Deployment.",
  "bundle/install-modes": "OLM rejects the install modes of the bundle.",
  "bundle/min-kube-version": "minKubeVersion is older than a feature that the bundle uses (a warning).",
  "bundle/not-supported": "OLM does not support a part of the operator.",
  "bundle/missing-field": "A field that only the author of the operator can fill is missing.",
  "bundle/placeholder": "A field of the ClusterServiceVersion still contains the text of a template.",
  "bundle/foreign-file": "bundle/manifests contains a file that tsop did not generate (a warning).",
  "bundle/invalid-scorecard": "The configuration of scorecard in a bundle is not valid.",
  "bundle/scorecard-failed": "A test of scorecard did not pass, or the operator ended during the tests.",
  "bundle/out-of-date": "A file of the bundle differs from the sources.",
} as const;
