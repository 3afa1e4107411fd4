import { describeParsers } from "./nearly-right.js";

// The rest of the texts: parsers.sweep.test.ts.
describeParsers(1 / 10);
