export { PasswordResetPage, SignUpPage } from './password-pages.js';
export { SignInPage } from './sign-in-page.js';
