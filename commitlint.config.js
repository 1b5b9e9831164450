/** Commit messages follow Conventional Commits; CONTRIBUTING.md has the rules with examples. */
export default {
  extends: ['@commitlint/config-conventional'],
  rules: {
    'header-max-length': [2, 'always', 100],
    // Bodies hold links and quoted log lines that cannot be wrapped.
    'body-max-line-length': [0],
    'footer-max-line-length': [0],
    // Names such as `GET /api/batches` and `PostgreSQL` begin in upper case.
    'subject-case': [2, 'never', ['start-case', 'pascal-case', 'upper-case']],
  },
};
