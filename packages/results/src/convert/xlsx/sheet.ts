import {
  BACKSLASH,
  HAS_ESCAPE,
  HAS_MARKUP,
  HAS_UNDERSCORE,
  HAS_WIDE,
  LETTER_N,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
} from '../bytes.js';
import type { ConvertedColumn } from '../columns.js';
import { CharacterReader } from '../escapes.js';
import { FormulaGuard, latin1, mayStartFormula } from '../formula.js';
import type { Output } from '../output.js';
import type { RowSink } from '../scanner.js';
import { sheetFoot, sheetHead } from './parts.js';
import { styles } from './style.js';
import { CellText, sureUnits, textGrowth } from './text.js';
import { cellOf, digitsOf, isExactNumber, isShortNumber, type NumberCell } from './values.js';

/** Bytes around the longest cell. */
const room = 160;

const openText = Buffer.from('" t="inlineStr"><is><t>');
const openSpacedText = Buffer.from('" t="inlineStr"><is><t xml:space="preserve">');
const openGuardedText = Buffer.from(
  `" s="${styles.text}" t="inlineStr"><is><t xml:space="preserve">`,
);
const closeText = Buffer.from('</t></is></c>');
const openBoolean = Buffer.from('" t="b"><v>');
const closeNumber = Buffer.from('</v></c>');
const closeRow = Buffer.from('</row>');
/** Prefix of a number, by its format. */
const openStyled = Object.values(styles).map((style) =>
  Buffer.from(style === styles.general ? '"><v>' : `" s="${style}"><v>`),
);

/** The rows of one sheet as XML, below a row of names. Texts stay texts in every reader and never become formulas. */
export class SheetSink implements RowSink {
  readonly #characters = new CharacterReader();
  readonly #guard = new FormulaGuard();
  /** `<c r="AB` by column. */
  readonly #openCells: Buffer[];
  #row = Buffer.alloc(0);
  readonly #text: CellText;
  #isFirstPiece = false;

  /** @param firstRow number of the sheet's first row in the whole result */
  constructor(
    readonly out: Output,
    private readonly columns: readonly ConvertedColumn[],
    private readonly firstRow: number,
  ) {
    this.#text = new CellText(out);
    this.#openCells = columns.map((_, column) => Buffer.from(`<c r="${lettersOf(column)}`));
  }

  /** Writes what precedes the first row. */
  begin(): void {
    this.out.write(Buffer.from(sheetHead(this.columns.map(widthOf))));
    if (this.columns.length === 0) return;
    this.#openRow(1);
    this.columns.forEach(({ name }, column) => {
      const json = Buffer.from(JSON.stringify(name));
      this.out.reserve(json.length * textGrowth + room);
      const style = this.#isRisky(json, 1, json.length - 1) ? styles.nameText : styles.name;
      const open = `" s="${style}" t="inlineStr"><is><t xml:space="preserve">`;
      this.#openCell(column, Buffer.from(open));
      this.#wholeText(json, 1, json.length - 1, false);
    });
    this.endRow();
  }

  beginRow(row: number): void {
    this.#openRow(row - this.firstRow + 2);
  }

  endRow(): void {
    this.out.write(closeRow);
  }

  end(): void {
    this.out.write(Buffer.from(sheetFoot));
  }

  value(column: number, bytes: Uint8Array, start: number, end: number, marks: number): void {
    const first = bytes[start] as number;
    if (first === LETTER_N) return;
    this.out.reserve((end - start) * textGrowth + room);
    const datatype = this.columns[column]?.datatype ?? 'string';
    if (datatype === 'json' || first === OPEN_BRACKET || first === OPEN_BRACE) {
      this.#openCell(column, openSpacedText);
      this.#wholeText(bytes, start, end, true);
    } else if (first === QUOTE) {
      const cell = cellOf(datatype, bytes, start + 1, end - 1);
      if (cell === null) this.#string(column, bytes, start + 1, end - 1, marks);
      else this.#numberCell(column, cell);
    } else this.#scalar(column, bytes, start, end);
  }

  beginLong(column: number, firstByte: number): void {
    const isString = firstByte === QUOTE && this.columns[column]?.datatype !== 'json';
    this.out.reserve(room);
    this.#openCell(column, isString ? openGuardedText : openSpacedText);
    this.#text.begin(!isString);
    this.#isFirstPiece = isString;
  }

  long(bytes: Uint8Array, start: number, end: number): void {
    this.out.reserve((end - start) * textGrowth + room);
    this.#text.add(bytes, this.#isFirstPiece ? start + 1 : start, end);
    this.#isFirstPiece = false;
  }

  endLong(): void {
    this.#text.end();
    this.out.write(closeText);
  }

  #scalar(column: number, bytes: Uint8Array, start: number, end: number): void {
    if (isShortNumber(bytes, start, end)) {
      this.#number(column, styles.general);
      this.out.copy(bytes, start, end);
      this.#close(closeNumber);
      return;
    }
    const text = latin1(bytes, start, end);
    if (text === 'true' || text === 'false') {
      this.#openCell(column, openBoolean);
      this.#ascii(text === 'true' ? '1' : '0');
      this.#close(closeNumber);
    } else if (isExactNumber(text)) {
      this.#numberCell(column, { number: text, style: styles.general });
    } else {
      this.#openCell(column, openText);
      this.#wholeText(bytes, start, end, true);
    }
  }

  #numberCell(column: number, { number, style }: NumberCell): void {
    this.#number(column, style);
    this.#ascii(number);
    this.#close(closeNumber);
  }

  #number(column: number, style: number): void {
    const open = openStyled[style];
    if (open !== undefined) this.#openCell(column, open);
  }

  #string(column: number, bytes: Uint8Array, start: number, end: number, marks: number): void {
    const isShort = end - start <= sureUnits;
    const isPlain = isShort && (marks & (HAS_ESCAPE | HAS_MARKUP | HAS_UNDERSCORE)) === 0;
    const risks = this.#isRisky(bytes, start, end);
    const isSpaced =
      bytes[start] === SPACE || bytes[end - 1] === SPACE || (marks & HAS_ESCAPE) !== 0;
    const open = risks ? openGuardedText : isSpaced ? openSpacedText : openText;
    this.#openCell(column, open);
    if (isPlain && (marks & HAS_WIDE) === 0) {
      this.out.copy(bytes, start, end);
      this.#close(closeText);
    } else this.#wholeText(bytes, start, end, false);
  }

  /** Whether a text would become a formula when it is edited. */
  #isRisky(bytes: Uint8Array, start: number, end: number): boolean {
    const first = bytes[start];
    if (first === undefined || start === end) return false;
    if (first !== BACKSLASH && mayStartFormula[first] !== 1) return false;
    this.#guard.reset();
    let at = start;
    while (at < end && !this.#guard.isAtRest) {
      const character = this.#characters.read(bytes, at, false);
      if (this.#guard.needsApostrophe(character)) return true;
      at = this.#characters.next;
    }
    return false;
  }

  #wholeText(bytes: Uint8Array, start: number, end: number, isJson: boolean): void {
    this.#text.begin(isJson);
    this.#text.add(bytes, start, end);
    this.#text.end();
    this.#close(closeText);
  }

  #openRow(number: number): void {
    this.out.reserve(room);
    this.#row = Buffer.from(digitsOf(number), 'latin1');
    this.#ascii('<row r="');
    this.out.copy(this.#row, 0, this.#row.length);
    this.#ascii('">');
  }

  #openCell(column: number, attributes: Buffer): void {
    const open = this.#openCells[column];
    if (open !== undefined) this.out.copy(open, 0, open.length);
    this.out.copy(this.#row, 0, this.#row.length);
    this.out.copy(attributes, 0, attributes.length);
  }

  #close(bytes: Buffer): void {
    this.out.copy(bytes, 0, bytes.length);
  }

  #ascii(text: string): void {
    this.out.used += this.out.bytes.write(text, this.out.used);
  }
}

/** Column name in a spreadsheet: A to Z, AA … */
function lettersOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : lettersOf(rest - 1)) + String.fromCharCode(0x41 + (column % 26));
}

/** Characters that a column displays. */
const widthOf = ({ name, datatype, maxLineLength = 0 }: ConvertedColumn): number => {
  const shown = datatype === 'number' ? 12 : datatype === 'datetime' ? 24 : maxLineLength;
  return Math.min(60, Math.max(8, name.length + 2, shown + 2));
};
