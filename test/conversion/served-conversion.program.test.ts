import { describeServedConversion } from "./served-conversion.js";

describeServedConversion("embedded");
