/** The compiler checks these: `npm run typecheck`. */
import { expectTypeOf, test } from "vitest";
import type { ExtensionConversion, ExtensionResource, ExtensionServerOptions } from "../../src/extension/options.js";
import { memoryStorage } from "../../src/extension/storage/memory-storage.js";
import { virtualStorage } from "../../src/extension/storage.js";
import { streamSubresource } from "../../src/extension/subresources/stream-subresource.js";
import { objectSubresource, textSubresource } from "../../src/extension/subresources/subresources.js";
import { type CustomResource, defineKind } from "../../src/kube/objects.js";
import type { Defaulter, Validator } from "../../src/runtime/webhook/admission.js";
import { type ObjectPart, spoke } from "../../src/runtime/webhook/conversion.js";
import { Load, Reading, loads, readings } from "./reading-kinds.js";

interface OldReading extends CustomResource<"metrics.abc.com/v1beta1", "Reading"> {
  spec: { name: string };
}
const OldReading = defineKind<OldReading>("metrics.abc.com/v1beta1", "Reading");

const conversions = {
  toHub: ({ spec }: ObjectPart<OldReading>) => ({ spec: { sensor: spec.name }, status: undefined }),
  fromHub: ({ spec }: ObjectPart<Reading>) => ({ spec: { name: spec.sensor } }),
};

declare const defaulter: Defaulter<Reading>;
declare const validator: Validator<Reading>;

test("resources of any kinds fit into the options of a server", () => {
  const make = () => {
    const reading: ExtensionResource<Reading> = {
      definition: readings,
      storage: memoryStorage(),
      ...{ defaulter, validator },
      conversion: {
        hub: Reading,
        spokes: [spoke(OldReading, conversions)],
      },
      subresources: {
        log: textSubresource<Reading>(() => []),
        calibrate: objectSubresource<Reading>({ get: ({ object }) => object.spec }),
        shell: streamSubresource<Reading>(({ object }) => ({ exitCode: object.spec.sensor.length })),
      },
    };
    const load: ExtensionResource<Load> = { definition: loads, storage: virtualStorage<Load>({ list: () => [] }) };
    return { resources: [reading, load] } satisfies ExtensionServerOptions;
  };
  expectTypeOf(make).returns.toExtend<ExtensionServerOptions>();
  const spokes = [spoke(OldReading, conversions)];
  // @ts-expect-error a spoke of another hub
  const wrong: ExtensionConversion<Load> = { hub: Load, spokes };
  expectTypeOf(wrong).toBeObject();
});
