import type { Plugin } from "esbuild";

export declare const ownUrl: Plugin;
