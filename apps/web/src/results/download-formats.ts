/** The formats of a downloaded result. Only text can have the rows as shown. */
export const downloadFormats = [
  { extension: 'csv', label: 'CSV', isText: true },
  { extension: 'xlsx', label: 'Excel (xlsx)', isText: false },
  { extension: 'json', label: 'JSON', isText: true },
  { extension: 'ndjson', label: 'NDJSON (one object per line)', isText: true },
  { extension: 'parquet', label: 'Parquet (typed columns)', isText: false },
];
