/** Source: k8s.io/apimachinery/pkg/util/managedfields/internal/capmanagers.go. */
import { compareText } from "../../core/compare-text.js";
import { unionOf } from "./field-set.js";
import { identityOf, type Manager, secondsOf } from "./managers.js";

const mostUpdaters = 10;

/** Merges the oldest updaters of a version if there are too many. */
export function capUpdaters(managers: Map<string, Manager>): Map<string, Manager> {
  const updaters = [...managers].filter(([, { isApplier }]) => !isApplier);
  let count = updaters.length;
  if (count <= mostUpdaters) return managers;
  const capped = new Map(managers);
  const firsts = new Map<string, string>();
  for (const [identity, updater] of updaters.toSorted(compareAge)) {
    if (count <= mostUpdaters) break;
    const { apiVersion } = updater;
    const first = firsts.get(apiVersion);
    if (first === undefined) {
      firsts.set(apiVersion, identity);
      continue;
    }
    const ancient = { name: "ancient-changes", isApplier: false, apiVersion, subresource: "" };
    const bucket = identityOf(ancient);
    const gathered = capped.get(bucket) ?? capped.get(first);
    if (!capped.has(bucket)) capped.delete(first);
    capped.delete(identity);
    const set = gathered === undefined ? updater.set : unionOf(updater.set, gathered.set);
    // The later of both times.
    capped.set(bucket, { ...ancient, set, ...(updater.time === undefined ? {} : { time: updater.time }) });
    count -= 1;
  }
  return capped;
}

type Updater = readonly [identity: string, manager: Manager];

function compareAge([leftIdentity, left]: Updater, [rightIdentity, right]: Updater): number {
  return secondsOf(left) - secondsOf(right) || compareText(leftIdentity, rightIdentity);
}
