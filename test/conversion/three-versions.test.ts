import { test } from "vitest";
import { expectStories } from "./three-versions.js";

test("objects keep all fields and all edits on any way through three versions", () => expectStories(5));
