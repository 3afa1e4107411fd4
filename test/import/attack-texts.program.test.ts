import { describeTexts, everydayTexts } from "./attack-texts.js";

// More of them: attack-texts.sweep.test.ts.
describeTexts(everydayTexts);
