/** Returns the message for the error code of a failed sign-in. */
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
