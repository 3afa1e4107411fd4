/**
 * For lazy loading: of a CommonJS package that a bundle imports lazily, esbuild keeps the default export only, while a
 * static import like this one keeps its names.
 */
export { LineCounter } from "yaml";
export { findCollectionKey, readYamlDocuments } from "../core/yaml-documents.js";
