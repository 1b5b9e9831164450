/** What a sign-in that came back with an error tells the person. */
export function messageOf(code: string): string {
  return messages[code] ?? 'Signing in did not work';
}

const messages: Record<string, string> = {
  not_allowed: 'This account may not use the service. Ask an administrator to invite you.',
  no_account: 'There is no account for you here. Ask an administrator to invite you.',
  disabled: 'This account is disabled',
  provider_unavailable: 'The identity provider cannot be reached. Try again in a moment.',
  expired: 'Signing in took too long. Try again.',
  denied: 'The identity provider did not let you in',
};
