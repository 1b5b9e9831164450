// Splits a text into sentences, keeping the offset of each in the file it was read from.

/** White space, comment markers and quotes collapsed to one space, with the offset of every kept character. */
function collapse(text, offset) {
  let collapsed = '';
  const offsets = [];
  let spaceBefore = true;
  for (let index = 0; index < text.length; index++) {
    const isSpace = /\s/.test(text[index]);
    if (isSpace && spaceBefore) continue;
    collapsed += isSpace ? ' ' : text[index];
    offsets.push(offset + index);
    spaceBefore = isSpace;
  }
  return { collapsed, offsets };
}

/** Returns the sentences of a text: `{ sentence, offset }`. A sentence ends with `.`, `!`, `?`, `;` or `:`. */
export function sentencesOf(text, offset = 0) {
  const { collapsed, offsets } = collapse(text, offset);
  const sentences = [];
  for (const match of collapsed.matchAll(/\S.*?(?:[.!?;:](?=["'`)\]*_]*(?:\s|$))|$)/g)) {
    const sentence = match[0].replace(/^[-*_"'`([#>\s]+/, '').trim();
    if (sentence !== '') sentences.push({ sentence, offset: offsets[match.index] });
  }
  return sentences;
}
