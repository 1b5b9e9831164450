import type { ColumnInfo } from '@sluice/contracts';

/** Returns a column of a datatype. */
export const columnOfKind = (name: string, datatype: ColumnInfo['datatype']): ColumnInfo => ({
  name,
  datatype,
  min: null,
  max: null,
  maxValueLength: 0,
  maxLineLength: 0,
  dbType: datatype,
});
