import { ApiError, errorText } from '../http/client.js';

/** Returns the message for the error code of a failed sign-in through an identity provider. */
export function signInErrorText(code: string): string {
  return messages[code] ?? 'Sign-in failed';
}

const messages: Record<string, string> = {
  not_allowed: 'This account has no access. Ask an admin for an invitation.',
  no_account: 'You have no account. Ask an admin for an invitation.',
  disabled: 'This account is disabled',
  provider_unavailable: 'The identity provider is unreachable. Try again later.',
  expired: 'The sign-in expired. Try again.',
  denied: 'The identity provider denied access',
};

const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

/** Returns the message for a failed sign-in with a password. */
export function signInFailureText(error: unknown, isLdap: boolean): string {
  if (!isUnauthorized(error)) return errorText(error);
  return `Wrong ${isLdap ? 'user name' : 'e-mail address'} or password`;
}

/** Returns the error of a failed sign-up; a missing invitation is named. */
export const signUpError = (error: unknown): unknown =>
  isUnauthorized(error)
    ? new ApiError(401, {
        title: 'This address has no invitation',
        detail: 'Ask an admin to add you as a user, and use the link that they send you.',
      })
    : error;

/** Returns the error of a failed password reset; an invalid link is named. */
export const resetError = (error: unknown): unknown =>
  isUnauthorized(error)
    ? new ApiError(401, {
        title: 'This link is not valid for this address',
        detail: 'It may have been used or have expired. Ask an admin for a new link.',
      })
    : error;
