export { PasswordResetPage, SignUpPage } from './choose-password.js';
export { SignInPage } from './sign-in-page.js';
