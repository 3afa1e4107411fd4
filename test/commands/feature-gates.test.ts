import { expect, test } from "vitest";
import { defaultFeatures, effectiveGates, featureOf } from "../../src/apiserver/features/features.js";
import { kubernetesVersions } from "../../src/schema/kubernetes-versions.js";
import { readKnownGates } from "../../src/apiserver/recorded-gates.js";
import { parseFeatureGates } from "../../src/commands/feature-gates.js";

test.each(kubernetesVersions)("each gate with an effect is one of Kubernetes %s, and has its default", (version) => {
  const known = readKnownGates(version);
  const features = defaultFeatures(version);
  const own = effectiveGates.map((name) => {
    const feature = featureOf(name);
    return feature === undefined ? undefined : features[feature];
  });
  expect(own).toEqual(effectiveGates.map((name) => known.get(name)?.isOn));
});

test("gates are separated by commas or by flags", () => {
  expect(parseFeatureGates(["WatchList=false,RemoteRequestHeaderUID=T", " APIResponseCompression=0"], "1.35")).toEqual({
    gates: { WatchList: false, RemoteRequestHeaderUID: true, APIResponseCompression: false },
    warnings: [],
  });
});

test("a gate without an effect is named, unless its value is the default", () => {
  const { warnings } = parseFeatureGates(["AllAlpha=true,APIServerIdentity=true,KMSv1=true"], "1.35");
  expect(warnings).toMatchObject([
    {
      code: "apiserver/gate-without-effect",
      message: "the embedded API server does not have the feature: AllAlpha, KMSv1",
    },
  ]);
});

test("all problems are reported at once, with suggestions", () => {
  const texts = ["WachList=false,WatchList=no,WatchList", "APIServerTracing=false,__proto__=true"];
  expect(() => parseFeatureGates(texts, "1.35")).toThrow(
    expect.objectContaining({
      code: "usage/invalid-argument",
      message:
        "--feature-gates: unrecognized feature gate: WachList (did you mean WatchList?); " +
        'WatchList must be true or false, not "no"; WatchList must be true or false, not ""; ' +
        "cannot set feature gate APIServerTracing to false, feature is locked to true; " +
        "unrecognized feature gate: __proto__",
    }),
  );
});

test("a feature that is generally available can be off unless kube-apiserver locks it", () => {
  const { gates, warnings } = parseFeatureGates(["MutatingAdmissionPolicy=false"], "1.37");
  expect(gates).toEqual({ MutatingAdmissionPolicy: false });
  expect(warnings).toMatchObject([{ code: "apiserver/gate-without-effect" }]);
  for (const [text, version] of [
    ["CRDValidationRatcheting=false", "1.37"],
    ["AllowOverwriteTerminationGracePeriodSeconds=true", "1.37"],
    ["APIServerTracing=f", "1.35"],
  ] as const) {
    expect(() => parseFeatureGates([text], version), text).toThrow(/feature is locked to/);
  }
});
