export { createSignInAttempts, type SignInAttempts } from './attempts.js';
export { createPasswordSignIn } from './password-sign-in.js';
export { registerSignIn } from './routes.js';
export { checkPassword, type Credentials } from './service.js';
export { registerSignUp } from './sign-up-routes.js';
export type { SignUpDependencies } from './sign-up.js';
