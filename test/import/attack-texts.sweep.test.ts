import { describeTexts, everydayTexts, moreTexts } from "./attack-texts.js";

describeTexts([...everydayTexts, ...moreTexts]);
