import { AppError } from '@sluice/errors';

/** Secrets that the settings accept. */
export const secrets = {
  SERVICE_PASSPHRASE: 'a passphrase of more than 32 characters',
  SERVICE_COOKIE_SECRET: 'another secret of more than 32 characters',
};

/** Returns the names of the settings that `load` rejects. */
export const problems = (load: () => unknown): string[] => {
  try {
    load();
  } catch (error) {
    if (error instanceof AppError) return error.errors?.map((each) => each.path) ?? [];
    throw error;
  }
  return [];
};
