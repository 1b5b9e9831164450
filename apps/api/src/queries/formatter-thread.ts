/** Beside this module in `dist`, and beside the program in `bundle`. */
export const formatterThread = new URL('./format-sql-thread.js', import.meta.url);
