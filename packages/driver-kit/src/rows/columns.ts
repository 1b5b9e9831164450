import type { ColumnInfo, Datatype } from '@sluice/contracts';
import type { CellCode } from '../encode/codes.js';
import type { Statistics } from '../encode/statistics.js';

/** A column type: its name, its datatype and its encoding. */
export interface ColumnType {
  /** Type name as the database prints it. */
  dbType: string;
  datatype: Datatype;
  code: CellCode;
}

/** A column with its type. */
export interface Column {
  name: string;
  type: ColumnType;
}

/** Returns column info with the statistics of the stored rows, or with empty statistics. */
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
