import { defineConfig } from "vitest/config";
import { all, configOf } from "./projects.js";

export default defineConfig(configOf(all));
