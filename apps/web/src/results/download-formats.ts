/** The formats of a downloaded result. */
export const downloadFormats = [
  { extension: 'csv', label: 'CSV' },
  { extension: 'xlsx', label: 'Excel (xlsx)' },
  { extension: 'json', label: 'JSON' },
  { extension: 'ndjson', label: 'NDJSON (one object per line)' },
];
