/**
 * The modes of impersonation. In 1.37, each kind of user has a mode with verbs of its own, which permit one mode only, and only
 * the verbs that `impersonate-on:MODE:VERB` names; the verb `impersonate` permits everything, as before.
 * Source: k8s.io/apiserver/pkg/endpoints/filters/impersonation/mode.go.
 */
import { isSubdomain } from "../../core/name-forms.js";
import {
  type Decide,
  privilegedGroup,
  type RequestAttributes,
  resourceAttributes,
} from "../authorization/authorizer.js";
import { forbiddenRequestError } from "../authorization/forbidden.js";
import type { UserInfo } from "../resource.js";
import type { Impersonated } from "./impersonation.js";
import { extraFault } from "./impersonated-extra.js";
import { parseServiceAccountUsername, serviceAccountGroups } from "./service-account-names.js";

export interface Mode {
  /** Reports whether the mode can impersonate the user at all. */
  readonly fits: (wanted: Impersonated, sender: UserInfo) => boolean;
  /** Throws a 403 if no rule allows the impersonation. */
  readonly check: (wanted: Impersonated, attributes: RequestAttributes, decide: Decide) => Promise<void>;
  /** Returns the groups of the user, without those that every user has. */
  readonly groupsOf: (wanted: Impersonated) => readonly string[];
  readonly constraint?: string;
}

const group = "authentication.k8s.io";
const version = "v1";

async function demand(attributes: RequestAttributes, decide: Decide): Promise<void> {
  const { isAllowed, reason } = await decide(attributes);
  if (!isAllowed) throw forbiddenRequestError(attributes, reason);
}

/** Named groups replace the groups of a service account. */
function legacyGroups({ user, groups }: Impersonated): readonly string[] {
  const account = parseServiceAccountUsername(user);
  return groups.length === 0 && account !== undefined ? serviceAccountGroups(account.namespace) : groups;
}

/** @param asksUidFirst - before the groups, as since constrained impersonation */
export const legacyMode = (asksUidFirst: boolean): Mode => ({
  fits: () => true,
  groupsOf: legacyGroups,
  async check(wanted, { user }, decide) {
    const ask = asker(user, "impersonate");
    const { groups, uid } = wanted;
    const account = parseServiceAccountUsername(wanted.user);
    await demand(
      account === undefined
        ? ask({ version, resource: "users", name: wanted.user })
        : ask({ version, resource: "serviceaccounts", ...account }),
      decide,
    );
    const ofUid = uid === "" ? [] : [{ group, version, resource: "uids", name: uid }];
    const others = [
      ...groups.map((name): Question => ({ version, resource: "groups", name })),
      ...extraQuestions(wanted),
    ];
    for (const each of asksUidFirst ? [...ofUid, ...others] : [...others, ...ofUid]) await demand(ask(each), decide);
  },
});

type Question = Omit<Parameters<typeof resourceAttributes>[1], "verb">;

function asker(user: UserInfo, verb: string): (given: Question) => RequestAttributes {
  return (given) => resourceAttributes(user, { ...given, verb });
}

function extraQuestions({ extra }: Impersonated): Question[] {
  return Object.entries(extra).flatMap(([subresource, values]) =>
    values.map((name) => ({ group, version, resource: "userextras", subresource, name })),
  );
}

interface Constraint {
  readonly fits: Mode["fits"];
  readonly groupsOf?: Mode["groupsOf"];
  /** Changes the attributes that are decided about. */
  readonly view?: (attributes: RequestAttributes) => RequestAttributes;
}

function constrained(name: string, { fits, groupsOf = legacyGroups, view = (each) => each }: Constraint): Mode {
  const verb = `impersonate:${name}`;
  return {
    fits,
    groupsOf,
    constraint: verb,
    async check(wanted, attributes, decide) {
      const ask = (each: RequestAttributes): Promise<void> => demand(view(each), decide);
      await ask({ ...attributes, verb: `impersonate-on:${name}:${attributes.verb}` });
      const about = asker(attributes.user, verb);
      await ask(about({ group, version, ...nameQuestion(wanted.user) }));
      if (wanted.uid !== "") await ask(about({ group, version, resource: "uids", name: wanted.uid }));
      await checkGroups(wanted.groups, about, ask);
      await checkExtra(wanted, about, ask);
    },
  };
}

function nameQuestion(username: string): Question {
  const node = nodeOf(username);
  if (node !== undefined) return { resource: "nodes", name: node };
  const account = parseServiceAccountUsername(username);
  return account === undefined ? { resource: "users", name: username } : { resource: "serviceaccounts", ...account };
}

type Asker = ReturnType<typeof asker>;
type Ask = (attributes: RequestAttributes) => Promise<void>;

/** From this number of values on, a rule for all of them is enough. */
const many = 4;

async function checkGroups(groups: readonly string[], about: Asker, ask: Ask): Promise<void> {
  const ofGroup = (name: string): RequestAttributes => about({ group, version, resource: "groups", name });
  if (groups.includes("")) {
    throw forbiddenRequestError(ofGroup(""), "impersonating the empty string group is not allowed");
  }
  if (groups.includes(privilegedGroup)) {
    const detail = `impersonating the ${privilegedGroup} group is not allowed`;
    throw forbiddenRequestError(ofGroup(privilegedGroup), detail);
  }
  if (groups.length >= many && (await isFine(ask(ofGroup("*"))))) return;
  for (const name of groups) await ask(ofGroup(name));
}

async function checkExtra(wanted: Impersonated, about: Asker, ask: Ask): Promise<void> {
  const fault = extraFault(wanted.extra);
  const all = { group, version, resource: "userextras" };
  if (fault !== undefined) throw forbiddenRequestError(about(all), fault);
  const questions = extraQuestions(wanted);
  if (questions.length >= many && (await isFine(ask(about({ ...all, subresource: "*", name: "*" }))))) return;
  for (const each of questions) await ask(about(each));
}

async function isFine(asked: Promise<void>): Promise<boolean> {
  return asked.then(
    () => true,
    () => false,
  );
}

function nodeOf(username: string): string | undefined {
  const prefix = "system:node:";
  const name = username.slice(prefix.length);
  return username.startsWith(prefix) && isSubdomain(name) ? name : undefined;
}

function hasNameOnly({ uid, groups, extra }: Impersonated): boolean {
  return uid === "" && groups.length === 0 && Object.keys(extra).length === 0;
}

function isNodeOf(username: string, sender: UserInfo): boolean {
  const node = nodeOf(username);
  if (node === undefined || parseServiceAccountUsername(sender.username) === undefined) return false;
  const [own, ...others] = sender.extra?.["authentication.kubernetes.io/node-name"] ?? [];
  return own === node && others.length === 0;
}

const nodeGroups = (): readonly string[] => ["system:nodes"];

/** In the order in which they are tried. */
export const constrainedModes: readonly Mode[] = [
  constrained("associated-node", {
    fits: (wanted, sender) => hasNameOnly(wanted) && isNodeOf(wanted.user, sender),
    groupsOf: nodeGroups,
    // The rule must allow every node: the account may run on each.
    view: (attributes) => {
      const keys = Object.keys(attributes.user.extra ?? {}).sort();
      return {
        ...attributes,
        user: { ...attributes.user, extra: { "authentication.kubernetes.io/associated-node-keys": keys } },
        ...(attributes.verb === "impersonate:associated-node" ? { name: "*" } : {}),
      };
    },
  }),
  constrained("arbitrary-node", {
    fits: (wanted) => hasNameOnly(wanted) && nodeOf(wanted.user) !== undefined,
    groupsOf: nodeGroups,
  }),
  constrained("serviceaccount", {
    fits: (wanted) => hasNameOnly(wanted) && parseServiceAccountUsername(wanted.user) !== undefined,
  }),
  constrained("user-info", {
    fits: ({ user }) => nodeOf(user) === undefined && parseServiceAccountUsername(user) === undefined,
  }),
];
