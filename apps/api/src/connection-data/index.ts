export {
  type AllowsSocket,
  changesOf,
  type ConnectionData,
  type DataCarrier,
  isSocketFolder,
  mergeData,
  plainFields,
  problemsOf,
  secretsToRepeat,
  withoutSecrets,
} from './data.js';
export { decryptData, encryptData } from './encryption.js';
export { keyOf, nameFields, namesOf, type RefusedField } from './fields.js';
export { pemKeysOf, pemProblemsOf } from './pem.js';
