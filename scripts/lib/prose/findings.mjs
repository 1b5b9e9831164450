// Matches the texts of a file against the rules.
import { rules } from './rules.mjs';
import { sentencesOf } from './sentences.mjs';
import { textsOf } from './texts.mjs';

const shorten = (text) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);

/** The findings of a file, by line: `{ line, found, instead, sentence }`. */
export function findingsIn(path, source) {
  const findings = [];
  for (const { text, offset } of textsOf(path, source)) {
    for (const { sentence, offset: at } of sentencesOf(text, offset)) {
      for (const { pattern, instead } of rules) {
        const match = pattern.exec(sentence);
        if (match === null) continue;
        const line = source.slice(0, at).split('\n').length;
        findings.push({ line, found: shorten(match[0]), instead, sentence: shorten(sentence) });
      }
    }
  }
  return findings.sort((a, b) => a.line - b.line);
}
