/** The files in a bundle's `metadata/` and `tests/scorecard/` that tsop reads. */
import { bundleKeys } from "../annotations.js";
import { anything, boolean, convertedText as text, fields, list, map, type Shaped } from "./shape.js";

const knownKeys: ReadonlySet<string> = new Set(Object.values(bundleKeys));

/** Other tools' annotations may be of any type. */
export const annotationsShape = fields({ annotations: map(text, (key) => knownKeys.has(key)) });

const typedValues = list(fields({ type: text, value: anything }));

export const dependenciesShape = fields({ dependencies: typedValues });
export const propertiesShape = fields({ properties: typedValues });

const scorecardTestShape = fields({
  image: text,
  entrypoint: list(text),
  labels: map(text),
  uniqueID: text,
  storage: anything,
});

/** A configuration of scorecard. Source: operator-framework/api, pkg/apis/scorecard/v1alpha3. */
export const scorecardShape = fields({
  apiVersion: text,
  kind: text,
  metadata: fields({ name: text }),
  stages: list(fields({ parallel: boolean, tests: list(scorecardTestShape) })),
  serviceaccount: text,
  storage: anything,
});

export type ReadDependencies = Shaped<typeof dependenciesShape>;
export type ReadProperties = Shaped<typeof propertiesShape>;
export type ReadScorecard = Shaped<typeof scorecardShape>;
export type ReadScorecardTest = Shaped<typeof scorecardTestShape>;
