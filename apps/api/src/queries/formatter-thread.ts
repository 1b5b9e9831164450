/** Next to this module in `dist`, and next to the program in `bundle`. */
export const formatterThread = new URL('./format-sql-thread.js', import.meta.url);
