import { code } from './characters.js';
import type { Lexicon, LineCommentRule } from './lexicon.js';
import {
  blockCommentEnd,
  executableCommentStart,
  lineCommentEnd,
  startsLineComment,
} from './skip.js';

/** A comment, or the start of one whose content is code. */
export interface Comment {
  /** Where to continue. */
  end: number;
  /** Its content is code and follows. */
  isExecutable: boolean;
  /** It makes a piece worth sending. */
  isContent: boolean;
  /** It must not be sent: the statement starts after it. */
  isDropped: boolean;
}

/** The comment that starts at `start`; undefined when none does. `hasContent`: a statement has started before it. */
export function commentAt(
  text: string,
  start: number,
  lexicon: Lexicon,
  hasContent: boolean,
): Comment | undefined {
  if (text.charCodeAt(start) === code.slash && text.charCodeAt(start + 1) === code.star) {
    return blockComment(text, start, lexicon);
  }
  for (const rule of lexicon.lineComments) {
    const isComment = startsLineComment(text, start, rule);
    if (isComment || (!hasContent && isDropped(text, start, rule))) {
      const { carriageReturnEndsComment } = lexicon;
      const end = lineCommentEnd(text, start, carriageReturnEndsComment === true);
      const isContent =
        carriageReturnEndsComment === 'unknown' && text.slice(start, end).trimEnd().includes('\r');
      return { end, isExecutable: false, isContent, isDropped: !isComment };
    }
  }
  return undefined;
}

const isDropped = (text: string, start: number, rule: LineCommentRule): boolean =>
  rule.droppedBeforeStatement === true && text.startsWith(rule.start, start);

function blockComment(text: string, start: number, lexicon: Lexicon): Comment {
  const { executableComments, nestedComments } = lexicon;
  const codeStart = executableComments ? executableCommentStart(text, start) : -1;
  if (codeStart >= 0) {
    // Its content is parsed as code: quotes in it may contain `*/`.
    return { end: codeStart, isExecutable: true, isContent: true, isDropped: false };
  }
  const end = blockCommentEnd(text, start, nestedComments);
  return {
    end: end < 0 ? text.length : end,
    isExecutable: false,
    // An unterminated comment is sent, so that the database reports it.
    isContent: end < 0 || (executableComments && text.startsWith('+', start + 2)),
    isDropped: false,
  };
}
