/** Changes of fields, lists, rules and pruning, in place. */
import { isJsonObject, isList } from "../../../src/core/json.js";
import { pick } from "../../support/random-crd.js";
import {
  addRule,
  has,
  isList_,
  isNumber,
  isObject,
  isScalar,
  isText,
  propertiesOf,
  remove,
  requiredOf,
  rulesOf,
  set,
  type Node,
  type SchemaMutation,
} from "./schema-parts.js";

export const structureMutations: readonly SchemaMutation[] = [
  {
    name: "a required field",
    fits: (schema) => Object.keys(propertiesOf(schema)).length > requiredOf(schema).length,
    change(schema, random) {
      const open = Object.keys(propertiesOf(schema)).filter((name) => !requiredOf(schema).includes(name));
      schema["required"] = [...requiredOf(schema), pick(random, open)];
    },
  },
  {
    name: "an optional field",
    fits: (schema) => requiredOf(schema).length > 0,
    change(schema, random) {
      const lost = pick(random, requiredOf(schema));
      schema["required"] = requiredOf(schema).filter((name) => name !== lost);
    },
  },
  {
    name: "nullable",
    fits: (schema) => has("type")(schema) && schema["nullable"] !== true,
    change: set({ nullable: true }),
  },
  {
    name: "a default",
    fits: (schema) => isScalar(schema) && !has("default")(schema) && !has("pattern")(schema) && !has("format")(schema),
    change(schema) {
      const values = schema["enum"] as unknown[] | undefined;
      const ofType = { string: "default", integer: 7, number: 7, boolean: true }[String(schema["type"])];
      schema["default"] = values?.[0] ?? ofType;
    },
  },
  {
    name: "another default",
    fits: (schema) => has("default")(schema) && isScalar(schema),
    change(schema) {
      const { default: old, enum: values } = schema;
      schema["default"] = isList(values)
        ? values.find((value) => value !== old)
        : typeof old === "number"
          ? old + 1
          : typeof old === "boolean"
            ? !old
            : `${String(old)}x`;
    },
  },
  { name: "no default", fits: has("default"), change: remove("default") },
  {
    name: "a field less",
    fits: (schema) => Object.keys(propertiesOf(schema)).length > 0,
    change(schema, random) {
      const name = pick(random, Object.keys(propertiesOf(schema)));
      Reflect.deleteProperty(propertiesOf(schema), name);
      if (has("required")(schema)) schema["required"] = requiredOf(schema).filter((each) => each !== name);
    },
  },
  {
    name: "a new field",
    fits: (schema) => Object.keys(propertiesOf(schema)).length > 0,
    change(schema, random) {
      propertiesOf(schema)["brandNew"] = pick(random, [{ type: "string" }, { type: "integer", default: 3 }]);
      if (random() < 0.3) schema["required"] = [...requiredOf(schema), "brandNew"];
    },
  },
  {
    name: "a renamed field",
    fits: (schema) => Object.keys(propertiesOf(schema)).length > 0,
    change(schema, random) {
      const properties = propertiesOf(schema);
      const name = pick(random, Object.keys(properties));
      properties[`${name}Renamed`] = properties[name];
      Reflect.deleteProperty(properties, name);
      if (has("required")(schema))
        schema["required"] = requiredOf(schema).map((each) => (each === name ? `${name}Renamed` : each));
    },
  },
  {
    name: "a set",
    fits: (schema) =>
      isList_(schema) &&
      isJsonObject(schema["items"]) &&
      isScalar(schema["items"]) &&
      schema["x-kubernetes-list-type"] !== "set",
    change: set({ "x-kubernetes-list-type": "set" }),
  },
  {
    name: "a list by keys",
    fits: ({ type, items, ...rest }) =>
      type === "array" &&
      isJsonObject(items) &&
      requiredOf(items).length > 0 &&
      rest["x-kubernetes-list-type"] !== "map",
    change(schema) {
      schema["x-kubernetes-list-type"] = "map";
      schema["x-kubernetes-list-map-keys"] = requiredOf(schema["items"] as Node).slice(0, 1);
    },
  },
  {
    name: "an atomic list",
    fits: (schema) => ["set", "map"].includes(String(schema["x-kubernetes-list-type"])),
    change(schema) {
      schema["x-kubernetes-list-type"] = "atomic";
      Reflect.deleteProperty(schema, "x-kubernetes-list-map-keys");
    },
  },
  {
    name: "more keys of a list",
    fits: ({ items, ...rest }) =>
      rest["x-kubernetes-list-type"] === "map" && isJsonObject(items) && requiredOf(items).length > 1,
    change(schema) {
      schema["x-kubernetes-list-map-keys"] = requiredOf(schema["items"] as Node).slice(0, 2);
    },
  },
  {
    name: "an atomic map",
    fits: (schema) => isObject(schema) && schema["x-kubernetes-map-type"] !== "atomic",
    change: set({ "x-kubernetes-map-type": "atomic" }),
  },
  {
    name: "a granular map",
    fits: (schema) => schema["x-kubernetes-map-type"] === "atomic",
    change: remove("x-kubernetes-map-type"),
  },
  {
    name: "a rule on a text",
    fits: (schema) => isText(schema),
    change: (schema, random) =>
      addRule(
        schema,
        pick(random, [{ rule: "self != 'forbidden'" }, { rule: "!self.startsWith('x')", message: "no x" }]),
      ),
  },
  {
    name: "a rule on a number",
    fits: isNumber,
    change: (schema, random) =>
      addRule(schema, pick(random, [{ rule: "self != 3" }, { rule: "self < 100", reason: "FieldValueForbidden" }])),
  },
  {
    name: "a rule on a change",
    fits: (schema) => isText(schema) || schema["type"] === "boolean" || isNumber(schema),
    change: (schema) => addRule(schema, { rule: "self == oldSelf", message: "is immutable" }),
  },
  {
    name: "a rule that requires a field",
    fits: (schema) => Object.keys(propertiesOf(schema)).some((name) => /^[a-z][a-zA-Z]*$/.test(name)),
    change(schema, random) {
      const names = Object.keys(propertiesOf(schema)).filter((name) => /^[a-z][a-zA-Z]*$/.test(name));
      const name = pick(random, names);
      addRule(schema, { rule: `has(self.${name})` });
    },
  },
  {
    name: "a rule less",
    fits: (schema) => rulesOf(schema).length > 0,
    change: (schema) => {
      schema["x-kubernetes-validations"] = rulesOf(schema).slice(1);
    },
  },
  {
    name: "another message",
    fits: (schema) => rulesOf(schema).length > 0,
    change: (schema) => {
      schema["x-kubernetes-validations"] = rulesOf(schema).map((rule) => ({ ...rule, message: "another message" }));
    },
  },
  {
    name: "no pruning",
    fits: (schema) =>
      isObject(schema) &&
      schema["x-kubernetes-preserve-unknown-fields"] !== true &&
      !has("additionalProperties")(schema),
    change: set({ "x-kubernetes-preserve-unknown-fields": true }),
  },
  {
    name: "pruning",
    fits: (schema) => schema["x-kubernetes-preserve-unknown-fields"] === true && isObject(schema),
    change: remove("x-kubernetes-preserve-unknown-fields"),
  },
  {
    name: "a format",
    fits: (schema) => isText(schema) && !has("pattern")(schema),
    change: set({ format: "date-time" }, { format: "ipv4" }, { format: "uri" }, { format: "made-up" }),
  },
  { name: "no format", fits: has("format"), change: remove("format") },
  {
    name: "a smaller format",
    fits: ({ type, format }) => type === "integer" && format !== "int32",
    change: set({ format: "int32" }),
  },
  {
    name: "a forbidden value",
    fits: (schema) => isText(schema) && !has("not")(schema),
    change: set({ not: { enum: ["forbidden"] } }),
  },
  {
    name: "an alternative",
    fits: (schema) => isText(schema) && !has("anyOf")(schema),
    change: set({ anyOf: [{ minLength: 3 }, { enum: ["a"] }] }),
  },
  {
    name: "a whole object",
    fits: (schema) =>
      isObject(schema) &&
      schema["x-kubernetes-preserve-unknown-fields"] === true &&
      !has("x-kubernetes-embedded-resource")(schema),
    change: set({ "x-kubernetes-embedded-resource": true }),
  },
  { name: "another description", fits: has("description"), change: set({ description: "Another description." }) },
];
