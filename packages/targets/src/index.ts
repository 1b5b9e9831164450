export { kindOf, readAddress, type Address, type AddressKind } from './address.js';
export { readEntry, type TargetEntry } from './entry.js';
export { readHost, type Host } from './host.js';
export {
  isNamed,
  isSameDatabase,
  judgeAddress,
  judgeName,
  type Refusal,
  type ServiceAddress,
  type Target,
  type TargetLists,
} from './rules.js';
