import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/** Why a sign-in at a provider came to nothing, for the sign-in page. */
export type ProviderFailure =
  'access_denied' | 'provider_refused' | 'provider_unavailable' | 'invalid_response';

/** A failure and its cause, fit for the log. */
export interface ExplainedFailure {
  code: ProviderFailure;
  cause: Error;
}

/**
 * What an error of a sign-in at a provider means. The cause is built anew: the errors themselves carry
 * codes, tokens and pieces of answers.
 */
export function explainProviderError(error: unknown): ExplainedFailure {
  return { code: failureOf(error), cause: new Error(describe(error)) };
}

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof AuthorizationResponseError) return failureNamed(error.error);
  if (error instanceof ResponseBodyError) {
    return error.status >= 500 ? 'provider_unavailable' : 'provider_refused';
  }
  if (error instanceof WWWAuthenticateChallengeError) return 'provider_refused';
  if (isOutOfReach(error)) return 'provider_unavailable';
  return 'invalid_response';
}

function failureNamed(error: string): ProviderFailure {
  if (error === 'access_denied') return 'access_denied';
  const isAway = error === 'server_error' || error === 'temporarily_unavailable';
  return isAway ? 'provider_unavailable' : 'provider_refused';
}

function isOutOfReach(error: unknown): boolean {
  // fetch says so by a TypeError with a cause, such as ECONNREFUSED; a mistake of ours has none.
  if (error instanceof TypeError) return error.cause instanceof Error;
  if (!(error instanceof ClientError)) return false;
  if (error.code === 'OAUTH_TIMEOUT') return true;
  return error.cause instanceof Response && error.cause.status >= 500;
}

/** Only words of openid-client, Node's codes, and error codes of the standards. */
function describe(error: unknown): string {
  if (error instanceof AuthorizationResponseError) return `the provider says ${word(error.error)}`;
  if (error instanceof ResponseBodyError) {
    return `the provider answered ${error.status} ${word(error.error)}`;
  }
  const parts: string[] = [];
  for (let each = error; each instanceof Error && parts.length < 4; each = each.cause) {
    parts.push(ownWords(each));
  }
  return parts.join(': ');
}

/** Other messages quote: a parser's the answer, one of fetch the header that it could not send. */
function ownWords(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof ClientError || code.startsWith('OAUTH_')) return error.message;
  return /^[A-Z_]{1,60}$/.test(code) ? code : error.name;
}

const word = (text: string): string => (/^[a-z_]{1,60}$/.test(text) ? text : 'something else');
