/** The tests of the image `scorecard-test`. */

export const scorecardApiVersion = "scorecard.operatorframework.io/v1alpha3";

/** The image with operator-sdk's tests. */
export const scorecardImage = "quay.io/operator-framework/scorecard-test:v1.42.3";

/** The program in the image. Its argument is the name of a test. */
export const scorecardProgram = "scorecard-test";

export const scorecardTests = [
  { suite: "basic", name: "basic-check-spec" },
  { suite: "olm", name: "olm-bundle-validation" },
  { suite: "olm", name: "olm-crds-have-validation" },
  { suite: "olm", name: "olm-crds-have-resources" },
  { suite: "olm", name: "olm-spec-descriptors" },
  { suite: "olm", name: "olm-status-descriptors" },
] as const;

export type ScorecardTestName = (typeof scorecardTests)[number]["name"];
