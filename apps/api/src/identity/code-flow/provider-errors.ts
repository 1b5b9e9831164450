import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/** The reason why a sign-in with a provider failed, for the sign-in page. */
export type ProviderFailure =
  | 'access_denied'
  | 'provider_refused'
  | 'provider_unavailable'
  | 'invalid_response';

/** A failure with a cause that is safe to log. */
export interface ExplainedFailure {
  code: ProviderFailure;
  cause: Error;
}

/**
 * Classifies an error of a sign-in with a provider. The cause is a new error, because the original
 * errors contain codes, tokens and parts of responses.
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
  if (isUnreachable(error)) return 'provider_unavailable';
  return 'invalid_response';
}

function failureNamed(error: string): ProviderFailure {
  if (error === 'access_denied') return 'access_denied';
  const isAway = error === 'server_error' || error === 'temporarily_unavailable';
  return isAway ? 'provider_unavailable' : 'provider_refused';
}

function isUnreachable(error: unknown): boolean {
  // fetch reports network errors as a TypeError with a cause, such as ECONNREFUSED; a programming
  // error has none.
  if (error instanceof TypeError) return error.cause instanceof Error;
  if (!(error instanceof ClientError)) return false;
  if (error.code === 'OAUTH_TIMEOUT') return true;
  return error.cause instanceof Response && error.cause.status >= 500;
}

/** Uses only messages of openid-client, codes of Node, and standard error codes. */
function describe(error: unknown): string {
  if (error instanceof AuthorizationResponseError)
    return `the provider returned the error ${word(error.error)}`;
  if (error instanceof ResponseBodyError) {
    return `the provider responded ${error.status} ${word(error.error)}`;
  }
  const parts: string[] = [];
  for (let each = error; each instanceof Error && parts.length < 4; each = each.cause) {
    parts.push(safeMessage(each));
  }
  return parts.join(': ');
}

/** Other messages quote data: a parser's message the response, a message of fetch the header. */
function safeMessage(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof ClientError || code.startsWith('OAUTH_')) return error.message;
  return /^[A-Z_]{1,60}$/.test(code) ? code : error.name;
}

const word = (text: string): string => (/^[a-z_]{1,60}$/.test(text) ? text : 'an unknown error');
