/**
 * Computes English plurals like kubebuilder's tools do (the results of the flect library, including its oddities). A plural
 * is part of a CRD's name: a project that migrates from Go must keep its names.
 */

/**
 * Returns the plural of a kind, in lower case. Pass the kind with its original capitals: they show where the last word starts
 * (`NodeAlias` → `nodealiases`).
 */
export function pluralize(kind: string): string {
  const lastWord = /(?:(?<![A-Z])[A-Z]+|[A-Z][^A-Z]*)$/.exec(kind)?.[0] ?? kind;
  const stem = kind.slice(0, kind.length - lastWord.length);
  if (kind === "ID") return "ids";
  return (stem + pluralOfWord(lastWord)).toLowerCase();
}

function pluralOfWord(word: string): string {
  const lower = word.toLowerCase();
  if (knownPlurals.has(lower)) return lower;
  const irregular = irregulars.get(lower);
  if (irregular !== undefined) return irregular;
  // An abbreviation that ends in S (DNS, TLS) is a singular.
  if (word.endsWith("S")) return `${word}es`;
  for (const [singular, plural] of suffixRules) {
    if (word.endsWith(plural)) return word;
    if (word.endsWith(singular)) return word.slice(0, word.length - singular.length) + plural;
  }
  return lower.endsWith("s") ? word : `${word}s`;
}

/** Words that are their own plural. */
const unchanged =
  "aircraft beef bison blues chassis deer fish moose police salmon series sheep shrimp species swine trout tuna you " +
  "media equipment information jeans money news rice graffiti";

/** `singular:plural`. They also apply to words with the same ending (`woman`, `dataindex`). */
const compoundable =
  "child:children foot:feet goose:geese man:men human:humans mouse:mice tooth:teeth woman:women person:people " +
  "adieu:adieux fabliau:fabliaux bureau:bureaus criterion:criteria ganglion:ganglia lexicon:lexica " +
  "mitochondrion:mitochondria noumenon:noumena phenomenon:phenomena taxon:taxa medium:media stadium:stadiums " +
  "aquarium:aquaria auditorium:auditoria symposium:symposia curriculum:curriculums quota:quotas alumnus:alumni " +
  "bacillus:bacilli cactus:cacti coccus:cocci focus:foci locus:loci nucleus:nuclei octopus:octupuses radius:radii " +
  "syllabus:syllabi corpus:corpora genus:genera alumna:alumnae vertebra:vertebrae differentia:differentiae " +
  "minutia:minutiae vita:vitae larva:larvae postcava:postcavae praecava:praecavae uva:uvae apex:apices " +
  "codex:codices index:indices latex:latices vertex:vertices vortex:vortices appendix:appendices radix:radices " +
  "helix:helices crisis:crises ellipsis:ellipses genesis:geneses oasis:oases thesis:theses testis:testes base:bases " +
  "basis:bases vedalia:vedalias abuse:abuses cause:causes clause:clauses cruse:cruses excuse:excuses fuse:fuses " +
  "house:houses misuse:misuses muse:muses pause:pauses ache:aches topaz:topazes buffalo:buffaloes potato:potatoes " +
  "tomato:tomatoes dwarf:dwarfs hoof:hoofs thief:thieves chive:chives hive:hives move:moves movie:movies " +
  "cookie:cookies pretorium:pretoriums agenda:agendas formula:formulas shoe:shoes";

/** `singular:plural`, for whole words only: `axis` but not `praxis`. */
const wholeWord = "ox:oxen louse:lice die:dice axis:axes alias:aliases use:uses toe:toes";

/** Plurals that are common besides the regular one: a kind with such a name is already plural. */
const alternatives =
  "beefs fishes salmons shrimps swines trouts tunas adieus bureaux ganglions lexicons mitochondrions stadia " +
  "aquariums auditoriums symposiums curricula alumnuses cactuses focuses locuses nucleuses octopi radiuses corpuses " +
  "apexes codexes indexes latexes vertexes vortexes appendixes radixes helixes buffalos dwarves hooves formulae";

/** Singulars that share their plural with another word, so that the plural alone does not identify them. */
const ambiguousPlurals = new Set(["ellipses"]);

/** `ending:plural ending`, in order of precedence. */
const endings =
  "tive:tives eaf:eaves oaf:oaves afe:aves arf:arves rfe:rves rf:rves lf:lves fe:ves ay:ays ey:eys oy:oys quy:quies " +
  "uy:uys y:ies eau:eaux bula:bulae dula:bulae lula:bulae nula:bulae vula:bulae hedron:hedra ium:ia seum:seums " +
  "eum:ea oum:oa stracum:straca dum:da elum:ela ilum:ila olum:ola ulum:ula llum:lla ylum:yla imum:ima ernum:erna " +
  "gnum:gna brum:bra crum:cra terum:tera serum:sera trum:tra antum:anta atum:ata entum:enta etum:eta itum:ita " +
  "otum:ota utum:uta ctum:cta ovum:ova trix:trices iasis:iases mesis:meses kinesis:kineses resis:reses " +
  "gnosis:gnoses opsis:opses ysis:yses ouse:ouses lause:lauses us:uses ch:ches io:ios sh:shes ss:sses ez:ezzes " +
  "iz:izzes tz:tzes zz:zzes ano:anos lo:los to:tos oo:oos o:oes x:xes";

const unchangedPairs = unchanged.split(" ").map((word): [string, string] => [word, word]);
const irregularPairs = [...unchangedPairs, ...pairs(compoundable)];
const irregulars: ReadonlyMap<string, string> = new Map([...irregularPairs, ...pairs(wholeWord)]);
const knownPlurals: ReadonlySet<string> = new Set(
  [...irregulars.values(), ...alternatives.split(" ")].filter((plural) => !ambiguousPlurals.has(plural)),
);
// Longer words come first, so that `woman` does not match `man`.
const suffixRules: readonly (readonly [string, string])[] = [
  ...irregularPairs.toSorted(([a], [b]) => b.length - a.length),
  ...pairs(endings),
];

function pairs(text: string): [string, string][] {
  return text.split(" ").map((pair): [string, string] => {
    const [singular = "", plural = ""] = pair.split(":");
    return [singular, plural];
  });
}
