const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainSpace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationSpace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageSpace = 'http://schemas.openxmlformats.org/package/2006';
const typeRoot = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** Path of a sheet in the file; sheets are counted from 1. */
export const sheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`;

/** The files of the workbook other than its sheets, by path. The first one must be the first of the zip file. */
export const workbookParts = (sheetCount: number): [path: string, xml: string][] => [
  ['[Content_Types].xml', contentTypes(sheetCount)],
  ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
  ['xl/workbook.xml', workbook(sheetCount)],
  [
    'xl/_rels/workbook.xml.rels',
    relations([
      ...numbers(sheetCount).map((sheet): Relation => [
        'worksheet',
        `worksheets/sheet${sheet}.xml`,
      ]),
      ['styles', 'styles.xml'],
    ]),
  ],
];

const contentTypes = (sheetCount: number): string =>
  `${declaration}<Types xmlns="${packageSpace}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  override('/xl/workbook.xml', 'sheet.main') +
  numbers(sheetCount)
    .map((sheet) => override(`/${sheetPath(sheet)}`, 'worksheet'))
    .join('') +
  `${override('/xl/styles.xml', 'styles')}</Types>`;

const override = (path: string, type: string): string =>
  `<Override PartName="${path}" ContentType="${typeRoot}.${type}+xml"/>`;

type Relation = [type: string, target: string];

const relations = (list: Relation[]): string =>
  `${declaration}<Relationships xmlns="${packageSpace}/relationships">` +
  list
    .map(
      ([type, target], at) =>
        `<Relationship Id="rId${at + 1}" Type="${relationSpace}/${type}" Target="${target}"/>`,
    )
    .join('') +
  '</Relationships>';

const workbook = (sheetCount: number): string =>
  `${declaration}<workbook xmlns="${mainSpace}" xmlns:r="${relationSpace}"><sheets>` +
  numbers(sheetCount)
    .map(
      (sheet) =>
        `<sheet name="Results${sheetCount === 1 ? '' : ` ${sheet}`}" sheetId="${sheet}" r:id="rId${sheet}"/>`,
    )
    .join('') +
  '</sheets></workbook>';

/** The XML before the rows of a sheet: the row of names is frozen, columns are as wide as their values. */
export const sheetHead = (columnWidths: readonly number[]): string =>
  `${declaration}<worksheet xmlns="${mainSpace}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  (columnWidths.length === 0
    ? ''
    : `<cols>${columnWidths
        .map(
          (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
        )
        .join('')}</cols>`) +
  '<sheetData>';

/** The XML after the rows. */
export const sheetFoot = '</sheetData></worksheet>';
