/** Cell formats of the workbook, in the order of `styles.xml`. */
export const styles = {
  general: 0,
  name: 1,
  /** A text that stays a text when it is edited, whatever it starts with. */
  text: 2,
  date: 3,
  datetime: 4,
  datetimeFraction: 5,
  utc: 6,
  utcFraction: 7,
  time: 8,
  timeFraction: 9,
  /** A name of the first row that starts like a formula. */
  nameText: 10,
} as const;

const formats: [id: number, code: string][] = [
  [164, 'yyyy\\-mm\\-dd'],
  [165, 'yyyy\\-mm\\-dd\\ hh:mm:ss'],
  [166, 'yyyy\\-mm\\-dd\\ hh:mm:ss.000'],
  [167, 'yyyy\\-mm\\-dd\\ hh:mm:ss\\Z'],
  [168, 'yyyy\\-mm\\-dd\\ hh:mm:ss.000\\Z'],
  [169, 'hh:mm:ss'],
  [170, 'hh:mm:ss.000'],
];

const cellFormat = (format: number, { isBold = false, isText = false } = {}): string =>
  `<xf numFmtId="${format}" fontId="${isBold ? 1 : 0}" fillId="0" borderId="0" xfId="0"` +
  `${format > 0 ? ' applyNumberFormat="1"' : ''}${isBold ? ' applyFont="1"' : ''}` +
  `${isText ? ' quotePrefix="1"' : ''}/>`;

const cellFormats = [
  cellFormat(0),
  cellFormat(0, { isBold: true }),
  cellFormat(0, { isText: true }),
  ...formats.map(([id]) => cellFormat(id)),
  cellFormat(0, { isBold: true, isText: true }),
];

/** The `styles.xml` of the workbook. */
export const stylesXml =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  `<numFmts count="${formats.length}">` +
  formats.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join('') +
  '</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '</styleSheet>';
