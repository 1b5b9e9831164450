// Finds the texts that people read in a file: paragraphs, comments and string literals.
// Every text keeps its length, so that an offset in it is an offset in the file.
import ts from 'typescript';

const blank = (text) => text.replace(/[^\n]/g, ' ');
/** Code in a sentence stands for a noun of the same length. */
const mask = (text) => text.replace(/[^\n]/g, 'X');
const maskCode = (text) => text.replace(/``[^`]+``|`[^`\n]+`/g, mask);
const hasSpace = (text) => /\S\s+\S/.test(text.replace(/\\[nt]/g, '  '));

/** Joins neighbouring lines that `read` accepts to one text each. */
function groups(source, read) {
  const texts = [];
  let current;
  let offset = 0;
  for (const line of source.split('\n')) {
    const text = read(line);
    if (text === undefined) current = undefined;
    else if (current === undefined) texts.push((current = { text, offset }));
    else current.text += `\n${text}`;
    offset += line.length + 1;
  }
  return texts.map(({ text, offset }) => ({ text: maskCode(text), offset }));
}

/** Paragraphs, list items, headings and table cells of a Markdown page, without code and link targets. */
function ofMarkdown(source) {
  const prose = source
    .replace(/^( *)(```|~~~)[\s\S]*?^ *\2[^\n]*$/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/\]\([^)\n]*\)/g, blank)
    .replace(/<[^>\n]+>/g, blank)
    .replace(/https?:\/\/\S+/g, mask);
  const texts = [];
  for (const { text, offset } of groups(prose, (line) => (line.trim() === '' ? undefined : line))) {
    for (const part of maskCode(text).matchAll(/(?:(?!\n\s*(?:[-*+]|\d+\.|#+|\|)\s|\|)[\s\S])+/g)) {
      texts.push({ text: part[0], offset: offset + part.index });
    }
  }
  return texts;
}

/** Comments that begin with a marker, and quoted strings of a configuration or SQL file. */
const ofLines = (marker) => (source) => {
  const comment = new RegExp(`^(.*?)${marker}+(?=\\s)(.*)$`);
  const comments = groups(source, (line) => {
    const found = comment.exec(line);
    return found === null ? undefined : ' '.repeat(line.length - found[2].length) + found[2];
  });
  const strings = [];
  for (const match of source.matchAll(/'((?:[^'\n]|'')*)'|"([^"\n]*)"/g)) {
    const text = match[1] ?? match[2];
    if (hasSpace(text)) strings.push({ text, offset: match.index + 1 });
  }
  return [...comments, ...strings];
};

function ofYaml(source) {
  const values = [];
  for (const match of source.matchAll(/^[ -]*[\w.-]+: +(?!['"|>&*[{])([^\n#]+)/gm)) {
    if (hasSpace(match[1])) {
      values.push({ text: match[1], offset: match.index + match[0].length - match[1].length });
    }
  }
  return [...ofLines('#')(source), ...values];
}

/** The raw text of a literal; the expressions of a template stand for a noun. */
function literalText(node, source, file) {
  let text = source.slice(node.getStart(file), node.end);
  if (ts.isTemplateExpression(node)) {
    const start = node.getStart(file);
    for (const { expression } of node.templateSpans) {
      const from = expression.getFullStart() - start - 2;
      const to = expression.end - start + 1;
      text = text.slice(0, from) + mask(text.slice(from, to)) + text.slice(to);
    }
  }
  return text.replace(/\\[nrt]/g, '  ');
}

function ofTypeScript(source, path) {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const texts = [];
  let code = source;
  const hide = (start, end) => {
    code = code.slice(0, start) + blank(code.slice(start, end)) + code.slice(end);
  };
  const literals = [];
  const visit = (node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) literals.push(node);
    else if (ts.isTemplateExpression(node)) literals.push(node);
    else if (ts.isJsxText(node)) literals.push(node);
    else if (ts.isRegularExpressionLiteral(node)) hide(node.getStart(file), node.end);
    node.forEachChild(visit);
  };
  visit(file);
  for (const node of literals) {
    const start = ts.isJsxText(node) ? node.getFullStart() : node.getStart(file);
    const text = ts.isJsxText(node)
      ? source.slice(start, node.end)
      : literalText(node, source, file);
    if (!ts.isTemplateExpression(node)) hide(start, node.end);
    else for (const part of templateParts(node, file)) hide(...part);
    if (hasSpace(text)) texts.push({ text: maskCode(text.replace(/^`|`$/g, ' ')), offset: start });
  }
  return [...texts, ...commentsOf(code)];
}

const templateParts = (node, file) => [
  [node.head.getStart(file), node.head.end],
  ...node.templateSpans.map(({ literal }) => [literal.getStart(file), literal.end]),
];

/** Block comments, and neighbouring line comments as one text. Expects literals to be blanked. */
function commentsOf(code) {
  const texts = [];
  const withoutBlocks = code.replace(/\/\*[\s\S]*?\*\//g, (comment, offset) => {
    const text = comment
      .replace(/^\/\*\*?|\*\/$/g, blank)
      .replace(/^([ \t]*)\*/gm, '$1 ')
      .replace(/@\w+/g, (tag) => `${' '.repeat(tag.length - 1)}.`);
    texts.push({ text: maskCode(text), offset });
    return blank(comment);
  });
  return [...texts, ...ofLines('//')(withoutBlocks).filter(({ text }) => hasSpace(text))];
}

const readers = {
  md: ofMarkdown,
  sql: ofLines('--'),
  prisma: ofLines('//'),
  yaml: ofYaml,
  yml: ofYaml,
  ts: ofTypeScript,
  tsx: ofTypeScript,
  mjs: ofTypeScript,
};

/** The texts of a file: `{ text, offset }`; empty for a kind of file that holds none. */
export function textsOf(path, source) {
  return readers[path.slice(path.lastIndexOf('.') + 1)]?.(source, path) ?? [];
}
