import { describeParsers } from "./nearly-right.js";

describeParsers(1);
