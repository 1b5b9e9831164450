/** Whether every case of a long test runs (`npm run test:deep`); `npm test` runs a part of them. */
export const isDeep = process.env['TEST_DEEP'] === '1';
