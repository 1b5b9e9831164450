import { AppError } from '@sluice/errors';

/** Renames the fields of the HTTP API in errors of `act` to the arguments of a tool. */
export async function withOwnNames<T>(
  rename: (path: string) => string,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError) || error.errors === undefined) throw error;
    const errors = error.errors.map(({ path, message }) => ({ path: rename(path), message }));
    throw new AppError(error.code, error.status, error.title, { errors, cause: error });
  }
}
