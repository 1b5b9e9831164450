import type { ColumnInfo, Datatype } from '@sluice/contracts';
import type { CellCode } from '../encode/codes.js';
import type { Statistics } from '../encode/statistics.js';

/** What a column's type means to us. */
export interface ColumnType {
  /** As the database names it. */
  dbType: string;
  datatype: Datatype;
  code: CellCode;
}

/** A column whose type is known. */
export interface Column {
  name: string;
  type: ColumnType;
}

/** Column info with the statistics of the rows stored, or without any. */
export function columnInfos(columns: readonly Column[], statistics?: Statistics): ColumnInfo[] {
  return columns.map(({ name, type }, index) => {
    const isNumber = type.datatype === 'number';
    const extreme = (of: Float64Array | undefined): number | null => {
      const value = of?.[index];
      return isNumber && value !== undefined && Number.isFinite(value) ? value : null;
    };
    return {
      name,
      datatype: type.datatype,
      min: extreme(statistics?.min),
      max: extreme(statistics?.max),
      maxValueLength: isNumber ? 0 : (statistics?.chars[index] ?? 0),
      maxLineLength: isNumber ? 0 : (statistics?.lines[index] ?? 0),
      dbType: type.dbType,
    };
  });
}
