import { defineConfig } from "vitest/config";
import { configOf, everyday } from "./projects.js";

export default defineConfig(configOf(everyday));
