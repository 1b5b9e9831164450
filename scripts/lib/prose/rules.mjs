// The style rules of docs/reference/style.md as patterns. Each rule names the words to use instead.
// Patterns are matched against one sentence at a time, with white space collapsed to single spaces.

const rule = (pattern, instead) => ({ pattern, instead });

/** Words and phrases that no text of the project uses. */
const phrases = [
  rule(/\b(somebody|someone|everybody|nobody)\b/i, 'user, principal, client, process; everyone'),
  rule(/\b(whoever|whomever|whom|whosoever)\b/i, 'name the subject'),
  rule(/\banew\b/i, 'again'),
  rule(/\bonce more\b/i, 'again'),
  rule(/\bagain and again\b/i, 'repeatedly'),
  rule(/\bany ?more\b/i, 'no longer'),
  rule(/\bas good as\b/i, 'almost'),
  rule(/\bnone of (?!(the|its) above)/i, 'no'),
  rule(/\b(is|are|was|were|has|have) to be\b/i, 'must be'),
  rule(/\binside of\b/i, 'in'),
  rule(/\bat (its|their) (beginning|end)\b/i, 'leading, trailing'),
  rule(/\bfor so long\b/i, 'for this time'),
  rule(/\bserves on\b/i, 'keeps serving'),
  rule(/\bgoes on\b|\bgoing on elsewhere\b/i, 'continues; handover'),
  rule(/\btells? of\b|\btold of\b/i, 'reports'),
  rule(/\bsays? of\b/i, 'states'),
  rule(/\bsays? how\b/i, 'name the place to look'),
  rule(/\b(is|are|was|were) (called )?so\b(?! (that|far))/i, 'name the thing'),
  rule(
    /\b(this|that|it|which|there) (is|are|was|were) no (?!longer\b)(?=\w+ (of|for)\b)/i,
    'is not a',
  ),
  rule(/\b(that|which) (is|are) none\b/i, 'is not a'),
  rule(/\bhave problems\b/i, 'Invalid …'),
  rule(/\bby (its|their) touching\b/i, 'by its modification time'),
  rule(/\b(0|zero) = any\b|\bany number of them\b/i, '0 disables the limit'),
  rule(/^more are a\b/i, 'Maximum …'),
  rule(/\bcomes? in without\b/i, 'is not authenticated'),
  rule(/\bthe ways? of an?\b/i, 'life of a …'),
  rule(/\b(no|which) \w+ lives\b|\b(workers?|process(es)?) lives?\b/i, 'is online'),
  rule(/\bwith where (it|they|he|she)\b/i, 'with the address'),
  rule(/\bhas an end\b|\bcome to an end\b/i, 'ends'),
  rule(/\bof its own accord\b|\bby itself alone\b/i, 'automatically'),
  rule(/\bhangs? up\b|\bhung up\b/i, 'disconnects'),
  rule(/\bgiven away\b|\bgives away\b/i, 'discloses'),
  rule(/\b(gives?|given|gave|giving) back\b/i, 'returns, releases'),
  rule(/\bhangs? on\b/i, 'depends on'),
  rule(/\bin silence\b/i, 'silently'),
  rule(/\bcomes? and goe?s?\b/i, 'appears and disappears'),
  rule(/\bmay (not )?come in\b|\blets? in\b|\bis let in\b/i, 'sign in, is allowed'),
  rule(/\blook(s|ed|ing)? whether\b/i, 'checks whether'),
  rule(/\bone's\b/i, "the user's"),
  rule(/\bof (ours|theirs|its own|their own|our own)\b/i, 'own; separate'),
  rule(/\bleaves? alone\b|\blets? alone\b/i, 'does not change'),
  rule(/\bways? of (its|their) own\b/i, 'differently'),
  rule(/\bsought\b/i, 'searched'),
];

/** The "not" column of the glossary, where the word has no other meaning. */
const glossary = [
  rule(/\bown database\b/i, 'metadata database'),
  rule(/\b(overseers?|keepers?)\b/i, 'supervisor'),
  rule(/\battendants?\b/i, 'connection client host'),
  rule(/\bways? in\b(?! (which|the|a|an|this|that|every|each|any|all)\b)/i, 'sign-in method'),
  rule(/\bthe (life ?time|life) of (results?|history|rows|files)\b/i, 'retention'),
  rule(
    /\b(no|is|are|free|has|have|makes?|made|find|finds|enough) room\b|\broom (for|to|in|on)\b/i,
    'space, slot, capacity',
  ),
  rule(/\b(takes?|took|taking) (jobs?|batch(es)?|(the|a) (batch|job))\b/i, 'claims'),
  rule(/\b(goodbye|good-bye)\b/i, 'sign-out'),
  rule(/\bdialling\b|\bdials\b/i, 'connecting'),
  rule(/\bat the next look\b|\blooked at again\b/i, 'sweep'),
  rule(/\bpieces? of (a|the) batch\b/i, 'statement'),
];

/** Sentence shapes. */
const shapes = [
  rule(/^(Who|Whose|Where) (?!to\b|can\b)[^?]*$/, 'start with the subject'),
  rule(/^What (?!to\b|next\b|you\b|it\b|this\b|changed\b)\S+ [^?]*$/, 'start with the subject'),
  rule(/^what \w+ is what\b/i, 'start with the subject'),
  rule(/\bno longer\b.*\bany ?more\b/i, 'no longer'),
  rule(/^(Know|Say|Tell) (?!if\b)/, 'name the component and the effect'),
  rule(/\bof (?:\w+ ){1,3}of (?:\w+ ){1,3}of\b/i, 'split the chain of "of"'),
];

export const rules = [...phrases, ...glossary, ...shapes];
