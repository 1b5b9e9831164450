import type { Delimiter } from './delimiter.js';
import type { Lexicon } from './lexicon.js';
import { lineCommandAt, lineStatementEnd, readDelimiter } from './line-commands.js';

/** A boundary that a command of the client makes. */
export interface ClientCommand {
  /** `terminator`: it ends the statement before it. `command`: it stands where a statement could start. */
  boundary: 'terminator' | 'command';
  start: number;
  end: number;
}

/** The scanner's state before a command. */
export interface CommandState {
  /** A statement has started before it. */
  hasContent: boolean;
  inExecutableComment: boolean;
}

/** Reads the commands that a client executes itself, and sets the delimiter that they name. */
export class ClientCommands {
  readonly #text: string;
  readonly #lexicon: Lexicon;
  readonly #delimiter: Delimiter;

  constructor(text: string, lexicon: Lexicon, delimiter: Delimiter) {
    this.#text = text;
    this.#lexicon = lexicon;
    this.#delimiter = delimiter;
  }

  /** Reads a DELIMITER or separator line, or a statement of one line, that starts with the word from `start` to `end`. */
  atWord(start: number, end: number, hasContent: boolean): ClientCommand | undefined {
    const line = lineCommandAt(this.#text, start, end, this.#lexicon, hasContent);
    if (line !== undefined) return this.#command(start, line);
    const { lineStatement: word } = this.#lexicon;
    if (hasContent || word === undefined) return undefined;
    const { text: terminator } = this.#delimiter;
    const lineEnd = lineStatementEnd(this.#text, start, end, { word, terminator });
    if (lineEnd === undefined) return undefined;
    return { boundary: 'terminator', start: lineEnd, end: lineEnd + 1 };
  }

  /** Reads `\g`, `\G`, `\d` or a command that is skipped. The server rejects all others. */
  atBackslash(start: number, state: CommandState): ClientCommand | undefined {
    const text = this.#text;
    const { backslashCommands, skippedCommand } = this.#lexicon;
    if (skippedCommand !== undefined && !state.hasContent) {
      skippedCommand.lastIndex = start;
      if (skippedCommand.test(text)) return this.#command(start, { end: skippedCommand.lastIndex });
    }
    if (backslashCommands !== true || state.inExecutableComment) return undefined;
    const letter = text.charAt(start + 1);
    const isTerminator = letter === 'g' || letter === 'G';
    if (isTerminator) return { boundary: 'terminator', start, end: start + 2 };
    const line = letter === 'd' && !state.hasContent ? readDelimiter(text, start + 2) : undefined;
    return line && this.#command(start, line);
  }

  #command(start: number, line: { end: number; delimiter?: string }): ClientCommand {
    if (line.delimiter !== undefined) this.#delimiter.set(line.delimiter);
    return { boundary: 'command', start, end: line.end };
  }
}
